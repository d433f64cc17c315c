"""The whole truth about a table, and the questions that its commands and onlookers ask of it.

Nobody outside this room holds one: people get snapshots and events, bots get views.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum

from koloda.bots import decision_seed
from koloda.deal import Deal, Game, Seat
from koloda.fair import Shuffle
from koloda.match import Match
from koloda.rules.contract import Json, Refused
from koloda.table.held import HeldDeal
from koloda.table.settings import Settings

SUBSTITUTE = "thumb"
"""The level of the bot that plays for a person."""


class Phase(StrEnum):
    """How far a table is."""

    SETUP = "setup"
    PLAY = "play"
    BETWEEN = "between"
    """A deal is over, the next one has not begun."""
    OVER = "over"


@dataclass
class Chair:
    """A seat and who is on it: a person (``who``), a bot (``level``) or nobody."""

    who: str | None = None
    level: str | None = None
    name: str = ""
    ready: bool = False
    client_seed: str = ""
    away: bool = False
    """A bot plays for the person until he is back."""
    absent: float | None = None
    """Since when the person has had no connection."""
    resigned: bool = False
    bank: float = 0
    order: list[str] = field(default_factory=list)
    speed: int = 2
    """How long bots are to take, 0 to 3."""

    @property
    def kind(self) -> str:
        if self.who is not None:
            return "person"
        return "empty" if self.level is None else "bot"


@dataclass
class Core:
    """Everything a table knows; ``koloda.table.table`` has what may be done with it."""

    id: str
    host: str
    secret: bytes
    game: Game
    settings: Settings
    chairs: list[Chair]
    phase: Phase = Phase.SETUP
    seq: int = 0
    """The number of the last event."""
    moved: int = 0
    """That of the last event that changed what the seat on turn has to decide."""
    agreed: int = 0
    """That of the last event that changed what people agree to by being ready."""
    match: Match | None = None
    held: HeldDeal | None = None
    """The deal as it seems, while the end of a turn is held back."""
    told: int = 0
    """How many events of the current deal have been told."""
    sheet: list[Json] = field(default_factory=list)
    """The finished deals, with the reasons for every score."""
    solo: bool = False
    """Whether the match began with one person."""
    since: float = 0
    """When the present decision (or the pause between deals) began."""
    timed_out: int = -1
    """``moved`` of the last decision whose time ran out: a bot makes it in any case."""

    @property
    def shuffle(self) -> Shuffle:
        """All chance of the match, with the seeds that people have added so far."""
        return Shuffle(self.secret, tuple(c.client_seed for c in self.chairs if c.client_seed))

    @property
    def deal(self) -> Deal:
        """The truth. Raises Refused ``not_now`` before the match."""
        if self.match is None:
            raise Refused("not_now", problem=str(self.phase))
        return self.match.deal

    @property
    def shown(self) -> Deal:
        """The deal as it may be told, see ``held``."""
        return self.held or self.deal

    @property
    def actor(self) -> Seat | None:
        """The seat whose decision everybody waits for."""
        return self.shown.actor if self.phase is Phase.PLAY else None

    @property
    def forced(self) -> str | None:
        """What the actor can only do to end a turn that is over, None where he has a choice."""
        return None if self.held is None else str(self.held.legal_actions()[0])

    def seat_of(self, who: str) -> int | None:
        """Where the person sits."""
        seats = [seat for seat, chair in enumerate(self.chairs) if chair.who == who]
        return seats[0] if seats else None

    def seated(self, who: str) -> int:
        """Where the person sits. Raises Refused ``not_seated``."""
        seat = self.seat_of(who)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def player(self, seat: int) -> str | None:
        """The level of the bot that decides for the seat now, None for its person."""
        chair = self.chairs[seat]
        if chair.level is not None:
            return chair.level
        waited = chair.away or (self.timed_out == self.moved and seat == self.actor)
        return SUBSTITUTE if waited else None

    def need(self, *phases: Phase) -> None:
        """Raises Refused ``not_now`` in any other phase."""
        if self.phase not in phases:
            raise Refused("not_now", problem=str(self.phase))

    def need_host(self, who: str) -> None:
        """Raises Refused ``not_host``."""
        if who != self.host:
            raise Refused("not_host")

    def present(self) -> list[Chair]:
        """The people who play themselves."""
        return [chair for chair in self.chairs if chair.who is not None and not chair.away]

    def seed(self, seat: int) -> int:
        """The seed of the seat's decision now: the same whenever the deal stands like this."""
        return decision_seed(self.secret, self.deal.number, len(self.deal.moves), seat)

    # --- time ------------------------------------------------------------------------------
    def time_up(self) -> float | None:
        """When the decision in hand is taken from the person who has it."""
        seat, move = self.actor, self.settings.move
        if seat is None or move is None or self.player(seat) is not None:
            return None
        return self.since + move + self.chairs[seat].bank

    def grace_up(self, seat: int) -> float | None:
        """When a bot plays for the person on the seat, who has no connection."""
        chair, grace = self.chairs[seat], self.settings.grace
        if chair.absent is None or chair.away or grace is None or self.solo:
            return None
        return chair.absent + grace if self.phase in (Phase.PLAY, Phase.BETWEEN) else None

    def pause_up(self) -> float | None:
        """When the next deal comes by itself."""
        if self.phase is not Phase.BETWEEN or self.settings.pause is None or not self.present():
            return None
        return self.since + self.settings.pause

    def deadline(self) -> float | None:
        """The first of all these times."""
        times = [self.time_up(), self.pause_up(), *map(self.grace_up, range(len(self.chairs)))]
        return min((time for time in times if time is not None), default=None)

    # --- all of it -------------------------------------------------------------------------
    def truth(self) -> dict[str, Json]:
        """Everything as plain JSON, secrets too: for comparing, never for sending."""
        deals = [] if self.match is None else self.match.deals
        plain = {
            name: value
            for name, value in vars(self).items()
            if isinstance(value, str | int | float) or name == "sheet"
        }
        return {
            **plain,
            "secret": self.secret.hex(),
            "game": [self.game.id, self.game.players, self.game.options],
            "settings": self.settings.to_json(),
            "chairs": [asdict(chair) for chair in self.chairs],
            "held": None if self.held is None else self.held.state.to_json(),
            "deals": [
                {
                    "pack": list(deal.pack),
                    "carry": deal.carry,
                    "totals": deal.totals,
                    "moves": [[move.seat, str(move.action), move.turn] for move in deal.moves],
                    "state": deal.state.to_json(),
                }
                for deal in deals
            ],
        }
