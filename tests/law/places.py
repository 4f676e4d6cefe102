"""Points, and how equal points are parted."""

from itertools import combinations

from journal import amount, number
from matches import Match


class Robin:
    """A section in which everyone meets everyone, and the play-offs that its ties demand."""

    def __init__(self, docket, plan, stage, section, members):
        self.docket, self.journal, self.plan = docket, docket.journal, plan
        self.at, self.members = f"{stage}.{section}", sorted(members, key=number)
        pairs = combinations(self.members, 2)
        self.matches = [self.match("", pair, plan["games"]) for pair in pairs]
        self.play_offs = {}
        self.demanded = set()

    def match(self, kind, pair, plan):
        a, b = sorted(pair, key=number)
        return Match(self.docket, f"{self.at}.{kind}{a}-{b}", [a, b], plan)

    def find(self, game):
        """The match of a game, if it is one of the draw's."""
        return next((match for match in self.every_match() if match.id == game.match), None)

    def every_match(self):
        self.places()
        return self.matches + [self.play_offs[pair] for pair in self.demanded]

    def is_over(self):
        return all(match.state != "open" for match in self.every_match())

    def points(self, entry, matches):
        scoring = self.plan["scoring"]
        worth = {what: amount(scoring[what]) for what in ("win", "draw", "loss")}
        total = 0
        for match in matches:
            if entry not in match.sides:
                continue
            results = [match.state] if scoring["per"] == "matches" else [winner for winner, _ in match.counted]
            for winner in results:
                if winner in ("drawn", "draw"):
                    total += worth["draw"]
                elif winner not in ("open", "nobody"):
                    total += worth["win" if winner == entry else "loss"]
        return total

    def places(self):
        """The entries in levels of one place each, the best first; who is out has none."""
        self.demanded = set()
        ranked = [entry for entry in self.members if self.docket.left.get(entry) != "out"]
        levels = []
        for equal in self.by({entry: self.points(entry, self.matches) for entry in ranked}):
            levels += self.parted(equal)
        return levels

    def by(self, figures):
        return [
            [entry for entry in figures if figures[entry] == figure]
            for figure in sorted(set(figures.values()), reverse=True)
        ]

    def parted(self, tied):
        """The tie-breaks in their order; whoever one of them parts begins again among fewer."""
        if len(tied) == 1:
            return [tied]
        among = [match for match in self.matches if set(match.sides) <= set(tied)]
        for criterion in self.plan["tie-breaks"]:
            if criterion == "head-to-head":
                if len(tied) > 2:
                    continue
                figures = {entry: self.points(entry, among) for entry in tied}
            elif criterion == "mini-league":
                if len(tied) == 2:
                    continue
                figures = {entry: self.points(entry, among) for entry in tied}
            elif criterion == "wins":
                figures = {entry: self.won(entry) for entry in tied}
            elif criterion == "play-off":
                figures = self.played_off(tied)
                if figures is None:
                    return [tied]
            elif criterion == "deciding-game":
                continue
            elif criterion == "lot":
                drawn = self.journal.draw(f"places of {self.at}", tied)
                figures = {entry: -drawn.index(entry) for entry in tied}
            levels = self.by(figures)
            if len(levels) > 1:
                return [part for level in levels for part in self.parted(level)]
        return [tied]

    def won(self, entry):
        """Games won, or matches where these are what scores."""
        if self.plan["scoring"]["per"] == "matches":
            return sum(match.state == entry for match in self.matches)
        return sum(match.wins.get(entry, 0) for match in self.matches)

    def played_off(self, tied):
        """Matches of the play-off won, then the points of its games where all won as many; `None` while it is played."""
        for pair in combinations(tied, 2):
            pair = tuple(sorted(pair, key=number))
            if pair not in self.play_offs:
                self.play_offs[pair] = self.match("p-", pair, "play-off")
            self.demanded.add(pair)
        matches = [self.play_offs[pair] for pair in self.demanded if set(pair) <= set(tied)]
        if any(match.state == "open" for match in matches):
            return None
        won = {entry: sum(match.state == entry for match in matches) for entry in tied}
        if len(set(won.values())) > 1 or len(tied) == 2:
            return won
        return {entry: self.points_of_games(entry, matches) for entry in tied}

    def points_of_games(self, entry, matches):
        worth = {what: amount(self.plan["scoring"][what]) for what in ("win", "draw", "loss")}
        total = 0
        for match in matches:
            for winner, _ in match.counted if entry in match.sides else []:
                if winner != "nobody":
                    total += worth["draw" if winner == "draw" else "win" if winner == entry else "loss"]
        return total

    def rows(self):
        """By entry: its place, its title, its points."""
        rows, place = {}, 1
        for level in self.places():
            for entry in level:
                rows[entry] = (place, None, self.points(entry, self.matches))
            place += len(level)
        for entry in self.members:
            rows.setdefault(entry, (None, None, None))
        return rows


class Ladder(Robin):
    """A score board: the newest program of everyone against everyone else's; equal totals share a place."""

    def __init__(self, docket, plan):
        self.docket, self.journal, self.plan, self.at = docket, docket.journal, plan, "0.0"
        self.newest = {entry: count for entry, (_, count) in docket.submissions.items() if count is not None}
        self.members, self.play_offs, self.demanded = list(self.newest), {}, set()
        # Of half a million matches only those that have begun, or are forfeited, make a difference.
        begun = {tuple(sorted(pair, key=number)) for pair in map(self.pair_of, docket.of) if pair}
        for gone in self.newest.keys() & docket.left.keys():
            begun |= {tuple(sorted((gone, other), key=number)) for other in self.newest if other != gone}
        self.matches = [self.match("", pair, plan["games"]) for pair in sorted(begun)]

    def side(self, entry):
        return entry if self.newest[entry] == 0 else f"{entry}s{self.newest[entry]}"

    def pair_of(self, match):
        """The entries whose newest programs meet in it."""
        pair = [side.partition("s")[0] for side in match.rpartition(".")[2].split("-")]
        known = len(pair) == 2 and all(entry in self.newest for entry in pair)
        return pair if known and match == self.id_of(pair) else None

    def id_of(self, pair):
        a, b = sorted(pair, key=number)
        return f"{self.at}.{self.side(a)}-{self.side(b)}"

    def match(self, kind, pair, plan):
        return Match(self.docket, self.id_of(pair), sorted(pair, key=number), plan)

    def find(self, game):
        pair = self.pair_of(game.match)
        return pair and self.match("", pair, self.plan["games"])

    def is_over(self):
        every = len(self.newest) * (len(self.newest) - 1) // 2
        return self.docket.closed and len(self.matches) == every and super().is_over()
