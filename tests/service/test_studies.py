"""Studies: kept as records, read in a worker, changed and deleted by whoever has the secret."""

import asyncio

import pytest

from tests.service.harness import refusal, running, served
from turncoat.games.errors import TurncoatError
from turncoat.service.study_reader import MOST_MOVES

RECORD = "ruleset: reversi\nevent: Corners\nmoves: d3 {as usual}; c5! (c3 {a pity}); f6\n"


async def code(asked):
    """The code of an error, ours or the library's."""
    with pytest.raises(TurncoatError) as refused:
        await asked
    return refused.value.code


@served
async def test_a_study_is_given_back_with_its_main_line_and_comments(service, now):
    made = await service.sharing.studies.add(RECORD, "")
    study = await service.sharing.studies.get(made["id"], "")
    assert study["record"] == RECORD
    assert (study["title"], study["game"], study["ruleset"]) == ("Corners", "reversi", "reversi")
    assert [each["move"] for each in study["history"]] == ["d3", "c5", "f6"]
    assert study["comments"] == [{"at": 1, "text": "as usual"}]
    assert study["board"]["cells"].count("x") + study["board"]["cells"].count("o") == 7
    assert "left" not in study["start"]
    assert await service.sharing.studies.record(made["id"]) == RECORD


@served
async def test_whoever_has_the_secret_changes_and_deletes_it_and_nobody_else(service, now):
    studies = service.sharing.studies
    made, other = await studies.add(RECORD, ""), await studies.add(RECORD, "")
    assert made["id"] != other["id"]
    for secret in ("", "x" * 43, other["secret"]):
        assert await refusal(studies.change(made["id"], secret, RECORD, "")) == "bad_secret"
        assert await refusal(studies.delete(made["id"], secret)) == "bad_secret"
    await studies.change(made["id"], made["secret"], "ruleset: verto\nmoves: d4", "")
    assert (await studies.get(made["id"], ""))["game"] == "verto"
    await studies.delete(made["id"], made["secret"])
    for gone in (studies.get(made["id"], ""), studies.record(made["id"]), studies.delete(made["id"], made["secret"])):
        assert await refusal(gone) == "no_such_study"
    assert await studies.record(other["id"]) == RECORD


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("", "bad_record"),
        ("nonsense", "bad_record"),
        ("ruleset: chess", "unknown_game"),
        ("ruleset: reversi:size=99x99", "bad_option"),
        ("ruleset: reversi\nmoves: a1", "bad_transcript"),
        ("ruleset: reversi\nstart: chess 8/8 x", "unknown_game"),
        ("ruleset: reversi\nmoves: d3 {never closed", "bad_record"),
        ("ruleset: reversi\nmoves: " + "(" * 20_000, "bad_record"),
        ("ruleset: reversi\nmoves: d3 " + "(e3 " * 3_000 + ")" * 3_000, "bad_transcript"),
    ],
)
def test_a_record_that_cannot_be_read_is_told_and_not_kept(tmp_path, record, expected):
    async def go():
        async with running(tmp_path / "matches.db") as service:
            assert await code(service.sharing.studies.add(record, "")) == expected

    asyncio.run(go())


def test_a_study_has_only_so_many_moves(tmp_path):
    async def go():
        async with running(tmp_path / "matches.db") as service:
            made = await service.sharing.studies.add("ruleset: reversi\nmoves: d3 (c4) (c4)", "")
            assert (await service.sharing.studies.record(made["id"])).count("c4") == 1  # the same move is one variation
            comment = "x" * 66_000
            assert (
                await code(service.sharing.studies.add(f"ruleset: reversi\nmoves: d3 {{{comment}}}", ""))
                == "bad_request"
            )
            assert MOST_MOVES == 5_000

    asyncio.run(go())


def test_a_game_that_is_not_offered_is_not_read(tmp_path, monkeypatch):
    from turncoat.service import studies

    async def go():
        async with running(tmp_path / "matches.db") as service:
            monkeypatch.setattr(studies, "tidied", lambda _: pytest.fail("it was read"))
            for record in ("ruleset: breakaway", "Start: breakaway:size=4 ...\nruleset: reversi"):
                assert await code(service.sharing.studies.add(record, "")) == "unknown_game"

    asyncio.run(go())
