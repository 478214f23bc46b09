"""What the page is offered, in words."""

import turncoat
from turncoat import native
from turncoat.games import Ruleset, own_games
from turncoat.service import view_builder, wording


def options_of(ruleset):
    return wording.options_text(turncoat.start(ruleset).ruleset)


def test_options_in_words_cannot_be_changed_for_others():
    found = options_of("verto")
    assert [line["en"] for line in found] == ["Board size: 8", "Entering without turning: Allowed"]
    assert isinstance(found, tuple)
    start = turncoat.start("verto")
    view_builder.preview(start)["options_text"].clear()
    assert len(view_builder.preview(start)["options_text"]) == 2


def test_a_handicap_is_told_by_side_and_an_even_one_in_points_each():
    assert options_of("vect-reverse:target=5/3")[1] == {
        "en": "Points to win: Black 5, White 3",
        "ja": "勝ちに必要な得点：黒5点・白3点",
    }
    assert options_of("vect-reverse:target=1/1")[1]["en"] == "Points to win: 1 point each"


def test_the_page_is_offered_every_game_with_zone_names_it_fills_itself():
    offered = {game["name"]: game for game in wording.offered(own_games().values())["games"]}
    assert offered["vect-reverse"]["zones"]["base"] == {"en": "Corner Base {which}", "ja": "コーナー拠点{which}"}
    assert offered["verto"]["wins"]["first"] == {"en": "Light wins", "ja": "白の勝ち"}
    assert offered["reversi"]["wins"]["first"] == {"en": "Symbols win", "ja": "記号の勝ち"}
    assert offered["invector"]["looks"][0]["label"] == {"en": "Stone", "ja": "石板"}


def test_every_offered_value_comes_with_its_numbers_for_native_rules():
    for info in own_games().values():
        [offered] = wording.offered([info])["games"]
        chosen = [option["values"][-1] for option in offered["options"]]
        texts = {option["name"]: value["value"] for option, value in zip(offered["options"], chosen, strict=True)}
        numbers = [number for value in chosen for number in value["numbers"]]
        assert numbers == list(info.Options.read(texts).numbers())
        assert native.has_twin(Ruleset.of(info.Options.read(texts)))
