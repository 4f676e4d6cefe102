"""A match: who sits where, when it is decided, and for whom."""

from journal import Wrong


class Docket:
    """The games that were played together with what was ruled on them and on who plays."""

    def __init__(self, journal):
        self.journal = journal
        self.games = {}
        self.of = {}
        self.rulings = []
        self.forfeited = {}
        self.ruled, self.left, self.since, self.submissions, self.closed = {}, {}, {}, {}, False

    def take(self, event):
        if not isinstance(event, tuple):
            if event.id in self.games:
                raise Wrong(f"{event.id} was played twice")
            self.games[event.id] = event
            self.of.setdefault(event.match, {})[event.number] = event
            return
        self.rulings.append(event)
        self.ruled, self.left, self.since, self.submissions, self.closed = {}, {}, {}, {}, False
        revoked = self.taken_back()
        meddled, self.slips = set(), set()
        for place, (what, content) in enumerate(self.rulings):
            if place in revoked:
                if what == "submit" and content["accepted"]:
                    count, _ = self.submissions.get(content["entry"], (0, None))
                    self.submissions[content["entry"]] = (count + 1, self.submissions.get(content["entry"], (0, None))[1])
                continue
            self.rule(what, content, meddled)
            for entry in self.left:
                self.since.setdefault(entry, place)

    def taken_back(self):
        """The places of the rulings that were taken back."""
        revoked = set()
        for place, (what, content) in reversed(list(enumerate(self.rulings))):
            if what == "revoke" and place not in revoked:
                revoked.add(content["ruling"])
        return revoked

    def lots(self):
        """The lots that were drawn by hand, if any stand."""
        revoked = self.taken_back()
        for place, (what, content) in enumerate(self.rulings):
            if what == "lots" and place not in revoked:
                return content["lots"]
        return None

    def rule(self, what, content, meddled):
        if what == "withdraw":
            self.left.setdefault(content["entry"], "withdrawn")
        elif what == "absent":
            self.left[content["entry"]] = "out"
        elif what == "disqualify":
            for entry in content["entries"]:
                self.left[entry] = "out"
        elif what == "override":
            finding = content["finding"]
            winner = finding["won"] if isinstance(finding, dict) else {"drawn": "draw"}.get(finding, finding)
            self.ruled[content["game"]] = (winner, "overridden")
        elif what == "forfeit":
            self.ruled[content["game"]] = (content["by"], "forfeit")
        elif what == "meddling":
            self.ruled[content["game"]] = ([content["by"]], "fault")
            if content["by"] in meddled:
                self.left[content["by"]] = "out"
            meddled.add(content["by"])
        elif what == "scattered":
            self.ruled[content["game"]] = ([content["by"]], "fault")
        elif what == "equipment":
            self.ruled[content["game"]] = ([content["by"]], "forfeit")
        elif what == "slip":
            slip = content["game"], content["by"]
            if slip in self.slips or not content["restored"]:
                self.ruled[content["game"]] = ([content["by"]], "fault")
            self.slips.add(slip)
        elif what == "referee-slip":
            if len(content["restored-by"]) == 1:
                self.ruled[content["game"]] = (content["restored-by"][0], "ruled")
        elif what in ("result", "agreed"):
            finding = content["finding"]
            winner = finding["won"] if isinstance(finding, dict) else {"drawn": "draw"}.get(finding, finding)
            self.ruled[content["game"]] = (winner, "ruled")
        elif what == "hearing":
            for entry in content["entries"] if content["copied"] else []:
                self.left[entry] = "out"
        elif what in ("lots", "present", "consent", "excuse", "propose-stop", "object", "answer", "confirm"):
            pass
        elif what == "submit":
            if content["accepted"]:
                count, _ = self.submissions.get(content["entry"], (0, None))
                self.submissions[content["entry"]] = (count + 1, count)
        elif what == "close":
            self.closed = True
        elif what != "revoke":
            raise Wrong(f"the ruling {what} is beyond this law")

    def counted(self, match, number, sides):
        """What a game counts: its winner and how, or `None` while it is to be played."""
        game = self.of.get(match, {}).get(number)
        ruled = self.ruled.get(f"{match}.g{number}")
        if ruled:
            winner, how = ruled
            if how not in ("overridden", "ruled"):
                others = [side for side in sides if side not in winner]
                winner = others[0] if len(others) == 1 else "nobody"
            return winner, how
        if game:
            return game.winner, game.how
        if (match, number) in self.forfeited:
            return self.forfeited[match, number]
        since = [self.since.get(side, len(self.rulings)) for side in sides]
        if min(since) == len(self.rulings):
            return None
        if since[0] == since[1]:
            return "nobody", "forfeit"
        # Who left first forfeited the game then.
        return sides[since[0] < since[1]], "forfeit"

    def played(self, match, sides):
        """All games of a match that were played, also those that a ruling has made needless since."""
        return [self.counted(match, number, sides) for number in self.of.get(match, {})]

    def close(self, section):
        """The games that were forfeited when the next stage was drawn stay so, whatever becomes of the ruling."""
        for match in section.every_match():
            for number, it in enumerate(match.counted):
                if it[1] == "forfeit" and number not in self.of.get(match.id, {}):
                    self.forfeited[match.id, number] = it


