"""The addresses of the server, links to it, and which requests come from its own page."""

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

import ifaddr
import segno
from msgspec import Struct

_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}(:\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](:\d{1,5})?")
BEHIND_A_BRIDGE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "tun", "tap", "utun", "wg", "zt")


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses by which others might reach this machine, the likeliest first."""
    outward = _outward_address()
    found: list[tuple[tuple[bool, bool, bool, str], str]] = []
    for adapter in ifaddr.get_adapters():
        bridged = adapter.nice_name.lower().startswith(BEHIND_A_BRIDGE)
        for ip in adapter.ips:
            address = ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
            if address.version == 4 and not address.is_loopback and not address.is_link_local:
                found.append(((str(address) != outward, bridged, not address.is_private, str(address)), str(address)))
    return list(dict.fromkeys(address for _, address in sorted(found)))


def _outward_address() -> str:
    """Return the address that this machine uses for outgoing connections. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for examples
            return str(probe.getsockname()[0])
        except OSError:
            return ""


@dataclass
class Addresses:
    """Where the server listens, and the names it answers to."""

    host: str
    port: int
    public_url: str = ""
    host_names: tuple[str, ...] = ()  # names it answers to besides its own: host_names.py

    def __post_init__(self) -> None:
        self.public_hosts = {_host_in(self.public_url)} - {""}

    def share(self, public_url: str) -> None:
        """Take another public address. Pages that were opened by the one before still work while it lasts."""
        self.public_url = public_url
        self.public_hosts.add(_host_in(public_url))

    @property
    def everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::", "")

    def local(self) -> str:
        host = "localhost" if self.everywhere else f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    def on_the_network(self) -> list[str]:
        return [f"http://{address}:{self.port}" for address in lan_addresses()] if self.everywhere else []

    def base(self, scheme: str, host: str) -> str:
        """Return what links sent to others begin with: the public address, the address by which the page was opened,
        or, if that is a loopback address, this machine's address on the network."""
        if self.public_url:
            return self.public_url
        if not _HOST.fullmatch(host) or _is_loopback(host):
            network = self.on_the_network()
            return network[0] if network else self.local()
        return f"{scheme}://{host}"

    def sockets(self, host: str) -> str:
        """Return where the page may open WebSockets, for its content policy: older Safaris' 'self' excludes them."""
        hosts = [host] if _HOST.fullmatch(host) else []
        hosts += [urlsplit(self.public_url).netloc] if self.public_url else []
        return "".join(f" ws://{one} wss://{one}" for one in dict.fromkeys(hosts))

    def is_ours(self, origin: str, host: str) -> bool:
        """Whether an origin is ours: the public address, or the host that the request was sent to."""
        if origin.lower() == _origin(self.public_url):
            return True
        scheme, _, there = origin.lower().partition("://")
        return scheme in ("http", "https") and bool(there) and there == host.lower()


def _host_in(url: str) -> str:
    return (urlsplit(url).hostname or "").removesuffix(".")


def _origin(url: str) -> str:
    """Return a URL's origin as browsers write it: in lower case, without the default port."""
    scheme, _, rest = url.lower().partition("://")
    return f"{scheme}://{rest.partition('/')[0].removesuffix({'http': ':80', 'https': ':443'}.get(scheme, ' '))}"


def _is_loopback(host: str) -> bool:
    return re.sub(r":\d+\Z", "", host).lower() in ("localhost", "127.0.0.1", "[::1]")


class Link(Struct, frozen=True):
    link: str
    qr: str  # the link as a QR code, in a `data:` URL


def linked(link: str) -> Link:
    return Link(link, segno.make(link, error="m").svg_data_uri(scale=8, border=3, light="#ffffff"))
