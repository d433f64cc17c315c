"""The rules: the contract, and the shelf of games that keep it, one file each."""

from __future__ import annotations

from typing import Any

from koloda.rules import fifteen, rockaway
from koloda.rules.contract import Rules

SHELF: dict[str, Rules[Any]] = {rules.ID: rules for rules in (rockaway, fifteen)}
"""Every game there is. A new game is added here and nowhere else."""
