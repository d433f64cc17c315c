"""One person's match in the terminal: the loop of turns, deals and the score sheet.

``Session`` asks and shows; what the table looks like is in ``tables``, what may be typed besides
moves in ``commands``. It sees the match only through one seat's observations and events.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import Any

from koloda import Match, OptionError, Refused
from koloda.bots import bot, decision_seed
from koloda.bots.levels import SearchBot
from koloda.deal import Deal
from koloda.locales import clean
from koloda.records import dump
from koloda.terminal import commands, sheet
from koloda.terminal.console import Console
from koloda.terminal.look import Look
from koloda.terminal.tables import table_of
from koloda.terminal.typed import Typed, cards_of
from koloda.terminal.words import move_text, tell

SHORT_LIST = 12
"""So many legal moves are listed unasked."""


class Session:
    """A match played by the person on ``seat`` against bots.

    ``levels`` holds the level of each seat's bot (that of the person's own seat is not used).
    The match is written to ``path`` after every turn; ``run`` returns the exit code.
    """

    def __init__(
        self,
        match: Match,
        levels: Sequence[str],
        console: Console,
        look: Look,
        path: Path | None = None,
        seat: int = 0,
    ) -> None:
        self.match = match
        self.bots = [bot(level) for level in levels]
        self.console = console
        self.look = look
        self.texts = look.texts
        self.path = path
        self.seat = seat
        self.free: dict[str, Any] = {}
        """Keys of the record that are none of ours."""
        self.order = "suit"
        self.refused: Refused | None = None
        self.typed = Typed(self.texts)
        self.commands = commands.Commands(self.texts)
        self.cut_off = False
        """Whether input ended or Ctrl-C was pressed: nothing more can be asked."""
        self._failed = False
        """Whether the last saving failed."""
        self._table = table_of(match.game.id)
        self._told = len(match.deal.events(seat))

    # --- small helpers -------------------------------------------------------------------
    @property
    def deal(self) -> Deal:
        return self.match.deal

    @property
    def game(self) -> str:
        return self.match.game.id

    def say(self, key: str, count: int | None = None, **params: Any) -> None:
        """Print a text of the interface."""
        self.console.say(self.texts.text("interface", key, count, **params), 2)

    def legal(self) -> list[str]:
        """What the person may do, as spelled; empty when it is another's turn."""
        return [str(action) for action in self.deal.legal_actions(self.seat)]

    def move(self, text: str) -> str:
        """A move as people read it."""
        return move_text(self.texts, text, self.look.card)

    def told(self, events: Sequence[dict[str, Any]]) -> list[str]:
        """Events in words."""
        return tell(self.texts, self.game, events, self.look.names, self.look.name)

    def seed(self, seat: int) -> int:
        """The seed of a bot's decision now: fixed by the match and the place in it."""
        shuffle = self.match.shuffle
        secret = shuffle.server_seed if shuffle else 0
        return decision_seed(secret, self.deal.number, len(self.deal.moves), seat)

    # --- the match -----------------------------------------------------------------------
    def run(self) -> int:
        """Play to the end, or until the person leaves: then the match is kept for later."""
        try:
            self._open()
            self._play()
        except (EOFError, KeyboardInterrupt, commands.Quit) as reason:
            self.cut_off = not isinstance(reason, commands.Quit)
            self._leave()
        return 0

    def _open(self) -> None:
        self.save()
        name = self.look.bold(self.texts.text(self.game, "name"))
        self.console.say(f"{name} · {self.texts.text('interface', 'welcome')}", 2)
        if self.deal.number or self.deal.moves:
            self.say("resumed")
            self._header()
            if not self.deal.over and self.deal.moves:
                commands.log(self)
            return
        sheet.dealer_draws(self)
        self._header()

    def _header(self) -> None:
        dealer = self.look.name(self.deal.dealer)
        number = self.deal.number + 1
        title = self.texts.text("interface", "deal_header", number=number, dealer=dealer)
        self.console.say()
        self.console.say(self.look.bold(f"── {title} " + "─" * 8))
        if self.deal.number:
            totals = self.look.players(self.deal.totals)
            self.console.say(self.texts.text("interface", "totals") + " " + totals, 2)

    def _play(self) -> None:
        while True:
            self._play_deal()
            sheet.deal_sheet(self)
            if self.match.over:
                break
            self._pause()
            self.match.next_deal()
            self._told = 0
            self.save()
            self._header()
        sheet.settlement(self)
        if self.save():
            self.say("recorded", path=str(self.path))

    def _pause(self) -> None:
        self.console.completions = self.commands.all_forms()
        while typed := self.console.ask(self.texts.text("interface", "next_deal")):
            if not self.commands.run(self, typed):
                self.say("not_a_command")

    def _play_deal(self) -> None:
        before = None
        while (seat := self.deal.actor) is not None:
            if seat == self.seat:
                self._ask()
            else:
                if seat != before and isinstance(self.bots[seat], SearchBot):
                    self.show_events()  # this one takes its time: what the others did can be read
                view = self.deal.view(seat, self.seed(seat))
                self.deal.apply(self.bots[seat].choose(view, self.seed(seat)), seat)
            before = seat
            if self.seat in (seat, self.deal.actor):
                # what bots do in between follows from the file: the same seeds, the same moves
                self.save()
        self.save()
        self.show_events()

    # --- the person's turn ---------------------------------------------------------------
    def show_events(self) -> None:
        """What has happened since it was last told."""
        events = self.deal.events(self.seat)
        for line in self.told(events[self._told :]):
            self.console.say(line, 4)
        self._told = len(events)

    def show_table(self) -> None:
        """The table, the hand with the legal cards marked, and what may be done."""
        seen = self.deal.observe(self.seat)
        self.console.say()
        for line in self._table.lines(seen, self.look):
            self.console.say("  " + line, 4)
        legal = self.legal()
        if "hand" in seen:
            marked = {card for move in legal for card in cards_in(move)} & set(seen["hand"])
            if marked == set(seen["hand"]):
                marked = set()
            hand = self.look.hand(seen["hand"], self.order, marked)
            self.console.say(f"  {self.look.label('hand')} {hand}", 4)
        if len(legal) > SHORT_LIST:
            self.say("many_moves", len(legal))
        elif legal:
            shown = [f"{self.look.dim(f'{n})')} {self.move(m)}" for n, m in enumerate(legal, 1)]
            whole = "  ".join(move.replace(" ", "\u00a0") for move in shown)
            self.console.say(f"  {self.look.label('may')} {whole}", 4)

    def _ask(self) -> None:
        """One act of the person; commands before it change nothing in the match."""
        self.show_events()
        self.show_table()
        legal = self.legal()
        self.console.completions = [*legal, *self.commands.all_forms()]
        prompt = self.texts.text("interface", "prompt")
        while True:
            typed = self.console.ask(prompt)
            if not typed:
                self.show_table()
            elif not self.commands.run(self, typed, moves=True) and self._act(typed):
                return

    def _act(self, typed: str) -> bool:
        """Do what was typed, several acts set apart by ``;``; whether anything was done."""
        done = False
        for part in filter(None, (part.strip() for part in typed.split(";"))):
            if done and self.deal.actor != self.seat:
                self.say("turn_ended", rest=part)
                break
            meant = self._meant(part)
            if len(meant) > 1:
                moves = " | ".join(self.move(move) for move in meant[:SHORT_LIST])
                self.console.say(f"{self.texts.text('interface', 'ambiguous')} {moves}", 2)
                break
            try:
                self.deal.apply(meant[0], self.seat)
            except Refused as error:
                self.refuse(as_typed(error, part))
                break
            done, self.refused = True, None
        return done

    def _meant(self, typed: str) -> list[str]:
        """The moves that a text may mean now."""
        shorthand = getattr(self._table, "shorthand", None)
        if shorthand is not None:
            move = shorthand(self.typed.spell(typed).split(), self.deal.observe(self.seat))
            if move is not None:
                return [move]
        return self.typed.read(typed, self.legal())

    def refuse(self, error: Refused) -> None:
        """Say why not, and keep it for ``why``."""
        self.refused = error
        self.console.say(self.look.paint(self.explained(error), "33"), 2)
        if error.clause:
            self.console.say(self.look.dim(self.texts.text("interface", "ask_why")), 2)

    def explained(self, error: Refused | OptionError) -> str:
        """The sentence for an error."""
        return self.texts.refusal(self.game, error, self.look.names)

    # --- keeping the match ---------------------------------------------------------------
    def save(self) -> bool:
        """Write the match to its path. A failure is told once, and tried again each time: the
        disk may have room again."""
        if self.path is None:
            return False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            private = not self.match.over
            dump(self.match, self.path, private=private, force=True, free=self.free)
        except (OSError, ValueError) as error:
            if not self._failed:
                reason = getattr(error, "strerror", None) or str(error)
                self.say("not_saved", path=str(self.path), reason=reason)
            self._failed = True
            return False
        self._failed = False
        return True

    def _leave(self) -> None:
        self.console.say()
        if self.match.over:
            self.say("goodbye")
        elif self.save():
            self.say("kept")
            command = [own_command(), "play", "--resume", str(self.path)]
            self.console.raw("  " + shlex.join(command))
        else:
            self.say("goodbye_unsaved")


def as_typed(error: Refused, typed: str) -> Refused:
    """The refusal; of what is no move at all it quotes the person's own words, not our reading."""
    if error.code != "syntax":
        return error
    return Refused(error.code, error.clause, text=" ".join(map(clean, typed.split())))


def own_command() -> str:
    """How this program is called in this shell: by its path where its name alone is not found."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "koloda" and which("koloda") is None else "koloda"


def cards_in(move: str) -> list[str]:
    """The cards a move names, without what jokers and an ace led stand for."""
    return [c.partition("=")[0] for token in move.split() for c in cards_of(token)]
