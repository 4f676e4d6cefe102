"""A knock-out: who meets whom, the places, and who goes on from its classes."""

from journal import amount
from matches import Match

TITLES = {1: "champion", 2: "runner-up", 3: "semifinalist", 5: "quarterfinalist"}


def order_of(size):
    """The seeds by their places in a bracket: i meets size + 1 - i, and 1 and 2 meet in the final only."""
    seeds = [1]
    while len(seeds) < size:
        double = 2 * len(seeds) + 1
        seeds = [seed for one in seeds for seed in (one, double - one)]
    return seeds


def filled(order):
    """Entries by seed on the next power of two of places; the others are empty."""
    size = 1
    while size < len(order):
        size *= 2
    return [order[seed - 1] if seed <= len(order) else None for seed in order_of(size)]


def seeded(journal, entries, label):
    """By seed score, the highest first; equals by lot."""
    def score(entry):
        given = journal.of[entry]["seed_score"]
        return None if given is None else amount(given)
    scores = sorted({score(entry) for entry in entries}, key=lambda it: (it is None, -(it or 0)))
    order = []
    for it in scores:
        equal = [entry for entry in entries if score(entry) == it]
        given = "-" if it is None else journal.of[equal[0]]["seed_score"]
        order += journal.draw(f"{label} at {given}", equal)
    return order


def halves(journal, through, label):
    """By lot, with champion and runner-up of one class in opposite halves. `through` has the class of each entry."""
    order = journal.draw(label, through)
    halves = ([], [])
    for entry in order:
        others = [it for it in through if it != entry and through[it] == through[entry]]
        if others and entry not in halves[0] + halves[1]:
            first, second = journal.draw(f"{label}, first half", [entry, others[0]])
            halves[0].append(first)
            halves[1].append(second)
    for entry in order:
        if entry not in halves[0] + halves[1]:
            halves[len(halves[1]) < len(halves[0])].append(entry)
    drawn = [sorted(half, key=order.index) for half in halves]
    size = max(len(half) for half in drawn)
    while size & (size - 1):
        size += 1
    return [half[seed - 1] if seed <= len(half) else None for half in drawn for seed in order_of(max(size, 1))]


class KnockOut:
    """A section in which who loses is out; `bracket` are its places in order, neighbours meet."""

    def __init__(self, docket, plan, stage, section, bracket):
        self.docket, self.journal, self.plan = docket, docket.journal, plan
        self.at = f"{stage}.{section}"
        self.members = [entry for entry in bracket if entry]
        self.rounds = len(bracket).bit_length() - 1
        self.matches, self.reached = {}, dict.fromkeys(self.members, 0)
        self.is_open = False
        plans = plan["format"]["knock-out"]["rounds"]
        level = [(entry, True) for entry in bracket]
        for round in range(self.rounds):
            left = self.rounds - 1 - round
            of = plans[min(left, len(plans) - 1)]
            following = []
            for table in range(len(level) // 2):
                (a, known_a), (b, known_b) = level[2 * table : 2 * table + 2]
                following.append(self.met(round, table, a, b, known_a and known_b, of))
            for entry, _ in following:
                if entry:
                    self.reached[entry] = round + 1
            level = following
        self.winner = level[0][0]

    def met(self, round, table, a, b, known, plan):
        """Who comes out of a match, and whether that is known."""
        if not known:
            self.is_open = True
            return None, False
        if not a or not b:
            return a or b, True
        match = Match(self.docket, f"{self.at}.r{round}t{table}", [a, b], plan)
        self.matches[round, table] = match
        if match.state == "open":
            self.is_open = True
            return None, False
        return (None if match.state in ("nobody", "drawn") else match.state), True

    def find(self, game):
        return next((match for match in self.every_match() if match.id == game.match), None)

    def every_match(self):
        return list(self.matches.values())

    def is_over(self):
        return not self.is_open

    def final(self):
        return self.matches.get((self.rounds - 1, 0)) if self.rounds else None

    def completed(self, entry):
        """Whether it completed a game; `None` if none says anything about it."""
        said = []
        matches = [match for match in self.matches.values() if entry in match.sides]
        played = [it for match in matches for it in self.docket.played(match.id, match.sides)]
        for winner, how in played + [it for match in matches for it in match.counted]:
            if how in ("played", "overridden", "ruled"):
                said.append(True)
            elif how == "fault":
                said.append(winner == entry)
            elif winner != entry:
                said.append(False)
        return any(said) if said else None

    def rows(self):
        rows = {}
        for entry in self.members:
            completed = self.completed(entry)
            if self.docket.left.get(entry) == "out" or completed is False:
                rows[entry] = (None, None, None)
                continue
            reached = self.reached[entry]
            place = 1 if reached == self.rounds else 2 ** (self.rounds - reached - 1) + 1
            title = TITLES.get(place, f"last {2 * place - 2}") if completed else None
            rows[entry] = (place, title, None)
        return rows

    def first_two(self, section, stage):
        """Champion and runner-up, or who follows: by place, among equals by the law of runners-up."""
        rows = self.rows()
        two = []
        for place in sorted({row[0] for row in rows.values() if row[0]}):
            level = [entry for entry in self.members if rows[entry][0] == place and entry not in self.docket.left]
            label = f"through from {stage}.{section} at place {len(two) + 1}"
            two += by_law(self.journal, {entry: self for entry in level}, label)[: 2 - len(two)]
        return two


def by_law(journal, knockout_of, label):
    """By games won in the final that one played, then by seed score, then by lot."""
    def merit(entry):
        final = knockout_of[entry].final()
        won = final.wins[entry] if final and entry in final.sides else -1
        given = journal.of[entry]["seed_score"]
        return won, -1 if given is None else amount(given)
    ranked = []
    for level in sorted({merit(entry) for entry in knockout_of}, reverse=True):
        ranked += journal.draw(label, [entry for entry in knockout_of if merit(entry) == level])
    return ranked


def champions_and_seconds(journal, sections, stage, total):
    """The entries of the second stage with their classes."""
    first, second = {}, {}
    for number, section in enumerate(sections):
        two = section.first_two(number, stage)
        first.update({entry: number for entry in two[:1]})
        second.update({entry: number for entry in two[1:]})
    of = {entry: sections[number] for entry, number in second.items()}
    best = by_law(journal, of, "best seconds")[: max(0, total - len(first))]
    return {**first, **{entry: second[entry] for entry in best}}
