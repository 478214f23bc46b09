"""Matches as people play them: seats, moves, going back, resigning, offers, chat."""

import asyncio

import pytest

from tests.moves import texts
from tests.service.harness import Player, alone, play_on, refusal, served, shown, two_people, until
from turncoat.games import games
from turncoat.games.errors import IllegalMove
from turncoat.games.results import FIRST, SECOND
from turncoat.play import Game
from turncoat.service import errors


@served
async def test_a_friend_takes_the_seat_with_the_invitation_alone(service, now):
    made = await service.create("verto", "friend", side="second", name="Ann")
    assert made.room.match.status == "open"
    with pytest.raises(errors.BadInvitation):
        await service.join(made.room.id, [], "x" * 40, "Eve")
    joined = await service.join(made.room.id, [], made.invitation, "Ben")
    assert joined.held == {FIRST}
    assert made.room.match.status == "playing"
    with pytest.raises(errors.SeatTaken):
        await service.join(made.room.id, [], made.invitation, "Eve")
    again = await service.join(made.room.id, list(joined.tokens.values()), made.invitation, "Ben")
    assert (again.held, again.tokens) == ({FIRST}, {})


@served
async def test_a_move_needs_the_seat_whose_turn_it_is(service, now):
    ann, ben = await two_people(service)
    with pytest.raises(errors.NotYourTurn):
        await ben.play("d3")
    with pytest.raises(errors.NoSeat):
        await service.play(ann.id, ["x" * 43], "d3", 0)
    with pytest.raises(IllegalMove) as refused:
        await ann.play("a1")
    assert refused.value.data["legal"] == ["d3", "c4", "f5", "e6"]
    await ann.play("D3 ")
    assert list(ann.match.game.moves) == ["d3"]


@served
async def test_a_repeated_move_changes_nothing_and_a_late_one_is_refused(service, now):
    ann, ben = await two_people(service)
    await ann.play("d3", 0)
    await ann.play("d3", 0)
    assert (ann.match.at, ann.match.seq) == (1, 2)
    with pytest.raises(errors.Stale):
        await ann.play("c4", 0)
    await ben.play("c3", 1)
    with pytest.raises(errors.Stale):
        await ann.play("d3", 0)


@served
async def test_of_two_moves_at_once_one_wins(service, now):
    ann, _ = await two_people(service)
    outcomes = await asyncio.gather(ann.play("d3", 0), ann.play("c4", 0), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["SeatView", "Stale"]
    assert ann.match.at == 1


@served
async def test_whoever_hangs_up_in_the_middle_of_a_move_leaves_nobody_in_the_dark(service, now):
    ann, ben = await two_people(service)
    commit, going = service.store._commit, asyncio.Event()

    async def slow(batch):
        going.set()
        await asyncio.sleep(0.05)
        return await commit(batch)

    service.store._commit = slow
    listener = service.subscribe(service.rooms.known(ann.id), frozenset({SECOND}))
    moving = asyncio.create_task(ann.play("d3"))
    await going.wait()
    moving.cancel()
    await until(lambda: ann.match.at == 1)
    while '"at":1,' not in (await listener.read() or ""):
        pass
    await ben.play("c3")


@pytest.mark.parametrize("ruleset", list(games()))
def test_whole_matches_are_replayed_from_the_store_to_the_same_view(ruleset, tmp_path):
    from tests.service.harness import running

    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service, ruleset)
            await play_on(ann.match, ann, ben)
            match = ann.match
            seen = shown(match, 0)
            assert match.status == "over"
        async with running(tmp_path / "m.db") as service:
            room = await service.room(ann.id)
            assert shown(room.match, 0) == seen
            assert Game.read(room.match.record()).moves == room.match.game.moves

    asyncio.run(go())


@served
async def test_steps_of_an_unfinished_turn_can_be_taken_back_and_no_more(service, now):
    ann, ben = await two_people(service, "vect-reverse")
    await ann.play("d3")
    with pytest.raises(errors.NotYourTurn):
        await ben("back", 0, 1)
    await ann("back", 0, 1)
    await ann("back", 0, 1)  # the same request once more
    assert (ann.match.at, ann.match.seq) == (0, 3)
    await ann.play("d3")
    await ann.play("d4-c5")
    with pytest.raises(errors.NotPossible):
        await ann("back", 0, 2)


