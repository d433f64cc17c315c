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
from dataclasses import dataclass, field

METHOD = "hmac-sha256/1"
SEEDS = 1 << 63
"""Seeds are ints from 0 to one less than this."""


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
        """A uniform int in 0..n-1, unbiased: words past the last multiple of n are skipped.

        Raises ValueError unless 1 <= n <= 2**64.
        """
        if not 1 <= n <= 1 << 64:
            raise ValueError(f"no number below {n} in 64 bits")
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


def _texts(seeds: Sequence[str]) -> tuple[str, ...]:
    if isinstance(seeds, str):  # one string is not a list of one-letter seeds
        raise ValueError("client seeds are a list of strings")
    return tuple(seeds)


@dataclass(frozen=True)
class Shuffle:
    """The chance of one match: a 32-byte server seed and the players' client seeds.

    Raises ValueError for a server seed of another length and for client seeds that are no
    Unicode text.
    """

    server_seed: bytes = field(repr=False)  # secret until the match is over
    client_seeds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if type(self.server_seed) is not bytes or len(self.server_seed) != 32:
            raise ValueError("a server seed is 32 bytes")
        if type(self.client_seeds) is not tuple:
            raise ValueError("client seeds are a tuple of strings")
        for seed in self.client_seeds:
            if type(seed) is not str:
                raise ValueError("a client seed is a string")
            seed.encode()

    @classmethod
    def from_seed(cls, seed: int, client_seeds: Sequence[str] = ()) -> Shuffle:
        """The shuffle that ``--seed N`` stands for: server seed SHA-256("koloda:N").

        Raises ValueError unless the seed is an int, 0 <= seed < 2**63.
        """
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise ValueError("a seed is a whole number, 0 <= seed < 2**63")
        return cls(hashlib.sha256(f"koloda:{seed}".encode()).digest(), _texts(client_seeds))

    @classmethod
    def fresh(cls, client_seeds: Sequence[str] = ()) -> Shuffle:
        """A new secret shuffle from the operating system's randomness."""
        return cls(secrets.token_bytes(32), _texts(client_seeds))

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
