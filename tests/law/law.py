#!/usr/bin/env python3
"""The second law of events: decides events from their journals, by itself, and compares the standings.

    python3 law.py FOLDER…

Each folder holds `journal.jsonl` of an event and `standings.jsonl`, what `leitai tournament standings FILE --json` prints; where the
event's file lies beside it, the plan is compared with the announcement too. Every difference is printed; the exit code is then 1. The law is that of the announcements of the three presets (school, course, judge), with
what docs/events.md says where they are silent. It shares nothing with the program and needs only Python's own library.

The lots have labels, which are shown with each draw; anybody can draw them again.
"""

import json
import sys
from pathlib import Path

from groups import apart_by_school
from journal import Journal, Wrong, amount, number
from knockout import KnockOut, champions_and_seconds, filled, halves, seeded
from matches import Docket
from places import Ladder, Robin
from presets import differing


class Stage:
    """A stage as it was drawn: what is decided later does not change its draw. Its sections are decided anew where a game
    was played, and all of them by a ruling."""

    def __init__(self, number, plan, members, docket):
        self.number, self.plan, self.members, self.docket = number, plan, members, docket
        self.sections = [None] * len(members)
        self.over = [False] * len(members)
        self.decide(range(len(members)))

    def decide(self, which):
        for at in which:
            if self.plan["format"] == "ladder":
                self.sections[at] = Ladder(self.docket, self.plan)
            else:
                of = KnockOut if "knock-out" in self.plan["format"] else Robin
                self.sections[at] = of(self.docket, self.plan, self.number, at, self.members[at])
            self.over[at] = self.sections[at].is_over()


