"""What is particular to a game, as names that generic search can call.

Like ``koloda.rules.generic``: a function that calls these does nothing by itself;
``koloda.bots.plans`` says what each of them is in a game, ``koloda.fast.bind`` puts it there.
"""

from __future__ import annotations

from koloda.rules.contract import Ints, State
from koloda.rules.generic import Unbound


def policy(s: State) -> int:
    """The act of the seat on turn by rule of thumb. Looks at nothing but what that seat knows."""
    raise Unbound("policy")


def candidates(s: State, spare: State, buffer: Ints, out: Ints) -> int:
    """Write the acts worth a search, the policy's own first; return how many (1 to 64).

    ``spare`` and ``buffer`` are overwritten.
    """
    raise Unbound("candidates")


def surprise(s: State, seat: int, came: Ints, most: int) -> int:
    """How little what the others did so far fits this world: hundredths of a nat, 0 at best; any
    number above ``most`` once that much is clear.

    ``came``, by slot of the pack, are the cards the others got from there; where it has NO_CARD
    it gets a card that may have been. Overwrites the state. ``seat`` is the observer, whose own
    acts tell nothing.
    """
    raise Unbound("surprise")


def owner(s: State, slot: int) -> int:
    """Who got the card of a slot that has left the stock."""
    raise Unbound("owner")


# --- endings with all cards known, two players --------------------------------------------------


def leads(s: State, hand: int, flags: int) -> int:
    """The acts open to who leads, as a set."""
    raise Unbound("leads")


def answers(s: State, hand: int, lead: int) -> int:
    """The acts open to who answers a lead, as a set."""
    raise Unbound("answers")


def takes(s: State, lead: int, answer: int) -> bool:
    """Whether the answer takes the trick."""
    raise Unbound("takes")


def worth(s: State, act: int) -> int:
    """What the card of an act brings to who takes it; more is better."""
    raise Unbound("worth")


def alike(s: State, one: int, other: int) -> bool:
    """Whether two acts are the same but for their order in a suit."""
    raise Unbound("alike")


def lead_now(s: State) -> int:
    """The act of the lead on the table; -1 where there is none."""
    raise Unbound("lead_now")


def flags_now(s: State) -> int:
    """What else than hands and lead the rest of the deal depends on."""
    raise Unbound("flags_now")


def flags_after(s: State, flags: int, lead: int, answer: int, winner: int) -> int:
    """The same after a trick."""
    raise Unbound("flags_after")


def closing(s: State, flags: int) -> int:
    """What the end of the deal adds to seat 0's gain."""
    raise Unbound("closing")


def so_far(s: State) -> int:
    """Seat 0's gain over seat 1 by what has been taken."""
    raise Unbound("so_far")


def additive(s: State, flags: int) -> bool:
    """Whether nothing is to be added at the end any more."""
    raise Unbound("additive")