class Match:
    """A match as far as it was played. `state` is "open", "drawn", "nobody" or the entry that won it; `counted` are the
    games that count, each with its winner and how it was won."""

    def __init__(self, docket, id, sides, plan):
        self.id, self.sides, self.plan = id, sides, plan
        self.docket, self.journal = docket, docket.journal
        self.counted, self.state = [], "open"
        self.wins = dict.fromkeys(sides, 0)
        self.due = set()
        if isinstance(plan, dict) and "games" in plan:
            self.every_game(plan["games"])
        elif plan == "einstein":
            self.race()
        elif plan == "play-off":
            self.play_off()
        else:
            self.best_of(**plan["best-of"])

    def count(self, number):
        it = self.docket.counted(self.id, number, self.sides)
        if it is None:
            self.due.add(number)
            return None
        self.counted.append(it)
        if it[0] in self.wins:
            self.wins[it[0]] += 1
        return it

    def more_wins(self):
        a, b = (self.wins[side] for side in self.sides)
        if a != b:
            return self.sides[a < b]
        return "nobody" if all(winner == "nobody" for winner, _ in self.counted) else "drawn"

    def every_game(self, games):
        """All are played; more games won wins the match."""
        if all([self.count(number) for number in range(games)]):
            self.state = self.more_wins()

    def race(self):
        """At most seven games; the first to four wins."""
        for number in range(7):
            if self.count(number) is None:
                return
            for side in self.sides:
                if self.wins[side] == 4:
                    self.state = side
                    return
        self.state = self.more_wins()

    def by_lot(self, what):
        winner = self.journal.draw(f"winner of {what}", self.sides)[0]
        self.wins[winner] += 1
        return winner

    def play_off(self):
        """Two games, then one deciding game; drawn, a lot."""
        if not all([self.count(number) for number in range(2)]):
            return
        self.state = self.more_wins()
        if self.state in self.sides:
            return
        self.state = "open"
        last = self.count(2)
        if last is not None:
            self.state = self.by_lot(f"{self.id}.g2") if last[0] == "draw" else last[0]

    def best_of(self, games, replays):
        """Until more than half of the games are won. A drawn game is played again, then a lot decides it; so it does if
        games that neither side won leave both level. Where neither won any, neither wins."""
        number, settled, draws = 0, 0, 0
        while settled < games and all(2 * wins <= games for wins in self.wins.values()):
            it = self.count(number)
            if it is None:
                return
            draws = draws + 1 if it[0] == "draw" else 0
            if draws > replays:
                self.by_lot(f"{self.id}.g{number}")
                draws = 0
            settled += not draws
            number += 1
        level = len(set(self.wins.values())) == 1
        if level and any(self.wins.values()):
            self.by_lot(self.id)
        self.state = max(self.sides, key=lambda side: self.wins[side]) if any(self.wins.values()) else "nobody"

    def turns_of_best_of(self):
        """Which seats each game has: those of game 1 are drawn, then they alternate; a drawn game is played again with
        seats changed, whatever follows it."""
        turned, decided, draws = [], 0, 0
        for winner, _ in self.counted:
            turned.append((decided + draws) % 2)
            draws = draws + 1 if winner == "draw" else 0
            if not draws or draws > self.plan["best-of"]["replays"]:
                decided, draws = decided + 1, 0
        return turned + [(decided + draws) % 2]

    def seated(self, game):
        """Seats: by lot, then alternating; in a match of games half with each seat; the order of the source in a race.
        `game` is played next."""
        if game.number not in self.due:
            raise Wrong(f"{game.id} was played though it is not due")
        if sorted(game.seats) != sorted(self.sides):
            raise Wrong(f"{game.id} is between {game.seats}, not {self.sides}")
        played = self.docket.of.get(self.id, {})
        if isinstance(self.plan, dict) and "best-of" in self.plan:
            first = self.journal.draw(f"first seat of {self.id}", self.sides)[0]
            turned = self.turns_of_best_of()
        elif self.plan == "play-off" and game.number == 2:
            first, turned = self.journal.draw(f"first seat of {game.id}", self.sides)[0], [0, 0, 0]
        else:
            turned = [0, 1, 1, 0, 0, 1, 1] if self.plan == "einstein" else [it % 2 for it in range(game.number + 9)]
            begun = [game, *played.values()][-1]
            first = begun.seats[turned[begun.number]]
        if game.seats[turned[game.number]] != first:
            raise Wrong(f"{game.id}: {game.seats[0]} sits first, against the order of the match")
