"""An engine that misbehaves in the way its first argument names.  It speaks just enough UGI, GTP or NBoard to be asked.

Run as a program by the tests of external engines; it needs nothing but Python.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def say(*lines):
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def spew():
    while True:
        say("the quick brown fox")


def sleep():
    while True:
        time.sleep(60)


LARGE = "9" * 5000
SPEECHES = {
    "brief": [f"info depth {depth} score cp 1 pv d3" for depth in (1, 2, 3)],
    "nonsense-info": [
        *("info", "info depth x score cp y pv", "info depth 3 score cp 99999999999999999999 pv d3", "info pv zz99"),
        *("info depth 2 score cp 5 multipv 0 nodes -1 pv d3 e3", "info string pv nothing", "\x00\xff", ""),
    ],
    "minus": [
        *("info depth --5 score cp 3 pv d3", "info depth \u0665 score cp - pv d3"),
        *(f"info depth {LARGE} score cp 3 pv d3", f"search D3 1.5 0 {LARGE}", f"search D{LARGE} {LARGE} {LARGE} 8"),
    ],
}


def choose(manner):
    """What a `go` gets."""
    if manner == "hung":
        sleep()
    if manner == "crash":
        sys.stderr.write("first trouble\nsegmentation of a sort\n")
        sys.stderr.flush()
        os._exit(3)
    if manner == "spew":
        spew()
    if manner == "slow":
        time.sleep(1.5)
    if manner == "no-newline":
        while True:
            sys.stdout.write("x" * 4096)
    if manner in SPEECHES:
        say(*SPEECHES[manner])
    if manner == "talkative":
        for depth in range(1, 5000):
            say(f"info depth {depth} score cp {depth} pv d3")
    if manner == "endless":
        while True:
            say("info depth 1 score cp 1 pv d3", "search D3 1.5 0 4")


MOVES = {"cheat": "a1", "colourful": "\x1b[2Ja1\x9b", "none": "none", "empty": "", "resign": "resign"}


def ugi(manner):
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if manner == "diary":  # notes what it was told in the file that its third argument names
            with Path(sys.argv[3]).open("a") as diary:
                diary.write(line)
        if word == "ugi":
            say("id name \x1b[1mRogue", "option name Ruleset type string default x", "ugiok")
        elif word == "isready":
            say("readyok")
        elif word == "go" and manner in ("analyst", "mute"):  # no `bestmove` before `stop`, or none at all
            say("info depth 1 score cp 1 pv d3")
            time.sleep(1.5)
            say("info depth 2 score cp 2 pv d3")
            if manner == "mute":
                sleep()
        elif word == "go":
            choose(manner)
            say(f"bestmove {MOVES.get(manner, 'd3')}".rstrip())
        elif word == "stop":
            say("bestmove d3")
        elif word == "quit" and manner != "deaf":
            return
    if manner == "deaf":
        sleep()


def gtp(manner):
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["genmove"]:
            choose(manner)
            say(f"= {MOVES.get(manner, 'd3')}", "")
        elif words[:1] == ["protocol_version"]:
            say("= 2", "")
        elif words[:1] == ["play"] and manner == "stubborn":
            say("? I do not want to", "")
        elif words[:1] in (["ugi"], ["nboard"]):
            say("? unknown command", "")
        else:
            say("=", "")
        if words[:1] == ["quit"]:
            return


def nboard(manner):
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["ping"]:
            say(f"pong {words[1]}")
        elif words[:1] == ["go"] and manner == "analyst":  # thinks until it is pinged
            say("search D3C3 1.5 0 4")
        elif words[:1] == ["go"]:
            choose(manner)
            last = "=== d3 1.50 0.1" if manner == "spaces" else f"=== {MOVES.get(manner, 'D3')}/1.50/0.1"
            say("search D3C3 1.5 0 4 free text", "nodestats 5 0.1", last, "status")
        elif words[:1] == ["quit"]:
            return


def main(protocol, manner):
    if manner == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if manner == "parent":  # a wrapper whose real engine is another process
        child = subprocess.Popen([sys.executable, __file__, "ugi", "deaf"])
        Path(sys.argv[3]).write_text(str(child.pid))
        child.wait()
    elif manner == "silent":
        sleep()
    elif manner == "stillborn":
        sys.stderr.write("no licence\n")
        sys.exit(7)
    elif manner == "babbler":
        spew()
    else:
        {"ugi": ugi, "gtp": gtp, "nboard": nboard}[protocol](manner)


if __name__ == "__main__":
    main(*sys.argv[1:3])
