"""Offers: draw, takeback, rematch; what answers them and what ends them."""

import asyncio

from tests.moves import texts
from tests.service.harness import (
    Player,
    against_the_computer,
    alone,
    play_on,
    refusal,
    seen,
    served,
    timed,
    two_people,
    until,
)
from turncoat.games.results import FIRST, SECOND
from turncoat.service.journal import TakenBack
from turncoat.service.time_controls import control_data


@served
async def test_an_offer_made_twice_stands_once(service, now):
    ann, ben = await two_people(service)
    await ann("offer", "draw")
    before = ann.match.seq
    await ann("offer", "draw")
    assert (ann.match.seq, seen(ann)["offers"]["draw"]) == (before, "first")
    await ben("offer", "draw", "accept")
    assert (seen(ann)["result"]["winner"], seen(ann)["result"]["reason"]) == (None, "agreed")
    assert seen(ann)["offers"] == {"draw": None, "takeback": None, "rematch": None}


@served
async def test_whose_offer_it_is_decides_who_may_answer_how(service, now):
    ann, ben = await two_people(service)
    for said in ("accept", "decline", "withdraw"):
        assert await refusal(ben("offer", "draw", said)) == "no_offer"
    await ann("offer", "draw")
    for player, said in ((ann, "accept"), (ann, "decline"), (ben, "withdraw")):
        assert await refusal(player("offer", "draw", said)) == "no_offer"
    await ann("offer", "draw", "withdraw")
    assert seen(ann)["offers"]["draw"] is None
    assert await refusal(ben("offer", "draw", "accept")) == "no_offer"
    await ben("offer", "draw")
    await ann("offer", "draw", "decline")
    assert (seen(ann)["offers"]["draw"], ann.match.status) == (None, "playing")


