"""What the image, Compose, nginx and the environment file name is there, and they agree with each other."""

import json
import re
import shlex
from ipaddress import ip_address, ip_network
from itertools import pairwise

import pytest

from tests.deploy.files import compose, dockerfile, environment, unit
from tests.house.tree import ROOT, read
from turncoat import __version__
from turncoat.cli.app import build
from turncoat.web.settings import MAX_BYTES_OF

OTHERS = {"TURNCOAT_LANG"}  # of every command


def parameters(command="serve"):
    """The parameters of a command."""
    return build().get_command(None, command).params


def variables():
    """Every variable that sets an option of the server."""
    return {each.envvar for each in parameters() if each.envvar}


def options(command):
    return {name for each in parameters(command) for name in each.opts}


def test_every_option_of_the_server_may_stand_in_its_environment():
    assert {each.name for each in parameters() if not each.envvar} == {"open_page", "lang"}


def test_the_environment_file_names_variables_that_are_read():
    assert set(environment()) <= variables() | OTHERS


def test_the_document_tells_every_variable():
    text = read("docs/running.md")
    assert [name for name in sorted(variables()) if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", sorted(variables()))
def test_every_variable_reaches_the_server(name, monkeypatch):
    from tests.cli.terminal import run

    given = {
        "TURNCOAT_HOST": ("0.0.0.0", "host"),
        "TURNCOAT_PORT": ("8099", "port"),
        "TURNCOAT_DATABASE": ("postgresql://host/games", "database"),
        "TURNCOAT_BROKER": ("redis://host", "broker"),
        "TURNCOAT_BEHIND_PROXY": ("1", "proxies"),
        "TURNCOAT_TRUSTED_PROXY": ("10.0.0.1 10.1.0.0/16", "proxies"),
        "TURNCOAT_ORIGIN": ("https://a.example https://b.example", "origins"),
        "TURNCOAT_GAME": ("verto", "games"),
        "TURNCOAT_EXPLORER": (str(ROOT / "pyproject.toml"), "explorer"),
        "TURNCOAT_WORKERS": ("3", "workers"),
        "TURNCOAT_LIMITS": ("2", "limits"),
        "TURNCOAT_AWAY": ("30", "timeouts"),
        "TURNCOAT_WAITING": ("2", "timeouts"),
        "TURNCOAT_KEEP": ("365", "keep"),
        "TURNCOAT_METRICS": ("10.0.0.0/8 192.168.0.0/16", "figures_for"),
        "TURNCOAT_LOG": ("text", "json_logs"),
    }
    value, field = given[name]
    found = []
    monkeypatch.setattr("turncoat.web.serve.serve", lambda settings, _ready: found.append(settings))
    usual = {"TURNCOAT_DATABASE": "postgresql://host/usual"}
    for more in ({}, {name: ""}, {name: value}):
        assert run("serve", env={**usual, **more} if more.get(name) else usual).code == 0
    assert getattr(found[0], field) == getattr(found[1], field)
    assert getattr(found[2], field) != getattr(found[0], field)
    if " " in value:
        assert len(getattr(found[2], field) if name != "TURNCOAT_TRUSTED_PROXY" else found[2].proxies.networks) >= 2


def test_the_image_is_what_the_script_installs():
    lines = dockerfile()
    assert [line for line in lines if line[0] == "RUN"] == [
        ("RUN", "/turncoat/deploy/install /opt/turncoat"),
        ("RUN", "install --directory --owner 10001 --group 10001 --mode 0700 /var/lib/turncoat"),
    ]
    copied = [shlex.split(rest)[-2:] for name, rest in lines if name == "COPY"]
    assert copied == [[".", "/turncoat"], ["/opt/turncoat", "/opt/turncoat"]]
    assert (ROOT / "deploy" / "install").stat().st_mode & 0o111


def test_the_image_runs_as_nobody_special_and_names_variables_that_are_read():
    lines = dockerfile()
    assert [rest for name, rest in lines if name == "USER"] == ["10001:10001"]
    assert lines.index(("USER", "10001:10001")) < [name for name, _ in lines].index("ENTRYPOINT")
    [settings] = [dict(pair.split("=") for pair in shlex.split(rest)) for name, rest in lines if name == "ENV"]
    assert set(settings) <= variables()
    [entry] = [json.loads(rest) for name, rest in lines if name == "ENTRYPOINT"]
    [command] = [json.loads(rest) for name, rest in lines if name == "CMD"]
    assert (entry, command) == (["/opt/turncoat/bin/turncoat"], ["serve"])
    assert ("EXPOSE", settings["TURNCOAT_PORT"]) in lines


def test_the_image_is_asked_whether_it_is_ready_where_it_is():
    [check] = [rest for name, rest in dockerfile() if name == "HEALTHCHECK"]
    program = json.loads(check.partition("CMD ")[2])
    assert program[0] == "/opt/turncoat/bin/python"
    [address] = re.findall(r"http://127.0.0.1:8080(/[a-z/]+)", program[-1])
    compile(program[-1], "healthcheck", "exec")
    assert f'"{address}"' in read("src/turncoat/web/guard.py")


def test_what_compose_names_is_there():
    found = compose()
    services = found["services"]
    assert set(services) == {"app-1", "app-2", "database", "proxy"}
    for name in ("app-1", "app-2"):
        app = services[name]
        assert app["image"] == "turncoat"
        assert set(app["environment"]) <= variables()
        assert (ROOT / "deploy" / app["env_file"]).is_file()
        assert set(app["depends_on"]) <= set(services)
    made = services["app-1"]["build"]
    assert (ROOT / "deploy" / made["context"]).resolve() == ROOT
    assert (ROOT / made["dockerfile"]).is_file()
    mounted = [volume.split(":")[0] for volume in services["proxy"]["volumes"]]
    assert [place for place in mounted if "secrets" not in place and not (ROOT / "deploy" / place).is_file()] == []
    assert {place for place in mounted if "secrets" in place} == {"./secrets/tls"}
    assert "/deploy/secrets/" in read(".gitignore").splitlines()
    assert "deploy/secrets" in read("deploy/Dockerfile.dockerignore").splitlines()


def test_in_compose_the_proxy_asks_the_processes_and_they_trust_it():
    found = compose()
    services = found["services"]
    [subnet] = [each["subnet"] for each in found["networks"]["inside"]["ipam"]["config"]]
    addresses = [services[name]["networks"]["inside"]["ipv4_address"] for name in ("app-1", "app-2")]
    port = services["app-1"]["environment"]["TURNCOAT_PORT"]
    upstream = found["configs"]["upstream"]["content"]
    assert re.findall(r"server (\S+);", upstream) == [f"{address}:{port}" for address in addresses]
    for name, address in zip(("app-1", "app-2"), addresses, strict=True):
        assert ip_address(address) in ip_network(subnet)
        assert services[name]["environment"]["TURNCOAT_TRUSTED_PROXY"] == subnet
    [place] = [each["target"] for each in services["proxy"]["configs"]]
    assert f"include {place};" in read("deploy/nginx.conf")


def test_in_compose_the_processes_know_where_the_database_is():
    services = compose()["services"]
    settings = services["database"]["environment"]
    address = services["app-1"]["environment"]["TURNCOAT_DATABASE"]
    assert address == (
        f"postgresql://{settings['POSTGRES_USER']}:{settings['POSTGRES_PASSWORD']}@database/{settings['POSTGRES_DB']}"
    )


def test_the_proxy_asks_the_ports_of_the_units_that_its_file_names():
    ports = set(re.findall(r"127\.0\.0\.1:(\d+);", read("deploy/upstream.conf")))
    [command] = re.findall(r"systemctl enable --now (.+)$", read("deploy/systemd/turncoat@.service"), re.MULTILINE)
    assert {name.partition("@")[2] for name in command.split()} == ports
    assert f"systemctl enable --now {command}" in read("docs/running.md")


def test_what_is_too_large_is_refused_in_our_own_words():
    [size] = re.findall(r"client_max_body_size (\d+)k;", read("deploy/nginx.conf"))
    assert int(size) * 1024 > max(MAX_BYTES_OF.values())


def test_units_run_commands_that_exist_with_options_that_exist():
    for name in ("turncoat@.service", "turncoat-backup.service"):
        [line] = unit(name)["ExecStart"]
        program, command, *rest = shlex.split(line)
        assert program == "/opt/turncoat/bin/turncoat"
        assert {word for word in rest if word.startswith("-")} <= options(command)


def test_every_file_for_operators_is_told_of_in_the_document():
    text = read("docs/running.md") + read("docs/upgrading.md")
    files = [path for path in (ROOT / "deploy").rglob("*") if path.is_file() and "secrets" not in path.parts]
    assert len(files) > 8
    assert [path.name for path in files if path.name not in text] == []


def test_every_release_tells_operators_how_to_come_to_it_from_the_one_before():
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", read("CHANGELOG.md"), re.MULTILINE)
    releases = list(dict.fromkeys([__version__.partition(".dev")[0], *released]))
    assert re.findall(r"^### (\S+) to (\S+)$", read("docs/upgrading.md"), re.MULTILINE) == [
        (before, after) for after, before in pairwise(releases)
    ]