class Law:
    """An event, decided line by line."""

    def __init__(self, journal):
        self.journal, self.docket = journal, Docket(journal)
        self.stages, self.wrong = [], []
        self.draw(None)
        for event in journal.events:
            if isinstance(event, tuple):
                self.docket.take(event)
                if event[0] in ("lots", "revoke") and not self.docket.games:
                    self.stages = []
                    self.draw(None)
                for stage in self.stages:
                    stage.decide(range(len(stage.members)))
            else:
                section = self.due(event)
                self.docket.take(event)
                section[0].decide([section[1]])
            self.go_on()
        self.finish()

    def due(self, game):
        """A game is due: its match is one of the draw's and asks for it. Returns its stage and section."""
        stage, section, _ = game.match.split(".")
        stage, section = int(stage), int(section)
        if stage < len(self.stages) and section < len(self.stages[stage].sections):
            match = self.stages[stage].sections[section].find(game)
            if match:
                match.seated(game)
                return self.stages[stage], section
        raise Wrong(f"{game.id} is no game of the draw")

    def go_on(self):
        while len(self.stages) < len(self.journal.plan["stages"]) and all(self.stages[-1].over):
            last = self.stages[-1].sections
            for section in last:
                self.docket.close(section)
            self.draw(last)

    def draw(self, before):
        """Draws the next stage."""
        at, journal = len(self.stages), self.journal
        plan = journal.plan["stages"][at]
        if before is None:
            through = dict.fromkeys(journal.entries, 0)
        elif "best" in plan["entrants"]:
            through = self.best(before, plan["entrants"]["best"])
        else:
            total = plan["entrants"]["champions-and-seconds"]["total"]
            through = champions_and_seconds(journal, before, at - 1, total)
        if plan["sections"] == "classes":
            names = sorted({journal.of[entry]["class"] for entry in through})
            members = []
            for name in names:
                of_class = [entry for entry in through if journal.of[entry]["class"] == name]
                members.append(filled(seeded(journal, of_class, f"seeds of class {name} of stage {at}")))
        elif plan["sections"] == "one":
            members = [list(through)]
            if "knock-out" in plan["format"]:
                members = [halves(journal, through, f"places of stage {at}")]
        else:
            members = self.groups(through, plan["sections"]["groups"]["of"], at)
        lots = None if before else self.docket.lots()
        if lots:
            members = self.by_hand(lots)
        self.stages.append(Stage(at, plan, members, self.docket))

    def best(self, before, count):
        """The best of each section, with the place that each had."""
        through = {}
        for section in before:
            rows = section.rows()
            ranked = [entry for entry in rows if rows[entry][0] and entry not in self.docket.left]
            ranked.sort(key=lambda entry: rows[entry][0])
            through.update({entry: place for place, entry in enumerate(ranked[:count], 1)})
        return through

    def groups(self, through, of, at):
        """Groups by lot, of sizes that differ by one at most; who had the better places is kept apart, and so are entries
        of one school. Who is placed in a group is there without a lot."""
        count = -(-len(through) // of)
        order = []
        for place in sorted(set(through.values())):
            level = [entry for entry in through if through[entry] == place]
            label = f"seeds of stage {at}" + (f", place {place}" if at else "")
            order += seeded(self.journal, level, label)
        placed = [[entry for entry in order if not at and self.journal.of[entry].get("group") == n + 1] for n in range(count)]
        order = [entry for entry in order if not any(entry in group for group in placed)]
        apart = len(order) if at else sum(self.journal.of[it]["seed_score"] is not None for it in order)
        return apart_by_school(self.journal, order, apart, placed, f"groups of stage {at}")

    def by_hand(self, lots):
        """The first stage as lots on paper had it: its groups, or the one list of places. Who is placed in a group stands
        first in it, where no lot says so."""
        drawn = {}
        journal = self.journal
        missing = set(journal.entries) - {lot["entry"] for lot in lots}
        for entry in sorted(missing, key=number):
            drawn.setdefault(journal.of[entry]["group"], []).append((None, entry))
        for lot in lots:
            drawn.setdefault(lot.get("group"), []).append((lot.get("place"), lot["entry"]))
        groups = []
        for group in sorted(drawn, key=lambda group: group or 0):
            lots_of_it = drawn[group]
            if any(place for place, _ in lots_of_it):
                lots_of_it = sorted(lots_of_it)
            groups.append([entry for _, entry in lots_of_it])
        return groups

    def finish(self):
        is_over = len(self.stages) == len(self.journal.plan["stages"]) and all(self.stages[-1].over)
        if not is_over and self.journal.plan["stages"][0]["format"] != "ladder":
            raise Wrong("nothing more is played, though the event is not over")

    def compare(self, said):
        """The differences between the standings that were said and those of the law."""
        rows = {}
        for row in said:
            rows.setdefault((row["stage"], row["section"]), {})[row["name"]] = row
        for at, stage in enumerate(self.stages):
            for place, section in enumerate(stage.sections):
                told = rows.pop((at, place), {})
                law = {self.journal.name(entry): row for entry, row in section.rows().items()}
                if set(told) != set(law):
                    self.wrong.append(f"{at}.{place}: {sorted(told)} play there, by the law {sorted(law)}")
                    continue
                for name, row in law.items():
                    self.differ(f"{at}.{place} {name}", told[name], row)
        whole = rows.pop((None, None), {})
        if rows:
            self.wrong.append(f"sections that the law does not know: {sorted(rows)}")
        self.whole(whole)
        return self.wrong

    def differ(self, where, told, law):
        points = None if told["points"] is None else amount(told["points"])
        for what, one, other in [
            ("place", told["place"], law[0]),
            ("title", told["title"], law[1]),
            ("points", points, law[2]),
        ]:
            if one != other and (what != "points" or law[0] is not None):
                self.wrong.append(f"{where}: {what} {one}, by the law {other} ({told['why']})")

    def whole(self, told):
        """Who came further is ahead, where it has a place; in the last stage its places are those of the event."""
        last = self.stages[-1].sections
        rows = {self.journal.name(entry): row for section in last for entry, row in section.rows().items()}
        placed = [row[0] for row in rows.values() if row[0]]
        for name, row in rows.items():
            place = 1 + sum(other < row[0] for other in placed) if row[0] else None
            if len(last) == 1 and place and told[name]["place"] != place:
                self.wrong.append(f"{name}: place {told[name]['place']} of the event, by the law {place}")
        ahead, left = 0, dict(told)
        for stage in reversed(self.stages):
            rows = {self.journal.name(entry): row for it in stage.sections for entry, row in it.rows().items()}
            here = [told[name]["place"] for name, row in rows.items() if row[0] and left.pop(name, None)]
            if None in here:
                self.wrong.append("somebody with a place in a stage has none in the event")
            elif here and min(here) <= ahead:
                self.wrong.append(f"place {min(here)} of the event is ahead of somebody who came further")
            else:
                ahead = max([ahead, *here])
        for name, row in left.items():
            if row["place"]:
                self.wrong.append(f"{name} has a place in the event and none in a stage")


def judged(folder):
    """What is wrong with an event."""
    try:
        law = Law(Journal(folder / "journal.jsonl"))
        said = [json.loads(line) for line in (folder / "standings.jsonl").read_text().splitlines()]
        file = folder.with_suffix(".toml")
        plan = differing(file, law.journal.plan, len(law.journal.entries)) if file.exists() else []
        return plan + law.compare(said)
    except Wrong as wrong:
        return [str(wrong)]
    except Exception as error:
        raise RuntimeError(folder.name) from error


def main():
    folders = [Path(name) for name in sys.argv[1:]]
    if not folders:
        sys.exit(__doc__)
    found = 0
    for folder in folders:
        for wrong in judged(folder):
            found += 1
            print(f"{folder.name}: {wrong}")
    print(f"{len(folders)} events, {found} differences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
