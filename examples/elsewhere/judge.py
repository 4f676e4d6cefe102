"""A judge of draughts after its text: two programs play each other, and whoever breaks the protocol or the rules loses.
按文本实现的国际跳棋裁判：两个程序对弈，违反协议或规则者判负。
python3 judge.py 20 'leitai engine draughts --level easy' 'leitai engine draughts --level random'
It ends with code 1 if a game was lost by a fault. 有一局因犯规告负时以代码 1 结束。"""
import queue, shlex, subprocess, sys, threading, time

START, ANSWER, GAME, ROUNDS = 5, 2, 90, 60   # seconds, and rounds; 秒与回合
SIDES = {1: "black", 2: "white"}

class Fault(Exception):
    pass

class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines, self.used = queue.Queue(), 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8", "replace").strip())
        self.lines.put(None)

    def say(self, text):
        try:
            self.process.stdin.write((text + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Fault("it left before END")

    def answer(self, limit):
        """The next line that is not DEBUG, within the limits. 时限内的下一行，不计 DEBUG。"""
        asked = time.monotonic()
        limit = min(limit, GAME - self.used)
        while True:
            try:
                line = self.lines.get(timeout=max(0, asked + limit - time.monotonic()))
            except queue.Empty:
                raise Fault(f"no answer within {limit:.1f} s")
            if line is None:
                raise Fault("it left before END")
            if not line.startswith("DEBUG"):
                self.used += time.monotonic() - asked
                return line

    def is_silent(self):
        """Has it said nothing that it was not asked for? 未被询问时没有输出？"""
        while not self.lines.empty():
            line = self.lines.get()
            if line is not None and not line.startswith("DEBUG"):
                raise Fault(f"it said {line!r} when nothing was asked")

    def end(self, result):
        try:
            self.say(f"END {result}")
            self.process.wait(1)
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()

def beginning():
    """Rows from the top: white's men, and black's. 自上的各行：白方与黑方的棋子。"""
    men = {1: range(5, 8), 2: range(3)}
    return {(y, x): (side, False) for side in men for y in men[side] for x in range(8) if (x + y) % 2}

def jumps(board, side, path, taken):
    """Every way to go on capturing, the longest or not. 继续吃子的各条路线，不论长短。"""
    y, x = path[-1]
    found = False
    for dy in (-1, 1):
        for dx in (-1, 1):
            over, to = (y + dy, x + dx), (y + 2 * dy, x + 2 * dx)
            is_empty = to == path[0] or to not in board
            if over in taken or board.get(over, (side,))[0] == side or not is_empty or not is_inside(to):
                continue
            found = True
            yield from jumps(board, side, path + [to], taken | {over})
    if not found and len(path) > 1:
        yield path

def is_inside(at):
    return 0 <= at[0] < 8 and 0 <= at[1] < 8

def moves(board, side):
    own = [at for at, (of, _) in board.items() if of == side]
    captures = [path for at in own for path in jumps(board, side, [at], frozenset())]
    if captures:
        most = max(map(len, captures))
        return [path for path in captures if len(path) == most]
    ahead = -1 if side == 1 else 1
    steps = [[(y, x), (y + dy, x + dx)] for y, x in own for dx in (-1, 1)
             for dy in ((-1, 1) if board[y, x][1] else (ahead,))]
    return [path for path in steps if is_inside(path[1]) and path[1] not in board]

def play(board, side, path):
    _, king = board.pop(path[0])
    for (y, x), (v, u) in zip(path, path[1:]):
        board.pop(((y + v) // 2, (x + u) // 2), None)
    board[path[-1]] = side, king or path[-1][0] == (0 if side == 1 else 7)

def read(line):
    try:
        count, *squares = line.split()
        path = [tuple(int(number) for number in square.split(",")) for square in squares]
    except ValueError:
        raise Fault(f"it answered {line!r}")
    if len(path) != int(count):
        raise Fault(f"it answered {line!r}: another number of squares")
    return path

def game(programs):
    """Who won, 0 for a draw, and by what fault. 谁胜（0 为和），因何犯规。"""
    board, side = beginning(), 1
    try:
        for side in (1, 2):
            programs[side].say(f"START {side}")
            if programs[side].answer(START) != "OK":
                raise Fault("it did not answer OK")
        for ply in range(2 * ROUNDS):
            side = 1 + ply % 2
            legal = moves(board, side)
            if not legal:
                return 3 - side, None
            programs[side].say("TURN")
            path = read(programs[side].answer(ANSWER))
            if path not in legal:
                raise Fault(f"illegal: {path}")
            play(board, side, path)
            programs[side].is_silent()
            words = " ".join(f"{y},{x}" for y, x in path)
            side = 3 - side
            programs[side].say(f"PLACE {len(path)} {words}")
        points = {1: 0, 2: 0}
        for of, king in board.values():
            points[of] += 3 if king else 1
        return (points[1] < points[2]) + 1 if points[1] != points[2] else 0, None
    except Fault as fault:
        return 3 - side, f"{SIDES[side]}: {fault}"

def main(games, *commands):
    won, faults = [0, 0], 0
    for number in range(int(games)):
        # They change sides from game to game. 逐局交换黑白。
        programs = {side: Program(commands[(side + 1 + number) % 2]) for side in (1, 2)}
        winner, fault = game(programs)
        for side in (1, 2):
            programs[side].end(0 if winner == 0 else 1 if winner == side else 2)
        if winner:
            won[(winner + 1 + number) % 2] += 1
        faults += fault is not None
        print(f"{number + 1}: {SIDES.get(winner, 'draw')}{f' ({fault})' if fault else ''}", flush=True)
    print(f"{won[0]}:{won[1]}, {faults} faults")
    return 1 if faults else 0

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
