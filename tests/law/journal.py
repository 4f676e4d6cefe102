"""The journal of an event, as docs/store.md and docs/events.md describe it: how it began, games, rulings, in their order."""

import hashlib
import json


class Wrong(Exception):
    """The event is not as the law says."""


class Game:
    """A recorded game. `winner` is an entry, "draw" or "nobody"."""

    def __init__(self, result):
        self.id = result["id"]
        self.match, _, number = self.id.rpartition(".g")
        if "r" in number:
            raise Wrong(f"{self.id}: games that were played again are beyond this law")
        self.number = int(number)
        self.seats = [result["first"], result["second"]]
        outcome = result["outcome"]
        self.winner = self.seats[outcome["win"] == "second"] if isinstance(outcome, dict) else outcome
        self.how = result["how"]


class Journal:
    """How an event began, and what was added since: a `Game`, or a decision as a pair of its name and its content."""

    def __init__(self, path):
        lines = path.read_bytes().split(b"\n")
        if lines.pop() != b"":
            raise Wrong("the journal's last line is cut off")
        bodies = []
        for number, line in enumerate(lines):
            said = json.loads(line)
            rest = line.split(b",", 1)[1]
            if hashlib.sha256(rest).hexdigest()[:16] != said["sum"]:
                raise Wrong(f"line {number + 1} of the journal does not match its sum")
            if number and said["seq"] != number:
                raise Wrong(f"line {number + 1} of the journal is out of order")
            bodies.append(said.get("body"))
        begun = bodies[1]
        self.plan, self.seed = begun["plan"], begun["seed"]
        self.entries = [entry["id"] for entry in begun["entries"]]
        self.of = {entry["id"]: entry for entry in begun["entries"]}
        self.events = []
        for body in bodies[2:]:
            if body["type"] == "played":
                self.events.append(Game(body["result"]))
            else:
                decision = body["decision"]
                named = next(iter(decision.items())) if isinstance(decision, dict) else (decision, {})
                self.events.append(named)

    def name(self, entry):
        return self.of[entry]["name"]

    def draw(self, label, names):
        """Lots: the smallest SHA-256 of SEED|LABEL|NAME comes first."""
        def lot(name):
            return hashlib.sha256(f"{self.seed}|{label}|{name}".encode()).hexdigest()
        return sorted(names, key=lambda name: (lot(name), name))


def number(entry):
    """The number of an entry: 4 of e4."""
    return int(entry[1:])


def amount(figure):
    """Points, seed scores: exact, as thousandths."""
    whole, _, part = str(figure).partition(".")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole)) * 1000 + int((part + "000")[:3]))
