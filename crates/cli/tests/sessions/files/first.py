"""Plays the first legal move of any game, in the native dialect."""
import json, sys

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "First", "moves": True}), flush=True)
    elif said["type"] == "turn":
        print(json.dumps({"type": "play", "moves": said["moves"][:1]}), flush=True)
    elif said["type"] == "end":
        break