@served
async def test_of_two_who_accept_at_once_one_is_told_that_nothing_is_offered(service, now):
    ann, ben = await two_people(service)
    await ann.play("d3")
    await ann("offer", "takeback")
    asked = [ben("offer", "takeback", "accept") for _ in range(2)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoOffer", "SeatView"]
    assert ann.match.at == 0


@served
async def test_an_offer_of_a_draw_stands_until_the_other_side_moves(service, now):
    ann, ben = await two_people(service)
    await ann("offer", "draw")
    await ann.play("d3")
    assert seen(ann)["offers"]["draw"] == "first"
    await ben.play("c3")
    assert seen(ann)["offers"]["draw"] is None


@served
async def test_a_request_to_take_back_ends_with_the_next_move_of_anybody(service, now):
    ann, ben = await two_people(service)
    await ann.play("d3")
    await ann("offer", "takeback")
    assert seen(ann)["offers"]["takeback"] == "first"
    await ben.play("c3")
    assert seen(ann)["offers"]["takeback"] is None
    await ben("offer", "takeback")
    await ann.play("c4")
    assert seen(ann)["offers"]["takeback"] is None


@served
async def test_moves_taken_back_end_every_offer_about_them(service, now):
    ann, ben = await two_people(service)
    await ann.play("d3")
    await ben("offer", "draw")
    await ann("offer", "takeback")
    await ben("offer", "takeback", "accept")
    assert seen(ann)["offers"] == {"draw": None, "takeback": None, "rematch": None}


@served
async def test_a_takeback_undoes_ones_own_latest_turn_and_all_that_followed(service, now):
    ann, ben = await two_people(service)
    assert await refusal(ben("offer", "takeback")) == "not_possible"
    await ann.play("d3")
    assert await refusal(ben("offer", "takeback")) == "not_possible"  # he has made no move yet
    await ben.play("c3")
    await ann.play("c4")
    await ben("offer", "takeback")
    await ann("offer", "takeback", "accept")
    assert list(ann.match.game.moves) == ["d3"]
    await ben.play("c3")
    await ben("offer", "takeback")
    await ann("offer", "takeback")  # two who ask each other: the first is granted
    assert list(ann.match.game.moves) == ["d3"]


@served
async def test_on_one_screen_draw_and_takeback_need_nobodys_consent(service, now):
    one = await alone(service)
    assert await refusal(one("offer", "takeback")) == "not_possible"
    await one.play("d3")
    await one.play("c3")
    await one("offer", "takeback")
    assert (one.match.at, seen(one)["side"]) == (0, "first")
    await one("offer", "draw")
    assert seen(one)["result"]["reason"] == "agreed"


@served
async def test_a_computer_takes_no_offers_but_plays_again(service, now):
    person = await against_the_computer(service)
    await person.play("d3")
    await until(lambda: person.match.at == 2)
    for kind in ("draw", "takeback"):
        assert await refusal(person("offer", kind)) == "not_possible"
    await person("resign")
    again = await person("rematch")
    assert (again.held, again.room.match.terms.previous) == ({SECOND}, person.id)
    assert again.room.match.seats[FIRST].kind == "computer"
    await until(lambda: again.room.match.at == 1)


@served
async def test_a_rematch_is_of_the_same_game_with_the_sides_changed(service, now):
    clock = timed("fischer", minutes=3, increment=2)
    ann, ben = await two_people(service, "verto:size=5", control=clock)
    await ann("chat", "well played")
    await ben("resign")
    now.pass_by(60)
    await ann("rematch")
    again = Player(service, (await ben("rematch")).room.id, ann.tokens[0])
    told = seen(again)
    assert (told["ruleset"], told["clock"], told["created"]) == ("verto:size=5", control_data(clock), now())
    assert (told["seats"]["first"]["name"], told["seats"]["second"]["name"]) == ("Ben", "Ann")
    assert (told["at"], told["chat"], told["previous"], told["status"]) == (0, [], ann.id, "playing")
    assert (told["times"]["first"], told["times"]["running"]) == (180_000, None)
    assert seen(ann)["rematch"] == again.id


@served
async def test_of_two_who_ask_for_a_rematch_at_once_both_get_the_same(service, now):
    ann, ben = await two_people(service)
    await ann("resign")
    await asyncio.gather(ann("rematch"), ben("rematch"))
    taken = await asyncio.gather(ann("rematch"), ben("rematch"))
    assert taken[0].room is taken[1].room
    assert (taken[0].held, taken[1].held) == ({SECOND}, {FIRST})
    assert await refusal(ann("offer", "rematch")) == "not_possible"
    assert await refusal(service.rematch(ann.id, [])) == "not_possible"


@served
async def test_what_was_withdrawn_or_goes_on_has_no_rematch(service, now):
    ann, _ben = await two_people(service)
    assert await refusal(ann("offer", "rematch")) == "not_possible"
    made = await service.create("reversi", "friend", side="first")
    await service.resign(made.room.id, made.tokens.values())
    assert await refusal(service.offer(made.room.id, made.tokens.values(), "rematch")) == "not_possible"


@served
async def test_a_rematch_may_be_declined_or_no_longer_wished(service, now):
    ann, ben = await two_people(service)
    await ann("resign")
    await ann("offer", "rematch")
    await ben("offer", "rematch", "decline")
    assert (seen(ann)["offers"]["rematch"], seen(ann)["rematch"]) == (None, None)
    await ben("offer", "rematch")
    await ben("offer", "rematch", "withdraw")
    assert await refusal(ann("offer", "rematch", "accept")) == "no_offer"


@served
async def test_after_a_swap_a_rematch_changes_the_sides_that_were_played(service, now):
    ann, ben = await two_people(service, "invector:size=4x3")
    await ann.play(texts(ann.match.position)[0])
    await ben.play("swap")  # now Ben is first
    await play_on(ann.match, ann, ben)
    await ann("rematch")
    again = (await ben("rematch")).room
    assert [seat.name for seat in again.match.seats.values()] == ["Ann", "Ben"]


@served
async def test_the_journal_tells_a_takeback_that_was_granted_from_a_step_back(service, now):
    ann, ben = await two_people(service, "vect-reverse")
    await ann.play("d3")
    await ann("back", 0, 1)
    await ann.play("d3")
    await ann.play("d4-c5")
    await ann("offer", "takeback")
    await ben("offer", "takeback", "accept")
    entries = await service.store.entries(ann.id, 0)
    assert [line.entry for line in entries if line.entry.kind == "back"] == [TakenBack(0), TakenBack(0, agreed=True)]
