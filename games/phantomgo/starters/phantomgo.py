# A starter for Phantom Go in Python, `sau` dialect: plays at random.
# 幻影围棋的 Python 语言起步程序，sau 协议：随机走棋。
# leitai check phantomgo.py --game phantomgo
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
SIZE = 9
POINTS = SIZE * SIZE
LAST_TURN = 120  # after so many turns it passes; 此后一律停手
BLACK, WHITE = 1, 2
UNKNOWN, MINE, REFUSED = 0, 1, 2  # what we know of a point; 对每一点的了解

board = []  # point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
me = BLACK
turns = 0  # our turns so far; 己方已走的手数
tried = None  # the point tried last; 最近一次试下的点


# A game begins: nothing is known of any point. 开局：对各点一无所知。
def new_game(color):
    global board, me, turns
    board = [UNKNOWN] * POINTS
    me = color
    turns = 0


# A turn of ours begins: what was refused before may be free now. 己方回合开始：先前被拒绝的点可能已可下。
def new_turn():
    global board, turns
    board = [UNKNOWN if known == REFUSED else known for known in board]
    turns += 1


# ---- The rules: which moves are there? · 规则：有哪些着法？ --------------------------------------
# Lists the points worth a try in this turn. 列出本回合可试的点。
def legal_moves():
    return [point for point in range(POINTS) if board[point] == UNKNOWN]


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: try next to my stones first.
# 从合法着法中选一个。例如：先试己方棋子旁边的点。
def choose(moves):
    return random.choice(moves)


# The referee has taken our stone: it stands there. 裁判接受了这一手，己方棋子落定。
def play(point):
    board[point] = MINE


# ---- Points as text · 点的写法 -------------------------------------------------------------------
# "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
def read_point(text):
    return (ord(text[1]) - ord("A")) * SIZE + ord(text[0]) - ord("A")


def write_point(point):
    return chr(ord("A") + point % SIZE) + chr(ord("A") + point // SIZE)


# ---- Turns · 轮流走棋 ----------------------------------------------------------------------------
# Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
def captured(text):
    number, _, points = text.partition(" ")
    for i in range(int(number)):
        board[read_point(points[2 * i : 2 * i + 2])] = UNKNOWN


# Our turn, or another try in it. 轮到己方，或本回合再试一次。
def answer():
    global tried
    moves = legal_moves()
    if moves and turns <= LAST_TURN:
        tried = choose(moves)
        say("move " + write_point(tried))
    else:
        say("move pass")


# Refused. With nothing left to try the turn has passed. 被裁判拒绝；无点可试即视为停手。
def refused():
    board[tried] = REFUSED
    if legal_moves():
        answer()


# ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 ------------------------------
# Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
def say(line):
    print(line, flush=True)


def main():
    for line in sys.stdin:  # until the platform has gone; 直到平台退出
        word, _, rest = line.strip().partition(" ")
        if word == "name?":
            say("name Starter")
        if word == "new":
            new_game(BLACK if rest == "black" else WHITE)
        if word == "accept":
            play(tried)
        if word == "refuse":
            refused()
        if word == "taked":  # `take` is told of their stones; `take` 所指为对方的子
            captured(rest)
        # `move go`, `move pass`: the other side has moved; 对方已走或已停手
        if word == "move" or line.strip() == "new black":
            new_turn()
            answer()
        if word == "quit":
            break


main()
