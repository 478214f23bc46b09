"""Who may do what at a match, and when: every refusal, at its edge."""

import asyncio

import pytest

from tests.moves import texts
from tests.service.harness import (
    Player,
    against_the_computer,
    alone,
    play_on,
    refusal,
    running,
    seen,
    served,
    shown,
    timed,
    two_people,
    until,
)
from turncoat.games.errors import IllegalMove
from turncoat.games.results import FIRST, SECOND
from turncoat.service import commands, errors

STRANGER = "s" * 43


EVERYTHING = [
    ("play", "d3", 0),
    ("back", 0, 0),
    ("resign",),
    ("claim",),
    ("chat", "hello"),
    ("offer", "draw"),
    ("offer", "takeback"),
    ("offer", "draw", "accept"),
]


@pytest.mark.parametrize("asked", EVERYTHING, ids=lambda asked: " ".join(map(str, asked)))
def test_whoever_has_no_seat_may_do_nothing(asked, tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service)
            name, *rest = asked
            assert await refusal(getattr(service, name)(ann.id, [STRANGER], *rest)) == "no_seat"
            await ann("resign")
            assert await refusal(getattr(service, name)(ann.id, [], *rest)) == "no_seat"

    asyncio.run(go())


@pytest.mark.parametrize("asked", EVERYTHING[:4] + EVERYTHING[5:7], ids=lambda asked: " ".join(map(str, asked)))
def test_before_the_start_and_after_the_end_nothing_is_played(asked, tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            name, *rest = asked
            if name != "resign":  # which withdraws the match
                made = await service.create("reversi", "friend", side="first")
                waiting = Player(service, made.room.id, made.tokens[FIRST])
                early = await refusal(getattr(service, name)(waiting.id, waiting.tokens, *rest))
                assert early == "not_started"
            ann, ben = await two_people(service)
            await ben("resign")
            assert await refusal(getattr(service, name)(ann.id, ann.tokens, *rest)) == "match_over"

    asyncio.run(go())


@served
async def test_a_move_is_for_the_very_position_it_was_chosen_in(service, now):
    ann, ben = await two_people(service)
    assert await refusal(ann.play("d3", 1)) == "stale"
    await ann.play("d3", 0)
    with pytest.raises(errors.Stale) as stale:
        await ben.play("c3", 0)
    assert stale.value.data["at"] == 1
    assert await refusal(ben.play("c3", 2)) == "stale"
    await ben.play("c3", 1)
    await ben("resign")
    assert await refusal(ann.play("d3", 0)) == "match_over"


@served
async def test_a_move_repeated_in_another_spelling_is_the_same_move(service, now):
    ann, _ben = await two_people(service, "vect-reverse")
    await ann.play("d3")
    await ann.play(" D4-C5 ")
    assert list(ann.match.game.moves) == ["d3", "d4-c5"]
    before = ann.match.seq
    await ann.play("D4-c5", 1)
    await ann.play("d4 c5", 1)
    assert ann.match.seq == before
    assert await refusal(ann.play("c5-d4", 1)) == "stale"
    assert await refusal(ann.play("d4-c5", 0)) == "stale"


@served
async def test_moves_without_cells_are_not_all_the_same(service, now):
    ann, ben = await two_people(service, "invector:size=4x3")
    await ann.play(texts(ann.match.position)[0])
    await ben.play("swap")
    before = ann.match.seq
    await ben.play("SWAP", 1)
    assert ann.match.seq == before
    assert await refusal(ben.play("pass", 1)) == "stale"


@served
async def test_the_move_that_ended_the_match_may_be_repeated_too(service, now):
    ann, ben = await two_people(service, "reversi:size=4x4")
    await play_on(ann.match, ann, ben)
    last = ann.match.game.current
    mover, other = (ann, ben) if last.player is FIRST else (ben, ann)
    before = ann.match.seq
    await mover.play(last.move, ann.match.at - 1)
    assert ann.match.seq == before
    assert await refusal(other.play(last.move, ann.match.at - 1)) == "match_over"


@served
async def test_an_illegal_move_is_told_shortly_with_what_is_legal(service, now):
    ann, _ben = await two_people(service)
    with pytest.raises(IllegalMove) as refused:
        await ann.play("a1" + "b" * 40)
    assert refused.value.data["move"] == "a1" + "b" * 18
    assert refused.value.data["legal"] == ["d3", "c4", "f5", "e6"]
    assert ann.match.seq == 1


@served
async def test_going_back_within_ones_turn(service, now):
    ann, ben = await two_people(service, "vect-reverse")
    await ann.play("d3")
    assert await refusal(ann("back", 0, 0)) == "stale"
    assert await refusal(ann("back", 1, 1)) == "not_possible"
    assert await refusal(ann("back", -1, 1)) == "not_possible"
    assert await refusal(ann("back", 2, 1)) == "not_possible"
    assert await refusal(ben("back", 0, 1)) == "not_your_turn"
    await ann("back", 0, 1)
    before = ann.match.seq
    await ann("back", 0, 1)  # the same once more
    assert ann.match.seq == before
    assert await refusal(service.back(ann.id, [], 0, 1)) == "no_seat"
    assert await refusal(ann("back", 1, 2)) == "stale"


@served
async def test_going_back_does_not_reach_into_the_opponents_turn(service, now):
    ann, ben = await two_people(service, "vect-reverse")
    await ann.play("d3")
    await ann.play("d4-c5")
    await ben.play(texts(ben.match.position)[0])
    if not ben.match.position.mid_turn:
        pytest.fail("the reply should leave a turn unfinished")
    assert await refusal(ben("back", 1, 3)) == "not_possible"
    await ben("back", 2, 3)
    assert (ann.match.at, seen(ann)["side"]) == (2, "second")


@served
async def test_against_the_computer_one_goes_back_at_any_time(service, now):
    person = await against_the_computer(service)
    await person.play("d3")
    await until(lambda: person.match.at == 2)
    await person("back", 1, 2)
    await until(lambda: person.match.at == 2)  # the computer moves again
    await person("back", 0, 2)
    assert (person.match.at, seen(person)["side"]) == (0, "first")


@served
async def test_on_one_screen_the_side_to_move_resigns(service, now):
    one = await alone(service)
    await one("resign")
    assert seen(one)["result"]["winner"] == "second"
    two = await alone(service)
    await two.play("d3")
    await two("resign")
    assert seen(two)["result"]["winner"] == "first"


@served
async def test_whoever_resigns_loses_whoever_is_to_move(service, now):
    for number in (0, 1):
        people = await two_people(service)
        await people[number]("resign")
        assert seen(people[0])["result"]["winner"] == ("second", "first")[number]


@served
async def test_the_win_can_only_be_claimed_over_a_person_who_may_leave(service, now):
    one, person = await alone(service), await against_the_computer(service)
    days, _ = await two_people(service, control=timed("days", days=1))
    now.pass_by(100_000)
    for player in (one, person, days):
        assert await refusal(player("claim")) == "not_possible"


@served
async def test_a_claim_against_somebody_whose_time_is_up_wins_on_time(service, now):
    ann, _ben = await two_people(service, control=timed("fischer", minutes=1, increment=0))
    await ann.play("d3")
    now.pass_by(59.999)
    assert await refusal(ann("claim")) == "too_early"
    now.pass_by(0.001)
    await ann("claim")
    assert (seen(ann)["result"]["winner"], seen(ann)["result"]["reason"]) == ("first", "time")


@served
async def test_a_name_of_forty_characters_and_a_line_of_five_hundred_are_the_longest(service, now):
    made = await service.create("reversi", "friend", side="first", name=" " + "n" * 40 + "\t")
    assert shown(made.room.match, 0)["seats"]["first"]["name"] == "n" * 40
    assert await refusal(service.create("reversi", "friend", name="n" * 41)) == "bad_text"
    assert await refusal(service.join(made.room.id, [], made.invitation, "m" * 41)) == "bad_text"
    joined = await service.join(made.room.id, [], made.invitation, "m" * 40)
    ann = Player(service, made.room.id, made.tokens[FIRST])
    assert seen(ann)["seats"]["second"]["name"] == "m" * 40
    await ann("chat", " " + "t" * 500 + " ")
    await service.chat(ann.id, joined.tokens.values(), "u")
    with pytest.raises(errors.BadText) as refused:
        await ann("chat", "t" * 501)
    assert refused.value.data == {"name": "text", "low": 1, "high": 500}
    assert [(said["side"], said["name"], len(said["text"])) for said in seen(ann)["chat"]] == [
        ("first", "n" * 40, 500),
        ("second", "m" * 40, 1),
    ]


@served
async def test_a_name_that_shows_nothing_is_no_name(service, now):
    made = await service.create("reversi", "local", name=" \u200b\n ")
    assert shown(made.room.match, 0)["seats"]["first"]["name"] is None
    made = await service.create("reversi", "friend", side="first", name="Ann \x07 of\n Green\u202e Gables")
    assert shown(made.room.match, 0)["seats"]["first"]["name"] == "Ann of Green Gables"


@served
async def test_people_talk_only_to_people(service, now):
    for player in (await alone(service), await against_the_computer(service)):
        assert await refusal(player("chat", "hello")) == "not_possible"
    for kind in ("friend", "lobby"):
        ann, ben = await two_people(service, kind=kind)
        await ben("chat", "hello")
        assert seen(ann)["chat"][0]["side"] == "second"


@served
async def test_the_last_fifty_lines_are_shown(service, now):
    ann, ben = await two_people(service)
    for number in range(51):
        await (ann, ben)[number % 2]("chat", str(number))
    assert [said["text"] for said in seen(ann)["chat"]] == [str(number) for number in range(1, 51)]


@served
async def test_of_two_who_join_at_once_one_gets_the_seat(service, now):
    for kind in ("friend", "lobby"):
        made = await service.create("reversi", kind, side="first")
        asked = [service.join(made.room.id, [], made.invitation, name) for name in ("Ben", "Eve")]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["SeatTaken", "SeatView"]
        name = ("Ben", "Eve")[isinstance(outcomes[0], errors.SeatTaken)]
        assert shown(made.room.match, 0)["seats"]["second"]["name"] == name


@served
async def test_an_invitation_is_needed_among_friends_only(service, now):
    friend = await service.create("reversi", "friend", side="first")
    for wrong in (None, "", "x" * 43, friend.tokens[FIRST]):
        assert await refusal(service.join(friend.room.id, [], wrong, None)) == "bad_invitation"
    open_to_all = await service.create("reversi", "lobby", side="first")
    assert open_to_all.invitation is None
    assert (await service.join(open_to_all.room.id, [], None, None)).held == {SECOND}


@served
async def test_nobody_sits_down_at_a_match_of_one_screen_or_of_a_computer(service, now):
    for player in (await alone(service), await against_the_computer(service)):
        assert await refusal(service.join(player.id, [], None, None)) == "seat_taken"


@served
async def test_whoever_comes_too_late_is_told_that_the_match_is_over_however_it_ended(service, now):
    resigned, played = await alone(service), await alone(service, "reversi:size=4x4")
    await resigned("resign")
    await play_on(played.match, played)
    for player in (resigned, played):
        assert await refusal(service.join(player.id, [], None, None)) == "match_over"
        assert (await service.join(player.id, player.tokens, None, None)).tokens == {}


@served
async def test_after_so_many_entries_a_match_can_only_be_played_to_its_end(service, now):
    ann, ben = await two_people(service)
    most, commands.MAX_ENTRIES = commands.MAX_ENTRIES, 3
    try:
        await ann("chat", "one")
        await ann("chat", "two")
        assert await refusal(ann("chat", "three")) == "not_possible"
        assert await refusal(ann("offer", "draw")) == "not_possible"
        await ann.play("d3")
        await ben("resign")
        assert seen(ann)["result"]["winner"] == "first"
    finally:
        commands.MAX_ENTRIES = most


@served
async def test_after_so_many_takebacks_a_game_can_only_be_played_to_its_end(service, now):
    one = await alone(service, "reversi:size=4x4")
    most, commands.MAX_ENTRIES = commands.MAX_ENTRIES, 4
    try:
        for _ in range(2):
            await one.play(texts(one.match.position)[0])
            await one("back", 0, 1)
        await one.play(texts(one.match.position)[0])
        assert await refusal(one("back", 0, 1)) == "not_possible"
        await play_on(one.match, one)
        assert one.match.status == "over"
    finally:
        commands.MAX_ENTRIES = most


@served
async def test_the_creator_gets_the_side_asked_for(service, now):
    for side, held in (("first", {FIRST}), ("second", {SECOND})):
        made = await service.create("reversi", "friend", side=side, name="Ann")
        assert (made.held, set(made.tokens)) == (held, held)
        assert shown(made.room.match, 0)["seats"][side] == {"kind": "person", "name": "Ann", "level": None}
        other = ("second", "first")[side == "second"]
        assert shown(made.room.match, 0)["seats"][other]["kind"] == "open"
    sides = {next(iter((await service.create("reversi", "lobby")).held)) for _ in range(40)}
    assert sides == {FIRST, SECOND}


@served
async def test_a_computer_is_of_level_three_unless_another_is_asked_for(service, now):
    usual = await service.create("reversi", "computer", side="first")
    assert shown(usual.room.match, 0)["seats"]["second"] == {"kind": "computer", "name": None, "level": "3"}
    best = await service.create("reversi", "computer", side="first", level="max")
    assert shown(best.room.match, 0)["seats"]["second"]["level"] == "max"


@served
async def test_what_happened_is_counted(service, now):
    ann, _ben = await two_people(service)
    await ann.play("d3")
    await ann.play("d3", 0)
    person = await against_the_computer(service)
    await person.play("d3")
    await until(lambda: person.match.at == 2)
    await service.hint(person.id, person.tokens, 2)
    assert vars(service.counts) == {"matches": 2, "moves": 3, "conflicts": 0, "hints": 1, "computer_moves": 1}


@served
async def test_after_a_swap_everything_goes_by_the_side_one_plays(service, now):
    ann, ben = await two_people(service, "invector:size=4x3")
    await ann.play(texts(ann.match.position)[0])
    await ben.play("swap")
    assert (ann.match.sides_held({FIRST}), ann.match.sides_held({SECOND})) == (["second"], ["first"])
    await ben("chat", "mine now")
    await ann("offer", "draw")
    told = seen(ann)
    assert (told["chat"][0]["side"], told["offers"]["draw"], told["side"]) == ("first", "second", "second")
    await ben("resign")
    assert (seen(ann)["result"]["winner"], seen(ann)["result"]["reason"]) == ("second", "resigned")


@served
async def test_a_move_is_never_dated_before_the_one_before_it(service, now):
    ann, ben = await two_people(service, control=timed("fischer", minutes=1, increment=0))
    await ann.play("d3")
    now.pass_by(-30)  # the machine's clock was set back
    await ben.play("c3")
    history = seen(ann)["history"]
    assert history[1]["at_ms"] == history[0]["at_ms"]
    assert seen(ann)["times"]["second"] == 60_000


@served
async def test_whoever_invited_a_friend_may_take_the_other_seat_too(service, now):
    made = await service.create("reversi", "friend", side="first", name="Ann")
    joined = await service.join(made.room.id, made.tokens.values(), made.invitation, "Ann again")
    assert (joined.held, set(joined.tokens)) == ({FIRST, SECOND}, {SECOND})
    assert made.room.match.status == "playing"
