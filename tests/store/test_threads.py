"""Tables are read in several threads at once, as after a restart, when everybody reconnects together."""

import subprocess
import sys

# msgspec inspects a type when it is first used, and crashes the process if two threads do that at once.
FIRST_READS = """
import sys
from threading import Barrier, Thread

from parlour.games import find
from parlour.store import read_kept

sys.setswitchinterval(1e-6)
ENTRY = '{"seq":1,"at":1.0,"seat":0,"by":"person","body":{"what":"move","action":{"do":"draw"}}}'
INVITATION = '{"game":"golf","edition":1,"options":{},"chairs":[],"host":""}'
together = Barrier(8)

def read():
    together.wait()
    kept = read_kept("BCDFGH", INVITATION, b"", [ENTRY] * 20, [])
    find("golf").read_action(kept.entries[0].body.action)

threads = [Thread(target=read) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_the_first_reads_of_a_process_may_come_all_at_once() -> None:
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", FIRST_READS], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
