"""A house and a Chromium for each worker, and visitors whose browsers must find no fault."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.room import PATIENCE, Look, Visitor
from tests.server.process import house as opened

from koloda.server.app import CLIENT

expect.set_options(timeout=PATIENCE)
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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("No chromium on PATH: apt-get install chromium.", pytrace=False)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house that is open as long as the worker works."""
    if not (CLIENT / "index.html").is_file():
        pytest.fail("The client is not built: cd web && npm ci && npm run build.", pytrace=False)
    data = tmp_path_factory.mktemp("house")
    with opened(data, data / "log", first=SAME_CARDS) as made:
        yield made.address
    assert "error" not in (data / "log").read_text(), "the house has logged errors"


@pytest.fixture
def visitor(browser: Browser, house: str) -> Iterator[Come]:
    """Visitors; at the end nothing must have gone wrong in their browsers."""
    came: list[Visitor] = []

    def come(look: Look) -> Visitor:
        came.append(Visitor(browser, house, look))
        return came[-1]

    yield come
    for one in came:
        one.context.close()
    assert [fault for one in came for fault in one.faults] == []
