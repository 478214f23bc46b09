"""What fuzzing kept is read once more: every input that led somewhere new, and every one that once did harm."""

import subprocess

import pytest

from bench.fuzz import corpus
from bench.fuzz.__main__ import NATIVE
from bench.fuzz.readers import READERS
from tests.house.tree import ROOT

BUILT = sorted(ROOT.glob("build/*/native_fuzz"), key=lambda path: path.stat().st_mtime)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_or_refuses_every_input_that_was_kept(name):
    inputs = [*READERS[name].seeds, *corpus.load(name)]
    for content in inputs:
        READERS[name].run(content)
    assert len(inputs) > len(READERS[name].seeds)


@pytest.mark.parametrize("name", NATIVE)
def test_native_code_takes_or_refuses_every_input_that_was_kept(name):
    file = corpus.path_of(f"native-{name}")
    told = subprocess.run([BUILT[-1], name, "replay", file], check=True, capture_output=True, text=True).stdout
    assert told == f"{name}: {len(corpus.load(f'native-{name}'))} inputs\n"
    assert corpus.load(f"native-{name}")


def test_every_file_of_inputs_belongs_to_a_target_and_is_small():
    files = {path.stem: path.stat().st_size for path in corpus.FOLDER.iterdir()}
    assert set(files) == {*READERS, *(f"native-{name}" for name in NATIVE)}
    assert max(files.values()) <= corpus.MOST


def test_an_input_reads_back_from_its_line():
    content = bytes(range(256)) + rb"\x41"
    line = corpus.written(content)
    assert line.isascii()
    assert line.isprintable()
    assert corpus.read(line) == content


@pytest.mark.parametrize("wrong", [ValueError, KeyError, AssertionError])
def test_an_error_that_is_not_ours_is_a_finding(wrong, monkeypatch):
    monkeypatch.setattr("bench.fuzz.readers.Ruleset.read", lambda _: (_ for _ in ()).throw(wrong))
    with pytest.raises(wrong):
        READERS["ruleset"].run(b"verto")
