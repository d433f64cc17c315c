"""Seats, turns, deals, coming and going, taking back: what a table does and what it refuses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.table.support import (
    SECRET,
    act,
    begun,
    bot_turn,
    bots_on,
    legal,
    opened,
    play_on,
    refusal,
    seated,
)

import koloda
from koloda.bots import bot
from koloda.fair import Shuffle
from koloda.records import dumps, loads
from koloda.rules.contract import Refused
from koloda.table import HOUSE, Table
from koloda.table.commands import (
    Absent,
    Act,
    Arrange,
    Back,
    BotAct,
    Configure,
    Free,
    Leave,
    Next,
    Open,
    Pace,
    Present,
    Ready,
    Resign,
    SeatBot,
    Sit,
    TakeOver,
    Tick,
    Undo,
)

# --- set-up --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"game": "whist"}, "unknown_game"),
        ({"game": "rockaway", "players": 11}, "players"),
        ({"game": "rockaway", "preset": "none"}, "unknown_preset"),
        ({"game": "rockaway", "options": {"pack": 7}}, "option_value"),
        ({"game": "rockaway", "options": {"players": 3}}, "unknown_option"),
        ({"game": "rockaway", "options": {"name": "x"}}, "unknown_option"),
        ({"game": "rockaway", "move": 0.5}, "setting"),
        ({"game": "rockaway", "grace": 10**9}, "setting"),
        ({"game": "rockaway", "secret": "xyz"}, "command"),
        ({"game": "rockaway", "secret": "00"}, "command"),
        ({"game": "rockaway", "version": 2}, "command"),
        ({"game": "rockaway", "host": ""}, "command"),
    ],
)
def test_a_table_that_can_not_be_is_not_opened(given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        Table.open(Open(**{"table": "t", "host": "ann", "secret": SECRET, **given}), 0)
    assert refused.value.code == code


def test_only_the_host_configures_and_seats_bots() -> None:
    table = opened()
    for command in (
        Configure(game="chain"),
        SeatBot(seat=0, level="thumb", name="B"),
        Free(seat=0),
    ):
        assert refusal(table, "bob", command).code == "not_host"
    table.take("ann", Configure(game="chain", move=20), 1)
    shown = table.snapshot(None)
    assert (shown["game"]["id"], len(shown["seats"]), shown["settings"]["move"]) == ("chain", 6, 20)


def test_a_seat_holds_one() -> None:
    table = opened(players=3)
    table.take("ann", Sit(seat=0, name=" Ann "), 0)
    assert table.snapshot(None)["seats"][0]["name"] == "Ann"
    assert refusal(table, "bob", Sit(seat=0, name="Bob")).code == "seat_taken"
    assert refusal(table, "ann", Sit(seat=1, name="Ann")).code == "already_seated"
    assert refusal(table, "bob", Sit(seat=3, name="Bob")).code == "seat"
    assert refusal(table, "bob", Sit(seat=1, name="  ")).code == "seat_name"
    assert refusal(table, "ann", SeatBot(seat=0, level="thumb", name="B")).code == "seat_taken"
    assert refusal(table, "ann", SeatBot(seat=1, level="ace", name="B")).code == "unknown_level"
    assert refusal(table, "ann", Free(seat=1)).code == "seat_empty"


def test_fewer_players_do_not_push_people_off() -> None:
    table = opened(players=3)
    table.take("ann", SeatBot(seat=1, level="thumb", name="B"), 0)
    table.take("bob", Sit(seat=2, name="Bob"), 0)
    told = refusal(table, "ann", Configure(game="rockaway", players=2))
    assert (told.code, told.params) == ("players_seated", {"seat": 2})
    outcome = table.take("ann", Free(seat=2), 0)
    assert outcome.moved == ("bob",)
    table.take("ann", Configure(game="rockaway", players=2), 0)
    assert [seat["kind"] for seat in table.snapshot(None)["seats"]] == ["empty", "bot"]


def test_who_agreed_to_other_options_has_not_agreed() -> None:
    table = seated(players=2, people=2)
    seen = table.seq
    table.take("bob", Ready(seq=seen), 0)
    table.take("ann", Configure(game="rockaway", players=2, options={"pack": 36}), 0)
    assert [seat["ready"] for seat in table.snapshot(0)["seats"]] == [False, False]
    assert refusal(table, "ann", Ready(seq=seen)).code == "stale"
    assert refusal(table, "cy", Ready(seq=table.seq)).code == "not_seated"
    table.take("ann", Ready(seq=table.seq), 0)
    table.take("ann", Ready(seq=table.seq, ready=False), 0)
    table.take("bob", Ready(seq=table.seq), 0)
    assert table.snapshot(0)["phase"] == "setup"
    table.take("ann", Ready(seq=table.seq - 1), 0)  # that Bob is ready changes nothing in it
    assert table.snapshot(0)["phase"] == "play"


def test_the_shuffle_is_promised_before_anybody_adds_a_seed() -> None:
    table = seated(players=2, people=2)
    promised = table.snapshot(None)["shuffle"]["commit"]
    table.take("ann", Ready(seq=table.seq, client_seed="heads"), 0)
    assert table.snapshot(None)["shuffle"]["client_seeds"] == []
    table.take("bob", Ready(seq=table.seq, client_seed="tails"), 0)
    shown = table.snapshot(None)["shuffle"]
    assert (shown["commit"], shown["client_seeds"]) == (promised, ["heads", "tails"])
    shuffle = Shuffle(bytes.fromhex(SECRET), ("heads", "tails"))
    match = koloda.Match(koloda.game("rockaway", players=2), shuffle=shuffle)
    assert table.snapshot(0)["deal"] == match.deal.observe(0)
    play_on(table, Random(1))
    assert table.snapshot(None)["shuffle"]["server_seed"] == SECRET


def test_before_the_match_nothing_of_it_can_be_done() -> None:
    table = seated(players=2)
    for command in (Act(text="draw", seq=table.seq), Next(seq=table.seq), Undo(seq=table.seq)):
        told = refusal(table, "ann", command)
        assert (told.code, told.params) == ("not_now", {"problem": "setup"})
    for other in (Back(), Resign(), TakeOver(seat=0)):
        assert refusal(table, "ann", other).code == "not_now"
    with pytest.raises(Refused, match="not_now"):
        table.record()
    assert (table.pending(), table.deadline()) == (None, None)


def test_in_the_match_nothing_of_the_set_up_can_be_done() -> None:
    table = begun(players=2)
    for command in (
        Configure(game="rockaway"),
        Sit(seat=0, name="A"),
        Free(seat=0),
        Ready(seq=table.seq),
        SeatBot(seat=0, level="thumb", name="B"),
    ):
        told = refusal(table, "ann", command)
        assert (told.code, told.params) == ("not_now", {"problem": "play"})


def test_a_host_who_gets_up_leaves_the_table_to_another() -> None:
    table = seated(players=2, people=2)
    table.take("ann", Leave(), 0)
    assert [seat["host"] for seat in table.snapshot(None)["seats"]] == [False, True]
    table.take("bob", SeatBot(seat=0, level="thumb", name="B"), 0)


# --- turns ---------------------------------------------------------------------------------


def test_an_act_is_refused_as_the_rules_refuse_it() -> None:
    table = begun("two_handed_hearts", people=2)
    first, other = ("ann", "bob") if legal(table, "ann") else ("bob", "ann")
    told = refusal(table, other, Act(text="2c", seq=table.seq))
    assert (told.code, told.params["seat"]) == ("turn", table.audience(first))
    assert refusal(table, first, Act(text="xyzzy", seq=table.seq)).code == "syntax"
    assert refusal(table, "cy", Act(text="2c", seq=table.seq)).code == "not_seated"
    act(table, first, legal(table, first)[0])
    led = table.snapshot(table.audience(other))
    off = [card for card in led["deal"]["hand"] if card not in led["deal"]["legal"]]
    if off:
        assert refusal(table, other, Act(text=off[0], seq=table.seq)).clause


def test_an_act_for_a_deal_that_has_moved_on_is_stale() -> None:
    table = begun("two_handed_hearts", people=2)
    first, other = ("ann", "bob") if legal(table, "ann") else ("bob", "ann")
    seen = table.seq
    table.take(HOUSE, Absent(seat=0), 1)
    table.take(first, Act(text=legal(table, first)[0], seq=seen), 1)  # nothing in it has changed
    told = refusal(table, other, Act(text=legal(table, other)[0], seq=seen))
    assert (told.code, told.params) == ("stale", {"seen": seen, "seq": table.seq})
    ahead = refusal(table, other, Act(text="2c", seq=table.seq + 1))
    assert (ahead.code, ahead.params) == ("command", {"field": "seq"})


def test_a_command_said_twice_is_done_once() -> None:
    table = begun("two_handed_hearts", people=2)
    first, other = ("ann", "bob") if legal(table, "ann") else ("bob", "ann")
    wrong = refusal(table, other, Act(id="w", text="2c", seq=table.seq))
    said = Act(id="a", text=legal(table, first)[0], seq=table.seq)
    done = table.take(first, said, 1)
    before = table.truth()
    for again in (said, Act(id="a", text="xyzzy", seq=0)):
        outcome = table.take(first, again, 2)
        assert (outcome.seq, outcome.entry, outcome.events) == (done.seq, None, {})
    told = refusal(table, other, Act(id="w", text=legal(table, other)[0], seq=table.seq))
    assert (told.code, told.params) == (wrong.code, wrong.params)
    assert table.truth() == before
    assert Table.replay(table.log).take(first, said, 3).seq == done.seq
    act(table, other, legal(table, other)[0])


def test_the_same_id_is_each_persons_own() -> None:
    table = opened(players=2)
    table.take("ann", Sit(id="1", seat=0, name="Ann"), 0)
    table.take("bob", Sit(id="1", seat=1, name="Bob"), 0)
    assert [seat["kind"] for seat in table.snapshot(None)["seats"]] == ["person", "person"]


def test_who_says_it_decides_what_may_be_said() -> None:
    table = begun(players=2)
    told = refusal(table, "ann", BotAct(seat=1, seq=table.seq, text="draw"))
    assert told.params == {"field": "kind"}
    assert refusal(table, "ann", {"kind": "tick"}).params == {"field": "kind"}
    told = refusal(table, HOUSE, Act(seq=table.seq, text="draw"))
    assert told.params == {"field": "kind"}
    opening = {"kind": "open", "table": "u", "host": "x", "secret": SECRET, "game": "chain"}
    assert refusal(table, HOUSE, opening).params == {"field": "kind"}


def test_a_time_must_be_one_and_never_goes_back() -> None:
    table = opened()
    for now in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="no time"):
            table.take("ann", Sit(seat=0, name="Ann"), now)
    table.take("ann", Sit(seat=0, name="Ann"), 50)
    outcome = table.take("ann", Leave(), 40)
    assert outcome.events[None]["at"] == 50


# --- bots ----------------------------------------------------------------------------------


def test_a_bot_is_asked_with_its_view_and_the_seed_of_the_place() -> None:
    table = begun("two_handed_hearts", level="random")
    if table.pending() is None:
        act(table, "ann", legal(table, "ann")[0])
    asked = table.pending()
    assert asked is not None
    assert asked.view is not None
    assert (asked.seat, asked.level, asked.seq) == (1, "random", table.seq)
    assert list(asked.view.events) == table.snapshot(1)["log"]
    assert [str(a) for a in asked.view.legal_actions()] == table.snapshot(1)["deal"]["legal"]
    twin = Table.replay(table.log).pending()
    assert twin is not None
    assert (twin.seed, twin.view) == (asked.seed, asked.view)


def test_a_bots_answer_counts_once_and_in_time() -> None:
    table = begun("two_handed_hearts", level="random")
    if table.pending() is None:
        act(table, "ann", legal(table, "ann")[0])
    asked = table.pending()
    assert asked is not None
    assert asked.view is not None
    wrong = BotAct(seat=1, seq=asked.seq, text="xyzzy")
    assert refusal(table, HOUSE, wrong).code == "syntax"
    early = BotAct(seat=1, seq=asked.seq - 1, text="2c")
    assert refusal(table, HOUSE, early).code == "stale"
    choice = str(bot("random").choose(asked.view, asked.seed))
    answer = BotAct(seat=1, seq=asked.seq, text=choice)
    event = table.take(HOUSE, answer, 3).events[None]
    assert (event["kind"], event["by"], event["at"]) == ("act", 1, 3)
    assert refusal(table, HOUSE, answer).code == "stale"
    if table.pending() is None:
        mine = BotAct(seat=0, seq=table.seq, text=legal(table, "ann")[0])
        assert refusal(table, HOUSE, mine).code == "stale"


# --- deals, the end, the record ------------------------------------------------------------


def test_the_next_deal_comes_when_everybody_has_seen_the_scores() -> None:
    table = begun("two_handed_hearts", people=2)
    random = Random(2)
    while table.snapshot(None)["phase"] == "play":
        play_on(table, random, 1)
    shown = table.snapshot(None)
    assert refusal(table, "ann", Act(seq=table.seq, text="2c")).code == "over"
    sheet = shown["sheet"][0]
    reasons = [[item["points"] for item in of_seat] for of_seat in sheet["reasons"]]
    assert [sum(points) for points in reasons] == sheet["scores"]
    assert sheet["totals"] == shown["match"]["totals"]
    table.take("ann", Next(seq=table.seq), 5)
    assert table.snapshot(None)["phase"] == "between"
    event = table.take("bob", Next(seq=table.seq), 6).events[0]
    assert event["told"] == [{"event": "ready", "seat": 1}, {"event": "deal", "deal": 2}]
    assert event["set"]["log"] == []
    assert table.snapshot(None)["match"]["deal"] == 2


@pytest.mark.parametrize("game", ["rockaway", "fifteen", "chain"])
def test_a_match_ends_as_the_rules_end_it_and_leaves_its_record(game: str) -> None:
    options = {"deals": 2} if game == "fifteen" else {}
    table = begun(game, options=options)
    play_on(table, Random(3))
    shown = table.snapshot(None)
    assert (shown["phase"], shown["match"]["over"], shown["may"]) == ("over", True, [])
    assert shown["match"]["winners"]
    match = loads(dumps(table.record())).verify().match
    assert (match.over, match.totals) == (True, shown["match"]["totals"])
    assert match.names[0] == "Ann"
    assert match.names[1] == "Bot 1 [thumb]"
    assert refusal(table, "ann", Undo(seq=table.seq)).params == {"problem": "over"}
    for command in (Next(seq=table.seq), Resign(), Leave(), Back()):
        assert refusal(table, "ann", command).code == "not_now"


def test_a_record_of_a_deal_in_play_has_its_whole_turns() -> None:
    table = begun("ladder_rummy", people=2)
    random = Random(4)
    turns = []
    for _ in range(30):
        play_on(table, random, 1)
        if table.snapshot(None)["phase"] != "play":
            break
        record = table.record()
        record.verify()
        turns.append(len(record.deals[-1].moves))
        assert record.private is None
    assert turns == sorted(turns)
    assert turns[-1] > 3


def test_another_match_at_a_new_table() -> None:
    table = begun("rockaway", people=2, players=3, options={"pack": 36}, move=30)
    table.take("bob", Resign(), 1)
    new = table.again("t2", "11" * 32, 9)
    shown = new.snapshot(None)
    assert (shown["table"], shown["phase"]) == ("t2", "setup")
    assert shown["game"]["options"] == table.snapshot(None)["game"]["options"]
    assert shown["settings"] == table.snapshot(None)["settings"]
    kinds = [(seat["kind"], seat["name"], seat["ready"]) for seat in shown["seats"]]
    assert kinds == [("person", "Ann", False), ("empty", "", False), ("bot", "Bot 2", False)]
    assert shown["shuffle"]["commit"] != table.snapshot(None)["shuffle"]["commit"]
    assert Table.replay(new.log) == new


# --- taking back ---------------------------------------------------------------------------


def test_undo_goes_back_to_ones_last_choice_with_the_same_cards_and_seeds() -> None:
    table = begun("two_handed_hearts", level="random")
    bots_on(table)
    before = table.snapshot(0)
    first = before["deal"]["legal"][0]
    act(table, "ann", first)
    bots_on(table)
    after = table.snapshot(0)
    event = table.take("ann", Undo(seq=table.seq), 4).events[0]
    assert event["told"] == [{"event": "undo", "seat": 0}]
    undone = table.snapshot(0)
    assert (undone["deal"], undone["log"]) == (before["deal"], before["log"])
    assert undone["seq"] == after["seq"] + 1
    act(table, "ann", first)
    bots_on(table)
    assert table.snapshot(0)["deal"] == after["deal"]


def test_undo_passes_over_acts_without_a_choice() -> None:
    table = begun("rockaway", players=2, options={"pack": 36})
    random, chosen = Random(5), []
    while table.snapshot(0)["phase"] == "play":
        if table.pending() is not None:
            bot_turn(table)
            continue
        may = legal(table, "ann")
        if len(may) > 1:
            chosen.append(table.snapshot(0)["deal"])
        act(table, "ann", random.choice(may))
    while chosen:
        table.take("ann", Undo(seq=table.seq), 1)
        assert table.snapshot(0)["deal"] == chosen.pop()
    assert table.snapshot(0)["sheet"] == []
    assert refusal(table, "ann", Undo(seq=table.seq)).params == {"problem": "nothing"}


def test_undo_is_for_one_person_alone() -> None:
    table = begun("two_handed_hearts", people=2)
    play_on(table, Random(1), 3)
    assert refusal(table, "ann", Undo(seq=table.seq)).params == {"problem": "company"}
    three = begun("rockaway", players=3, people=2)
    play_on(three, Random(1), 3)
    three.take("bob", Resign(), 1)  # what he did can't be taken back by another
    assert refusal(three, "ann", Undo(seq=three.seq)).params == {"problem": "company"}
    strict = begun("two_handed_hearts", undo=False)
    bots_on(strict)
    act(strict, "ann", legal(strict, "ann")[0])
    assert refusal(strict, "ann", Undo(seq=strict.seq)).params == {"problem": "off"}
    assert "undo" not in strict.snapshot(0)["may"]


# --- coming and going ----------------------------------------------------------------------


def test_a_bot_plays_for_one_who_leaves_until_he_is_back() -> None:
    table = begun("two_handed_hearts", people=2)
    away = "ann" if legal(table, "ann") else "bob"
    seat = table.audience(away)
    table.take(away, Leave(), 1)
    assert table.snapshot(None)["seats"][seat]["away"]
    assert refusal(table, away, Leave()).code == "already_away"
    asked = table.pending()
    assert asked is not None
    assert (asked.seat, asked.level) == (seat, "thumb")
    bot_turn(table, 2)
    table.take(away, Back(), 3)
    assert refusal(table, away, Back()).code == "not_away"
    while table.snapshot(None)["deal"]["actor"] != seat:
        play_on(table, Random(1), 1)
    assert table.pending() is None


def test_an_act_of_ones_own_is_a_way_back() -> None:
    table = begun("two_handed_hearts", people=2)
    away = "ann" if legal(table, "ann") else "bob"
    seat = table.audience(away)
    table.take(away, Leave(), 1)
    asked = table.pending()
    assert asked is not None
    event = act(table, away, legal(table, away)[0], 2).events[None]
    assert event["told"] == [{"event": "back", "seat": seat}]
    late = BotAct(seat=asked.seat, seq=asked.seq, text="2c")
    assert refusal(table, HOUSE, late).code == "stale"


def test_alone_with_bots_one_just_goes() -> None:
    table = begun("two_handed_hearts")
    assert refusal(table, "ann", Leave()).code == "leave_solo"


def test_nobody_waits_for_scores_to_be_seen_by_those_who_left() -> None:
    table = begun("two_handed_hearts", people=2)
    while table.snapshot(None)["phase"] == "play":
        play_on(table, Random(2), 1)
    table.take("ann", Next(seq=table.seq), 1)
    event = table.take("bob", Leave(), 2).events[None]
    assert event["told"] == [{"event": "away", "seat": 1}, {"event": "deal", "deal": 2}]


def test_when_all_have_left_the_table_waits_between_deals() -> None:
    table = begun("two_handed_hearts", people=2, pause=10)
    table.take("ann", Leave(), 1)
    table.take("bob", Leave(), 1)
    bots_on(table)
    assert table.snapshot(None)["phase"] == "between"
    assert table.deadline() is None
    table.take("bob", Next(seq=table.seq), 2)
    assert table.snapshot(None)["phase"] == "play"


def test_who_resigns_is_a_watcher_and_a_bot_plays_on() -> None:
    table = begun("two_handed_hearts", people=2)
    outcome = table.take("ann", Resign(), 1)
    assert outcome.moved == ("ann",)
    assert table.audience("ann") is None
    chair = table.snapshot(None)["seats"][0]
    assert (chair["kind"], chair["resigned"], chair["level"]) == ("bot", True, "thumb")
    assert table.snapshot(None)["seats"][1]["host"]
    event = table.take("bob", Resign(), 2).events[None]
    assert event["set"]["phase"] == "over"
    shown = table.snapshot(None)
    assert (shown["match"]["over"], shown["match"]["winners"]) == (False, [])
    assert "server_seed" not in shown["shuffle"]
    assert (table.over, table.pending()) == (True, None)
    assert table.record().result.winners == ()


def test_the_host_need_not_wait_for_a_lost_connection() -> None:
    table = begun("two_handed_hearts", people=2)
    assert refusal(table, "ann", TakeOver(seat=1)).code == "not_absent"
    assert refusal(table, "bob", TakeOver(seat=0)).code == "not_host"
    table.take(HOUSE, Absent(seat=1), 1)
    assert "take_over" in table.snapshot(0)["may"]
    table.take("ann", TakeOver(seat=1), 2)
    assert table.snapshot(None)["seats"][1]["away"]
    table.take(HOUSE, Present(seat=1), 3)
    chair = table.snapshot(None)["seats"][1]
    assert (chair["away"], chair["absent"]) == (False, False)
    bots = begun("two_handed_hearts")
    assert refusal(bots, HOUSE, Absent(seat=1)).code == "not_a_person"


def test_watching_can_be_forbidden() -> None:
    table = seated("two_handed_hearts", watchers=False)
    assert table.resume("zoe").snapshot is not None
    table.take("ann", Ready(seq=table.seq), 0)
    for look in (table.audience, table.resume):
        with pytest.raises(Refused, match="no_watchers"):
            look("zoe")
    assert table.audience("ann") == 0


# --- connections, hands, hints -------------------------------------------------------------


def test_a_connection_goes_on_where_it_was() -> None:
    table = begun("two_handed_hearts")
    table.take("ann", Arrange(cards=["2c", "Td"]), 0)
    seen = table.seq
    play_on(table, Random(1), 5)
    resumed = table.resume("ann", seen, 0)
    assert resumed.events is not None
    assert [event["seq"] for event in resumed.events] == list(range(seen + 1, table.seq + 1))
    assert resumed.order == ["2c", "Td"]
    assert table.resume("ann", table.seq, 0).events == []
    for seq, seat in ((None, 0), (seen, None), (seen, 1), (table.seq + 1, 0), (-1, 0), ("1", 0)):
        fresh = table.resume("ann", seq, seat)
        assert (fresh.events, fresh.snapshot) == (None, table.snapshot(0))
    assert table.resume("zoe", seen, None).order == []


def test_the_order_of_a_hand_is_told_to_nobody() -> None:
    table = begun("two_handed_hearts")
    seen = table.seq
    outcome = table.take("ann", Arrange(cards=["2c", "Td"]), 0)
    assert (outcome.seq, outcome.events) == (seen, {})
    assert refusal(table, "ann", Arrange(cards=["1c"])).params == {"field": "cards"}
    assert refusal(table, "zoe", Arrange(cards=[])).code == "not_seated"
    assert Table.replay(table.log).resume("ann").order == ["2c", "Td"]


def test_bots_go_as_the_slowest_of_those_who_play_likes() -> None:
    table = begun("rockaway", people=2, players=3)
    assert (table.speed(), table.speed("ann"), table.speed("zoe")) == (2, 2, 2)
    seen = table.seq
    outcome = table.take("ann", Pace(speed=0), 0)
    assert (outcome.seq, outcome.events) == (seen, {})
    assert (table.speed(), table.speed("ann")) == (2, 0)
    table.take("bob", Pace(speed=3), 0)
    assert (table.speed(), Table.replay(table.log).speed()) == (3, 3)
    table.take("bob", Leave(), 0)
    assert table.speed() == 0
    assert refusal(table, "ann", Pace(speed=4)).params == {"field": "speed"}
    assert refusal(table, "zoe", Pace(speed=1)).code == "not_seated"


@pytest.mark.parametrize(("game", "wins"), [("rockaway", "fewest"), ("chain", "most")])
def test_which_points_win_is_told(game: str, wins: str) -> None:
    assert begun(game).snapshot(None)["game"]["wins"] == wins


def test_a_hint_is_made_of_ones_own_view() -> None:
    table = begun("two_handed_hearts")
    bots_on(table)
    view = table.view("ann")
    assert view is not None
    assert [str(a) for a in view.legal_actions()] == legal(table, "ann")
    assert (table.view("zoe"), view.seat) == (None, 0)
    act(table, "ann", legal(table, "ann")[0])
    if table.pending() is not None:
        assert table.view("ann") is None


# --- time ----------------------------------------------------------------------------------


def turn(table: Table) -> str:
    """Who is on turn."""
    return ("ann", "bob")[table.snapshot(None)["deal"]["actor"]]


def test_time_runs_out_after_the_move_and_the_bank() -> None:
    table = begun("two_handed_hearts", people=2, move=10, bank=5)
    who = turn(table)
    seat = table.audience(who)
    assert table.deadline() == 15
    assert refusal(table, HOUSE, Tick(), 14.9).code == "early"
    event = table.take(HOUSE, Tick(), 15).events[None]
    assert event["told"] == [{"event": "timeout", "seat": seat}]
    assert table.snapshot(None)["seats"][seat]["away"]
    assert table.snapshot(None)["clock"]["banks"][seat] == 0
    assert table.deadline() is None
    table.take(who, Back(), 16)
    late = Act(seq=table.seq, text=legal(table, who)[0])
    assert refusal(table, who, late, 16).code == "timed_out"
    asked = table.pending()
    assert asked is not None
    assert (asked.seat, asked.level) == (seat, "thumb")
    bot_turn(table, 17)
    assert table.deadline() == (17 + 10 + 5 if turn(table) != who else 17 + 10)


def test_only_what_the_move_does_not_cover_comes_from_the_bank() -> None:
    table = begun("two_handed_hearts", people=2, move=10, bank=5)
    who = turn(table)
    act(table, who, legal(table, who)[0], 8)
    assert table.snapshot(None)["clock"]["banks"] == [5, 5]
    who = turn(table)
    assert table.deadline() == 23
    act(table, who, legal(table, who)[0], 20)
    banks = table.snapshot(None)["clock"]["banks"]
    assert banks[table.audience(who) or 0] == 3


def test_an_act_before_the_tick_counts() -> None:
    table = begun("two_handed_hearts", people=2, move=10)
    who = turn(table)
    act(table, who, legal(table, who)[0], 99)
    assert not any(seat["away"] for seat in table.snapshot(None)["seats"])


def test_no_time_runs_for_bots() -> None:
    table = begun("two_handed_hearts", move=10)
    if table.pending() is None:
        assert table.deadline() == 10
        act(table, "ann", legal(table, "ann")[0])
    while table.pending() is not None:
        assert table.deadline() is None
        bot_turn(table)


def test_a_seat_waits_for_a_lost_connection() -> None:
    table = begun("two_handed_hearts", people=2, grace=60)
    table.take(HOUSE, Absent(seat=0), 10)
    table.take(HOUSE, Absent(seat=0), 20)
    assert table.deadline() == 70
    event = table.take(HOUSE, Tick(), 70).events[None]
    assert event["told"] == [{"event": "away", "seat": 0}]
    solo = begun("two_handed_hearts", grace=60)
    solo.take(HOUSE, Absent(seat=0), 10)
    assert solo.deadline() is None


def test_the_next_deal_comes_by_itself_after_the_pause() -> None:
    table = begun("two_handed_hearts", people=2, pause=30)
    while table.snapshot(None)["phase"] == "play":
        play_on(table, Random(2), 1, 7)
    assert table.deadline() == 37
    assert table.snapshot(None)["clock"]["until"] == 37
    event = table.take(HOUSE, Tick(), 37).events[None]
    assert event["told"] == [{"event": "deal", "deal": 2}]


def test_no_time_runs_while_the_house_is_shut() -> None:
    table = begun("two_handed_hearts", people=2, move=10, grace=60)
    table.take(HOUSE, Absent(seat=0), 5)
    table = Table.replay(table.log)
    table.take(HOUSE, {"kind": "restart"}, 1000)
    assert table.deadline() == 1010
    assert refusal(table, HOUSE, Tick(), 1001).code == "early"


# --- the log -------------------------------------------------------------------------------


def test_a_damaged_log_is_refused_with_its_place() -> None:
    table = begun("two_handed_hearts")
    play_on(table, Random(1), 4)
    log = table.log
    cases = [
        ([], 1),
        (log[1:], 1),
        ([*log[:3], {"who": "ann"}, *log[3:]], 4),
        ([*log[:4], *log[5:]], 5),
        ([*log, log[-1]], len(log) + 1),
        ([*log, {**log[-1], "now": "noon"}], len(log) + 1),
        ([*log[:-1], {**log[-1], "command": {"kind": "tick", "id": "", "seq": 0}}], len(log)),
    ]
    for damaged, place in cases:
        with pytest.raises(Refused) as refused:
            Table.replay(damaged)
        assert (refused.value.code, refused.value.params) == ("table_log", {"entry": place})
