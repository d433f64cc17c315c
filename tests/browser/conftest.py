"""A house and a Chromium for each worker, and visitors whose browsers must find no fault."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.room import PATIENCE, Look, Visitor
from tests.browser.support import Come, Missing, chromium, known_house

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        with chromium() as launched:
            yield launched
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house that is open as long as the worker works; it must log no error."""
    data = tmp_path_factory.mktemp("house")
    try:
        with known_house(data) as made:
            yield made.address
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    assert '"level": "error"' not in (data / "log").read_text()


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
