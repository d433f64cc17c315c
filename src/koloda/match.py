"""A match: deals one after another, who deals next, totals, the end, the settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from koloda.deal import Deal, Game, Seat, check_seat, check_seed, listed
from koloda.fair import Shuffle
from koloda.options import OptionError
from koloda.rules.contract import Next, Settlement


class Match:
    """Several deals of one game between the same seats.

    ``Match(game, seed=7)`` shuffles by itself: the first dealer is drawn and the first deal laid
    out at once, ``next_deal()`` lays out each later one. ``Match.by_hand`` is for deals whose
    cards come from outside: each is laid out by ``next_deal(pack_order=...)``.

    Attributes: ``game``; ``shuffle`` (None by hand); ``names`` of the seats; ``dealer_draws``,
    the cards drawn for first dealer, one row a round; ``deals``, all so far.
    """

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        *,
        shuffle: Shuffle | None = None,
        names: Sequence[str] = (),
    ) -> None:
        if shuffle is not None and seed is not None:
            raise ValueError("either a seed or a shuffle")
        if not isinstance(shuffle, Shuffle | None):
            raise ValueError("a shuffle is a koloda.fair.Shuffle")
        if shuffle is None:
            shuffle = Shuffle.fresh() if seed is None else Shuffle.from_seed(check_seed(seed))
        self._set_up(game, shuffle, names)
        self._first_dealer = self._draw_for_dealer(shuffle)
        self.next_deal()

    def _set_up(self, game: Game, shuffle: Shuffle | None, names: Sequence[str]) -> None:
        called = [names] if isinstance(names, str) else listed(names, "names")
        if any(not isinstance(name, str) for name in called):
            raise OptionError("names", problem="not_text")
        if called and (isinstance(names, str) or len(called) != game.players):
            raise OptionError("names", names=len(called), seats=game.players)
        self.game = game
        self.shuffle = shuffle
        self.names = called
        self.dealer_draws: list[list[int]] = []
        self.deals: list[Deal] = []

    @classmethod
    def by_hand(
        cls,
        game: Game,
        dealer: int | None = None,
        *,
        dealer_draws: Sequence[Sequence[int]] = (),
        names: Sequence[str] = (),
    ) -> Match:
        """A match whose cards come from outside; no deal is laid out yet.

        The first dealer is named, or follows from the cards drawn. Raises OptionError ``draws``
        when the draws don't settle it, settle it otherwise, or can't come from one pack; ``seat``
        when there is no such dealer.
        """
        match = cls.__new__(cls)
        match._set_up(game, None, names)
        if dealer is not None:
            check_seat(dealer, game.players)
        match.dealer_draws = [listed(r, "draws") for r in listed(dealer_draws, "draws")]
        if any(type(card) is not int for row in match.dealer_draws for card in row):
            raise OptionError("draws")
        if any(Counter(row) - Counter(game.cards()) for row in match.dealer_draws):
            raise OptionError("draws")
        if match.dealer_draws or dealer is None:
            try:
                seats = game.rules.first_dealer(game.players, match.dealer_draws)
            except ValueError:
                raise OptionError("draws") from None
            if len(seats) != 1 or dealer not in (None, seats[0]):
                raise OptionError("draws")
            dealer = seats[0]
        match._first_dealer = dealer
        return match

    def _draw_for_dealer(self, shuffle: Shuffle) -> int:
        stream = shuffle.dealer()
        cards = self.game.cards()
        while len(seats := self.game.rules.first_dealer(self.game.players, self.dealer_draws)) > 1:
            self.dealer_draws.append(stream.shuffle(cards)[: len(seats)])
        return seats[0]

    @property
    def dealer_rounds(self) -> list[list[tuple[Seat, int]]]:
        """``dealer_draws`` with who drew: (seat, card), those tied in the round before."""
        rounds = []
        for n, row in enumerate(self.dealer_draws):
            seats = self.game.rules.first_dealer(self.game.players, self.dealer_draws[:n])
            rounds.append([(Seat(seat), card) for seat, card in zip(seats, row, strict=True)])
        return rounds

    @property
    def deal(self) -> Deal:
        """The current (or last) deal. Raises ValueError before the first one is laid out."""
        if not self.deals:
            raise ValueError("no deal has been laid out yet")
        return self.deals[-1]

    @property
    def totals(self) -> list[int]:
        """Each seat's account, with the current deal as soon as it is over."""
        if not self.deals:
            return []
        deal = self.deal
        if not deal.over:
            return list(deal.totals)
        return [total + score for total, score in zip(deal.totals, deal.scores, strict=True)]

    def _after(self) -> Next:
        deal = self.deal
        return self.game.rules.after_deal(deal.state, self.totals, deal.carry)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.deals) and self.deal.over and self._after().over

    @property
    def next_dealer(self) -> Seat:
        """Who deals the next deal. Raises ValueError while a deal is in play."""
        if not self.deals:
            return Seat(self._first_dealer)
        if not self.deal.over:
            raise ValueError("the deal is not over")
        return Seat(self._after().dealer)

    def next_deal(
        self,
        *,
        pack_order: str | Iterable[int] | None = None,
        cuts: Sequence[int] | None = None,
    ) -> Deal:
        """Lay out the next deal: the given pack and cuts, else from the match's shuffle.

        Raises ValueError while the current deal is not over or when the match is; OptionError
        when the cards don't fit.
        """
        if self.over:
            raise ValueError("the match is over")
        dealer = self.next_dealer
        carry, totals = (self._after().carry, self.totals) if self.deals else ({}, None)
        deal = self.game.lay_out(
            self.shuffle,
            dealer=dealer,
            number=len(self.deals),
            carry=carry,
            totals=totals,
            pack_order=pack_order,
            cuts=cuts,
        )
        self.deals.append(deal)
        return deal

    def _settled(self) -> Settlement:
        return self.game.rules.settle(self.deal.state, self.totals)

    @property
    def winners(self) -> list[Seat]:
        """The winning seats; empty while the match is unfinished."""
        return [Seat(seat) for seat in self._settled().winners] if self.over else []

    @property
    def settlement(self) -> Settlement | None:
        """Winners and gains (exact fractions, where the game pays); None while unfinished."""
        return self._settled() if self.over else None
