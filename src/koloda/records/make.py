"""From a match to its record, for its owner or for everybody.

What everybody may see of an unfinished deal is gathered from what a spectator was shown, card by
card; nothing is taken from the truth and blacked out. In which place of the pack a hidden card
lay nobody saw either: cards shown later stand in places where they may have been (with two packs
they stay unknown).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from koloda.cards import NO_CARD, parse_card
from koloda.deal import Deal
from koloda.fair import METHOD
from koloda.match import Match
from koloda.options import changed
from koloda.records.errors import RecordError
from koloda.records.reader import check_free
from koloda.records.record import (
    DealPart,
    PrivatePart,
    Record,
    ResultPart,
    ShufflePart,
)
from koloda.records.verify import STOPPED
from koloda.rules.contract import Json


def from_match(
    match: Match, *, private: bool = False, free: Mapping[str, Json] | None = None
) -> Record:
    """The record of a match so far.

    ``private`` keeps everything that is needed to play on; otherwise the record of an unfinished
    match holds nothing that a spectator has not seen, and the server seed is published only when
    the match is over. ``free`` are keys like ``source``. Raises RecordError for no deal yet, or
    for free keys that can't be written.
    """
    if not match.deals:
        raise RecordError("no_deals")
    check_free(free or {})
    over, shuffle = match.over, match.shuffle
    full = shuffle is not None if over else private
    deals = [_deal(deal, full) for deal in match.deals]
    record = Record(
        game=match.game.id,
        players=tuple(match.names) or ("",) * match.game.players,
        rules=match.game.rules.VERSION,
        options=changed(match.game.rules, match.game.options),
        free=dict(free or {}),
        shuffle=_shuffle(match),
        dealer_draws=tuple(tuple(row) for row in match.dealer_draws),
        deals=tuple(deals),
        private=_private(match) if private and not over else None,
        result=_result(match),
    )
    if not full and not match.deal.over:
        record = _sound(record, match.deal)
    return record


def _shuffle(match: Match) -> ShufflePart | None:
    shuffle = match.shuffle
    if shuffle is None:
        return None
    seed = shuffle.server_seed if match.over else None
    return ShufflePart(METHOD, shuffle.commit, shuffle.client_seeds, seed)


def _private(match: Match) -> PrivatePart:
    return PrivatePart(None if match.shuffle is None else match.shuffle.server_seed)


def _result(match: Match) -> ResultPart:
    settled = match.settlement
    gains = settled.gains if settled is not None else None
    return ResultPart(tuple(match.totals), tuple(match.winners), gains)


def _deal(deal: Deal, full: bool) -> DealPart:
    cuts = deal.carry.get("cuts")
    shown = full or deal.over
    return DealPart(
        dealer=deal.dealer,
        cuts=None if cuts is None else tuple(cuts),
        pack=deal.pack if full else public_pack(deal),
        moves=tuple(
            f"{seat} {'; '.join(acts)}"
            for seat, acts in (_turns(deal) if shown else seen_turns(deal))
        ),
        scores=tuple(deal.scores) if deal.over else None,
    )


def _turns(deal: Deal) -> Iterator[tuple[int, list[str]]]:
    for seat, actions in deal.turns():
        yield seat, [str(action) for action in actions]


# --- what everybody has seen ---------------------------------------------------------------


def laid_out_again(deal: Deal) -> Deal:
    """The same deal as it was before the first move."""
    return deal.game.lay_out(
        None,
        dealer=deal.dealer,
        number=deal.number,
        carry={name: value for name, value in deal.carry.items() if name != "cuts"},
        totals=deal.totals,
        pack_order=deal.pack,
        cuts=deal.carry.get("cuts"),
    )


def public_pack(deal: Deal) -> tuple[int, ...]:
    """The pack as far as it may be told: of a finished deal all that left the stock, of an
    unfinished one the cards a spectator has seen."""
    pack = list(deal.pack)
    if deal.over:
        gone = deal.state.next
        return tuple(pack[:gone] + [NO_CARD] * (len(pack) - gone))
    return _Seen(deal).pack


def seen_turns(deal: Deal) -> Iterator[tuple[int, list[str]]]:
    """The turns of an unfinished deal as a spectator saw them: where he saw only that somebody
    stopped, not how, the act is written as STOPPED."""
    again = laid_out_again(deal)
    turns: list[tuple[int, int, list[str]]] = []
    for move in deal.moves:
        known = len(again.events(None))
        again.apply(move.action, move.seat)
        words = [event["event"] for event in again.events(None)[known:]]
        if not turns or turns[-1][:2] != (move.turn, move.seat):
            turns.append((move.turn, move.seat, []))
        acts = turns[-1][2]
        if words != [STOPPED]:
            acts.append(str(move.action))
        if words[-1:] == [STOPPED]:
            acts.append(STOPPED)
    for _, seat, acts in turns:
        yield seat, acts


class _Seen:
    """A deal played again before a spectator's eyes, to see which cards he could name.

    Attribute: ``pack``, NO_CARD for what he could not.
    """

    def __init__(self, deal: Deal) -> None:
        self._deal = again = laid_out_again(deal)
        self._pack = [NO_CARD] * len(deal.pack)
        self._free: dict[str, list[int]] = {}
        """By place: the pack places whose cards were dealt there unseen."""
        self._named: Counter[int] = Counter()
        self._told = 0
        self._gone = 0
        self._look(None)
        for move in deal.moves:
            again.apply(move.action, move.seat)
            self._look(move.seat)
        self.pack = tuple(self._pack)

    def _look(self, actor: int | None) -> None:
        places = self._deal.game.rules.places(self._deal.state)
        hidden = {name: cards for name, cards in places.items() if _is_hidden(name)}
        is_open = Counter(c for name, cards in places.items() if name not in hidden for c in cards)
        told = {card: is_open[card] for card in self._told_now() if card in is_open}
        fresh = Counter(told) - self._named  # a card may be spoken of unseen (the top trump)
        unseen = []
        for slot in reversed(range(self._gone, self._deal.state.next)):
            card = self._deal.pack[slot]
            if fresh[card]:
                self._name(slot, card, fresh)  # turned up after the hands: its place was seen
            else:
                unseen.append(slot)
        self._gone = self._deal.state.next
        if len(set(self._deal.pack)) < len(self._deal.pack):
            return  # of equal cards one can't tell who got which
        for slot in reversed(unseen):
            card = self._deal.pack[slot]
            owner = next((name for name, cards in hidden.items() if card in cards), "")
            self._free.setdefault(owner, []).append(slot)
        for card in sorted(fresh.elements()):
            slots = self._free.get(f"hand {actor}", [])
            if slots:
                self._name(slots.pop(), card, fresh)  # the newest: what is held stays unknown

    def _name(self, slot: int, card: int, fresh: Counter[int]) -> None:
        self._pack[slot] = card
        self._named[card] += 1
        fresh[card] -= 1

    def _told_now(self) -> set[int]:
        """The faces that a spectator sees or has just been told."""
        events = self._deal.events(None)
        told = set(_cards_in([events[self._told :], self._deal.observe(None)]))
        self._told = len(events)
        return told


def _is_hidden(place: str) -> bool:
    return place == "stock" or place.startswith("hand ")


def _cards_in(data: Json) -> Iterator[int]:
    """Every card that is spelled somewhere in plain JSON."""
    if isinstance(data, str):
        for word in data.replace("=", " ").split():
            try:
                yield parse_card(word)
            except ValueError:
                continue
    elif isinstance(data, Mapping):
        for inner in data.values():
            yield from _cards_in(inner)
    elif isinstance(data, list | tuple):
        for inner in data:
            yield from _cards_in(inner)


def _sound(record: Record, deal: Deal) -> Record:
    """The record if it verifies; else with nothing named that lay hidden at first.

    The places chosen for cards seen later may not go with the moves. Whether they do depends on
    what is public alone, so that this tells nothing either.
    """
    try:
        record.verify()
    except RecordError:
        start = laid_out_again(deal)
        parts = [*record.deals[:-1], replace(record.deals[-1], pack=_Seen(start).pack)]
        return replace(record, deals=tuple(parts))
    return record
