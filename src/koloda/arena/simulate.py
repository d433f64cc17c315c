"""Many deals between bots, deterministic by seed, with everything that must add up checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from koloda.bots import bot, decision_seed
from koloda.deal import Deal, Game, check_seed
from koloda.match import Match
from koloda.options import OptionError, changed
from koloda.rules.contract import Json


@dataclass
class Mean:
    """A running mean with its 95 % interval."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.n += 1
        self.total += value
        self.squares += value * value

    def to_json(self) -> dict[str, Json]:
        """``mean``, and ``ci95``: the half-width of its interval (null below two values)."""
        mean = self.total / self.n
        if self.n < 2:
            return {"mean": round(mean, 6), "ci95": None}
        variance = max(0.0, self.squares - self.n * mean * mean) / (self.n - 1)
        return {"mean": round(mean, 6), "ci95": round(1.96 * sqrt(variance / self.n), 6)}


@dataclass
class Tally:
    """What is counted over the deals."""

    scores: list[Mean]
    net: list[Mean]
    dealer_net: Mean = field(default_factory=Mean)
    acts: Mean = field(default_factory=Mean)
    longest: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, deal: Deal) -> None:
        """Count one finished deal. Raises ArithmeticError when its figures don't add up."""
        net = deal.net
        if sum(net) != 0 or not deal.game.rules.audit(deal.state):
            raise ArithmeticError(f"deal {deal.number + 1}: scores {deal.scores} don't add up")
        for seat, score in enumerate(deal.scores):
            items = deal.explain(seat)
            if sum(item.points for item in items) != score:
                raise ArithmeticError(f"deal {deal.number + 1}: seat {seat} is not explained")
            self.reasons.update({item.reason for item in items})
            self.scores[seat].add(score)
            self.net[seat].add(float(net[seat]))
        self.dealer_net.add(float(net[deal.dealer]))
        self.acts.add(len(deal.moves))
        self.longest = max(self.longest, len(deal.moves))


def seat_bots(levels: Sequence[str], players: int) -> list[str]:
    """One level a seat: a single name stands for all. Raises OptionError ``bots``."""
    if len(levels) == 1:
        return list(levels) * players
    if len(levels) != players:
        raise OptionError("bots", bots=len(levels), seats=players)
    return list(levels)


def play_deal(deal: Deal, levels: Sequence[str], seed: int) -> None:
    """Let bots play a deal to its end; each decision has a seed of its own from ``seed``."""
    players = [bot(level) for level in levels]
    while (seat := deal.actor) is not None:
        chance = decision_seed(seed, deal.number, len(deal.moves), seat)
        deal.apply(players[seat].choose(deal.view(seat, chance), chance), seat)


def simulate(game: Game, deals: int, bots: Sequence[str] = ("thumb",), seed: int = 0) -> Json:
    """Play so many deals, match after match, and sum them up as plain JSON.

    ``net`` is each seat's result against the table's average (zero-sum); ``reasons`` counts
    in how many (deal, seat) pairs a reason stands on the score sheet. Raises OptionError for
    fewer than one deal, no sound seed, unknown levels, or a wrong number of bots; ArithmeticError
    when scores don't add up as the clauses say.
    """
    if deals < 1:
        raise OptionError("deals", deals=deals)
    check_seed(seed)
    levels = seat_bots(bots, game.players)
    tally = Tally([Mean() for _ in levels], [Mean() for _ in levels])
    played = matches = finished = 0
    wins: list[Fraction] = [Fraction(0)] * game.players
    while played < deals:
        match_seed = decision_seed(seed, matches, 0, 0)
        match = Match(game, match_seed)
        matches += 1
        while True:
            play_deal(match.deal, levels, match_seed)
            tally.add(match.deal)
            played += 1
            if match.over or played == deals:
                break
            match.next_deal()
        if match.over:
            finished += 1
            for seat in match.winners:
                wins[seat] += Fraction(1, len(match.winners))
    return {
        "game": game.id,
        "players": game.players,
        "options": changed(game.rules, game.options),
        "bots": levels,
        "seed": seed,
        "deals": played,
        "matches": finished,
        "wins": [round(float(won), 3) for won in wins],
        "scores": [mean.to_json() for mean in tally.scores],
        "net": [mean.to_json() for mean in tally.net],
        "dealer_net": tally.dealer_net.to_json(),
        "acts": tally.acts.to_json() | {"longest": tally.longest},
        "reasons": {
            reason: {"count": count, "rate": round(count / (played * game.players), 6)}
            for reason, count in sorted(tally.reasons.items())
        },
    }
