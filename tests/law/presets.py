"""What the announcements fix of an event's plan, where its file changes nothing of it."""

import tomllib

from journal import amount

MINUTE = 60_000


def differing(file, plan, entries):
    """How a plan differs from the announcement that its file names."""
    described = tomllib.loads(file.read_text())
    if "plan" in described or "clock" in described:
        return []
    return {"school": school, "course": course, "judge": judge}[described.get("preset", "school")](plan, entries, described)


def unlike(what, found, law):
    return [] if found == law else [f"plan: {what} {found}, by the law {law}"]


def scored(stage, per, *figures):
    found = [amount(stage["scoring"][name]) for name in ("win", "draw", "loss")]
    law = [int(figure * 1000) for figure in figures]
    return unlike("scores", [stage["scoring"]["per"], *found], [per, *law])


def school(plan, entries, described):
    race = described["game"] == "einstein"
    minutes = {"einstein": 4, "luzhanqi": 30, "hex": 30}.get(described["game"], 15)
    wrong = []
    for stage in plan["stages"]:
        wrong += scored(stage, "matches" if race else "games", 2, 1, 0)
        wrong += unlike("a meeting", stage["games"], "einstein" if race else {"games": 2})
        wrong += unlike("format", stage["format"], "round-robin")
        wrong += unlike("a side's time", stage["side-ms"], minutes * MINUTE)
        wrong += unlike("a side's time in a play-off", stage["play-off-ms"], 10 * MINUTE)
    final = plan["stages"][-1]
    breaks = ["head-to-head", "mini-league", "play-off", "deciding-game", "lot"]
    wrong += unlike("tie-breaks of the final", final["tie-breaks"], breaks)
    # As few stages as lead to a final of three or four, in groups of three or four.
    most = [6, 8, 64, 256]
    if entries <= 500:
        wrong += unlike("stages", len(plan["stages"]), 1 + sum(entries > at for at in most))
    left = entries
    for stage, after in zip(plan["stages"], plan["stages"][1:]):
        of = stage["sections"]["groups"]["of"]
        groups = -(-left // of)
        if of not in (3, 4) or left // groups < 3:
            wrong.append(f"plan: {left} teams in groups of {of}")
        left = groups * after["entrants"]["best"]
    if len(plan["stages"]) > 1 and left not in (3, 4):
        wrong.append(f"plan: {left} teams play the final")
    return wrong


def course(plan, entries, described):
    wrong = []
    for stage, bracket, games in zip(plan["stages"], ["seeds", "halves"], [3, 5]):
        rounds = [{"best-of": {"games": games, "replays": 2}}, {"best-of": {"games": 1, "replays": 2}}]
        wrong += unlike("format", stage["format"], {"knock-out": {"bracket": bracket, "rounds": rounds}})
        wrong += unlike("a side's time", stage["side-ms"], 3 * MINUTE)
    total = described.get("second-stage", 32)
    wrong += unlike("entrants", plan["stages"][1]["entrants"], {"champions-and-seconds": {"total": total}})
    return wrong + unlike("sections", [stage["sections"] for stage in plan["stages"]], ["classes", "one"])


def judge(plan, entries, described):
    (stage,) = plan["stages"]
    wrong = scored(stage, "matches", 3, 1, 0)
    wrong += unlike("a meeting", stage["games"], {"games": described.get("games", 2)})
    return wrong + unlike("format", stage["format"], "ladder") + unlike("tie-breaks", stage["tie-breaks"], [])
