"""Compiled code is bounds-checked in tests: an index out of range must not pass silently."""

import os

os.environ["KOLODA_BOUNDS_CHECK"] = "1"
