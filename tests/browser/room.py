"""The card room as people use it: a visitor with a browser, a table, acts by mouse, touch or keys.

Which acts are legal is taken from what the house sends to the page; how an act is done is always a
person's way: a card is pointed at, a button is pressed, Tab and arrows lead there.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    WebSocket,
)

from koloda.table import fold

PLAYERS = {
    "rockaway": 4,
    "ladder_rummy": 3,
    "two_ten_jack": 2,
    "fifteen": 2,
    "two_handed_hearts": 2,
    "chain": 6,
}
"""Every game, and how many play it here."""
RANKS = "23456789TJQKA"
PHONE, TABLET, DESK = (360, 640), (768, 1024), (1440, 900)
PATIENCE = 60_000
"""Milliseconds after which what is waited for will not come."""


@dataclass(frozen=True)
class Look:
    """What somebody looks with."""

    lang: str = "en"
    size: tuple[int, int] = DESK
    dark: bool = False
    touch: bool = False
    still: bool = True
    prefs: dict[str, Any] = field(default_factory=dict)
    """Besides the language, which comes from the browser; bots don't wait."""
    stranger: bool = False
    """Has never been here: no preferences, no table set up before."""


class Visitor:
    """Somebody in the card room. ``faults`` has all that went wrong without being seen."""

    def __init__(self, browser: Browser, house: str, look: Look) -> None:
        width, height = look.size
        self.house, self.look = house, look
        self.faults: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "ru": "ru-RU"}[look.lang],
            color_scheme="dark" if look.dark else "light",
            reduced_motion="reduce" if look.still else "no-preference",
            has_touch=look.touch,
        )
        self.context.set_default_timeout(PATIENCE)
        for key, value in self._kept().items():
            self.context.add_init_script(
                f"localStorage.getItem('{key}') ?? "
                f"localStorage.setItem('{key}', {json.dumps(json.dumps(value))})"
            )

    def _kept(self) -> dict[str, Any]:
        """What the browser remembers: it has been here, and its bots need no preparing."""
        if self.look.stranger:
            return {}
        last: dict[str, Any] = {"options": {}, "bots": ["thumb"], "move": None}
        tables = {f"koloda.setup.{game}": {**last, "players": n} for game, n in PLAYERS.items()}
        return {"koloda.prefs": {"speed": 0, **self.look.prefs}, **tables}

    def page(self) -> Page:
        """A new tab, empty yet."""
        page = self.context.new_page()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        return page

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.faults.append(f"console: {said.text}")

    def _failed(self, asked: Request) -> None:
        self.faults.append(f"{asked.url}: {asked.failure}")

    def _answered(self, given: Response) -> None:
        if given.status >= 400:
            self.faults.append(f"{given.url}: {given.status}")

    def visit(self, where: str = "", page: Page | None = None) -> Page:
        """A page of the room by its address after the ``#``."""
        page = page or self.page()
        page.goto(f"{self.house}#/{where}")
        return page

    def make(self, game: str, client_seed: str = "", **fields: Any) -> str:
        """A new table against bots, its name; the cards hang on ``client_seed`` alone."""
        wanted = {"game": game, "players": PLAYERS[game], "bots": ["thumb"], "name": "Anna"}
        wanted |= {"lang": self.look.lang, "client_seed": client_seed, **fields}
        answer = self.context.request.post(f"{self.house}api/tables", data=wanted)
        assert answer.ok, answer.text()
        return str(answer.json()["table"])

    def sit(self, game: str, client_seed: str = "", **fields: Any) -> At:
        """At a new table, its page in sight."""
        page = self.page()
        at = At(page, Hands.of(page, self.look))
        self.visit(f"table/{self.make(game, client_seed, **fields)}", page)
        at.ready()
        return at


@dataclass(frozen=True)
class Act:
    """An act as it is spelled, and the cards of the hand that it takes."""

    text: str
    verb: str
    cards: tuple[str, ...]

    @staticmethod
    def read(text: str) -> Act:
        words = text.split()
        named = tuple(word.split("=")[0] for word in words if _is_card(word))
        verb = "play" if _is_card(words[0]) else words[0]
        return Act(text, verb, () if verb == "take" else named)


def _is_card(word: str) -> bool:
    return word[0] == "X" or (word[0] in RANKS and word[1:2] in tuple("cdhs"))


