"""Mutation runs: faults are what they are said to be, targets exist, and the page shows what was recorded."""

import importlib.util
import json

import pytest

from bench.mutation import planted
from bench.mutation.__main__ import table
from bench.mutation.hook.forking import plant
from bench.mutation.mutants import mutants
from bench.mutation.trial import targets
from tests.house.tree import ROOT, read


def faults(text):
    """Every fault of a text, as the text with the fault in it."""
    source = text.encode()
    return {each.applied(source).decode() for each in mutants("a", source)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = a < b\n", {"x = (a <= b)\n"}),
        ("x = a == b\n", {"x = (a != b)\n"}),
        ("x = a and b\n", {"x = (a or b)\n", "x = (b)\n", "x = (a)\n"}),
        ("x = a - b\n", {"x = (a + b)\n"}),
        ("x = 40\n", {"x = (40 + 1)\n"}),
        ("x = True\n", {"x = False\n"}),
        ("x = 'ö', a < b\n", {"x = 'XöX', a < b\n", "x = 'ö', (a <= b)\n"}),
        ("f(a, b)\n", {"pass\n", "(f(b, a))\n"}),
        ("x = min(a, b)\n", {"x = (max(a, b))\n"}),
        ("def f():\n    return x\n", {"def f():\n    return None\n"}),
        ("def f():\n    if x:\n        raise y\n", {"def f():\n    pass\n", "def f():\n    if x:\n        pass\n"}),
        ("x += y\n", {"pass\n", "x -= y\n"}),
    ],
)
def test_faults_are_those_a_tired_developer_makes(text, expected):
    assert faults(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        '"""A document."""\n',
        "x: Literal['a'] = y\n",
        "LOG.info('happened', 1)\n",
        "assert a < b\n",
        "import a\n",
        "x = 'words for people'\n",
        "if TYPE_CHECKING:\n    x = 1\n",
        "def f(x: Annotated[int, 3]) -> Literal['a']: ...\n",
        "x = f'{a < b}'\n",
    ],
)
def test_what_is_no_behaviour_is_left_alone(text):
    assert faults(text) == set()


def test_a_fault_is_told_by_the_lines_it_changes():
    source = b"def f(a):\n    b = a\n    return b > 1\n"
    [fault] = [each for each in mutants("m", source) if each.kind == "comparison"]
    assert (fault.line, fault.diff(source)) == (3, "-    return b > 1\n+    return (b >= 1)")
    assert fault.key(source) != fault.key(source + b"\n")


MODULE = b"""
LIMIT = 3

def small(number):
    return number < LIMIT

class Pair:
    def both(self):
        return [each + 1 for each in (1, 2)]

    def later(self):
        def found():
            return 5
        return found
"""


@pytest.mark.parametrize(
    ("fault", "planted", "shown"),
    [
        (("number < LIMIT", "number <= LIMIT"), True, (True, [2, 3], 5)),
        (("each + 1", "each - 1"), True, (False, [0, 1], 5)),
        (("return 5", "return 6"), True, (False, [2, 3], 6)),
        (("LIMIT = 3", "LIMIT = 4"), False, (False, [2, 3], 5)),
    ],
)
def test_a_fault_in_a_function_is_planted_in_what_was_imported_and_another_is_not(fault, planted, shown, tmp_path):
    place = tmp_path / "module.py"
    place.write_bytes(MODULE)
    spec = importlib.util.spec_from_file_location("module", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before, after = (text.encode() for text in fault)
    assert plant(str(place), MODULE, MODULE.replace(before, after)) is planted
    pair = module.Pair()
    assert (module.small(3), pair.both(), pair.later()()) == shown


def test_targets_name_modules_and_tests_that_there_are():
    for target in targets().values():
        for module in target.modules:
            assert importlib.util.find_spec(module), module
        for place in (*target.tests, *target.also):
            assert (ROOT / place.partition("::")[0]).exists(), place


def test_faults_found_by_hand_stand_where_they_can_be_planted():
    told = planted.FAULTS
    for area in told["areas"].values():
        for place in (*area.get("tests", ()), *area.get("also", ())):
            assert (ROOT / place).exists(), place
    for fault in told["fault"]:
        place = planted.source_of(fault)
        assert planted.tests_of(fault), fault["what"]
        assert all("::" in test for test in fault.get("tests", ())), fault["what"]
        for test in planted.tests_of(fault):
            file, _, function = test.partition("::")
            assert (ROOT / file).exists(), test
            assert not function or f"def {function.partition('[')[0]}(" in read(file), test
        source = read(place)
        assert source.count(fault["old"]) == 1, f"{place}: {fault['what']}"
        if place.suffix == ".py":
            compile(source.replace(fault["old"], fault["new"]), str(place), "exec", dont_inherit=True)


def test_every_mend_was_taken_back_and_that_was_noticed_and_the_page_says_so():
    record = json.loads(read("bench/results/planted.json"))
    assert [fault["what"] for fault in planted.mends() if fault["what"] not in record["faults"]] == []
    assert [told for told in record["faults"].values() if not planted.is_noticed(told)] == []
    assert planted.table(record) in read("docs/tests.md")


def test_the_page_shows_the_scores_that_were_recorded():
    assert table(json.loads(read("bench/results/mutation.json"))) in read("docs/tests.md")
