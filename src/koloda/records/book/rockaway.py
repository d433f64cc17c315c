"""What the book claims about Rockaway, computed."""

from __future__ import annotations

from collections.abc import Mapping

from koloda.cards import ACE, NAMES, RANKS, parse_card, spell_card
from koloda.deal import Deal, game
from koloda.options import OptionError
from koloda.records.book import Check, Claim, Ours, before, finished, worked
from koloda.records.make import laid_out_again
from koloda.rules.contract import Json


def _playable(deal: Deal) -> list[str]:
    return [str(action) for action in deal.legal_actions() if str(action) in NAMES]


def _hand(deal: Deal, seat: int) -> list[str]:
    hand: list[str] = deal.observe(seat)["hand"]
    return hand


def playable(claim: Claim) -> Ours:
    """R-7: what the seat could play, before or (``acts``) after drawing in its turn."""
    return Ours(_playable(before(claim, acts=claim.args.get("acts", 0))))


def could_play(claim: Claim) -> Ours:
    """Those of the named cards that the seat could have played instead."""
    return Ours([card for card in claim.book if card in _playable(before(claim))])


def free_choice(claim: Claim) -> Ours:
    """Whether there was a choice when the turn's card was played; our figure: the cards."""
    cards = _playable(before(claim, acts=-2))
    return Ours(cards, len(cards) > 1)


def hand_before(claim: Claim) -> Ours:
    return Ours(_hand(before(claim), claim.where["seat"]))


def ranks_after(claim: Claim) -> Ours:
    """The ranks that the seat keeps after its turn, highest first."""
    cards = _hand(before(claim, acts=-1), claim.where["seat"])
    return Ours(sorted((card[0] for card in cards), key=RANKS.index, reverse=True))


def kept(claim: Claim) -> Ours:
    """The cards left at the end of the deal."""
    return Ours(_hand(finished(claim), claim.where["seat"]))


def biggest_hand(claim: Claim) -> Ours:
    """Who holds more cards than anybody else after this turn."""
    counts: list[int] = before(claim, acts=-1).observe(None)["counts"]
    return Ours([seat for seat, count in enumerate(counts) if count == max(counts)])


def unplayed_aces(claim: Claim) -> Ours:
    """The aces of the pack that nobody has played before this turn."""
    deal = before(claim)
    played = {str(move.action) for move in deal.moves}
    aces = [spell_card(card) for card in deal.game.cards() if card % 13 == ACE]
    return Ours([ace for ace in aces if ace not in played])


def aces_played(claim: Claim) -> Ours:
    """How many aces the seat has played by the end of the deal."""
    seat = claim.where["seat"]
    moves = [move for move in finished(claim).moves if move.seat == seat]
    return Ours(sum(str(move.action).startswith("A") for move in moves))


def drawn_holding_playable(claim: Claim) -> Ours:
    """R-8: every turn in the worked deals that begins with a draw although a card held could
    be played; without the turns of ``denied``, where the book denies it."""
    denied: list[Json] = claim.args["denied"]
    found = []
    for number, name in enumerate(claim.args["records"], 1):
        end = worked(name)
        deal = laid_out_again(end)
        for index, (seat, actions) in enumerate(end.turns()):
            go, cards = index // deal.game.players + 1, _playable(deal)
            if str(actions[0]) == "draw" and cards and [number, go, seat] not in denied:
                found.append(f"deal {number} go {go} seat {seat}: {' '.join(cards)}")
            for action in actions:
                deal.apply(action, seat)
    return Ours(found)


def no_difference(claim: Claim) -> Ours:
    """R-7: whether the next seat may answer alike, whichever of these cards is played."""
    answers = {}
    for card in claim.args["cards"]:
        deal = before(claim)
        deal.apply(card)
        answers[card] = _playable(deal)
    figure = "; ".join(f"{card}: {' '.join(answer)}" for card, answer in answers.items())
    return Ours(figure, len({tuple(answer) for answer in answers.values()}) == 1)


def drawn_from(claim: Claim) -> Ours:
    """R-8: where the card lay that is drawn as act number ``act`` of the turn."""
    act: int = claim.args["act"]
    rules = finished(claim).game.rules
    earlier = rules.places(before(claim, acts=act - 1).state)
    later = rules.places(before(claim, acts=act).state)
    hand = f"hand {claim.where['seat']}"
    (card,) = set(later[hand]) - set(earlier[hand])
    return Ours(next(place for place, cards in earlier.items() if card in cards))


