"""A house whose cards are known beforehand, and the Chromium of the machine."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser.room import Look, Visitor
from tests.server.process import Process, house

from koloda.server.app import CLIENT

Come = Callable[[Look], Visitor]
"""A visitor comes, looking with this."""
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update"),
)
SAME_CARDS = """
import secrets
from types import SimpleNamespace
import koloda.server.house
koloda.server.house.secrets = SimpleNamespace(
    token_hex=lambda size: "07" * size, token_urlsafe=secrets.token_urlsafe
)
"""
"""The house's own part of every shuffle is the same, so that the cards hang on the visitor's."""
UNCOMPILED = Path(__file__).parent / "uncompiled"
"""On ``PYTHONPATH`` there is no compiler, as without koloda[fast]: nobody waits for one."""


class Missing(Exception):
    """Something has to be installed or built first: a sentence."""


def known_house(data: Path, port: int = 0) -> AbstractContextManager[Process]:
    """A house that deals the same cards for the same ``client_seed``; it logs into its folder.

    Raises Missing without a client.
    """
    if not (CLIENT / "index.html").is_file():
        raise Missing("The web client is not built: scripts/setup dev.")
    environment = {"PYTHONPATH": str(UNCOMPILED)}
    return house(data, data / "log", port=port, first=SAME_CARDS, environment=environment)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, without a window. Raises Missing."""
    path = shutil.which("chromium")
    if path is None:
        raise Missing("No chromium on PATH: apt-get install chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
