"""What may be typed besides moves: help, hint, log, score and the like.

The words are texts of the interface (``command.<name>``: several, set apart by commas, the first
is shown), so that they are understood in the language of the session and always in English.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from koloda.bots import bot
from koloda.locales import Translator, translator
from koloda.records import dump
from koloda.terminal import pages, sheet
from koloda.terminal.words import options_in_force, word_forms

if TYPE_CHECKING:
    from koloda.terminal.session import Session


class Quit(Exception):
    """The person wants to leave."""


# --- the commands --------------------------------------------------------------------------


def help_(session: Session, argument: str) -> None:
    texts = session.texts
    lines = [texts.text(session.game, "summary"), ""]
    lines += texts.text("interface", "help", clause=a_clause(session)).splitlines()
    lines += ["", texts.text("interface", "options_in_force")]
    lines += ["  " + line for line in options_in_force(texts, session.match.game)]
    session.console.page(lines, texts.text("interface", "more"))


def rules(session: Session, argument: str) -> None:
    """The whole page, or one clause."""
    texts = session.texts
    if argument:
        _clause(session, argument.upper())
        return
    page = pages.page(session.game, texts.lang)
    if page is None:
        session.say("no_page")
        return
    session.console.page(pages.plain(page.splitlines()), texts.text("interface", "more"))


def _clause(session: Session, number: str) -> None:
    text = pages.clause(session.game, session.texts.lang, number)
    if text is None:
        session.say("no_clause", clause=number)
    else:
        session.console.say(text, 4)


def why(session: Session, argument: str) -> None:
    if argument:
        _clause(session, argument.upper())
    elif session.refused is None:
        session.say("nothing_refused", clause=a_clause(session))
    elif not session.refused.clause:
        session.console.say(session.explained(session.refused), 2)
        session.say("without_clause")
    else:
        _clause(session, session.refused.clause)


def a_clause(session: Session) -> str:
    """The number of some clause of this game, as an example."""
    return session.match.game.rules.OPTIONS[0].clause


def hint(session: Session, argument: str) -> None:
    """The rule of thumb's move; it sees no more than the person does."""
    if session.deal.actor != session.seat:
        session.say("no_hint")
        return
    seed = session.seed(session.seat)
    action = bot("thumb").choose(session.deal.view(session.seat, seed), seed)
    session.console.say(session.texts.text("interface", "hint") + " " + session.move(str(action)))


def log(session: Session, argument: str = "") -> None:
    lines = session.told(session.deal.events(session.seat))
    if not lines:
        session.say("no_log")
    numbered = [f"{n:3}. {line}" for n, line in enumerate(lines, 1)]
    session.console.page(numbered, session.texts.text("interface", "more"))


def score(session: Session, argument: str) -> None:
    sheet.totals(session)


def moves(session: Session, argument: str) -> None:
    """Every legal act by number, those beginning with the argument where there is one."""
    legal = session.legal()
    wanted = set(session.typed.beginning(argument, legal) if argument else legal)
    listed = [f"{n:3}  {session.move(move)}" for n, move in enumerate(legal, 1) if move in wanted]
    if not listed:
        session.say("no_moves")
    session.console.page(listed, session.texts.text("interface", "more"))


def sort(session: Session, argument: str) -> None:
    forms = {
        form: order
        for order in ("suit", "rank")
        for form in [order, *word_forms(session.texts, f"sort.{order}")]
    }
    if argument.lower() not in forms and argument:
        session.say("sort_how")
        return
    other = "rank" if session.order == "suit" else "suit"
    session.order = forms.get(argument.lower(), other)
    session.show_table()


def suits(session: Session, argument: str) -> None:
    session.texts.ascii = not session.texts.ascii
    session.show_table()


def table(session: Session, argument: str) -> None:
    session.show_table()


def save(session: Session, argument: str) -> None:
    """A copy under another name; never over another file."""
    if not argument:
        if session.save():
            session.say("saved", path=str(session.path))
        else:
            session.say("save_where")
        return
    try:
        path = Path(argument).expanduser()
        own = session.path is not None and path.resolve() == session.path.resolve()
        private = not session.match.over
        dump(session.match, path, private=private, force=own, free=session.free)
    except FileExistsError:
        session.say("file_exists", path=argument)
    except (OSError, ValueError, RuntimeError) as error:  # no such user's home is the last
        reason = getattr(error, "strerror", None) or str(error)
        session.say("not_saved", path=argument, reason=reason)
    else:
        session.say("saved", path=str(path))


def quit_(session: Session, argument: str) -> None:
    raise Quit


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "help": help_,
    "rules": rules,
    "why": why,
    "hint": hint,
    "log": log,
    "score": score,
    "moves": moves,
    "sort": sort,
    "suits": suits,
    "table": table,
    "save": save,
    "quit": quit_,
}
WITH_ARGUMENT = frozenset({"rules", "why", "moves", "sort", "save"})


class Commands:
    """Knows the words of one language."""

    def __init__(self, texts: Translator) -> None:
        english = translator("en")
        self.names = {
            form: name
            for name in COMMANDS
            for which in (english, texts)
            for form in word_forms(which, f"command.{name}")
        }

    def all_forms(self) -> list[str]:
        return sorted(self.names)

    def run(self, session: Session, typed: str, *, moves: bool = False) -> bool:
        """Do the command that was typed; False when it is none. Raises Quit.

        With ``moves`` a beginning of a command's word is left to the moves where it fits one.
        """
        word, _, argument = typed.partition(" ")
        name = self.names.get(word.lower())
        if name is None and len(word) > 2 and not (moves and session.typed.knows(word)):
            close = {n for form, n in self.names.items() if form.startswith(word.lower())}
            name = close.pop() if len(close) == 1 else None
        if name is None or (argument.strip() and name not in WITH_ARGUMENT):
            return False
        COMMANDS[name](session, argument.strip())
        return True
