# Parlour: `make run` plays, `make test` proves. Only Python 3.11+ and make are needed; everything else is fetched.

PYTHON ?= python3
UV := .uv/bin/uv
BIN := .venv/bin
# One more than there are cores, because browsers and databases are waited for.
WORKERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -q
# Everything is tested on the build that people run: the compiled one, if there is a C compiler. Quick tests pure Python.
IS_COMPILED := $(BIN)/parlour --version | grep -q compiled
PYTEST_ALL := if $(IS_COMPILED); then export PARLOUR_BUILD=compiled; fi; $(PYTEST)
PYTEST_QUICK := PARLOUR_BUILD=pure PARLOUR_QUICK=1 $(PYTEST)
# The other build: what is compiled, quickly, and what only pure Python can show.
PYTEST_PURE := ! $(IS_COMPILED) || { $(PYTEST_QUICK) tests/kernel tests/games tests/test_cards.py && PARLOUR_BUILD=pure $(PYTEST) -m pure; }
PAGE := src/parlour/server/page/index.html
PAGE_SOURCES := $(shell find web -type f -not -path '*/node_modules/*')
NPM_AT := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm --no-fund --no-audit --no-update-notifier --loglevel=error --prefix
NPM := $(NPM_AT) web
PEER := bench/peer/node_modules/.done

export UV_PYTHON_DOWNLOADS := never
export UV_PROJECT_ENVIRONMENT := .venv
# Compiled files are kept, whatever the environment says: without them every server and every test run begins 2 s later.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run page compiled setup beside quick quick-tests test test-long bench bench-page bench-server bench-share bench-clone bench-thinking lint wheel wire clean browsers

help:
	@echo "make run        set everything up and open the card table; ARGS=\"--port 9000\" for more"
	@echo "make quick      lint and half of the tests, in a minute"
	@echo "make test       set everything up and run all tests, the short form"
	@echo "make test-long  the same with many more random games"
	@echo "make bench      speed beside other engines, in one run"
	@echo "make bench-page what the page weighs, and how quick it is in Chromium"
	@echo "make bench-server how much a server carries, beside another; ARGS=--quick for trying"
	@echo "make bench-share what a tunnel adds to a round trip, and how long its cuts last"
	@echo "make bench-clone how long it takes from a fresh clone to a move through a tunnel"
	@echo "make bench-thinking how long sharp thinks, and what that does to other tables"
	@echo "make lint       types, style and import rules; the page's own tests, if the page has changed"
	@echo "make wire       the page's types of what travels, from the server's own"
	@echo "make wheel      packages to install elsewhere: one for every machine, and a compiled one if there is a C compiler"

run: .venv/ready $(PAGE)
	@$(BIN)/parlour serve $(ARGS)

page: $(PAGE)

# The page's types of what travels, from the server's own. A test fails when they are stale.
wire: .venv/dev
	@$(BIN)/python tools/wire_types.py

# Lint, and the tests that take no time, side by side.
quick: .venv/dev web/node_modules/.done
	@$(MAKE) --no-print-directory -j2 lint quick-tests

quick-tests: .venv/dev
	$(PYTEST_QUICK)

test: setup
	$(PYTEST_ALL)
	$(PYTEST_PURE)

test-long: setup beside
	export PARLOUR_LONG=1; $(PYTEST_ALL)
	$(PYTEST_PURE)

# All that the tests need, side by side.
setup: .venv/dev web/node_modules/.done
	@$(MAKE) --no-print-directory -j2 compiled lint browsers $(PAGE) $(PEER)

lint: .venv/dev web/node_modules/.checked
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src
	$(BIN)/lint-imports

# The page's own checks and tests, when something of the page has changed.
web/node_modules/.checked: $(PAGE_SOURCES) web/node_modules/.done
	$(NPM) run --silent check
	$(NPM) run --silent test
	@touch $@

browsers: .venv/dev
	@$(BIN)/python tools/find_browsers.py

bench: .venv/dev compiled
	@$(UV) sync --frozen --quiet --group bench --inexact
	@$(BIN)/python bench/moves.py

bench-page: browsers $(PAGE)
	@$(BIN)/python -m bench.page

bench-server: .venv/dev compiled $(PEER)
	@$(BIN)/python -m bench.server $(ARGS)

bench-thinking: .venv/dev compiled
	@$(BIN)/python -m bench.thinking $(ARGS)

bench-share: .venv/dev compiled
	@$(BIN)/python -m bench.share

bench-clone: browsers
	@$(BIN)/python -m bench.fresh_clone

wheel: .venv/ready $(PAGE)
	PARLOUR_BUILD=pure $(UV) build --wheel
	$(UV) build --wheel
	@du -h dist/*.whl

clean:
	rm -rf .uv .venv build dist web/node_modules bench/peer/node_modules $(dir $(PAGE))

.uv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Parlour needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@echo "Setting up, once ..."
	@$(PYTHON) -m venv .uv
	@.uv/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r tools/uv.txt

.venv/ready: $(UV) pyproject.toml uv.lock
	@$(UV) sync --frozen --quiet --no-dev --group page --extra fast --inexact --python $(PYTHON)
	@touch $@

.venv/dev: $(UV) pyproject.toml uv.lock
	@$(UV) sync --frozen --quiet --python $(PYTHON)
	@touch $@ .venv/ready

web/node_modules/.done: web/package.json web/package-lock.json | .venv/ready
	@$(NPM) ci --silent
	@touch $@

# OpenSpiel, beside which Hearts is played. Where it cannot be fetched, its tests are skipped.
beside: .venv/dev
	@$(UV) sync --frozen --quiet --group bench --inexact || true

# The server that ours is measured beside. Where it cannot be fetched, the bench says so and its tests are skipped.
$(PEER): bench/peer/package.json bench/peer/package-lock.json | .venv/ready
	@$(NPM_AT) bench/peer ci --silent && touch $@ || true

$(PAGE): $(PAGE_SOURCES) web/node_modules/.done | .venv/ready
	@echo "Building the page ..."
	@$(NPM) run --silent build
	@touch $@

# Nothing to do if there is one of these very sources.
compiled: .venv/dev
	@$(BIN)/parlour compile