class At:
    """A table in a tab. ``shown`` is the snapshot as this page has been told it, ``advice`` the
    last hint, ``said`` what it has told the house."""

    def __init__(self, page: Page, hands: Hands) -> None:
        self.page, self.hands = page, hands
        self.shown: dict[str, Any] = {}
        self.advice: dict[str, Any] = {}
        self.said: list[dict[str, Any]] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)
        socket.on("framesent", lambda said: self.said.append(json.loads(said)))

    def _heard(self, told: str | bytes) -> None:
        frame = json.loads(told)
        if frame["kind"] == "welcome":
            self.shown = frame["snapshot"] or self.shown
            for step in frame["steps"] or ():
                self.shown = fold(self.shown, step["event"])
        elif frame["kind"] == "event":
            self.shown = fold(self.shown, frame["event"])
        elif frame["kind"] == "hint":
            self.advice = frame

    # --- waiting ---------------------------------------------------------------------------
    def ready(self) -> bool:
        """Wait until it is our turn or no deal is on; whether it is our turn."""
        now = self.page.locator(".room:has(.mine.turn), .room:has(.felt-box > .panel)")
        seq = now.get_attribute("data-seq")
        while self.shown.get("seq", -1) < int(seq or 0):
            self.page.wait_for_timeout(1)  # the page was told; this lets us be told as well
        return bool(self.legal)

    def after(self, deed: Callable[[], None]) -> bool:
        """Do something that makes an event; then as ``ready``."""
        before = self.seq
        deed()
        self.page.locator(f'.room[data-seq]:not([data-seq="{before}"])').wait_for()
        return self.ready()

    @property
    def seq(self) -> int:
        return int(self.shown["seq"])

    @property
    def legal(self) -> list[Act]:
        """What we may do now."""
        if self.shown.get("phase") != "play":
            return []
        return [Act.read(text) for text in self.shown["deal"]["legal"]]

    @property
    def hand(self) -> list[str]:
        """The cards of the hand as they lie in sight."""
        cards = self.page.locator(".hand [role=option]")
        return list(cards.evaluate_all("all => all.map(one => one.dataset.card)"))

    @property
    def phase(self) -> str:
        return str(self.shown["phase"])

    # --- playing ---------------------------------------------------------------------------
    def act(self, act: Act) -> bool:
        """Do it as a person would; then as ``ready``."""
        return self.after(lambda: self.hands.act(act))

    def play(self, choose: Callable[[list[Act]], Act], most: int = 400) -> list[Act]:
        """Play on to the end of the deal, or so many acts; what was done."""
        done: list[Act] = []
        while self.legal and len(done) < most:
            act = choose(self.legal)
            done.append(act)
            self.act(act)
        return done


class Chooser:
    """Lays down what it can, and draws now and then where it need not: deals end soon and
    every kind of act comes."""

    FIRST = ("meld", "add", "new", "extend", "lone", "play", "discard", "take")

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def __call__(self, legal: list[Act]) -> Act:
        best = min((self._place(act) for act in legal), default=0)
        if self._random.random() < 0.2:
            return self._random.choice(legal)
        return self._random.choice([act for act in legal if self._place(act) == best])

    def _place(self, act: Act) -> int:
        return self.FIRST.index(act.verb) if act.verb in self.FIRST else len(self.FIRST)


class Hands(ABC):
    """How a person does things at a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cards = page.locator(".hand [role=option]")

    @staticmethod
    def of(page: Page, look: Look) -> Hands:
        return Touch(page) if look.touch else Mouse(page)

    @abstractmethod
    def press(self, what: Locator) -> None:
        """A button or a link."""

    @abstractmethod
    def choose(self, place: int) -> None:
        """A card of the hand; where one is enough for an act, this does it."""

    @abstractmethod
    def finish(self, act: Act) -> None:
        """What is left to do when all cards are chosen."""

    def act(self, act: Act) -> None:
        """An act that is legal, from the first card to the last button."""
        now = f'[data-seq="{self.page.locator(".room").get_attribute("data-seq")}"]'
        for place in self.places(act.cards):
            self.choose(place)
        self.page.locator(f".room:not({now}), {doing(act.text)}").first.wait_for()
        if self.page.locator(f".room{now}").count():
            self.finish(act)

    def places(self, cards: tuple[str, ...]) -> list[int]:
        """Where these cards lie in the hand; two that are alike lie in two places."""
        names = self.cards.evaluate_all("all => all.map(one => one.dataset.card)")
        found: list[int] = []
        for card in cards:
            found.append(next(i for i, n in enumerate(names) if n == card and i not in found))
        return found


def doing(text: str) -> str:
    """What does this act when it is pressed."""
    return f'[data-act="{text}"]'


class Mouse(Hands):
    """Points and clicks: on the table where the act has a place there, else on a button."""

    def press(self, what: Locator) -> None:
        what.click()

    def choose(self, place: int) -> None:
        self.press(self.cards.nth(place))

    def finish(self, act: Act) -> None:
        there = self.page.locator(f".felt-box {doing(act.text)}")
        self.press(there if there.count() else self.page.locator(f".actions {doing(act.text)}"))


class Touch(Mouse):
    """Taps: a card first, then what is to be done with it."""

    def press(self, what: Locator) -> None:
        what.tap()


class Keys(Hands):
    """Nothing but keys."""

    STOPS = 120
    """So many times Tab is pressed at most."""

    def press(self, what: Locator) -> None:
        self.focus(what)
        self.page.keyboard.press("Enter")

    def focus(self, what: Locator) -> None:
        """Go there by Tab. Raises AssertionError where Tab does not lead there."""
        what.first.wait_for()
        for _ in range(self.STOPS):
            if what.evaluate_all("all => all.includes(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")

    def go(self, place: int) -> None:
        """To a card of the hand by arrows."""
        self.focus(self.cards)
        at = self.cards.evaluate_all("all => all.indexOf(document.activeElement)")
        arrow = "ArrowRight" if place > at else "ArrowLeft"
        for _ in range(abs(place - at)):
            self.page.keyboard.press(arrow)

    def choose(self, place: int) -> None:
        self.go(place)
        several = self.page.locator(".hand [aria-multiselectable=true]").count()
        self.page.keyboard.press("Space" if several else "Enter")

    def finish(self, act: Act) -> None:
        if act.cards and self.page.locator(".actions .primary").count() == 1:
            self.focus(self.cards)
            self.page.keyboard.press("Enter")
        else:
            self.press(self.page.locator(doing(act.text)).last)