@served
async def test_on_one_screen_whole_turns_can_be_undone(service, now):
    made = await service.create("vect-reverse", "local")
    alone = Player(service, made.room.id, made.tokens[FIRST])
    await play_on(made.room.match, alone, moves=9)
    before = str(made.room.match.position)
    await play_on(made.room.match, alone, moves=1, seed=5)
    await alone("back", 9, 10)
    assert str(made.room.match.position) == before
    with pytest.raises(errors.NotPossible):
        await alone("back", 9, 9)


@served
async def test_resigning_loses_and_before_the_start_withdraws(service, now):
    ann, ben = await two_people(service)
    await ben("resign")
    result = shown(ann.match, 0)["result"]
    assert (result["winner"], result["reason"]) == ("first", "resigned")
    assert result["text"]["en"] == "Numbers resigned. Symbols win."
    with pytest.raises(errors.MatchOver):
        await ann.play("d3")
    made = await service.create("verto", "lobby")
    await service.resign(made.room.id, made.tokens.values())
    assert shown(made.room.match, 0)["result"]["reason"] == "withdrawn"
    with pytest.raises(errors.MatchOver):
        await service.join(made.room.id, [], None, None)


@served
async def test_a_draw_is_agreed_declined_or_answered_by_moving(service, now):
    ann, ben = await two_people(service)
    await ann("offer", "draw")
    with pytest.raises(errors.NoOffer):
        await ann("offer", "draw", "accept")
    await ben("offer", "draw", "decline")
    assert ann.match.offers["draw"] is None
    await ben("offer", "draw")
    await ann.play("d3")
    assert ann.match.offers["draw"] is None
    await ann("offer", "draw")
    await ben("offer", "draw")  # an offer that meets an offer
    assert shown(ann.match, 0)["result"]["reason"] == "agreed"


@served
async def test_a_takeback_that_is_granted_undoes_the_whole_turn(service, now):
    ann, ben = await two_people(service, "vect-reverse")
    with pytest.raises(errors.NotPossible):
        await ann("offer", "takeback")
    await ann.play("d3")
    await ann.play("d4-c5")
    before = ann.match.at
    await ben.play(texts(ann.match.position)[0])
    await ann("offer", "takeback")
    assert shown(ann.match, 0)["offers"]["takeback"] == "first"
    await ben("offer", "takeback", "accept")
    assert (ann.match.at, before) == (0, 2)
    assert ann.match.offers["takeback"] is None


@served
async def test_a_rematch_changes_sides_and_keeps_the_seats(service, now):
    ann, ben = await two_people(service)
    with pytest.raises(errors.NotPossible):
        await ann("offer", "rematch")
    await ann("resign")
    asked = await ann("rematch")
    assert asked.room.id == ann.id
    taken = await ben("rematch")
    again = await ann("rematch")
    assert taken.room is again.room
    assert taken.room.match.terms.previous == ann.id
    assert (taken.held, again.held) == ({FIRST}, {SECOND})
    assert taken.tokens[FIRST] == ben.tokens[0]
    with pytest.raises(errors.NotPossible):
        await ann("offer", "rematch")


@served
async def test_swapping_exchanges_the_seats_and_who_may_move(service, now):
    ann, ben = await two_people(service, "invector:size=4x3")
    await ann.play(texts(ann.match.position)[0])
    await ben.play("swap")
    seats = shown(ann.match, 0)["seats"]
    assert (seats["first"]["name"], seats["second"]["name"]) == ("Ben", "Ann")
    assert ann.match.sides_held({FIRST}) == ["second"]
    with pytest.raises(errors.NotYourTurn):
        await ben.play(texts(ann.match.position)[0])
    await ben.play("swap", 1)  # repeated
    await ann("offer", "takeback")
    await ben("offer", "takeback", "accept")
    assert ann.match.at == 0
    assert ann.match.sides_held({FIRST}) == ["first"]


