"""Verifying a record: everything is played again, and every claim is compared.

A move is checked as long as the cards it depends on are known: the actor's own hand and
everything that lies open. Unknown cards in the stock or in other hands don't matter to it. From
the first move that does depend on a ``??``, nothing is checked any more: ``Verified.up_to`` says
how far the record has been verified, and the rest is replayed only as far as it goes with the
unknown cards in some order.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from koloda.cards import NO_CARD, spell_card, spell_cards
from koloda.deal import Deal, Game
from koloda.fair import Shuffle
from koloda.match import Match
from koloda.options import OptionError
from koloda.records.errors import RecordError
from koloda.records.record import DealPart, Record, spell_gain
from koloda.rules.contract import Json, Refused

STOPPED = "stop"
"""In the record of an unfinished deal: a turn that ended, nobody else saw how."""


class Fairness(StrEnum):
    """What is known about the shuffle."""

    NONE = "none"
    """The cards came from outside."""
    UNPUBLISHED = "unpublished"
    """The server seed is still secret."""
    FAIR = "fair"
    """All cards follow from the published seed, and the seed is the one promised."""


@dataclass(frozen=True)
class Spot:
    """After so many turns of a deal; both count from 1, turn 0 is the deal as laid out."""

    deal: int
    turn: int


@dataclass(frozen=True)
class Verified:
    """A record in which nothing is wrong.

    ``match`` is the match replayed. ``up_to`` is None when everything was checked, else the last
    turn that was: what follows depends on unknown cards.
    """

    match: Match
    up_to: Spot | None
    fairness: Fairness
    unknown: tuple[frozenset[int], ...] = ()
    """By deal: the cards that may lie in unknown places; where ``match`` has them is a guess."""

    @property
    def complete(self) -> bool:
        return self.up_to is None

    def to_json(self) -> dict[str, Json]:
        """How far, and what is known about the shuffle, as plain JSON."""
        spot = self.up_to
        return {
            "complete": self.complete,
            "up_to": None if spot is None else {"deal": spot.deal, "turn": spot.turn},
            "shuffle": str(self.fairness),
            "deals": len(self.match.deals),
            "over": self.match.over,
        }


def verify(record: Record) -> Verified:
    """Replay the record. Raises RecordError for the first thing that is wrong."""
    game = record.setup()
    seed = _server_seed(record)
    shuffle = None
    if record.shuffle is not None and seed is not None:
        shuffle = Shuffle(seed, record.shuffle.client_seeds)
    match = _begin(record, game, shuffle)
    replay = _Replay(match, shuffle is not None)
    packs = _join_rests([list(part.pack) for part in record.deals])
    for number, (part, pack) in enumerate(zip(record.deals, packs, strict=True), 1):
        replay.deal(number, part, pack, last=number == len(packs))
        if replay.stuck:
            break
    if replay.up_to is None:
        _check_result(record, match)
    fairness = Fairness.NONE
    if record.shuffle is not None:
        known = record.shuffle.server_seed is not None
        fairness = Fairness.FAIR if known else Fairness.UNPUBLISHED
    return Verified(match, replay.up_to, fairness, tuple(replay.unknown))


# --- the shuffle and the first dealer ------------------------------------------------------


def _server_seed(record: Record) -> bytes | None:
    """The seed, published or private, if it is the one that was promised."""
    part, private = record.shuffle, record.private
    published = part.server_seed if part is not None else None
    secret = private.server_seed if private is not None else None
    if private is not None:
        if (part is None) != (secret is None):
            raise RecordError("private_seed")
        for number, deal in enumerate(record.deals, 1):
            if NO_CARD in deal.pack:
                raise RecordError("private_unknown", deal=number)
    for seed in (published, secret):
        if seed is not None and part is not None:
            given = hashlib.sha256(seed).hexdigest()
            if given != part.commit:
                raise RecordError("commit", promised=part.commit, given=given)
    return secret or published


def _begin(record: Record, game: Game, shuffle: Shuffle | None) -> Match:
    names = record.players if any(record.players) else ()
    draws = [list(row) for row in record.dealer_draws]
    deck = Counter(game.cards())
    for row in draws:
        if Counter(row) - deck:
            raise RecordError("dealer_draws", given=_rows(draws))
    if shuffle is None:
        dealer = record.deals[0].dealer
        if not 0 <= dealer < game.players:
            raise RecordError("dealer", deal=1, given=dealer, seats=game.players)
        try:
            return Match.by_hand(game, dealer, dealer_draws=draws, names=names)
        except OptionError:
            raise RecordError("dealer_draws", given=_rows(draws), dealer=dealer) from None
    match = Match(game, shuffle=shuffle, names=names)
    if match.dealer_draws != draws:
        raise RecordError(
            "dealer_draws", given=_rows(draws), right=_rows(match.dealer_draws), from_seed=True
        )
    return match


def _short(value: Json) -> Json:
    return value[:200] if isinstance(value, str) else value


def _rows(rows: Iterable[Sequence[int]]) -> list[str]:
    return [" ".join(spell_cards(row)) for row in rows]


# --- unknown cards -------------------------------------------------------------------------


def _join_rests(packs: list[list[int]]) -> list[list[int]]:
    """Where a deal goes on from the rest of the pack, each knows what the other knows."""
    for earlier, later in reversed(list(pairwise(packs))):
        if len(later) < len(earlier):
            first = len(earlier) - len(later)
            for i, card in enumerate(later):
                if earlier[first + i] == NO_CARD:
                    earlier[first + i] = card
    return packs


def _fill(number: int, pack: list[int], deck: list[int]) -> tuple[list[int], set[int]]:
    """The pack with the unknown places filled, and the faces that may lie in those places."""
    left = Counter(deck)
    for card in pack:
        if card == NO_CARD:
            continue
        if left[card] == 0:
            problem = "too_many" if card in deck else "not_in_pack"
            raise RecordError("pack", deal=number, problem=problem, card=spell_card(card))
        left[card] -= 1
    rest = sorted(left.elements())
    unknown = pack.count(NO_CARD)
    if unknown != len(rest):
        known_all = {"card": spell_card(rest[0])} if not unknown and rest else {}
        raise RecordError(
            "pack",
            deal=number,
            problem="missing" if len(rest) > unknown else "too_long",
            cards=len(pack),
            right=len(deck),
            **known_all,
        )
    hidden = set(rest) if len(set(rest)) > 1 else set()  # one possible card is no secret
    order = iter(rest)
    return [next(order) if card == NO_CARD else card for card in pack], hidden


class _Replay:
    """The state of one verification.

    Attributes: ``up_to`` and ``unknown`` as in ``Verified``; ``stuck``: the unknown cards don't
    let it go on.
    """

    def __init__(self, match: Match, shuffled: bool) -> None:
        self.match = match
        self.shuffled = shuffled
        self.up_to: Spot | None = None
        self.stuck = False
        self.unknown: list[frozenset[int]] = []
        self._hidden: set[int] = set()

    def deal(self, number: int, part: DealPart, pack: list[int], *, last: bool) -> None:
        """Lay out one deal and play its moves."""
        if self.match.deals and self.match.over:
            if self.up_to is None:
                raise RecordError("match_over", deal=number)
            self.stuck = True
            return
        deal = self._lay_out(number, part, pack)
        if deal is None:
            return
        self.unknown.append(frozenset(self._hidden))
        n = self.match.game.players
        if part.dealer != deal.dealer and self.up_to is None:
            raise RecordError("dealer", deal=number, given=part.dealer, right=deal.dealer)
        for line, text in enumerate(part.moves):
            spot: dict[str, Json] = {"deal": number, "turn": line + 1, "go": line // n + 1}
            done = line + 1 == len(part.moves)
            self._line(deal, spot, text, last_line=last and done)
            if self.stuck:
                return
        self._end(number, deal, part, last)

    def _lay_out(self, number: int, part: DealPart, pack: list[int]) -> Deal | None:
        match, cuts = self.match, part.cuts
        try:
            if self.shuffled:
                deal = match.deal if number == 1 else match.next_deal()
                self._compare(number, deal, part, pack)
                return deal
            deal = self._by_hand(number, pack, cuts)
        except OptionError as error:
            if self.up_to is not None:
                self.stuck = True
                return None
            raise RecordError(
                error.code, error.clause, **{**error.params, "deal": number}
            ) from None
        return deal

    def _by_hand(self, number: int, pack: list[int], cuts: tuple[int, ...] | None) -> Deal:
        """A deal from the pack as written, or from the rest of the last one."""
        match = self.match
        if (cuts is not None) != match.game.rules.more_cuts([]):
            raise OptionError("cuts", problem="missing" if cuts is None else "not_cut")
        if match.deals:
            try:  # a pack that goes on from the last deal needs no order (Fifteen)
                deal = match.next_deal(cuts=cuts or ())
            except OptionError as error:
                if error.code != "pack":
                    raise
            else:
                self._compare_pack(number, deal, pack)
                return deal
        order, self._hidden = _fill(number, pack, match.game.cards())
        return match.next_deal(pack_order=order, cuts=cuts or ())

    def _compare(self, number: int, deal: Deal, part: DealPart, pack: list[int]) -> None:
        """The shuffle decides: pack and cuts must be those it gives."""
        right = deal.carry.get("cuts")
        given = None if part.cuts is None else list(part.cuts)
        if given != right:
            raise RecordError(
                "cuts",
                deal=number,
                given=spell_cards(given or []),
                right=spell_cards(right or []),
                from_seed=True,
            )
        self._compare_pack(number, deal, pack)

    def _compare_pack(self, number: int, deal: Deal, pack: list[int]) -> None:
        if len(pack) != len(deal.pack):
            raise RecordError(
                "pack", deal=number, problem="length", cards=len(pack), right=len(deal.pack)
            )
        for place, (given, right) in enumerate(zip(pack, deal.pack, strict=True), 1):
            if given not in (NO_CARD, right):
                if self.up_to is not None:
                    self.stuck = True
                    return
                raise RecordError(
                    "pack",
                    deal=number,
                    problem="not_from_seed" if self.shuffled else "not_the_rest",
                    place=place,
                    given=spell_card(given),
                    right=spell_card(right),
                )

    # --- moves -----------------------------------------------------------------------------

    def _line(self, deal: Deal, spot: dict[str, Json], text: str, *, last_line: bool) -> None:
        number, _, moves = text.strip().partition(" ")
        if not (number.isascii() and number.isdigit() and len(number) < 4 and moves.strip()):
            raise RecordError("line", **spot, text=text[:200])
        seat = spot["seat"] = int(number)
        if seat >= deal.game.players:
            raise RecordError("line", **spot, text=text[:200], seats=deal.game.players)
        turn = deal.state.turn
        for act in moves.split(";"):
            self._act(deal, spot, act.strip(), turn)
            if self.stuck:
                return
        if deal.state.turn == turn and not deal.over and not last_line:
            if self.up_to is None:
                raise self._wrong(
                    deal, spot, text, Refused("turn", seat=deal.actor), "turn_unfinished"
                )
            self.stuck = True

    def _act(self, deal: Deal, spot: dict[str, Json], text: str, turn: int) -> None:
        first = False
        if self.up_to is None and not deal.over and not self._checkable(deal):
            self.up_to, first = Spot(spot["deal"], spot["turn"] - 1), True
        try:
            if deal.state.turn != turn and not deal.over:
                raise Refused("turn", seat=deal.actor)  # the line goes on after its turn
            deal.apply(text, spot["seat"])
        except Refused as refusal:
            if self.up_to is None or (first and self._wrong_anyhow(text, refusal)):
                raise self._wrong(deal, spot, text, refusal) from None
            self.stuck = True

    def _wrong_anyhow(self, text: str, refusal: Refused) -> bool:
        """Whether the refusal holds whatever the unknown cards are."""
        if refusal.code == "hand":  # a card that is known to be elsewhere
            return refusal.params.get("card") not in spell_cards(self._hidden)
        return refusal.code in ("turn", "syntax") and text != STOPPED

    def _checkable(self, deal: Deal) -> bool:
        """Whether the actor knows all his cards, and everything open is known."""
        if not self._hidden:
            return True
        others = {f"hand {p}" for p in range(deal.game.players) if p != deal.actor}
        return not any(
            self._hidden.intersection(cards)
            for place, cards in deal.game.rules.places(deal.state).items()
            if place != "stock" and place not in others
        )

    def _wrong(
        self,
        deal: Deal,
        spot: dict[str, Json],
        text: str,
        refusal: Refused,
        code: str = "move",
    ) -> RecordError:
        return RecordError(
            code,
            refusal.clause,
            **spot,
            text=text[:200],
            refusal=refusal.code,
            because={name: _short(value) for name, value in refusal.params.items()},
            legal=[str(action) for action in deal.legal_actions()],
        )

    # --- after the moves -------------------------------------------------------------------

    def _end(self, number: int, deal: Deal, part: DealPart, last: bool) -> None:
        if not deal.over:
            if self.up_to is not None:
                self.stuck = True
            elif not last:
                raise RecordError("deal_unfinished", deal=number, turns=len(part.moves))
            elif part.scores is not None:
                raise RecordError("scores", deal=number, given=list(part.scores), right=[])
            return
        in_stock = set(deal.game.rules.places(deal.state).get("stock", []))
        if self.up_to is None and self._hidden - in_stock:
            self.up_to = Spot(number, len(part.moves))
        right = deal.scores
        if self.up_to is None and part.scores is not None and list(part.scores) != right:
            raise RecordError("scores", deal=number, given=list(part.scores), right=right)


def _check_result(record: Record, match: Match) -> None:
    given, settlement = record.result, match.settlement
    if given.totals is not None and list(given.totals) != match.totals:
        raise RecordError("totals", given=list(given.totals), right=match.totals)
    if given.winners is not None and list(given.winners) != match.winners:
        raise RecordError("winners", given=list(given.winners), right=list(match.winners))
    if given.settlement is not None:
        gains = None if settlement is None else settlement.gains
        if gains != given.settlement:
            raise RecordError(
                "settlement",
                given=[spell_gain(gain) for gain in given.settlement],
                right=[spell_gain(gain) for gain in gains or ()],
            )