# --- statements of the rules ---------------------------------------------------------------


def dealt(claim: Claim) -> Ours:
    """R-5: whether the other seats see the faces of the cards dealt."""
    deal = game("rockaway", players=claim.args["players"]).deal(seed=1)
    others = [deal.observe(seat) for seat in [None, *range(1, deal.game.players)]]
    shown = any("hands" in seen or _hand(deal, 0) == seen.get("hand") for seen in others)
    return Ours("face up" if shown else "face down")


def packs(claim: Claim) -> Ours:
    """R-2: how many packs are shuffled together."""
    cards = game("rockaway", players=claim.args["players"]).cards()
    return Ours(len(cards) // len(set(cards)))


def most_players(claim: Claim) -> Ours:
    """R-1: the largest table that can be set up."""
    n = 2
    try:
        while game("rockaway", players=n + 1):
            n += 1
    except OptionError:
        return Ours(n)
    return Ours("no limit")


# --- examples ------------------------------------------------------------------------------


def _table(top: str, hand: list[str], draws: list[str] | None = None) -> Deal:
    """Two players, eldest holding these cards and, as far as there is room, others that don't
    match the top card."""
    setup = game("rockaway", players=2)
    size, ace_high = 7, parse_card(top)
    used = {parse_card(card) for card in [top, *hand, *(draws or [])]}
    rest = [card for card in setup.cards() if card not in used]
    idle = [c for c in rest if c % 13 not in (ACE, ace_high % 13) and c // 13 != ace_high // 13]
    mine = ([parse_card(card) for card in hand] + idle)[:size]
    rest = [card for card in rest if card not in mine]
    order = [card for pair in zip(mine, rest[:size], strict=True) for card in pair]
    order += [parse_card(top), *(parse_card(card) for card in draws or []), *rest[size:]]
    return setup.deal(dealer=1, pack_order=order)


def matching(claim: Claim) -> Ours:
    """R-7: those cards of a hand (without one: of the whole pack) that may be played on the
    top card."""
    top: str = claim.args["top"]
    if "hand" in claim.args:
        hand: list[str] = claim.args["hand"]
        found = _playable(_table(top, hand))
        return Ours([card for card in hand if card in found])
    cards = [card for card in NAMES[:52] if card != top]
    return Ours([card for card in cards if card in _playable(_table(top, [card]))])


def drawing(claim: Claim) -> Ours:
    """R-8: the cards drawn until one can be played, and that one."""
    draws: list[str] = claim.args["draws"]
    deal = _table(claim.args["top"], claim.args["hand"], draws)
    drawn = 0
    while not _playable(deal):
        deal.apply("draw")
        drawn += 1
    return Ours({"drawn": draws[:drawn], "playable": _playable(deal)})


def payments(claim: Claim) -> Ours:
    """R-14: what each pays when the match ends with these totals."""
    totals: list[int] = claim.args["totals"]
    deal = game("rockaway", players=len(totals)).deal()
    settled = deal.game.rules.settle(deal.state, totals)
    gains = settled.gains or ()
    return Ours([0 if seat in settled.winners else int(-gain) for seat, gain in enumerate(gains)])


CHECKS: Mapping[str, Check] = {
    "rockaway.playable": playable,
    "rockaway.could_play": could_play,
    "rockaway.free_choice": free_choice,
    "rockaway.hand_before": hand_before,
    "rockaway.ranks_after": ranks_after,
    "rockaway.kept": kept,
    "rockaway.biggest_hand": biggest_hand,
    "rockaway.unplayed_aces": unplayed_aces,
    "rockaway.aces_played": aces_played,
    "rockaway.drawn_holding_playable": drawn_holding_playable,
    "rockaway.no_difference": no_difference,
    "rockaway.drawn_from": drawn_from,
    "rockaway.dealt": dealt,
    "rockaway.packs": packs,
    "rockaway.most_players": most_players,
    "rockaway.matching": matching,
    "rockaway.drawing": drawing,
    "rockaway.payments": payments,
}
