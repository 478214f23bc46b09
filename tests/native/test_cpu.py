"""The kernel is chosen at run time, and the portable one is always there."""

import os
import subprocess
import sys

import pytest

from turncoat import native
from turncoat.games.errors import BadRequest


def chosen(**environment):
    command = [sys.executable, "-c", "from turncoat import native; print(native.cpu())"]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_the_portable_kernel_is_always_there():
    assert native.cpus()[-1] == "portable"


def test_the_environment_names_the_kernel():
    assert chosen(TURNCOAT_CPU="portable").stdout == "portable\n"
    assert chosen(TURNCOAT_CPU="").stdout == f"{native.cpus()[0]}\n"
    assert "must be one of" in chosen(TURNCOAT_CPU="abacus").stderr


def test_a_wrong_name_is_refused():
    with pytest.raises(BadRequest, match="portable"):
        native.use_cpu("abacus")


def test_positions_of_different_kernels_are_equal():
    there = native.start("verto")
    native.use_cpu("portable")
    here = native.start("verto")
    native.use_cpu(native.cpus()[0])
    assert (here, here.play("c3")) == (there, there.play("c3"))
