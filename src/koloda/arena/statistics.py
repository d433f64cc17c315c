"""What the arena concludes from: means with 95 % intervals, and a sequential test.

One observation is one duplicate deal: the mean over its seatings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, isfinite, log, sqrt

from koloda.options import OptionError
from koloda.rules.contract import Json

Z95 = 1.959964
SMALL = (12.7062, 4.3027, 3.1824, 2.7764)
"""Two-sided 95 % quantiles of Student's t with 1 to 4 degrees of freedom."""
LEAST = 20
"""A sequential test is silent before so many deals: the spread is not known yet."""
H0, H1, OPEN = "h0", "h1", "open"


def t95(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t, to 0.01 (Cornish-Fisher beyond the table)."""
    if freedom <= len(SMALL):
        return SMALL[freedom - 1]
    z = Z95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


@dataclass(frozen=True)
class Estimate:
    """A mean of ``n`` observations; ``sd`` their spread, ``ci95`` the half-width of the mean's
    95 % interval; both None below two observations."""

    n: int
    mean: float
    sd: float | None
    ci95: float | None

    def to_json(self) -> dict[str, Json]:
        """Plain JSON, six decimals; no observation: ``mean`` is null."""
        rounded = {
            name: None if value is None else round(value, 6)
            for name, value in (("mean", self.mean), ("ci95", self.ci95), ("sd", self.sd))
        }
        return {"n": self.n, **(rounded if self.n else dict.fromkeys(rounded))}


def estimate(values: Sequence[float]) -> Estimate:
    """Mean, spread and interval of independent observations."""
    n = len(values)
    if n == 0:
        return Estimate(0, 0.0, None, None)
    mean = fsum(values) / n
    if n == 1:
        return Estimate(1, mean, None, None)
    sd = sqrt(fsum((value - mean) ** 2 for value in values) / (n - 1))
    return Estimate(n, mean, sd, t95(n - 1) * sd / sqrt(n))


@dataclass(frozen=True)
class Bounds:
    """A sequential test of H0 "the difference is ``low``" against H1 "it is ``high``" (points a
    deal); ``alpha`` is the chance to accept H1 wrongly, ``beta`` to accept H0 wrongly."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        chances = 0 < self.alpha < 0.5 and 0 < self.beta < 0.5
        if not (isfinite(self.low) and isfinite(self.high) and self.low < self.high and chances):
            told = f"{self.low:g},{self.high:g},{self.alpha:g},{self.beta:g}"
            raise OptionError("arena_sprt", text=told)

    @classmethod
    def parse(cls, text: str) -> Bounds:
        """``LOW,HIGH`` or ``LOW,HIGH,ALPHA,BETA``. Raises OptionError ``arena_sprt``."""
        try:
            numbers = [float(part) for part in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise OptionError("arena_sprt", text=text[:80])
        return cls(*numbers)

    @property
    def limits(self) -> tuple[float, float]:
        """Wald's limits for the log-likelihood ratio: at or below the first H0 is accepted, at
        or above the second H1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def to_json(self) -> dict[str, Json]:
        return {"low": self.low, "high": self.high, "alpha": self.alpha, "beta": self.beta}


class Sequential:
    """The generalised sequential probability ratio test, fed one deal at a time in the order of
    the deals.

    The observations are taken as normal with unknown spread, which each hypothesis fits by
    itself: the statistic is n/2 ln(S0/S1), S the mean square distance from the hypothesis. The
    first decision stands: what is added later is not looked at. Attributes: ``n`` deals looked
    at, ``ratio``, ``decision`` (``h0``, ``h1``, ``open``).
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.n = 0
        self.ratio = 0.0
        self.decision = OPEN
        self._low = self._high = 0.0

    def add(self, value: float) -> None:
        """Look at one more deal."""
        if self.decision != OPEN:
            return
        self.n += 1
        self._low += (value - self.bounds.low) ** 2
        self._high += (value - self.bounds.high) ** 2
        if self._low == 0 or self._high == 0:  # every deal came out exactly as one says
            self.ratio = -inf if self._low == 0 else inf
        else:
            self.ratio = self.n / 2 * log(self._low / self._high)
        lowest, highest = self.bounds.limits
        if self.n >= LEAST:
            self.decision = H0 if self.ratio <= lowest else H1 if self.ratio >= highest else OPEN

    def to_json(self) -> dict[str, Json]:
        """Bounds, limits, deals looked at, the ratio (null: infinite) and the decision."""
        lowest, highest = self.bounds.limits
        return {
            **self.bounds.to_json(),
            "limits": [round(lowest, 6), round(highest, 6)],
            "deals": self.n,
            "ratio": round(self.ratio, 6) if isfinite(self.ratio) else None,
            "decision": self.decision,
        }
