"""The score sheet after a deal, the totals, and the settlement of a match, in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from koloda.cards import spell_card
from koloda.locales import Shown
from koloda.terminal.look import pad, width_of

if TYPE_CHECKING:
    from koloda.deal import Deal
    from koloda.terminal.session import Session


def signed(value: int | Fraction) -> str:
    """A gain with its sign, exact: ``+86 1/2``, ``-27``, ``0``.

    >>> signed(Fraction(173, 2)), signed(-27), signed(0)
    ('+86 1/2', '−27', '0')
    """
    whole, rest = divmod(abs(Fraction(value)), 1)
    sign = "+" if value > 0 else "−" if value < 0 else ""
    told = [str(whole)] if whole or not rest else []
    if rest:
        told.append(f"{rest.numerator}/{rest.denominator}")
    return sign + " ".join(told)


def dealer_draws(session: Session) -> None:
    """The cards drawn for first dealer, a line for each round."""
    look = session.look
    for drawn in session.match.dealer_rounds:
        told = [f"{look.name(seat)} {look.card(spell_card(card))}" for seat, card in drawn]
        session.console.say(
            session.texts.text("interface", "dealer_draw") + " " + " · ".join(told), 2
        )


def reasons(session: Session, deal: Deal, seat: int) -> list[str]:
    """Why a seat's score is what it is: one phrase a reason, each card with its points."""
    phrases = []
    for reason, same in groupby(deal.explain(seat), key=lambda item: item.reason):
        items = list(same)
        if len(items) > 1 and all(len(item.cards) == 1 for item in items):
            each = [f"{session.texts.card(item.cards[0])} {item.points}" for item in items]
            if len({item.points for item in items}) == 1:
                each = [session.texts.card(item.cards[0]) for item in items]
            groups = [(", ".join(each), sum(item.points for item in items))]
        else:
            groups = [(session.texts.cards(item.cards), item.points) for item in items]
        for cards, points in groups:
            phrases.append(
                session.texts.text(
                    deal.game.id, f"score.{reason}", cards=cards or "–", points=points
                )
            )
    return phrases


def deal_sheet(session: Session) -> None:
    """What everybody held, scored and why, and the totals."""
    deal, look, say = session.deal, session.look, session.console.say
    say()
    title = session.texts.text("interface", "sheet", number=deal.number + 1)
    say(look.bold(f"── {title} " + "─" * 8))
    rows = [
        (look.name(seat), str(deal.scores[seat]), str(session.match.totals[seat]))
        for seat in range(deal.game.players)
    ]
    heads = [session.texts.text("interface", key) for key in ("head_deal", "head_total")]
    widths = [max(width_of(row[i]) for row in [("", *heads), *rows]) for i in range(3)]
    titles = [pad(heads[i], widths[i + 1], right=True) for i in range(2)]
    say("  " + look.dim(" ".join([" " * widths[0], *titles])))
    for seat, (name, score, total) in enumerate(rows):
        figures = [pad(score, widths[1], right=True), pad(total, widths[2], right=True)]
        why = "; ".join(reasons(session, deal, seat))
        line = "  " + " ".join([pad(name, widths[0]), *figures])
        say(f"{line}  {why}", width_of(line) + 2)


def totals(session: Session) -> None:
    """The deals so far, a row each, and the totals."""
    match, look, say = session.match, session.look, session.console.say
    played = [deal for deal in match.deals if deal.over]
    table: list[Sequence[str]] = [["", *map(look.name, range(match.game.players))]]
    table += [[str(deal.number + 1), *map(str, deal.scores)] for deal in played]
    table.append([session.texts.text("interface", "totals"), *map(str, match.totals)])
    columns = len(table[0])
    widths = [max(width_of(row[i]) for row in table) for i in range(columns)]
    for row in table[:-1] if len(table) > 2 else table[:1]:
        say("  " + " ".join(pad(cell, widths[i], right=True) for i, cell in enumerate(row)))
    last = [pad(cell, widths[i], right=True) for i, cell in enumerate(table[-1])]
    say(look.bold("  " + " ".join(last)))
    low = match.game.rules.SIGN < 0
    say(look.dim(session.texts.text("interface", "fewer_better" if low else "more_better")))


def settlement(session: Session) -> None:
    """Who won the match, and who gets what where the game pays."""
    match, look = session.match, session.look
    settled = match.settlement
    if settled is None:
        return
    session.console.say()
    names = Shown(", ".join(look.name(seat) for seat in settled.winners))
    key = "winner" if len(settled.winners) == 1 else "winners" if names else "no_winner"
    session.console.say(look.bold(session.texts.text("interface", key, names=names)), 2)
    if settled.gains is not None:
        session.console.say(session.texts.text("interface", "gains"), 2)
        widest = max(width_of(look.name(seat)) for seat in range(match.game.players))
        for seat, gain in enumerate(settled.gains):
            session.console.say(f"  {pad(look.name(seat), widest)}  {signed(gain)}")
