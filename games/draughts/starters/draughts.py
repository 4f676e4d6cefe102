# A starter for draughts in Python, `judge` dialect: plays at random.
# 国际跳棋的 Python 语言起步程序，judge 协议：随机走棋。
# leitai check draughts.py --game draughts
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
SIZE = 8
SQUARES = SIZE * SIZE
EMPTY, MAN, KING, JUMPED = 0, 1, 2, 9  # ours; theirs are -MAN, -KING; 己方为正，对方为负
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]  # (rows, columns); （行，列）

board = []  # square = row * SIZE + column; 格 = 行 * SIZE + 列
forward = -1  # rows our men go: -1 up (black), +1 down (white); 己方兵的前进方向


# A game begins: 1 we are black, in rows 5 to 7; 2 white. 开局：1 执黑，在 5 至 7 行；2 执白。
def new_game(color):
    global board, forward
    forward = -1 if color == 1 else 1
    board = [EMPTY] * SQUARES
    for square in range(SQUARES):
        row, column = square // SIZE, square % SIZE
        if (row + column) % 2 == 1 and row not in (3, 4):  # the dark squares; 深色格
            board[square] = MAN if (row > 4) == (color == 1) else -MAN


# ---- The rules: which moves are there? · 规则：有哪些着法？ --------------------------------------
# The square so many steps away; None outside. 若干步之外的格；界外为 None。
def away(square, dy, dx, steps):
    row, column = square // SIZE + dy * steps, square % SIZE + dx * steps
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else None


# Lists the ways to go on jumping, the path so far included. What was jumped stays till the end, but is
# not jumped twice. 列出继续跳吃的各条路径。被跳的子走完才取走，途中不可重跳。
def jumps(path):
    found = []
    for dy, dx in DIAGONALS:
        over, to = away(path[-1], dy, dx, 1), away(path[-1], dy, dx, 2)
        if to is not None and board[to] == EMPTY and board[over] < 0:
            board[over] += JUMPED
            found += [path + [to]] + jumps(path + [to])
            board[over] -= JUMPED
    return found


# Lists our legal moves, each the squares visited. 列出己方合法着法，每个着法是经过的各格。
def legal_moves():
    steps, captures = [], []
    for start in [square for square in range(SQUARES) if board[square] > 0]:
        piece, board[start] = board[start], EMPTY  # it has left its square; 跳吃途中起点视为空格
        captures += jumps([start])
        board[start] = piece
        for dy, dx in DIAGONALS:
            to = away(start, dy, dx, 1)
            if (piece == KING or dy == forward) and to is not None and board[to] == EMPTY:
                steps.append([start, to])
    most = max((len(path) for path in captures), default=0)
    # Whoever can capture must, and as many as possible. 有吃必吃，有多吃多。
    return [path for path in captures if len(path) == most] or steps


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: crown a man; keep the back row.
# 从合法着法中选一个。例如：争取升王；守住底线。
def choose(moves):
    return random.choice(moves)


# Plays a move: takes off what is jumped, crowns who ends on the far row. 走子：取走被跳的子，抵达底线升王。
def play(path):
    for start, to in zip(path, path[1:]):
        board[to], board[start] = board[start], EMPTY
        if abs(to - start) > SIZE + 1:  # a jump, not a step; 是跳而不是走一步
            board[(start + to) // 2] = EMPTY
    end, far_row = path[-1], 0 if board[path[-1]] * forward < 0 else SIZE - 1
    if end // SIZE == far_row:
        board[end] = KING if board[end] > 0 else -KING


# ---- Turns · 轮流走棋 ----------------------------------------------------------------------------
# Takes in the opponent's move, "2 5,4 4,5": how many squares, then each. 记下对手的着法：格数，各格“行,列”。
def opponent(text):
    squares = [square.split(",") for square in text.split()[1:]]
    play([int(row) * SIZE + int(column) for row, column in squares])


# Our turn. 轮到己方。
def answer():
    path = choose(legal_moves())
    play(path)
    say(f"{len(path)} " + " ".join(f"{square // SIZE},{square % SIZE}" for square in path))


# ---- The conversation in judge · 用 judge 协议与平台通信 -----------------------------------------
# Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
def say(line):
    print(line, flush=True)


def main():
    for line in sys.stdin:  # until the platform has gone; 直到平台退出
        word, _, rest = line.strip().partition(" ")
        if word == "START":
            new_game(int(rest))
            say("OK")
        if word == "PLACE":
            opponent(rest)
        if word == "TURN":
            answer()
        if word == "END":
            break


main()
