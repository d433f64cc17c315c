"""Fair shuffles: nobody can choose the cards, and everybody can check it afterwards.

The host draws a secret ``server_seed`` and publishes its SHA-256 before the first deal; players
may add client seeds. All chance of a match follows from these, by the method of
``docs/records.md`` ("Fair shuffles"), which a stranger can re-implement from the text alone.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

METHOD = "hmac-sha256/1"


class Stream:
    """An endless stream of uniform numbers, fixed by a key and a label."""

    def __init__(self, key: bytes, label: str) -> None:
        self._key = key
        self._label = label.encode() + b"\0"
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            counter = self._block.to_bytes(8, "big")
            block = hmac.digest(self._key, self._label + counter, "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 8], "big") for i in (24, 16, 8, 0)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A uniform int in 0..n-1, unbiased: words past the last multiple of n are skipped."""
        limit = (1 << 64) - (1 << 64) % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        """The cards in random order (Fisher-Yates from the end)."""
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


@dataclass(frozen=True)
class Shuffle:
    """The chance of one match: a 32-byte server seed and the players' client seeds."""

    server_seed: bytes
    client_seeds: tuple[str, ...] = ()

    @classmethod
    def from_seed(cls, seed: int, client_seeds: Sequence[str] = ()) -> Shuffle:
        """The shuffle that ``--seed N`` stands for: server seed SHA-256("koloda:N")."""
        return cls(hashlib.sha256(f"koloda:{seed}".encode()).digest(), tuple(client_seeds))

    @classmethod
    def fresh(cls, client_seeds: Sequence[str] = ()) -> Shuffle:
        """A new secret shuffle from the operating system's randomness."""
        return cls(secrets.token_bytes(32), tuple(client_seeds))

    @property
    def commit(self) -> str:
        """What is published before the first deal: SHA-256 of the server seed, in hex."""
        return hashlib.sha256(self.server_seed).hexdigest()

    def _stream(self, n: int, label: str) -> Stream:
        message = b"".join(
            len(seed.encode()).to_bytes(4, "big") + seed.encode() for seed in self.client_seeds
        ) + n.to_bytes(8, "big")
        return Stream(hmac.digest(self.server_seed, message, "sha256"), label)

    def dealer(self) -> Stream:
        """The stream of the draw for first dealer (before deal 1)."""
        return self._stream(0, "dealer")

    def deal(self, n: int) -> Stream:
        """The stream that shuffles the pack of deal n = 1, 2, ..."""
        return self._stream(n, f"deal/{n}")

    def cut(self, n: int, k: int) -> Stream:
        """The stream of the k-th cut, k = 1, 2, ..., before deal n."""
        return self._stream(n, f"cut/{n}/{k}")
