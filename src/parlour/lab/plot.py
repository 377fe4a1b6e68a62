"""Pictures of what the lab found."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.games import find
from parlour.kernel.refusal import Refused, quoted
from parlour.lab.compare import measures
from parlour.lab.simulate import Report
from parlour.lab.tally import Spread

if TYPE_CHECKING:  # matplotlib is an extra, and slow to load
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png", ".pdf")
IN_A_ROW = 4
INK, MOSS = "#1E2422", "#2F6B4F"


def check_plot(path: Path) -> None:
    """Refuse a picture that can't be written, before any game is played."""
    if not find_spec("matplotlib"):
        raise Refused("", "To draw a picture, install the extra parlour[plot].")
    if path.suffix.lower() not in FORMATS:
        raise Refused("", f"A plot is an .svg, .png or .pdf file, not {quoted(path.name)}.")
    if not path.parent.is_dir():
        raise Refused("", f"There's no folder {quoted(str(path.parent))} to put the plot into.")


def plot(report: Report, path: Path) -> None:
    """Histograms: the points of a round, and whatever the game measures."""
    game = find(report.plan.game)
    charts = {f"Points a {game.round_word}": report.tally.points}
    for name, spread in report.tally.facts.items():
        if not set(spread.counts) <= {0, 1}:  # a yes or no needs no picture
            charts[name.replace("_", " ").capitalize()] = spread
    title = f"{game.title}: {report.tally.games:,} games, {', '.join(report.plan.bots)}"
    with _figure(path, title, len(charts)) as axes:
        for axis, (heading, spread) in zip(axes, charts.items(), strict=True):
            _histogram(axis, heading, spread)


def plot_arena(told: dict[str, Any], path: Path) -> None:
    """Ratings, and win shares beside the fair share."""
    game = find(told["game"])
    rows = max(len(told["ratings"]), len(told["pairings"]))
    title = f"{game.title} with {told['seats']} seats: {told['games']:,} games"
    with _figure(path, title, 2, 2 + rows / 3) as (rated, won):
        _intervals(rated, "Rating", [(bot["bot"], bot["rating"], bot["interval"]) for bot in told["ratings"]])
        shares = [
            (f"{one['lone']} among {one['others']}", one["win_share"], one["interval"]) for one in told["pairings"]
        ]
        _intervals(won, "Win share, %", shares, 100)
        won.axvline(100 * told["fair_share"], color=INK, linestyle="--", label="fair")
        won.legend(frameon=False)


def plot_comparison(told: dict[str, Any], path: Path) -> None:
    """Every measure under each value, with its interval."""
    game = find(told["game"])
    values = told["values"]
    charts = {name: label for name, label in measures(told["seats"], game.round_word).items() if name in values[0]}
    title = f"{game.title}, {told['compared']}: {told['games']:,} deals, {', '.join(told['bots'])}"
    with _figure(path, title, len(charts), 1.5 + len(values) / 3) as axes:
        for axis, (name, label) in zip(axes, charts.items(), strict=True):
            share = name.endswith("_wins")
            rows = [(one["value"], one[name]["mean"], one[name]["interval"]) for one in values]
            _intervals(axis, f"{label}, %" if share else label, rows, 100 if share else 1)
            if share:
                axis.axvline(100 * told["fair_share"], color=INK, linestyle="--")


@contextmanager
def _figure(path: Path, title: str, charts: int, height: float = 4) -> Iterator[list["Axes"]]:
    """Axes to draw on, a few in a row; they are written to the file afterward."""
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = "parlour"
    from matplotlib import pyplot

    across = min(charts, IN_A_ROW)
    down = -(-charts // across)
    size = (6 * across, height * down)
    figure, grid = pyplot.subplots(down, across, figsize=size, squeeze=False, layout="constrained")
    axes = list(grid.flat)
    for axis in axes[charts:]:
        axis.remove()
    figure.suptitle(title, color=INK)
    try:
        yield axes[:charts]
        figure.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise Refused("", f"{path} can't be written: {error.strerror}.") from None
    finally:
        pyplot.close(figure)


def _intervals(axis: "Axes", title: str, rows: Sequence[tuple[str, float, list[float] | None]], times: int = 1) -> None:
    """A dot with a bar for its interval in every row, the first row on top."""
    for place, (_, mean, interval) in enumerate(rows):
        low, high = interval or (mean, mean)
        axis.plot([times * low, times * high], [place, place], color=MOSS, linewidth=3, solid_capstyle="butt")
        axis.plot(times * mean, place, "o", color=INK)
    axis.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.set_title(title)
    axis.grid(axis="x", alpha=0.3)


def _histogram(axis: "Axes", title: str, spread: Spread) -> None:
    values = sorted(spread.counts)
    total = spread.counts.total()
    axis.bar(values, [100 * spread.counts[value] / total for value in values], color=MOSS)
    axis.axvline(spread.mean(), color=INK, linestyle="--", label=f"mean {spread.mean():.2f}")
    axis.set_title(title)
    axis.set_ylabel("%")
    axis.legend(frameon=False)
