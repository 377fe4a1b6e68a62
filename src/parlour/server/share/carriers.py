"""Reads `--share`: which carriers to ask for a tunnel, in which order."""

from pathlib import Path
from urllib.parse import urlsplit

from parlour.kernel.refusal import Refused, quoted
from parlour.server.host_names import is_address, name_in
from parlour.server.share.programs import PROGRAMS
from parlour.server.share.tunnel import Carrier

ANY = "any"  # --share alone


def read_share(text: str, folder: Path, port: int, public_url: str = "") -> list[Carrier]:
    """Return the carriers that --share names, or raise Refused. `folder` is for keys; the port and the public address
    are those of a machine of one's own."""
    from parlour.server.share.ssh import SERVICES, OwnMachine, Papers, Service  # takes a while to load

    papers = Papers(folder)
    if text.startswith("ssh:"):
        user, host, ssh_port, outer_port = _machine(text)
        return [OwnMachine(host, ssh_port, user, papers, outer_port or port, public_url)]
    if public_url:
        raise Refused("", "--share finds the link by itself. --public-url goes only with --share ssh://user@machine.")
    services = [Service(host, user, link, papers) for host, user, link in SERVICES]
    if text == ANY:
        return [*(program for program in PROGRAMS if program.installed), *services]
    named: list[Carrier] = [one for one in (*PROGRAMS, *services) if one.name == text]
    if not named:
        names = ", ".join(one.name for one in (*PROGRAMS, *services))
        raise Refused(
            "", f"--share takes your own machine, like ssh://anna@example.org, or one of {names}, not {quoted(text)}."
        )
    return named


def _machine(text: str) -> tuple[str, str, int, int]:
    """Return user, host, SSH port and outer port (0 for the usual one) of an address like ssh://anna@example.org:22/80,
    or raise Refused."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port or 22
        outer_port = int(parts.path.strip("/") or "0")
        more = parts.password or parts.query or parts.fragment or not 0 <= outer_port < 65_536
    except ValueError:
        host, more = "", True
    if more or not (name_in(host) or is_address(host)):
        raise Refused("", "--share takes an address like ssh://anna@example.org:22/80, and no password.")
    return parts.username or "", host, port, outer_port
