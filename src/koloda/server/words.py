"""What an onlooker is told, in his language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import HTTPConnection

from koloda.locales import Translator, translator
from koloda.rules.contract import Coded, Json
from koloda.server.messages import Problem, Refusal, Words


def language(connection: HTTPConnection) -> str:
    """What the query says, else what the browser prefers, else English."""
    wanted = connection.query_params.get("lang") or connection.headers.get("accept-language", "")
    return "ru" if wanted.lower().startswith("ru") else "en"


class Reader:
    """One reader of a table's events: his language, the game, the names of the seats."""

    def __init__(self, lang: str, game: str, names: Sequence[str]) -> None:
        self.texts: Translator = translator(lang)
        self.game = game
        self.names = names

    def words(self, log: Sequence[Mapping[str, Json]], sheet: Sequence[Json] | None) -> Words:
        """A phrase for each entry of a log and for each reason of a sheet."""
        told = [self.texts.event(self.game, event, self.names) for event in log]
        if sheet is None:
            return Words(told)
        rows = [[list(map(self._reason, seat)) for seat in row["reasons"]] for row in sheet]
        return Words(told, rows)

    def of_event(self, event: Mapping[str, Json]) -> Words:
        """The words of one event."""
        return self.words(event["deal"], event["set"].get("sheet"))

    def _reason(self, item: Mapping[str, Json]) -> str:
        cards = self.texts.cards(item["cards"]) or "–"
        points = item["points"]
        return self.texts.text(self.game, f"score.{item['reason']}", cards=cards, points=points)

    def refusal(self, name: str, error: Coded) -> Refusal:
        """The answer to a command that was refused."""
        sentence = self.texts.refusal(self.game or None, error, self.names)
        return Refusal(name, error.code, error.clause, dict(error.params), sentence)


def problem(lang: str, error: Coded, game: str | None = None) -> Problem:
    """The same for HTTP."""
    sentence = translator(lang).refusal(game, error)
    return Problem(error.code, error.clause, dict(error.params), sentence)
