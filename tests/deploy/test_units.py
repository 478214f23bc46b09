"""What systemd says of the units."""

import re
import shutil
import subprocess

import pytest

from tests.deploy.files import UNITS, replaced, unit
from tests.house.tree import read
from turncoat.web.connections import ConnectionLimits
from turncoat.web.descriptors import RESERVED

SERVICES = [name for name in UNITS if name.endswith(".service")]
MOST_EXPOSED = 1.5  # of 10; what is left is the network, its sockets and the files of the system
NEEDED = {"systemd-analyze": shutil.which("systemd-analyze")}


@pytest.fixture
def folder(tmp_path):
    """The units, with a program that is there in place of ours."""
    if not NEEDED["systemd-analyze"]:
        pytest.skip("systemd-analyze is not installed")
    for name in UNITS:
        text = read(f"deploy/systemd/{name}")
        if name.endswith(".service"):
            text = replaced(text, ("/opt/turncoat/bin/turncoat", "/bin/true"))
        (tmp_path / name.replace("@", "@8081")).write_text(text)
    return tmp_path


def analyse(*arguments):
    command = ["systemd-analyze", "--no-pager", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_systemd_finds_nothing_to_say_against_the_units(folder):
    answer = analyse("verify", "--man=no", *sorted(folder.iterdir()))
    ours = [line for line in (answer.stdout + answer.stderr).splitlines() if "turncoat" in line]
    assert (answer.returncode, ours) == (0, [])


@pytest.mark.parametrize("name", SERVICES)
def test_systemd_finds_the_services_little_exposed(folder, name):
    answer = analyse("security", "--offline=true", folder / name.replace("@", "@8081"))
    [level] = re.findall(r"Overall exposure level for \S+: ([\d.]+)", answer.stdout)
    assert float(level) <= MOST_EXPOSED, answer.stdout


def test_systemd_would_say_something_against_others(folder):
    path = folder / "turncoat@8081.service"
    path.write_text(re.sub("^(Restrict|Private).*\n", "", path.read_text(), flags=re.MULTILINE))
    [level] = re.findall(r": ([\d.]+)", analyse("security", "--offline=true", path).stdout.splitlines()[-1])
    assert float(level) > MOST_EXPOSED
    path.write_text(path.read_text() + "\nRestrat=always\nExecStart=/no/such/program\n")
    assert "turncoat@8081.service" in analyse("verify", "--man=no", path).stderr


def test_all_connections_and_files_fit():
    limits = unit("turncoat@.service")["LimitNOFILE"]
    assert [int(each) >= ConnectionLimits().total + RESERVED for each in limits] == [True]


def test_backup_and_server_are_one_user_with_one_folder_and_one_environment():
    server, backup = unit("turncoat@.service"), unit("turncoat-backup.service")
    for name in ("User", "DynamicUser", "EnvironmentFile"):
        assert server[name] == backup[name] != []
    assert server["StateDirectory"][0] in backup["StateDirectory"][0].split()
    folder = backup["ExecStart"][0].split()[2]
    assert folder.removeprefix("/var/lib/") in backup["StateDirectory"][0].split()


@pytest.mark.parametrize("name", ["turncoat@.service", "turncoat-backup.service"])
def test_both_services_are_hardened_alike(name):
    text = read(f"deploy/systemd/{name}")
    hardened = text[text.index("CapabilityBoundingSet=") :].partition("\n\n")[0].strip()
    other = read("deploy/systemd/turncoat@.service")
    assert hardened in other
