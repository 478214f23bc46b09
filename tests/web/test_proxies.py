"""Whose word is taken on who a client is."""

import asyncio
import ipaddress

import pytest

from tests.web.site import from_here, new_match, site
from turncoat.web.limits import RATES, Limits, Rate
from turncoat.web.proxies import LOOPBACK, Proxies, read_address, scheme_of

PROXIES = Proxies((*LOOPBACK, ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("2001:db8:1::/48")))


@pytest.mark.parametrize(
    ("peer", "trusted"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("10.1.2.3", True),
        ("2001:db8:1::7", True),
        (None, True),  # a Unix socket
        ("", True),
        ("192.168.0.1", False),
        ("172.16.0.1", False),
        ("2001:db8:2::7", False),
        ("testclient", False),
    ],
)
def test_a_proxy_is_trusted_by_its_address(peer, trusted):
    assert PROXIES.trusts(peer) is trusted


def test_private_networks_are_not_trusted_unless_named():
    assert not Proxies(LOOPBACK).trusts("10.0.0.1")


@pytest.mark.parametrize(
    ("lines", "client"),
    [
        ([], "127.0.0.1"),
        (["203.0.113.9"], "203.0.113.9"),
        (["8.8.8.8, 203.0.113.9"], "203.0.113.9"),  # what stands before it the client wrote itself
        (["8.8.8.8", "203.0.113.9"], "203.0.113.9"),
        (["203.0.113.9, 10.0.0.7"], "203.0.113.9"),
        (["203.0.113.9,10.0.0.7 ,  10.0.0.8"], "203.0.113.9"),
        (["8.8.8.8, 10.0.0.7, 203.0.113.9, 10.0.0.8"], "203.0.113.9"),
        (["10.0.0.7, 10.0.0.8"], "10.0.0.7"),
        (["203.0.113.9:4711"], "203.0.113.9"),
        (["2001:db8::9"], "2001:db8::9"),
        (["[2001:db8::9]:4711"], "2001:db8::9"),
        (["[2001:db8::9]"], "2001:db8::9"),
        (['"[2001:db8::9]:4711"'], "2001:db8::9"),
        (["::ffff:203.0.113.9"], "203.0.113.9"),
        (["rubbish"], "127.0.0.1"),
        (["203.0.113.9, rubbish"], "127.0.0.1"),
        (["203.0.113.9, rubbish, 10.0.0.8"], "10.0.0.8"),
        (["unknown"], "127.0.0.1"),
        ([""], "127.0.0.1"),
        ([","], "127.0.0.1"),
        (["203.0.113.9:port"], "127.0.0.1"),
        (["[2001:db8::9"], "2001:db8::9"),
        (["[2001:db8::9]x"], "127.0.0.1"),
        (["1.2.3.4.5, 999.1.1.1"], "127.0.0.1"),
        ([", ".join(["203.0.113.9"] + ["10.0.0.7"] * 1000)], "10.0.0.7"),
    ],
)
def test_the_client_is_the_last_that_is_no_proxy_of_ours(lines, client):
    assert PROXIES.client("127.0.0.1", lines) == client


def test_by_a_unix_socket_the_list_alone_tells():
    assert PROXIES.client(None, ["203.0.113.9"]) == "203.0.113.9"
    assert PROXIES.client(None, []) is None


@pytest.mark.parametrize(
    ("lines", "scheme"),
    [
        ([], None),
        (["https"], "https"),
        (["HTTPS "], "https"),
        (["wss"], "https"),
        (["https, http"], "http"),
        (["http", "https"], "https"),
        (["gopher"], None),
        ([""], None),
    ],
)
def test_the_nearest_proxy_tells_how_the_client_came(lines, scheme):
    assert scheme_of(lines) == scheme


def test_an_address_with_rubbish_about_it_is_none():
    assert [read_address(text) for text in ("", "x", "1.2.3.4:", "[::1]:x", "::1:x y", "1.2.3.4/8")] == [None] * 6


def test_clients_behind_a_trusted_proxy_are_told_apart_and_nobody_else_can_say_who_he_is(tmp_path):
    async def go():
        limits = Limits(rates={**RATES, "create": Rate(0, 1)})
        body = {"ruleset": "verto", "kind": "local"}
        async with site(tmp_path, proxies=Proxies(LOOPBACK), limits=limits) as client:

            async def made(peer, **headers):
                async with from_here(client, peer, **headers) as somebody:
                    return (await somebody.post("/api/matches", json=body)).status_code

            for number in (7, 8):
                said = {"x-forwarded-for": f"1.1.1.1, 203.0.113.{number}"}
                assert [await made("127.0.0.1", **said) for _ in range(2)] == [201, 429]
            assert await made("127.0.0.1", **{"x-forwarded-for": "2.2.2.2, 203.0.113.7"}) == 429
            for peer in ("10.0.0.5", "192.168.1.1"):
                codes = [await made(peer, **{"x-forwarded-for": f"203.0.113.{number}"}) for number in (20, 21)]
                assert codes == [201, 429]

    asyncio.run(go())


def test_tls_is_believed_of_a_trusted_proxy_alone(tmp_path):
    async def go():
        for proxies, peer, secure in [
            (Proxies(LOOPBACK), "127.0.0.1", True),
            (Proxies(LOOPBACK), "10.0.0.5", False),
            (None, "127.0.0.1", False),
        ]:
            async with site(tmp_path, proxies=proxies) as client:
                async with from_here(client, peer, **{"x-forwarded-proto": "https"}) as somebody:
                    answer = await somebody.post("/api/matches", json={"ruleset": "verto", "kind": "local"})
                assert ("Secure" in answer.headers["set-cookie"]) is secure
                assert ("strict-transport-security" in answer.headers) is secure
                await new_match(client)

    asyncio.run(go())
