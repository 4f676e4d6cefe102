"""compare.py A B: whether two folders hold the same games, but for times, memory, logs and names of systems.
两个文件夹中的对局是否相同；时间、内存、日志与系统名除外。"""

import json
import pathlib
import re
import sys

UNLIKE = ("us", "at", "started", "stage", "seal", "cpu")
SPANS = re.compile(r"\b\d+(\.\d+)? (s|ms|µs|MB|KB)\b")


def lines(record):
    for line in record.read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        if said["type"] == "note" and said.get("what") != "exit":
            continue
        # Who is ready first, and has said its name by then, is a matter of time.
        if said["type"] == "ready":
            continue
        for name in UNLIKE:
            said.pop(name, None)
        text = json.dumps(said, sort_keys=True, ensure_ascii=False)
        yield SPANS.sub("…", text).replace(".exe", "").replace("\\\\", "/")


def games(folder):
    records = sorted(pathlib.Path(folder).glob("game-*.jsonl"))
    return {record.name: list(lines(record)) for record in records}


here, there = games(sys.argv[1]), games(sys.argv[2])
if not here or here.keys() != there.keys():
    sys.exit(f"{len(here)} games and {len(there)}")
for name, said in here.items():
    for one, other in zip(said + [""], there[name] + [""]):
        if one != other:
            sys.exit(f"{name}:\n  {one}\n  {other}")
