"""A contestant of tic-tac-toe in the `beyond` dialect who says truthfully what came of its deeds."""

import sys


def report(line):
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def door_if(name, is_open):
    report(f"OPEN: {name}" if is_open else f"blocked: {name} (no effect)")


def door(name, deed):
    """A deed that raises is refused."""
    try:
        deed()
    except Exception as error:
        report(f"blocked: {name} ({type(error).__name__})")
    else:
        report(f"OPEN: {name}")


def boards():
    """The boards that it is asked about; the first line says its side."""
    report("at the table")
    print("Beyond.Game.Tic-tac-toe.1.0\nKnave", flush=True)
    sys.stdin.readline()
    for line in sys.stdin:
        yield line.rstrip("\r\n")


def answer(board):
    print(board.index(" "), flush=True)
