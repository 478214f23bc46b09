"""Nobody is gone who has only just come, or of whom this process knows nothing yet."""

from tests.service.harness import Player, refusal, served, two_people
from turncoat.games.results import FIRST, SECOND
from turncoat.service import Timeouts
from turncoat.service.journal import Left


@served
async def test_whoever_has_just_come_is_not_gone_however_long_the_other_waited(service, now):
    now.pass_by(1000)
    made = await service.create("reversi", "friend", side="first")
    waits = [made.tokens[FIRST]]
    now.pass_by(1000)
    await service.seat_view(made.room.id, waits)
    joined = await service.join(made.room.id, [], made.invitation, "Ben")
    ann, ben = Player(service, made.room.id, waits[0]), Player(service, made.room.id, joined.tokens[SECOND])
    for player in (ann, ben):
        assert await refusal(player("claim")) == "too_early"
    await ben("resign")
    await ann("rematch")
    again = (await ben("rematch")).room.id
    now.pass_by(1000)
    await service.rematch(ann.id, ann.tokens)
    assert await refusal(service.claim(again, ben.tokens)) == "too_early"
    await service.take_seat(again, ben.tokens[0])
    now.pass_by(119.999)
    assert await refusal(service.claim(again, ann.tokens)) == "too_early"
    now.pass_by(0.001)
    await service.claim(again, ann.tokens)


@served
async def test_a_match_read_again_from_the_store_has_nobody_gone_at_once(service, now):
    now.pass_by(1000)
    ann, ben = await two_people(service)
    service.rooms.drop(service.rooms.known(ann.id))  # as happens once too many matches are in memory
    assert await refusal(ben("claim")) == "too_early"
    now.pass_by(120)
    await ben("claim")
    assert ben.match.ended == Left(FIRST)


@served
async def test_an_opponent_s_connection_does_not_make_oneself_seen(service, now):
    ann, _ben = await two_people(service)
    service.subscribe(service.rooms.known(ann.id), frozenset({SECOND}))
    now.pass_by(30)
    seen = service.presence.connections
    assert seen.absent_for(ann.id, SECOND, now()) == 0
    assert seen.absent_for(ann.id, FIRST, now()) == 30_000


@served
async def test_who_was_seen_at_a_match_in_memory_is_not_forgotten(service, now):
    ann, _ben = await two_people(service)
    for seat in (FIRST, SECOND):
        service.presence.note_seen(ann.id, frozenset({seat}))
    now.pass_by(86_400)
    service.presence.forget_absent()
    assert service.presence.connections.absent_for(ann.id, SECOND, now()) == 86_400_000
    service.rooms.drop(service.rooms.known(ann.id))
    service.presence.note_seen(ann.id, frozenset({FIRST, SECOND}))
    now.pass_by(86_400)
    service.presence.forget_absent()
    assert service.presence.connections.absent_for(ann.id, SECOND, now()) is None


def test_unless_an_operator_chooses_one_waits_two_minutes_for_an_opponent_and_a_fortnight_for_anybody():
    usual = Timeouts()
    assert (usual.away, usual.waiting) == (120, 14 * 24 * 3600)
    assert [usual.absence(kind) for kind in ("none", "fischer", "byoyomi", "days")] == [120_000, 60_000, 60_000, None]
