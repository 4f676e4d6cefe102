"""The dialects in what `leitai games GAME --json` says. 列出 `leitai games 棋种 --json` 中的方言。"""

import json
import sys

for line in sys.stdin:
    for dialect in json.loads(line).get("dialects", []):
        print(dialect if isinstance(dialect, str) else dialect["name"])
