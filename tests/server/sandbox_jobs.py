"""What tests give the process that can be killed to do."""

import os
import time

from taku.engine.match import MatchError


def spin():
    while True:
        pass


def swell():
    return len(b"a" * (3 << 30))


def vanish():
    os._exit(1)


def refuse():
    raise MatchError("step 7: no")


def burst():
    raise type("Local", (Exception,), {})("cannot travel")


def pid():
    return os.getpid()


def told(file, word, wait=0.0):
    """Write a word where the test can see in which order jobs were done."""
    time.sleep(wait)
    with open(file, "a", encoding="ascii") as out:
        out.write(word)
