"""Pictures in pixels show what the SVG shows, with its words."""

import struct
import subprocess
import sys

import numpy as np
import pytest

from tests.cli.terminal import run
from tests.draw.decoding import count, read_png
from turncoat import draw
from turncoat.draw.palette import board_colours
from turncoat.draw.pixels import MAX_SIDE
from turncoat.games import games, start


def size_of(picture: str, scale: float) -> tuple[int, int]:
    """How many pixels wide and high an SVG becomes."""
    _, _, width, height = map(float, picture.split('viewBox="')[1].split('"', maxsplit=1)[0].split())
    return round(width * scale), round(height * scale)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("theme", draw.THEMES)
def test_a_board_in_pixels_is_as_large_and_coloured_as_its_svg(game, theme):
    position = start(game)
    _, picture = read_png(draw.png(position, theme=theme, scale=0.5))
    height, width, _ = picture.shape
    assert (width, height) == size_of(draw.svg(position), 0.5)
    colours = board_colours(theme, draw.default_look(position).surface)
    area = 32 * 32
    assert count(picture, colours["frame"]) > area
    for mark, face in zip("xo", ("dark", "light"), strict=True):
        if draw.default_look(position).stones != "piecepack":
            stones = position.board.count(mark)
            assert count(picture, colours[f"stone-{face}"]) >= stones * area * 0.2
    assert (picture[0, 0] == 0).all()  # around the board there is nothing, so it lies on any paper


def test_a_picture_keeps_its_title_and_description():
    texts, _ = read_png(draw.png(start("vect-reverse"), language="ja", scale=0.2))
    assert texts == {"Title": "VECT-REVERSE　黒の手番", "Description": "黒：e4 d5。 白：d4 e5。"}


def test_the_scale_says_how_many_pixels_a_unit_has():
    small, large = (read_png(draw.png(start("verto:size=3"), scale=scale))[1] for scale in (0.5, 1))
    assert [2 * side for side in small.shape[:2]] == list(large.shape[:2])


def test_a_picture_that_would_be_too_large_is_made_smaller():
    content = draw.rasterise('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20000 100"/>', scale=9)
    assert struct.unpack(">II", content[16:24]) == (MAX_SIDE, 82)


@pytest.mark.skipif(not draw.has_letters("a盤"), reason="no fonts here: fonts-noto-cjk has them")
def test_words_are_drawn_in_english_and_japanese():
    def drawn(text: str) -> np.ndarray:
        picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><text y="16">{text}</text></svg>'
        return read_png(draw.rasterise(picture))[1]

    assert len({drawn(text).tobytes() for text in ("", "a", "b", "盤", "石")}) == 5
    board, bare = (read_png(draw.png(start("verto:size=3"), coordinates=shown))[1] for shown in (True, False))
    ink = board_colours("light", "wood")["frame-ink"]
    assert count(board, ink) > count(bare, ink)


def test_letters_that_no_font_has_are_noticed():
    assert not draw.has_letters("a\U000f0000")  # of a plane for private use


def test_show_writes_svg_and_png_in_any_look_and_theme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = run("show", "reversi", "--png", "a.png", "--svg", "a.svg", "--look", "felt", "--theme", "contrast")
    assert (answer.code, answer.out, answer.err) == (0, "", "Saved to a.svg\nSaved to a.png\n")
    position = start("reversi")
    marked = draw.svg(position, marks=draw.choices(position), look="felt", theme="contrast")
    assert (tmp_path / "a.svg").read_text("utf-8") == marked + "\n"
    _, picture = read_png((tmp_path / "a.png").read_bytes())
    height, width, _ = picture.shape
    assert (width, height) == size_of(draw.svg(position), 2)
    assert count(picture, board_colours("contrast", "felt")["act"]) > 0


def test_show_names_the_looks_there_are():
    answer = run("show", "reversi", "--svg", "a.svg", "--look", "flet")
    assert answer.code == 2
    assert "there is no style flet; styles: tiles felt; did you mean felt?" in answer.err


def test_without_resvg_everything_else_is_drawn_and_png_says_what_to_install(tmp_path):
    code = (
        "import sys; sys.modules['resvg_py'] = None\n"
        "from turncoat.cli import main\n"
        f"assert main(['show', 'verto', '--svg', {str(tmp_path / 'a.svg')!r}]) == 0\n"
        f"sys.exit(main(['show', 'verto', '--png', {str(tmp_path / 'a.png')!r}]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.endswith('Error: this needs resvg_py, which is not installed: pip install "turncoat[png]"\n')
    assert (tmp_path / "a.svg").exists()
    assert not (tmp_path / "a.png").exists()
