"""What a table tells of its game belongs to whoever asked."""

from turncoat.service import wording
from turncoat.service.table import Table


def test_what_is_done_to_one_answer_changes_no_other():
    table = Table("vect-reverse")
    table.play("d3", 0)
    told = table.choices()
    assert told[0]["path"] == ["d4", "c3"]
    told[0]["path"].append("h8")
    told[0]["changes"].clear()
    assert table.choices()[0]["path"] == ["d4", "c3"]
    assert [change["kind"] for change in table.choices()[0]["changes"]] == ["moved", "turned"]
    other = Table("vect-reverse")
    other.play("d3", 0)
    assert other.choices()[0]["path"] == ["d4", "c3"]


def test_options_in_words_cannot_be_changed_for_others():
    found = wording.options_text(Table("verto").position.ruleset)
    assert [line["en"] for line in found] == ["Board size: 8", "Entering without turning: Allowed"]
    assert isinstance(found, tuple)


def test_a_handicap_is_told_by_side_and_an_even_one_in_points_each():
    said = {
        text: wording.options_text(Table(f"vect-reverse:target={text}").position.ruleset)[1] for text in ("5/3", "1/1")
    }
    assert said["5/3"] == {"en": "Points to win: Black 5, White 3", "ja": "勝ちに必要な得点：黒5点・白3点"}
    assert said["1/1"]["en"] == "Points to win: 1 point each"


def test_the_page_is_offered_every_game_with_zone_names_it_fills_itself():
    offered = {game["name"]: game for game in wording.offered()["games"]}
    assert offered["vect-reverse"]["zones"]["base"] == {"en": "Corner Base {which}", "ja": "コーナー拠点{which}"}
    assert offered["verto"]["wins"]["first"] == {"en": "Light wins", "ja": "白の勝ち"}
    assert offered["reversi"]["wins"]["first"] == {"en": "Symbols win", "ja": "記号の勝ち"}
    assert offered["invector"]["looks"][0]["label"] == {"en": "Stone", "ja": "石板"}
