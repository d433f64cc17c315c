"""What is done at a table in the match: acts, deals, taking back, coming and going, time.

Each function does one command or raises Refused (or OptionError) with nothing changed; it
returns what everybody is told besides the events of the deal.
"""

from __future__ import annotations

from koloda.cards import parse_card
from koloda.deal import Deal, check_seat
from koloda.rules.contract import Refused
from koloda.table.commands import (
    SLOWEST,
    Absent,
    Act,
    Arrange,
    Back,
    BotAct,
    Leave,
    Next,
    Pace,
    Present,
    Resign,
    Restart,
    TakeOver,
    Tick,
    Undo,
)
from koloda.table.core import SUBSTITUTE, Core, Phase
from koloda.table.held import HeldDeal, replayed, told_openly
from koloda.table.setup import Told, begin_deal, get_up

# --- acts ----------------------------------------------------------------------------------


def act(core: Core, who: str, command: Act, now: float) -> Told:
    """A person's act. One whom a bot stands in for is back with it, unless his time was up."""
    seat = core.seated(who)
    chair = core.chairs[seat]
    if core.timed_out == core.moved and seat == core.actor:
        raise Refused("timed_out")
    _do(core, seat, command.text)
    used = now - core.since - (core.settings.move or 0)
    if core.settings.move is not None and used > 0:
        chair.bank = max(0, chair.bank - used)
    core.since = now
    if chair.away:
        chair.away = False
        return [{"event": "back", "seat": seat}]
    return []


def bot_act(core: Core, who: str, command: BotAct, now: float) -> Told:
    """The answer to ``pending``: of the bot on the seat, or of one that stands in."""
    seat = check_seat(command.seat, core.game.players)
    core.need(Phase.PLAY)
    if command.seq != core.moved or core.player(seat) is None:
        raise Refused("stale", seen=command.seq, seq=core.moved)
    _do(core, seat, command.text)
    core.since = now
    return []


def _do(core: Core, seat: int, text: str) -> None:
    if core.phase is Phase.BETWEEN:
        raise Refused("over")
    core.need(Phase.PLAY)
    deal = core.deal
    if core.held is not None:
        _stop(core, core.held, seat, text)
    else:
        before = deal.state.copy()
        deal.apply(text, seat)
        told = told_openly(deal, core.told)
        if told < len(deal.events(None)):
            core.held = HeldDeal(deal, before)
        core.told = told
    core.moved = core.seq + 1
    if deal.over and core.held is None:
        _count(core)


def _stop(core: Core, held: HeldDeal, seat: int, text: str) -> None:
    """F-5: the turn is over already; now he says so."""
    if seat != held.actor:
        raise Refused("turn", seat=held.actor)
    if str(held.parse(text)) != core.forced:
        raise Refused("only_stop", legal=[core.forced])
    core.held = None
    core.told = len(core.deal.events(None))


def _count(core: Core) -> None:
    deal, match = core.deal, core.match
    assert match is not None
    core.phase = Phase.OVER if match.over else Phase.BETWEEN
    core.sheet.append(
        {
            "deal": deal.number + 1,
            "dealer": deal.dealer,
            "scores": deal.scores,
            "totals": match.totals,
            "reasons": [_reasons(deal, seat) for seat in range(core.game.players)],
        }
    )


def _reasons(deal: Deal, seat: int) -> list[dict[str, object]]:
    return [
        {"reason": item.reason, "points": item.points, "cards": list(item.cards)}
        for item in deal.explain(seat)
    ]


# --- from deal to deal ---------------------------------------------------------------------


def next_deal(core: Core, who: str, command: Next, now: float) -> Told:
    """A person has seen the scores; when everybody has, the next deal is laid out."""
    core.need(Phase.BETWEEN)
    seat = core.seated(who)
    chair = core.chairs[seat]
    chair.ready = True
    told: Told = [{"event": "ready", "seat": seat}]
    if chair.away:
        chair.away = False
        told.append({"event": "back", "seat": seat})
    return told + _go_on(core, now)


def _go_on(core: Core, now: float) -> Told:
    """Nobody waits for people who are away."""
    present = core.present()
    if core.phase is Phase.BETWEEN and present and all(chair.ready for chair in present):
        return _lay_out(core, now)
    return []


def _lay_out(core: Core, now: float) -> Told:
    assert core.match is not None
    deal = core.match.next_deal()
    begin_deal(core, now)
    return [{"event": "deal", "deal": deal.number + 1}]


def undo(core: Core, who: str, command: Undo, now: float) -> Told:
    """The cards stay as they were, and the seeds of the bots' decisions too."""
    core.need(Phase.PLAY, Phase.BETWEEN)
    seat = core.seated(who)
    if not core.solo or not core.settings.undo:
        raise Refused("no_undo", problem="off" if core.solo else "company")
    at = _last_decision(core.deal, seat)
    if at is None:
        raise Refused("no_undo", problem="nothing")
    assert core.match is not None
    core.match.deals[-1] = deal = replayed(core.deal, at)
    if core.phase is Phase.BETWEEN:
        core.sheet.pop()
    begin_deal(core, now)
    core.told = len(deal.events(None))
    return [{"event": "undo", "seat": seat}]


