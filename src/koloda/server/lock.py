"""One house to a folder of data: a lock that ends with its process, and the address of the house.

Where the system has no such locks the database's own must do, and nobody is found.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import IO

from koloda.server.errors import ServerError

FILE = "serve.lock"
LONGEST = 1000
"""Bytes of an address."""


def take(folder: Path) -> IO[bytes]:
    """The lock, held until it is closed. Raises ServerError ``data_folder``, ``data_used``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / FILE).open("ab", buffering=0)
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise ServerError("data_folder", folder=str(folder), problem=problem) from None
    if not _locked(lock):
        lock.close()
        raise ServerError("data_used", folder=str(folder))
    announce(lock, "")  # who held it before is gone
    return lock


def announce(lock: IO[bytes], address: str) -> None:
    """Say where the house is, as far as the disk lets it."""
    with suppress(OSError):
        lock.truncate(0)
        lock.write(address.encode())


def open_at(folder: Path) -> str:
    """The address of the house that has this data now; "" where there is none, or none yet."""
    try:
        with (folder / FILE).open("rb+") as lock:
            return "" if _locked(lock) else lock.read(LONGEST).decode()
    except (OSError, UnicodeDecodeError):
        return ""


def _locked(lock: IO[bytes]) -> bool:
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
