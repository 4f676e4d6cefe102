# A starter for Surakarta in Python, `sau` dialect: plays at random.
# 苏拉卡尔塔棋的 Python 语言起步程序，sau 协议：随机走棋。
# leitai check surakarta.py --game surakarta
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
SIZE, POINTS = 6, 6 * 6
EMPTY, BLACK, WHITE = 0, 1, 2
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]  # (columns, rows); （列，行）

# A track is a loop of four lines of six points, an arc after each. 轨道是一个环：四条线各六点，每条线后接一段弧。
TRACKS = [
    [k * 6 + i for i in range(6)]  # row k from the left; 第 k 行，自左向右
    + [i * 6 + 5 - k for i in range(6)]  # the column k from the right, down; 右起第 k 列，向下
    + [(5 - k) * 6 + 5 - i for i in range(6)]
    + [(5 - i) * 6 + k for i in range(6)]
    for k in (1, 2)
]

board = []  # point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
me = BLACK


# A game begins: black has the two top rows, white the two bottom rows. 开局：黑占上两行，白占下两行。
def new_game(color):
    global board, me
    board = [BLACK] * 12 + [EMPTY] * 12 + [WHITE] * 12
    me = color


# ---- The rules: which moves are there? · 规则：有哪些着法？ --------------------------------------
# Where a capture lands that runs along a track one way (1 or -1); None if there is none.
# 沿轨道某一方向（1 或 -1）能吃到的位置；不能吃为 None。
def capture(track, at, way):
    start, arcs = track[at], 0
    for _ in range(24):
        if at // 6 != (at + way) % 24 // 6:
            arcs += 1
        at = (at + way) % 24
        to = track[at]
        if board[to] != EMPTY and to != start:  # its own start counts as empty; 自己的起点视为空
            return to if arcs > 0 and board[to] != me else None
    return None


# Lists our legal moves: (from, to). 列出己方合法着法：（起点，终点）。
def legal_moves():
    moves = []
    for start in [point for point in range(POINTS) if board[point] == me]:
        for dx, dy in DIRECTIONS:
            x, y = start % SIZE + dx, start // SIZE + dy
            if 0 <= x < SIZE and 0 <= y < SIZE and board[y * SIZE + x] == EMPTY:
                moves.append((start, y * SIZE + x))
        places = [(track, at) for track in TRACKS for at in range(24) if track[at] == start]
        ends = [capture(track, at, way) for track, at in places for way in (1, -1)]
        moves += [(start, end) for end in ends if end is not None]
    return moves


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: capture whenever you can.
# 从合法着法中选一个。例如：能吃则吃。
def choose(moves):
    return random.choice(moves)


# Moves a stone on the board. 在棋盘上走子。
def play(move):
    start, to = move
    board[to], board[start] = board[start], EMPTY


# ---- Turns: a move names its points · 轮流走棋：着法写作各点 -------------------------------------
# "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
def read_point(text):
    return (ord(text[1]) - ord("A")) * SIZE + ord(text[0]) - ord("A")


def write_point(point):
    return chr(ord("A") + point % SIZE) + chr(ord("A") + point // SIZE)


# Takes in the opponent's move, point by point. 逐点记下对手的着法。
def opponent(text):
    play([read_point(text[i : i + 2]) for i in range(0, len(text), 2)])


# Our turn. 轮到己方。
def answer():
    moves = legal_moves()
    if moves:  # else the game is over; 否则对局已结束
        move = choose(moves)
        play(move)
        say("move " + "".join(write_point(point) for point in move))


# ---- The conversation in sau · 用 sau 协议与平台通信 ---------------------------------------------
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
        if word == "move":
            opponent(rest)
        if word == "move" or line.strip() == "new black":  # black begins; 黑方先行
            answer()
        if word == "quit":
            break


main()