@served
async def test_chat_is_cleaned_and_belongs_to_people_at_the_match(service, now):
    ann, ben = await two_people(service)
    await ann("chat", "  good\x00 luck \u202e")
    assert [said["text"] for said in shown(ann.match, 0)["chat"]] == ["good luck"]
    with pytest.raises(errors.BadText):
        await ben("chat", " \n ")
    with pytest.raises(errors.NoSeat):
        await service.chat(ann.id, [], "hello")
    await ann("resign")
    await ben("chat", "thanks")


@served
async def test_a_seat_can_be_taken_along_to_another_device(service, now):
    ann, _ = await two_people(service)
    assert (await service.take_seat(ann.id, ann.tokens[0])).held == {FIRST}
    with pytest.raises(errors.BadToken):
        await service.take_seat(ann.id, "y" * 43)


@served
async def test_tokens_are_stored_as_hashes_only(service, now):
    ann, ben = await two_people(service)
    stored = repr((await service.store.terms(ann.id), await service.store.entries(ann.id, 0)))
    assert all(token not in stored for token in (*ann.tokens, *ben.tokens))


@served
async def test_an_unknown_match_and_a_bad_ruleset_are_refused(service, now):
    with pytest.raises(errors.NoSuchMatch):
        await service.room("nowhere")
    from turncoat.games.errors import BadOption

    with pytest.raises(BadOption):
        await service.create("verto:size=99", "local")
    with pytest.raises(errors.BadText):
        await service.create("verto", "local", name="n" * 41)


@served
async def test_a_join_whose_answer_was_lost_is_repeated_with_the_same_key(service, now):
    key, other = "k" * 43, "o" * 43
    made = await service.create("verto", "friend", side="second", name="Ann")
    joined = await service.join(made.room.id, [], made.invitation, "Ben", key)
    assert (joined.held, joined.tokens) == ({FIRST}, {FIRST: key})
    before = joined.room.match.seq
    again = await service.join(made.room.id, [], made.invitation, "Ben", key)
    assert (again.held, again.tokens, again.room.match.seq) == ({FIRST}, {FIRST: key}, before)
    assert await refusal(service.join(made.room.id, [], made.invitation, "Eve", other)) == "seat_taken"
    await service.play(made.room.id, [key], "d4", 0)
    service.rooms.drop(made.room)
    read = await service.join(made.room.id, [], None, None, key)  # from the store
    assert (read.held, read.tokens) == ({FIRST}, {FIRST: key})


@served
async def test_an_invitation_is_no_key_for_whoever_made_it_knows_it(service, now):
    made = await service.create("reversi", "friend", side="first")
    assert await refusal(service.join(made.room.id, [], made.invitation, None, made.invitation)) == "bad_invitation"
    assert made.room.match.status == "open"


@served
async def test_of_two_joins_with_different_keys_one_gets_the_seat(service, now):
    made = await service.create("verto", "lobby")
    keys = ["a" * 43, "b" * 43]
    asked = [service.join(made.room.id, [], None, None, key) for key in keys for _ in range(2)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    got = [
        key
        for key, outcome in zip([key for key in keys for _ in range(2)], outcomes, strict=True)
        if not isinstance(outcome, errors.Refused)
    ]
    assert len(got) == 2
    assert len(set(got)) == 1


@served
async def test_a_name_that_cannot_be_seen_is_no_name(service, now):
    made = await service.create("verto", "friend", side="first", name="\u3164\u2800\u115f\u1160\uffa0")
    assert shown(made.room.match)["seats"]["first"]["name"] is None
    ann, _ben = await two_people(service)
    assert await refusal(ann("chat", "\u3164 \u2800")) == "bad_text"
    await ann("chat", "a\u3164b")
    assert shown(ann.match)["chat"][0]["text"] == "a b"


@served
async def test_a_long_journal_of_moves_taken_back_loads_and_leaves_no_undone_moves_in_memory(service, now):
    one = await alone(service, "vect-reverse")
    for _ in range(150):
        await one.play("d3")
        await one("back", 0, 1)
    service.rooms.drop(service.rooms.known(one.id))
    match = (await service.room(one.id)).match
    assert (match.seq, match.at, len(match.game.root.children)) == (300, 0, 0)
    assert match.record() == "ruleset: vect-reverse\nmoves:\n"
