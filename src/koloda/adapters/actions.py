"""Dense action ids: what an act is called where acts must be numbers 0 .. n-1.

An act of the rules is spelled with one or more *tokens*, each a dense id. In five games one token
is one act. In Chain an act is a set of cards, far too many to number, so it is spelled card by
card: at each step those tokens are legal that some legal act goes on with, and no act's tokens
begin another's. Ids never change while ``VERSION`` stays; ``docs/adapters.md`` lists them.
"""

from __future__ import annotations

from typing import Any, Protocol

from koloda.cards import NAMES, NO_CARD, PACK_52, RANKS, bit, spell_cards
from koloda.rules import chain, chains, fifteen, ladder_rummy, rockaway, tableau, two_ten_jack
from koloda.rules import melds as meld_sets

VERSION = 1
Tokens = tuple[int, ...]


class Actions(Protocol):
    """The dense ids of one game."""

    @property
    def size(self) -> int:
        """How many ids there are: 0 .. size-1."""

    def tokens(self, code: int) -> Tokens:
        """How the act with this code of the rules is spelled."""

    def name(self, token: int) -> str:
        """What people call a token; no two of a game are called alike."""

    def length(self, bound: int, cards: int) -> int:
        """The most tokens that so many acts can take in a deal of so many cards."""

    def seen(self, before: Any, after: Any, code: int) -> Tokens:
        """The tokens that every seat can tell were done when ``before`` became ``after``."""

    def proof(self, before: Any, after: Any, code: int) -> tuple[int, int]:
        """Cards that the act proves its player did not hold: at all, and as the card he had
        drawn just before in the same turn."""


class Single:
    """Every act is one token."""

    size = 0

    def tokens(self, code: int) -> Tokens:
        return (self.token(code),)

    def token(self, code: int) -> int:
        return code

    def name(self, token: int) -> str:
        return NAMES[token]

    def length(self, bound: int, cards: int) -> int:
        return bound

    def seen(self, before: Any, after: Any, code: int) -> Tokens:
        return self.tokens(code)

    def proof(self, before: Any, after: Any, code: int) -> tuple[int, int]:
        return 0, 0


class Rockaway(Single):
    """0..51 play a card, 52 draw, 53 pass."""

    size = 54

    def token(self, code: int) -> int:
        return code - 8 if code in (rockaway.DRAW, rockaway.PASS) else code

    def name(self, token: int) -> str:
        return {52: "draw", 53: "pass"}.get(token) or NAMES[token]

    def __init__(self) -> None:
        self._barred: dict[tuple[int, int, int, bool], int] = {}

    def proof(self, before: Any, after: Any, code: int) -> tuple[int, int]:
        """R-8, R-9: who draws or passes shows that nothing in his hand was bound to be played."""
        if code not in (rockaway.DRAW, rockaway.PASS):
            return 0, 0
        again = self._refused(before, code, drawn=True) if before.drawn != NO_CARD else 0
        return self._refused(before, code, drawn=False), again

    def _refused(self, s: Any, code: int, *, drawn: bool) -> int:
        """The faces that, held or drawn last, would have forbidden the act: asked of the rules,
        and remembered, as they depend on nothing but the top of the pile."""
        key = (s.draw, s.pile[s.n_pile - 1], code, drawn)
        if key not in self._barred:
            trial, barred = s.copy(), 0
            for card in PACK_52:
                trial.hand[s.actor] = 0 if drawn else bit(card)
                trial.drawn = card if drawn else NO_CARD
                if rockaway.refuse(trial, code) is not None:
                    barred |= bit(card)
            self._barred[key] = barred
        return self._barred[key]


class Tricks(Single):
    """0..51 play a card."""

    size = 52

    def proof(self, before: Any, after: Any, code: int) -> tuple[int, int]:
        return after.absent[before.n_plays], 0


class TwoTenJack(Tricks):
    """0..51 play a card (51: the ace of spades, as a spade if it is led); 52 lead it as a
    heart."""

    size = 53

    def name(self, token: int) -> str:
        return "As=h" if token == two_ten_jack.ACE_AS_HEART else NAMES[token]


class Fifteen(Single):
    """0 draw, 1 stand."""

    size = 2

    def name(self, token: int) -> str:
        return ("draw", "stand")[token]

    def seen(self, before: Any, after: Any, code: int) -> Tokens:
        """F-5: nobody else can tell a turn that ended by itself from one that stood."""
        if code == fifteen.DRAW and after.turn > before.turn:
            return (fifteen.DRAW, fifteen.STAND)
        return (code,)