def _last_decision(deal: Deal, seat: int) -> int | None:
    """How many moves came before the seat's last act that was not the only one possible."""
    found, again = None, replayed(deal, 0)
    for number, move in enumerate(deal.moves):
        if move.seat == seat and len(again.legal_actions()) > 1:
            found = number
        again.apply(move.action, move.seat)
    return found


# --- coming and going ----------------------------------------------------------------------


def leave(core: Core, who: str, command: Leave, now: float) -> Told:
    """Alone with bots nobody plays on: the table waits."""
    seat = core.seated(who)
    if core.phase is Phase.SETUP:
        return get_up(core, seat)
    core.need(Phase.PLAY, Phase.BETWEEN)
    if core.solo:
        raise Refused("leave_solo")
    return _let_go(core, seat, now)


def take_over(core: Core, who: str, command: TakeOver, now: float) -> Told:
    """The host need not wait for a connection to come back."""
    core.need(Phase.PLAY, Phase.BETWEEN)
    core.need_host(who)
    seat = check_seat(command.seat, core.game.players)
    if core.chairs[seat].absent is None:
        raise Refused("not_absent", seat=seat)
    return _let_go(core, seat, now)


def _let_go(core: Core, seat: int, now: float) -> Told:
    if core.chairs[seat].away:
        raise Refused("already_away")
    core.chairs[seat].away = True
    return [{"event": "away", "seat": seat}, *_go_on(core, now)]


def back(core: Core, who: str, command: Back, now: float) -> Told:
    """Play oneself again. What the time has run out for is still a bot's."""
    core.need(Phase.PLAY, Phase.BETWEEN)
    seat = core.seated(who)
    if not core.chairs[seat].away:
        raise Refused("not_away")
    core.chairs[seat].away = False
    return [{"event": "back", "seat": seat}]


def resign(core: Core, who: str, command: Resign, now: float) -> Told:
    """The person is out of the match, and sees no more than any watcher."""
    core.need(Phase.PLAY, Phase.BETWEEN)
    seat = core.seated(who)
    chair = core.chairs[seat]
    chair.who, chair.level, chair.resigned = None, SUBSTITUTE, True
    chair.away, chair.absent, chair.order = False, None, []
    others = [other.who for other in core.chairs if other.who is not None]
    told: Told = [{"event": "resign", "seat": seat}]
    if not others:
        core.phase = Phase.OVER
        return told
    if who == core.host:
        core.host = others[0]
    return told + _go_on(core, now)


def arrange(core: Core, who: str, command: Arrange, now: float) -> Told:
    """Any cards in any order: whether he holds them is not asked, so nothing is told."""
    chair = core.chairs[core.seated(who)]
    for card in command.cards:
        try:
            parse_card(card)
        except ValueError:
            raise Refused("command", field="cards") from None
    chair.order = list(command.cards)
    return []


def pace(core: Core, who: str, command: Pace, now: float) -> Told:
    """The person's own wish; the table goes as the slowest likes."""
    chair = core.chairs[core.seated(who)]
    if command.speed > SLOWEST:
        raise Refused("command", field="speed")
    chair.speed = command.speed
    return []


# --- the house -----------------------------------------------------------------------------


def absent(core: Core, who: str, command: Absent, now: float) -> Told:
    """The person's connection is gone; after the grace a bot plays."""
    chair = core.chairs[_person(core, command.seat)]
    if chair.absent is None:
        chair.absent = now
    return [{"event": "absent", "seat": command.seat}]


def present(core: Core, who: str, command: Present, now: float) -> Told:
    """Connected again, and so back."""
    chair = core.chairs[_person(core, command.seat)]
    chair.absent, chair.away = None, False
    return [{"event": "present", "seat": command.seat}]


def _person(core: Core, seat: int) -> int:
    check_seat(seat, core.game.players)
    if core.chairs[seat].who is None:
        raise Refused("not_a_person", seat=seat)
    return seat


def restart(core: Core, who: str, command: Restart, now: float) -> Told:
    """Nobody's time ran while the house was shut."""
    core.since = now
    for chair in core.chairs:
        chair.absent = None if chair.absent is None else now
    return [{"event": "restart"}]


def tick(core: Core, who: str, command: Tick, now: float) -> Told:
    """All that was due by now. Raises Refused ``early`` where nothing was."""
    deadline = core.deadline()
    if deadline is None or now < deadline:
        raise Refused("early")
    told: Told = []
    time_up = core.time_up()
    if core.actor is not None and time_up is not None and time_up <= now:
        chair = core.chairs[core.actor]
        core.timed_out, chair.away, chair.bank = core.moved, True, 0
        told.append({"event": "timeout", "seat": core.actor})
    for seat, chair in enumerate(core.chairs):
        grace_up = core.grace_up(seat)
        if grace_up is not None and grace_up <= now:
            chair.away = True
            told.append({"event": "away", "seat": seat})
    pause_up = core.pause_up()
    if pause_up is not None and pause_up <= now:
        return told + _lay_out(core, now)
    return told + _go_on(core, now)
