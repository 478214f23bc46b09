"""Animated GIFs: read back by a decoder of the tests' own, frame over frame, they show every position."""

import struct

import numpy as np
import pytest

from turncoat import draw
from turncoat.draw.filming import film
from turncoat.draw.gif import Frame, gif
from turncoat.draw.raster import pixels
from turncoat.games import games
from turncoat.play import Game


def unpacked(data, bits=8):
    """What is in the code of Lempel, Ziv and Welch."""
    clear, end = 1 << bits, (1 << bits) + 1
    table, wide, before, out = {}, bits + 1, b"", bytearray()
    held = filled = 0
    for byte in data:
        held |= byte << filled
        filled += 8
        while filled >= wide:
            code, held, filled = held & ((1 << wide) - 1), held >> wide, filled - wide
            if code == end:
                return bytes(out)
            if code == clear:
                table = {number: bytes([number]) for number in range(clear)}
                table[clear] = table[end] = b""
                wide, before = bits + 1, b""
                continue
            found = table[code] if code in table else before + before[:1]
            out += found
            if before and len(table) < 4096:
                table[len(table)] = before + found[:1]
                if len(table) == 1 << wide and wide < 12:
                    wide += 1
            before = found
    raise AssertionError("it has no end")


def shown(content):
    """Every picture of a GIF as it is seen, and how long."""
    assert content[:6] == b"GIF89a"
    wide, high, packed = struct.unpack("<HHB", content[6:11])
    size = 3 << (packed & 7) + 1
    colours, at = np.frombuffer(content[13 : 13 + size], np.uint8).reshape(-1, 3), 13 + size
    canvas, found, pause = np.zeros((high, wide, 3), np.uint8), [], 0
    while content[at] != 0x3B:
        picture = content[at] == 0x2C
        if not picture:
            if content[at + 1] == 0xF9:
                (pause,) = struct.unpack("<H", content[at + 4 : at + 6])
            at += 2
        else:
            x, y, width, height = struct.unpack("<HHHH", content[at + 1 : at + 9])
            at += 11
        data = b""
        while length := content[at]:
            data, at = data + content[at + 1 : at + 1 + length], at + 1 + length
        at += 1
        if picture:
            numbers = np.frombuffer(unpacked(data), np.uint8).reshape(height, width)
            canvas[y : y + height, x : x + width] = colours[numbers]
            found.append((canvas.copy(), pause))
    return found


def like(one, other):
    """Whether two pictures look the same, as far as 256 colours can tell: no spot of six pixels a side differs."""
    blocks = [each[: len(each) // 6 * 6, : each.shape[1] // 6 * 6].astype(int) for each in (one, other)]
    means = [each.reshape(each.shape[0] // 6, 6, each.shape[1] // 6, 6, 3).mean(axis=(1, 3)) for each in blocks]
    return np.abs(means[0] - means[1]).max() < 30


def some_game(ruleset, count=11):
    """The first positions of a game."""
    game = Game.start(ruleset)
    while len(game.moves) < count and not game.position.is_over:
        game.play(game.position.legal_moves[len(game.moves) % len(game.position.legal_moves)])
    return game


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (40, 40), (130, 97)])
def test_noise_comes_back_as_it_was_where_there_are_few_colours(size):
    chance = np.random.default_rng(3)
    colours = (chance.permutation(32 * 32)[:200, None] // [[1, 32, 32]] % [[32, 32, 1]] * 8).astype(np.uint8)
    colours[:, 2] = 0
    picture = colours[chance.integers(0, 200, size)]
    [(seen, pause)] = shown(gif([Frame(picture, 0, 0, 77)]))
    assert pause == 77
    assert (seen == picture).all()


def test_a_frame_changes_its_part_alone():
    white, red = np.full((30, 40, 3), 255, np.uint8), np.full((10, 20, 3), (255, 0, 0), np.uint8)
    (first, _), (second, _) = shown(gif([Frame(white, 0, 0, 10), Frame(red, 5, 7, 20)]))
    assert (first == 255).all()
    assert (second[7:17, 5:25] == (255, 0, 0)).all()
    second[7:17, 5:25] = 255
    assert (second == 255).all()


@pytest.mark.parametrize("ruleset", games())
def test_the_film_of_a_game_shows_every_position_as_it_is_drawn(ruleset):
    game = some_game(ruleset, 5)
    frames = shown(film(game.positions))
    assert len(frames) == len(game.positions)
    for position, (seen, _) in zip(game.positions, frames, strict=True):
        whole = film([position])
        [(alone, _)] = shown(whole)
        assert like(alone, seen), position


def test_the_end_is_shown_longer_and_steps_of_a_turn_shorter():
    game = Game.start("vect-reverse")
    for move in ("d3", "d4-c5"):
        game.play(move)
    assert [pause for _, pause in shown(film(game.positions))] == [120, 55, 400]


def test_very_long_games_lose_steps_but_not_their_end(monkeypatch):
    monkeypatch.setattr("turncoat.draw.filming.MOST_FRAMES", 5)
    game = some_game("reversi:size=4x4")
    assert len(game.positions) > 10
    frames = shown(film(game.positions))
    assert 3 < len(frames) <= 6
    [(end, _)] = shown(film([game.positions[-1]]))
    assert like(frames[-1][0], end)


@pytest.mark.parametrize("theme", draw.THEMES)
def test_pixels_are_those_of_the_png_whatever_filters_it_has(theme):
    """Every line's filter is undone: a plain colour stays where it was drawn."""
    picture = draw.svg(Game.start("reversi").position, theme=theme)
    small, large = pixels(picture, 120), pixels(picture, 480)
    assert small.shape[1:] == (120, 3)
    middle = large[2::4, 2::4].astype(int)
    assert np.median(np.abs(middle - small[: len(middle)])) < 12


def test_a_card_names_the_game_and_stays_within_its_frame():
    position = Game.start("verto").position
    card = draw.card(
        draw.svg(position), "A very long title of a game that nobody knows", ["Ann & <Ben>", "Move 1 of 9"]
    )
    assert "Ann &amp; &lt;Ben&gt;" in card
    png = draw.rasterise(card, scale=1)
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    right = pixels(card, 1200)[:, 1190:]
    assert (right == right[0, 0]).all()  # nothing reaches the edge
