"""A player, `sau` or `junqi` dialect, that goes wrong in one way: messages.py WAY [TEXT]."""
import sys, time

way, text = sys.argv[1], " ".join(sys.argv[2:])

def deeper(moves):
    return moves[len(moves)]

for line in sys.stdin:
    words = line.split()
    word = words[0] if words else ""
    asked = line == "new black\n" or word in ("move", "START", "GO")
    if word == "name?":
        print("name Wrong", flush=True)
    elif word == "INFORMATION":
        print("NAME Wrong", flush=True)
    elif word in ("quit", "END"):
        break
    elif asked and way == "say":            # whatever it was told to
        print(text, flush=True)
    elif asked and way == "crash":          # an index out of range
        deeper([])
    elif asked and way == "loop":           # computes without end
        while True:
            pass
    elif asked and way == "sleep":          # waits for something else
        time.sleep(60)
    elif asked and way == "flush":          # an answer that stays with it
        print(text)
