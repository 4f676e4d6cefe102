# A starter for Amazons in Python, `sau` dialect: plays at random.
# 亚马逊棋的 Python 语言起步程序，sau 协议：随机走棋。
# leitai check amazons.py --game amazons
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
SIZE = 10
POINTS = SIZE * SIZE
EMPTY, BLACK, WHITE, ARROW = 0, 1, 2, 3
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]  # (columns, rows); （列，行）

board = []  # point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
me = BLACK


# A game begins: four amazons each, black at the bottom. 开局：双方各四枚，黑方在下。
def new_game(color):
    global board, me
    board = [EMPTY] * POINTS
    for top in (3, 6, 30, 39):
        board[top], board[POINTS - 1 - top] = WHITE, BLACK
    me = color


# ---- The rules: which moves are there? · 规则：有哪些着法？ --------------------------------------
# Lists the points that a queen reaches from here. 列出“皇后走法”可到的点。
def queen(start):
    reached = []
    for dx, dy in DIRECTIONS:
        x, y = start % SIZE + dx, start // SIZE + dy
        while 0 <= x < SIZE and 0 <= y < SIZE and board[y * SIZE + x] == EMPTY:
            reached.append(y * SIZE + x)
            x, y = x + dx, y + dy
    return reached


# Lists our legal moves: (from, to, arrow). 列出己方合法着法：（起点，落点，障碍）。
def legal_moves():
    moves = []
    for start in [point for point in range(POINTS) if board[point] == me]:
        ways = queen(start)
        board[start] = EMPTY  # the arrow may fly over the square just left; 箭可以射过刚离开的格子
        moves += [(start, to, arrow) for to in ways for arrow in queen(to)]
        board[start] = me
    return moves


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: leave the other side as few moves as you can.
# 从合法着法中选一个。例如：让对方可走的着法尽量少。
def choose(moves):
    return random.choice(moves)


# Moves an amazon and shoots its arrow. 走子并放置障碍。
def play(move):
    start, to, arrow = move
    board[to], board[start] = board[start], EMPTY
    board[arrow] = ARROW


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
