"""Counters for `/metrics`, in the plain text format that monitoring tools read."""

from collections import Counter

ABOUT = {
    "tables_made_total": "Tables set up.",
    "tables_loaded": "Tables in memory now.",
    "connections": "Open connections now.",
    "entries_total": "Entries written to logs.",
    "acknowledged_total": "Client messages acknowledged.",
    "refused_total": "Client messages refused.",
    "views_total": "Views sent.",
    "view_bytes_total": "Bytes of views sent.",
    "slow_readers_total": "Connections closed because they did not read.",
    "pushes_total": "Pushes that a push service accepted.",
    "pushes_dropped_total": "Pushes given up, because a push service failed twice or too many were waiting.",
    "store_failures_total": "Reads and writes that failed in the store.",
    "thoughts_given_up_total": "Bot moves made by the quick bot because the search took too long.",
    "requests_total": "HTTP requests answered.",
    "limited_requests_total": "HTTP requests refused because the address sent too many.",
    "limited_tables_total": "New tables refused because the address made too many.",
    "limited_circles_total": "Circle requests refused because the address sent too many.",
    "limited_replays_total": "Logs, replays and verifications refused because the address asked for too many.",
    "limited_subscriptions_total": "Devices refused because the address asked to be told too many times.",
    "limited_work_total": "Logs, replays, verifications and circles refused because the queue was full.",
    "limited_bytes_total": "Requests refused because the address had too many bytes in transit.",
    "limited_lines_total": "Connections cut because the address had too many, or too many idle ones.",
    "limited_views_total": "Views delayed because the address was sent too many bytes.",
    "abandoned_total": "Long jobs dropped because nobody was waiting for them anymore.",
    "limited_codes_total": "Lookups refused because the address guessed too many codes.",
    "limited_connecting_total": "Connections refused because the address connected too often.",
    "limited_sockets_total": "Connections refused because the address had too many open.",
    "limited_messages_total": "Client messages delayed because they came too fast.",
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