def _all_melds() -> tuple[int, ...]:
    """Every meld there can be, as ``melds.find`` lists those of the whole pack."""
    found = [0] * meld_sets.MAX_FOUND
    n = meld_sets.find(bit(52) - 1, 1, found)
    return tuple(found[:n])


class LadderRummy(Single):
    """0 stock, 1 decline, 2..53 take down to a card, 54..105 discard, 106..989 add a card to
    meld 1..17 (card + 52 * (number - 1)), 990..1578 lay a meld, in the order of ``melds.find``."""

    TAKE, DISCARD, ADD, MELD = 2, 54, 106, 990

    def __init__(self) -> None:
        self.melds = _all_melds()
        self.number = {cards: i for i, cards in enumerate(self.melds)}
        self.size = self.MELD + len(self.melds)

    def token(self, code: int) -> int:
        card = code & 63
        if tableau.is_meld(code):
            return self.MELD + self.number[tableau.act_cards(code)]
        kind = code >> tableau.KIND << tableau.KIND
        if kind == tableau.ADD:
            return self.ADD + card + 52 * tableau.act_meld(code)
        if kind in (ladder_rummy.STOCK, ladder_rummy.DECLINE):
            return 0 if kind == ladder_rummy.STOCK else 1
        return card + (self.TAKE if kind == ladder_rummy.TAKE else self.DISCARD)

    def name(self, token: int) -> str:
        if token >= self.MELD:
            cards = self.melds[token - self.MELD]
            order = tableau.in_order(cards, meld_sets.low_of(cards))
            return " ".join(["meld", *spell_cards(order)])
        if token >= self.ADD:
            number, card = divmod(token - self.ADD, 52)
            return f"add {NAMES[card]} to {number + 1}"
        if token >= self.TAKE:
            discard = token >= self.DISCARD
            card = token - (self.DISCARD if discard else self.TAKE)
            return f"{'discard' if discard else 'take'} {NAMES[card]}"
        return ("stock", "decline")[token]


class Chain:
    """0 end the turn, 1 the act is complete, 2..55 lay a card alone, 56..109 lengthen chain
    1..54, 110..161 a natural card at its rank, 162..174 the first joker as 2..A, 175..187 the
    second. A new chain is its cards upwards and 1; a lengthening is the chain, all cards for
    either end upwards, and 1."""

    END, DONE, LONE, CHAIN, CARD, JOKER = 0, 1, 2, 56, 110, 162
    size = 188

    def tokens(self, code: int) -> Tokens:
        kind, number, cards = code & 3, code >> 2 & 63, code >> 8
        if kind == chains.END:
            return (self.END,)
        if kind == chains.LONE:
            return (self.LONE + cards,)
        first = (self.CHAIN + number - 1,) if kind == chains.EXTEND else ()
        placed = (
            self.CARD + card if card < 52 else self.JOKER + 13 * (card - 52) + rank
            for card, rank in chains.named(cards)
        )
        return (*first, *placed, self.DONE)

    def name(self, token: int) -> str:
        if token >= self.JOKER:
            joker, rank = divmod(token - self.JOKER, 13)
            return f"{NAMES[52 + joker]}={RANKS[rank]}"
        if token >= self.CARD:
            return NAMES[token - self.CARD]
        if token >= self.CHAIN:
            return f"extend {token - self.CHAIN + 1}"
        return f"lone {NAMES[token - self.LONE]}" if token >= self.LONE else ("end", "done")[token]

    def length(self, bound: int, cards: int) -> int:
        """Each card is laid once, with at most two tokens besides for the act that lays it."""
        return bound + 2 * cards

    def seen(self, before: Any, after: Any, code: int) -> Tokens:
        return self.tokens(code)

    def proof(self, before: Any, after: Any, code: int) -> tuple[int, int]:
        """C-5: a hand is always part of the dealt one, so nothing tells its cards apart."""
        return 0, 0


ACTIONS: dict[str, Actions] = {
    rockaway.ID: Rockaway(),
    two_ten_jack.ID: TwoTenJack(),
    fifteen.ID: Fifteen(),
    "two_handed_hearts": Tricks(),
    ladder_rummy.ID: LadderRummy(),
    chain.ID: Chain(),
}
"""The games that the adapters offer."""
