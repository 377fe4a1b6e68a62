"""Counters for `/metrics`, in the plain text format that monitoring tools read."""

from collections import Counter

ABOUT = {
    "tables_made_total": "Tables that were set up.",
    "tables_loaded": "Tables in memory now.",
    "connections": "Open connections now.",
    "entries_total": "Entries written to logs.",
    "acknowledged_total": "Messages of clients that were acknowledged.",
    "refused_total": "Messages of clients that were refused.",
    "views_total": "Views sent.",
    "view_bytes_total": "Bytes of views sent.",
    "slow_readers_total": "Connections closed because they did not read.",
    "store_failures_total": "Writes or reads that the store could not do.",
    "thoughts_given_up_total": "Moves of bots that were not thought about, because that would have taken too long.",
    "requests_total": "HTTP requests answered.",
    "limited_requests_total": "HTTP requests refused because their address asked too often.",
    "limited_tables_total": "New tables refused because their address had made too many.",
    "limited_circles_total": "Circles not made or shown because their address had asked too often.",
    "limited_replays_total": "Logs, replays and verifications refused because their address had asked too often.",
    "limited_work_total": "The same, and circles, refused because too many were waiting for their turn.",
    "limited_bytes_total": "Requests refused because too many bytes were coming in or not read at their address.",
    "limited_lines_total": "Lines cut because their address had opened too many, or too many said nothing.",
    "limited_views_total": "Views made later because their address had been sent too many bytes.",
    "abandoned_total": "Pieces of long work given up because nobody waited for them any more.",
    "limited_codes_total": "Lookups refused because their address had guessed too many codes.",
    "limited_connecting_total": "Connections refused because their address came too often.",
    "limited_sockets_total": "Connections refused because their address had too many.",
    "limited_messages_total": "Messages of clients that were read later because they came too quickly.",
}


class Metrics:
    def __init__(self) -> None:
        self.counts = Counter[str]()

    def add(self, name: str, amount: int = 1) -> None:
        self.counts[name] += amount

    def text(self) -> str:
        lines = []
        for name, about in ABOUT.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# HELP parlour_{name} {about}", f"# TYPE parlour_{name} {kind}"]
            lines.append(f"parlour_{name} {self.counts[name]}")
        return "\n".join(lines) + "\n"
