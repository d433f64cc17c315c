"""What can be wrong with a record."""

from __future__ import annotations

from koloda.rules.contract import Json


class RecordError(ValueError):
    """A record that can't be read or does not keep the rules. Nothing has been changed.

    ``code`` is stable and for programs (``docs/records.md`` lists them), ``clause`` names the
    rule that a wrong move breaks ("R-8"), ``params`` say where and what. Numbers of deals, turns
    and goes count from 1 as people do, seats from 0 as on every page. Of a wrong move (code
    ``move``) params hold ``deal``, ``turn`` (the line of ``moves``), ``go`` (the round of the
    table), ``seat``, ``text``, ``refusal`` (the code of ``koloda.Refused``), ``because`` (its
    params) and ``legal`` (what would have been legal).
    """

    def __init__(self, code: str, clause: str = "", **params: Json) -> None:
        super().__init__(code, clause, params)
        self.code = code
        self.clause = clause
        self.params = params

    def __str__(self) -> str:
        where = f" ({self.clause})" if self.clause else ""
        told = ", ".join(f"{name}={_shown(value)}" for name, value in self.params.items())
        return f"{self.code}{where}" + (f": {told}" if told else "")

    def to_json(self) -> dict[str, Json]:
        """Code, clause and params, as plain JSON."""
        return {"code": self.code, "clause": self.clause, "params": dict(self.params)}


def _shown(value: Json) -> str:
    if not isinstance(value, list):
        return str(value)
    more = ", ..." if len(value) > 12 else ""
    return "[" + ", ".join(map(str, value[:12])) + more + "]"
