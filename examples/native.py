"""Plays any game of Leitai at random, in the native dialect. 用 native 协议随机下任何一种棋。
leitai match connect6 examples/native.py random --dialect-a native --games 10"""
import json, random, sys

def say(**message):
    print(json.dumps(message), flush=True)

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":     # ask for the legal moves with every turn; 请平台每回合附上合法着法
        say(type="ready", name="native.py", moves=True)
    elif said["type"] == "turn":
        say(type="play", moves=[random.choice(said["moves"])])
    elif said["type"] == "end":
        break
