"""Takes pictures of the card room in Chromium.

    .venv/bin/python -m scripts.web.pictures            # those of the README: docs/pictures
    .venv/bin/python -m scripts.web.pictures FOLDER     # every page, size, colour and language

Run from the root of the repository: the room is walked through as its tests do.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page
from tests.browser.room import DESK, PHONE, PLAYERS, TABLET, Act, Chooser, Look, Visitor
from tests.browser.support import chromium, known_house

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SMALL_DESK = (1200, 790)
RUSSIAN = ("rockaway", "ladder_rummy", "chain")
"""Tables that are shown in Russian too."""
MOMENTS = {
    "rockaway": ("11", 1),
    "ladder_rummy": ("41", 9),
    "two_ten_jack": ("11", 9),
    "fifteen": ("3", 1),
    "two_handed_hearts": ("11", 9),
    "chain": ("11", 3),
}
"""Tables worth looking at: the visitor's part of the shuffle, and so many acts of his."""
PAGES = {
    "setup": ("setup/ladder_rummy", "form"),
    "rules": ("rules/rockaway", "article table"),
    "viewer": ("deal/chain_1", ".felt-box"),
}
NAMES = {"en": "Anna", "ru": "Анна"}


def lobby(guest: Visitor) -> Page:
    page = guest.visit()
    page.locator(".games li").last.wait_for()
    return page


def draws(legal: list[Act]) -> Act:
    """Go on drawing: Fifteen has nothing to lay down."""
    return next((act for act in legal if act.verb == "draw"), legal[0])


def table(guest: Visitor, game: str, *, whole: bool = False) -> Page:
    """A table in mid-deal with the visitor on turn, or at the end of the deal."""
    seed, acts = MOMENTS[game]
    at = guest.sit(game, seed, name=NAMES[guest.look.lang])
    at.play(draws if game == "fifteen" else Chooser(), most=400 if whole else acts)
    at.page.mouse.move(0, 0)
    at.page.evaluate("scrollTo(0, 0)")
    return at.page


def for_readme(browser: Browser, house: str) -> Iterator[tuple[str, Page]]:
    """Every picture of the README: its name, and the page to take it of."""
    for lang, mark, tables in (("en", "", tuple(PLAYERS)), ("ru", "_ru", RUSSIAN)):
        look = Look(lang=lang, size=SMALL_DESK)
        yield f"lobby{mark}", lobby(Visitor(browser, house, look))
        for game in tables:
            yield f"table_{game}{mark}", table(Visitor(browser, house, look), game)
    phone = Look(size=PHONE, touch=True, dark=True)
    yield "phone_ladder_rummy", table(Visitor(browser, house, phone), "ladder_rummy")


def for_review(browser: Browser, house: str) -> Iterator[tuple[str, Page]]:
    """Every page in every way."""
    for size, lang, dark in product((PHONE, TABLET, DESK), ("en", "ru"), (False, True)):
        look = Look(lang=lang, dark=dark, size=size)
        mark = f"{size[0]}_{lang}_{'dark' if dark else 'light'}"
        guest = Visitor(browser, house, look)
        yield f"lobby_{mark}", lobby(guest)
        for name, (where, ready) in PAGES.items():
            page = guest.visit(where)
            page.locator(ready).first.wait_for()
            yield f"{name}_{mark}", page
        for game in PLAYERS:
            yield f"{game}_{mark}", table(guest, game)
            yield f"{game}_end_{mark}", table(guest, game, whole=True)


def main(folder: Path | None) -> None:
    target = folder or PICTURES
    target.mkdir(parents=True, exist_ok=True)
    wanted = for_review if folder else for_readme
    with (
        tempfile.TemporaryDirectory() as data,
        known_house(Path(data)) as house,
        chromium() as browser,
    ):
        for name, page in wanted(browser, house.address):
            page.screenshot(path=target / f"{name}.png", full_page=folder is not None)
            page.close()
            print(target / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
