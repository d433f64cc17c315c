"""What can be wrong with a record."""

from __future__ import annotations

from koloda.rules.contract import Coded


class RecordError(Coded, ValueError):
    """A record that can't be read or does not keep the rules. Nothing has been changed.

    The codes stand in ``docs/records.md``; the clause is that of the rule a wrong move breaks.
    Numbers of deals, turns and goes count from 1 as people do, seats from 0 as on every page. Of a
    wrong move (code ``move``) params hold ``deal``, ``turn`` (the line of ``moves``), ``go`` (the
    round of the table), ``seat``, ``text``, ``refusal`` (the code of ``koloda.Refused``),
    ``because`` (its params) and ``legal`` (what would have been legal).

    ``game`` and ``names`` are those of the record where they are known: a sentence needs them.
    """

    game: str | None = None
    names: tuple[str, ...] = ()
