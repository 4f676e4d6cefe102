# A starter for Connect6 in Python, `sau` dialect: plays at random.
# 六子棋的 Python 语言起步程序，sau 协议：随机走棋。
# leitai check connect6.py --game connect6
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
SIZE = 19


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


# ---- The rules: any empty point will do · 规则：落在任一空位 -------------------------------------
# Lists the empty points. 列出全部空位。
def legal_moves():
    return [point for point in range(POINTS) if board[point] == EMPTY]


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: lengthen my longest line.
# 从合法着法中选一个。例如：延长己方最长的一线。
def choose(moves):
    return random.choice(moves)


# ---- Points as text · 点的写法 -------------------------------------------------------------------
# "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
def read_point(text):
    return (ord(text[1]) - ord("A")) * SIZE + ord(text[0]) - ord("A")


def write_point(point):
    return chr(ord("A") + point % SIZE) + chr(ord("A") + point // SIZE)


# ---- Turns · 轮流走棋 ----------------------------------------------------------------------------
# Takes in the opponent's stones: "JJ@@" is one, "ABCD" two. 记下对手的落子：“JJ@@” 一子，“ABCD” 两子。
def opponent(text):
    for stone in (text[0:2], text[2:4]):
        if stone not in ("@@", ""):
            play(read_point(stone), BLACK + WHITE - me)


# Our turn: black begins with one stone, then two a turn. 轮到己方：黑方第一手一子，此后每手两子。
def answer():
    stones = 1 if len(legal_moves()) == POINTS else 2
    if len(legal_moves()) < stones:
        return  # the game is over; 对局已结束
    text = ""
    for _ in range(stones):
        move = choose(legal_moves())
        play(move, me)
        text += write_point(move)
    say("move " + text.ljust(4, "@"))


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
