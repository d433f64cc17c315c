"""Writes the solution of the fresh pack that Fifteen's exact bot is shipped with."""

from __future__ import annotations

from koloda.bots.solvers.fifteen import FRESH, TABLE, solve, write_table

if __name__ == "__main__":
    found = solve(FRESH)
    TABLE.write_text(write_table(found), encoding="utf-8")
    print(f"value {found.value:+.12f}, best-response gap {found.gap:.1e}")
