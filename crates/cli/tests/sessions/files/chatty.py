"""A tic-tac-toe player, `sau` dialect, that thinks aloud on its standard output."""
import sys

used = set()
for line in sys.stdin:
    words = line.split()
    if words[0] == "name?":
        print("name Chatty", flush=True)
    elif words[0] == "told":
        used.add(int(words[2]))
    elif words[0] == "turn":
        at = next(at for at in range(9) if at not in used)
        print(f"I like {at}", flush=True)
        print(f"move {at}", flush=True)
    elif words[0] == "quit":
        break
