"""Runs before any program: Numba can't be found."""

import sys

sys.modules["numba"] = None  # type: ignore[assignment]
