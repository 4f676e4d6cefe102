"""A tic-tac-toe player, `beyond` dialect, that makes one slip: slips.py SLIP."""
import sys, time

slip = sys.argv[1]

def say(line, end="\n"):
    print(line, end=end, flush=slip != "flush")

say("Beyond.Game.Tic-tac-toe.1.0")
say("Slip")
turns = 0
sys.stdin.readline()                    # our side
for board in sys.stdin:
    board = board.rstrip("\n")
    free = [at for at in range(9) if board[at] not in "XO"]
    turns += 1
    if slip == "early":                 # leaves before the game is over
        sys.exit(3)
    if slip == "late" and turns == 2:   # thinks too long
        time.sleep(30)
    if slip == "deaf":                  # never answers
        continue
    if slip == "noise":                 # tells what it thinks
        say(f"thinking about {len(free)} points")
    if slip == "error" and turns == 2:  # breaks
        sys.exit("list index out of range")
    if slip == "occupied" and len(free) < 9:
        free = [at for at in range(9) if at not in free]
    if slip == "log":
        print("free:", *free, file=sys.stderr, flush=True)
    say(free[0], end="\r" if slip == "return" else "\n")
if slip == "stay":                      # does not leave at the end
    time.sleep(30)
if slip == "code":
    sys.exit(1)
