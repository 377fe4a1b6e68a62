"""Works out which cards were hidden from whom, and until when, by replaying the stored log entry by entry."""

from dataclasses import dataclass
from typing import Any

from parlour.games import find
from parlour.kernel.shuffle import Shuffler
from parlour.table.table import Table
from tests.kernel.honesty import Watched, faces_in
from tests.leaks.script import Recorded, Viewer

NEVER = 1_000_000  # later than any version


@dataclass
class AtVersion:
    """The table at one version."""

    seen: dict[Viewer, set[str]]  # the cards that lie open
    shuffles: list[Any]  # the faces of every shuffle so far
    bots: list[int]  # the seats that bots play
    table: Table


class Hidden:
    def __init__(self, record: Recorded) -> None:
        kept = record.kept
        assert kept is not None

        def shuffler(key: bytes) -> Shuffler:
            return Watched(key)

        table = Table(kept.code, find(kept.invitation.game), kept.invitation, kept.secret, shuffler)
        self.viewers: list[Viewer] = [None, *range(len(table.chairs))]
        self.moments = [self._moment(table)]
        self.over = NEVER
        for entry in kept.entries:
            table = table.after(entry)
            self.moments.append(self._moment(table))
            if table.over:
                self.over = min(self.over, table.version)
        self.versions = record.versions

    def _moment(self, table: Table) -> AtVersion:
        state = table.state
        if state is None:
            return AtVersion({viewer: set() for viewer in self.viewers}, [], [], table)
        seen = {viewer: faces_in(table.game.view(state, viewer).zones) for viewer in self.viewers}
        bots = [seat for seat in range(len(table.chairs)) if table.bot_of(seat)]
        return AtVersion(seen, state.shuffler.shuffled, bots, table)

    def shuffled_at(self, shuffle: int) -> int:
        """The version at which a shuffle happened."""
        return next(version for version, moment in enumerate(self.moments) if len(moment.shuffles) > shuffle)

    def until(self, viewer: Viewer, shuffle: int, face: str) -> int:
        """The version at which a viewer first saw a card of that shuffle, or at which it was shuffled again."""
        for version in range(self.shuffled_at(shuffle), len(self.moments)):
            moment = self.moments[version]
            if face in moment.seen[viewer] or any(face in later for later in moment.shuffles[shuffle + 1 :]):
                return version
        return NEVER

    def unseen(self, viewer: Viewer) -> list[dict[str, int]]:
        """For every version, the cards that the viewer cannot know, each with the version of its shuffle."""
        found: list[dict[str, int]] = []
        now: dict[str, int] = {}
        shuffles = 0
        for version, moment in enumerate(self.moments):
            for faces in moment.shuffles[shuffles:]:
                now = now | dict.fromkeys(faces, version)
            shuffles = len(moment.shuffles)
            now = {face: since for face, since in now.items() if face not in moment.seen[viewer]}
            found.append(now)
        return found
