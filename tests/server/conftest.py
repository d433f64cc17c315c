"""A house for tests that only need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.support import Open, opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    with opened(tmp_path) as made:
        yield made
