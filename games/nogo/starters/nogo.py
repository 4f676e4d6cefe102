# A starter for NoGo in Python, `sau` dialect: plays at random.
# 不围棋的 Python 语言起步程序，sau 协议：随机走棋。
# leitai check nogo.py --game nogo
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
SIZE = 9


# ---- Stones · 棋子 -------------------------------------------------------------------------------
POINTS = SIZE * SIZE
EMPTY, BLACK, WHITE = 0, 1, 2

board = []  # point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
me = BLACK  # BLACK or WHITE; 己方颜色


# A game begins on an empty board. 在空棋盘上开始新的一局。
def new_game(color):
    global board, me
    board = [EMPTY] * POINTS
    me = color


# Puts a stone on the board. 在棋盘上落子。
def play(move, color):
    board[move] = color


# ---- The rules: which moves are there? · 规则：有哪些着法？ --------------------------------------
# The points beside this one. 相邻的点。
def neighbours(point):
    x, y = point % SIZE, point // SIZE
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [y * SIZE + x for x, y in around if 0 <= x < SIZE and 0 <= y < SIZE]


# Has this stone's chain an empty point beside it? `seen`: stones visited. 这枚棋子所在的块有没有气？
def has_liberty(point, seen):
    seen.add(point)
    for beside in neighbours(point):
        if board[beside] == EMPTY:
            return True
        if board[beside] == board[point] and beside not in seen and has_liberty(beside, seen):
            return True
    return False


# After our stone here, has every chain on the board a liberty? 己方在此落子后，每一块是否都有气？
def is_legal(point):
    if board[point] != EMPTY:
        return False
    board[point] = me
    legal = all(board[stone] == EMPTY or has_liberty(stone, set()) for stone in range(POINTS))
    board[point] = EMPTY
    return legal


# Lists our legal points. 列出己方合法的点。
def legal_moves():
    return [point for point in range(POINTS) if is_legal(point)]


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: leave the other side as few points as you can.
# 从合法着法中选一个。例如：让对方可下的点尽量少。
def choose(moves):
    return random.choice(moves)


# ---- Turns: one stone at a time · 轮流走棋：每次一子 ---------------------------------------------
# "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
def read_point(text):
    return (ord(text[1]) - ord("A")) * SIZE + ord(text[0]) - ord("A")


def write_point(point):
    return chr(ord("A") + point % SIZE) + chr(ord("A") + point // SIZE)


# Takes in the opponent's stone. 记下对手的落子。
def opponent(text):
    play(read_point(text), BLACK + WHITE - me)


# Our turn. 轮到己方。
def answer():
    moves = legal_moves()
    if moves:  # else the game is over; 否则对局已结束
        move = choose(moves)
        play(move, me)
        say("move " + write_point(move))


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
