"""What was answered to whom, so that a command said twice is done once."""

from __future__ import annotations

from koloda.rules.contract import Refused

REMEMBERED = 64
"""So many answers are remembered for a person, and for so many people."""


class Answers:
    """Accepted commands as person -> id -> ``seq``, which a log makes again; refusals are only
    kept in memory, and after a restart the same command is judged anew."""

    def __init__(self) -> None:
        self.done: dict[str, dict[str, int]] = {}
        self._refused: dict[tuple[str, str], Refused] = {}

    def known(self, who: str, name: str) -> int | None:
        """The answer given to this id, None where there was none. Raises the refusal again."""
        refusal = self._refused.get((who, name))
        if refusal is not None:
            raise Refused(refusal.code, refusal.clause, **refusal.params)
        return self.done.get(who, {}).get(name)

    def accepted(self, who: str, name: str, seq: int) -> None:
        """Keep an answer; an id of "" is not remembered."""
        if not name:
            return
        own = self.done.setdefault(who, {})
        own[name] = seq
        if len(own) > REMEMBERED:
            del own[next(iter(own))]
        if len(self.done) > REMEMBERED:
            del self.done[next(iter(self.done))]

    def refused(self, who: str, name: str, refusal: Refused) -> None:
        """Keep a refusal."""
        if not name:
            return
        self._refused[who, name] = refusal
        if len(self._refused) > REMEMBERED * REMEMBERED:
            del self._refused[next(iter(self._refused))]
