"""The rules: the contract, and the shelf of games that keep it, one file each."""

from __future__ import annotations

from typing import Any

from koloda.rules import chain, fifteen, ladder_rummy, rockaway, two_handed_hearts, two_ten_jack
from koloda.rules.contract import Rules

SHELF: dict[str, Rules[Any]] = {
    rules.ID: rules
    for rules in (rockaway, ladder_rummy, two_ten_jack, fifteen, two_handed_hearts, chain)
}
"""Every game there is. A new game is added here, and to the searches (``bots/plans.py``)."""
