"""The engine on the visitor's own machine: in a real browser, under the policy that all our pages have."""

import shutil

import pytest

import turncoat
from tests.page import engine_page
from turncoat.engine import Engine, Limit
from turncoat.engine.signature import positions
from turncoat.games import games

NODES = 20_000
ANALYSE = "([request, stop]) => window.engine.analyse(request, stop)"


@pytest.fixture(scope="module")
def page_folder(tmp_path_factory):
    return engine_page.build(tmp_path_factory.mktemp("engine"))


@pytest.fixture(scope="module")
def address(page_folder):
    with engine_page.serve(page_folder) as found:
        yield found


@pytest.fixture
def tab(browser, address):
    """The page in a browser, with every trouble it had."""
    found = browser.new_page()
    troubles = []
    found.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
    found.on("pageerror", lambda error: troubles.append(str(error)))
    found.goto(address)
    found.wait_for_function("window.engine")
    yield found
    found.close()
    assert troubles == []


def asked(position, **limits):
    ruleset = position.ruleset
    numbers = {"game": ruleset.info.name, "numbers": ruleset.options.numbers()}
    return {"ruleset": numbers, "position": str(position), "lines": 1, **limits}


@pytest.mark.parametrize("ruleset", [*games(), "verto:size=9"])
def test_it_finds_in_the_browser_what_the_server_would(tab, ruleset):
    assert tab.evaluate("window.engine.open()") > 0
    position = positions(ruleset)[1]
    answer = tab.evaluate(ANALYSE, [asked(position, nodes=200_000, lines=2), None])
    *_, expected = Engine(ruleset, memory=32).analyse(position, Limit(nodes=200_000, lines=2))
    assert answer["failed"] is None
    found = answer["found"][-1]
    assert (found["depth"], found["nodes"]) == (expected[0].depth, max(line.nodes for line in expected))
    for line, known in zip(found["lines"], expected, strict=True):
        own = known.win if position.side is turncoat.Side.FIRST else 1 - known.win
        assert (line["win"], line["proved"]) == (pytest.approx(own, abs=1e-12), known.proved)
        assert [move for turn in line["turns"] for move in turn["moves"]] == [*known.moves]


def test_told_to_stop_it_goes_on_with_what_is_asked_next_and_what_it_knows(tab):
    tab.evaluate("window.engine.open()")
    position = positions("verto")[0]
    deep = tab.evaluate(ANALYSE, [asked(position), 3000])
    assert deep["found"]
    assert deep["milliseconds"] < 10_000
    again = tab.evaluate(ANALYSE, [asked(position, nodes=NODES), None])
    assert again["failed"] is None
    assert again["milliseconds"] < 3000
    [fresh] = list(Engine("verto", memory=32).analyse(position, Limit(nodes=NODES)))[-1]
    assert again["found"][-1]["depth"] > fresh.depth


def test_where_compiled_code_cannot_pause_it_is_ended_and_begun_again(browser, address):
    tab = browser.new_page()
    tab.add_init_script("delete WebAssembly.Suspending")
    tab.goto(address)
    tab.wait_for_function("window.engine")
    tab.evaluate("window.engine.open()")
    position = positions("verto")[0]
    assert tab.evaluate(ANALYSE, [asked(position), 1000])["failed"] is None
    again = tab.evaluate(ANALYSE, [asked(position, nodes=NODES), None])
    [fresh] = list(Engine("verto", memory=32).analyse(position, Limit(nodes=NODES)))[-1]
    assert (again["found"][-1]["depth"], again["found"][-1]["nodes"]) == (fresh.depth, fresh.nodes)
    tab.close()


def test_a_position_that_is_none_is_told_and_the_next_is_analysed(tab):
    tab.evaluate("window.engine.open()")
    wrong = {**asked(turncoat.start("verto")), "position": "verto nonsense x"}
    assert tab.evaluate(ANALYSE, [wrong, None])["failed"] == "a board is made of x o . #; got nonsense"
    assert tab.evaluate(ANALYSE, [asked(turncoat.start("verto"), nodes=1000), None])["failed"] is None


def test_where_compiled_code_may_not_run_there_is_no_engine(browser, address):
    tab = browser.new_page()

    def strictly(route):
        answer = route.fetch()
        policy = answer.headers["content-security-policy"].replace(" 'wasm-unsafe-eval'", "")
        route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": policy})

    tab.route("**/*", strictly)
    tab.goto(address)
    tab.wait_for_function("window.engine")
    assert tab.evaluate("window.engine.open()") is None
    tab.close()


def test_where_it_was_not_built_there_is_no_engine(browser, page_folder, tmp_path):
    page = shutil.copytree(page_folder, tmp_path / "page")
    with engine_page.serve(page) as address:
        tab = browser.new_page()
        tab.goto(address)
        tab.wait_for_function("window.engine")
        assert tab.evaluate("window.engine.open()") is None
        tab.close()
