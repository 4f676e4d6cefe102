# A starter for Luzhanqi in Python, `junqi` dialect: plays at random.
# 军棋的 Python 语言起步程序，junqi 协议：随机走棋。
# leitai check luzhanqi.py --game luzhanqi
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
ROWS, COLUMNS, POINTS = 12, 5, 12 * 5
ARRAY = "fchbedaiekkgcdfijghijljgh"  # our pieces from row G to row L, camps left out; 己方布阵，跳过行营
NONE, ROAD, RAIL = 0, 1, 2
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]  # (rows, columns); （行，列）
# r: a station on a rail, s: another, c: a camp, h: a headquarters. r 铁路兵站，s 其他兵站，c 行营，h 大本营。
MAP = "shshs" "rrrrr" "rcscr" "rscsr" "rcscr" "rrrrr" "rrrrr" "rcscr" "rscsr" "rcscr" "rrrrr" "shshs"
board = []  # our pieces a–l, "?" theirs, "." empty; 己方 a–l，"?" 对方，"." 空
sent = None  # our last move, until we hear what it did; 己方刚走的着法，待告知结果


# A game begins: we see ourselves at the bottom. 开局：己方在下。
def new_game():
    global board
    ours = iter(ARRAY)
    board = ["." if MAP[p] == "c" else "?" if p < POINTS // 2 else next(ours) for p in range(POINTS)]


# ---- The rules: which moves are there? · 规则：有哪些着法？ --------------------------------------
# What joins a point with its neighbour in a direction. 与某方向的邻点之间的连线。
def joined(start, dr, dc):
    row, column = start // COLUMNS + dr, start % COLUMNS + dc
    gap = start // COLUMNS + row == ROWS - 1 and column % 2 == 1  # between the fronts; 双方前排之间
    if not (0 <= row < ROWS and 0 <= column < COLUMNS) or gap:
        return NONE
    both = MAP[start] + MAP[row * COLUMNS + column]
    if dr != 0 and dc != 0:  # slanting, from or to a camp only; 斜线只通行营
        return ROAD if "c" in both else NONE
    return RAIL if both == "rr" else ROAD


# Where a piece gets in one direction: a step, or straight on along a rail. Engineers may also turn on rails:
# add that. 沿一个方向可到的点：走一步，或沿铁路直行（工兵转弯留给你写）。
def reach(start, dr, dc):
    reached, kind, to = [], joined(start, dr, dc), start + dr * COLUMNS + dc
    # Free, or an enemy who is not safe in a camp. 空位，或不在行营中的对方棋子。
    while kind != NONE and (board[to] == "." or (board[to] == "?" and MAP[to] != "c")):
        reached.append(to)
        if kind == ROAD or board[to] == "?" or joined(to, dr, dc) != RAIL:
            break
        to += dr * COLUMNS + dc
    return reached


# Lists our moves: (from, to). 列出己方着法：（起点，终点）。
def legal_moves():
    movable = [p for p in range(POINTS) if board[p] in "abcdefghik" and MAP[p] != "h"]
    return [(start, to) for start in movable for dr, dc in DIRECTIONS for to in reach(start, dr, dc)]


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: weigh what may stand where the enemy is.
# 从合法着法中选一个。例如：估计对方各处可能是什么棋子。
def choose(moves):
    return random.choice(moves)


# What a move did: 0 the mover dies, 1 it captures, 2 both go, 3 no contact. 结果：0 亡，1 吃，2 同归于尽，3 无接触。
def play(move, result):
    start, to = move
    board[to] = {"0": board[to], "2": "."}.get(result, board[start])
    board[start] = "."


# ---- Turns · 轮流走棋 ----------------------------------------------------------------------------
# "F4" is row 5, column 4. “F4” 是第 5 行第 4 列。
def read_point(text):
    return (ord(text[0]) - ord("A")) * COLUMNS + int(text[1])


def write_point(point):
    return chr(ord("A") + point // COLUMNS) + str(point % COLUMNS)


# Takes in the opponent's move, "F4G4 3 00"; there is none at first. 记下对手的着法；首手之前没有着法。
def opponent(text):
    if not text.startswith("0000"):
        play((read_point(text[0:2]), read_point(text[2:4])), text[5])


# Our turn. 轮到己方。
def answer():
    global sent
    sent = choose(legal_moves())
    say("BESTMOVE " + "".join(write_point(point) for point in sent))


# ---- The conversation in junqi · 用 junqi 协议与平台通信 -----------------------------------------
# Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
def say(line):
    print(line, flush=True)


def main():
    for line in sys.stdin:  # until the platform has gone; 直到平台退出
        word, _, rest = line.strip().partition(" ")
        if word.startswith("INFO"):
            say("NAME Starter")
        if word == "START":
            new_game()
            say("ARRAY " + ARRAY)
        if word == "RESULT":
            play(sent, rest[0])
        if word == "GO":
            opponent(rest)
            answer()
        if word == "END":
            break


main()
