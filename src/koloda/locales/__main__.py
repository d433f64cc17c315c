"""``python -m koloda.locales check`` looks the catalogues over; ``compile`` writes .mo files."""

from __future__ import annotations

import sys

from koloda.locales import HERE, compiled
from koloda.locales.check import all_faults, domains
from koloda.rules import SHELF


def main(arguments: list[str]) -> int:
    """Exit code 0 when all is whole, 1 when not, 2 for bad usage."""
    if arguments == ["check"]:
        faults = all_faults(SHELF)
        print("\n".join(faults) or f"{len(domains())} domains, {len(SHELF)} games: texts are whole")
        return 1 if faults else 0
    if arguments == ["compile"]:
        for po in sorted(HERE.glob("*/*.po")):
            po.with_suffix(".mo").write_bytes(compiled(po))
        return 0
    print("usage: python -m koloda.locales check|compile", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
