"""Groups by lot: seeds apart, placed entries where they are, and entries of one school as far apart as can be."""

from collections import Counter
from itertools import combinations

DRAWS = 100


def apart_by_school(journal, order, apart, placed, label):
    """Draws again, a hundred times at most, until no group has more of one school than need be; else the draw counts that
    comes nearest: the fewest of one school in a group, then the fewest pairs, then the earliest."""
    school = {entry: journal.of[entry].get("school") for entry in journal.entries}
    least = fewest(school, order, placed)
    draws = []
    for draw in range(1, DRAWS + 1):
        groups = dealt(journal, order, apart, placed, label if draw == 1 else f"{label}, draw {draw}")
        draws.append((*together(school, groups), draw, groups))
        if least is None or draws[-1][0] <= least:
            break
    return min(draws)[-1]


def dealt(journal, order, apart, placed, label):
    """One draw. Seeds fill the groups that have fewest entries, one in each; who is left goes to the emptiest."""
    groups = [list(group) for group in placed]
    seeds, pot = list(order[:apart]), 0
    while groups:
        size = min(map(len, groups))
        level = [group for group in groups if len(group) == size]
        if len(seeds) < len(level):
            break
        pot += 1
        for group, entry in zip(level, journal.draw(f"{label}, pot {pot}", seeds[: len(level)])):
            group.append(entry)
        seeds = seeds[len(level) :]
    rest = seeds + list(order[apart:])
    if rest:
        for entry in journal.draw(f"{label}, pot {pot + 1}", rest):
            min(groups, key=len).append(entry)
    return groups


def together(school, groups):
    """The most of one school in a group, and the pairs of one school in one group."""
    most = pairs = 0
    for group in groups:
        counts = Counter(school[entry] for entry in group if school[entry])
        most = max([most, *counts.values()])
        pairs += sum(1 for a, b in combinations(group, 2) if school[a] and school[a] == school[b])
    return most, pairs


def fewest(school, order, placed):
    """The fewest of one school that a group must have, by trying: `None` where no school has two."""
    everyone = [entry for group in placed for entry in group] + list(order)
    counts = Counter(school[entry] for entry in everyone if school[entry])
    if not counts or max(counts.values()) < 2:
        return None
    count = len(placed)
    least, larger = divmod(len(everyone), count)
    # Groups with more placed than others have are the larger ones, then the first.
    sizes = [least + 1 if len(group) > least else least for group in placed]
    larger -= sum(len(group) > least for group in placed)
    for at, group in enumerate(placed):
        if len(group) <= least and larger > 0:
            sizes[at], larger = least + 1, larger - 1
    most = 1
    while not fits(school, order, placed, sizes, most):
        most += 1
    return most


def fits(school, order, placed, sizes, most):
    """Whether everyone of a school finds a place with at most so many of one school in each group: each takes a place and
    sends somebody else to look for another, as in matching. Places are single, and so are a school's parts in a group."""
    there = [Counter(school[entry] for entry in group if school[entry]) for group in placed]
    if any(count > most for group in there for count in group.values()):
        return False
    # What an entry may take in a group: one of the school's parts there, and one place. A part is a middle node.
    taken_place = [[] for _ in sizes]

    def enter(entry, seen):
        for at, size in enumerate(sizes):
            own = [other for other in taken_place[at] if school[other] == school[entry]]
            if at in seen or there[at][school[entry]] + len(own) >= most:
                continue
            seen.add(at)
            if len(placed[at]) + len(taken_place[at]) < size:
                taken_place[at].append(entry)
                return True
            for other in list(taken_place[at]):
                taken_place[at].remove(other)
                if enter(other, seen):
                    taken_place[at].append(entry)
                    return True
                taken_place[at].append(other)
        return False

    return all(enter(entry, set()) for entry in order if school[entry])
