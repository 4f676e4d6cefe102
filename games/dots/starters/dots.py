# A starter for dots and boxes in Python, `sau` dialect: plays at random.
# 点格棋的 Python 语言起步程序，sau 协议：随机走棋。
# leitai check dots.py --game dots
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
LINES = 6  # lines of dots each way; 横竖各 6 条线
PLACES = 5  # edges along a line; 每条线上 5 条边
ACROSS, UPRIGHT = 0, 1
BLACK, WHITE = 0, 1

drawn = set()  # edges (way, line, place); 已连的边：方向、第几条线、线上第几段
me = BLACK


# A game begins without edges. 开始新的一局，尚无任何边。
def new_game(color):
    global me
    drawn.clear()
    me = color


# ---- The rules: which moves are there? · 规则：有哪些着法？ --------------------------------------
# Lists the edges not yet drawn. 列出未连的边。
def legal_moves():
    edges = [(way, line, place) for way in (ACROSS, UPRIGHT) for line in range(LINES) for place in range(PLACES)]
    return [edge for edge in edges if edge not in drawn]


# Is the box between this line and the next complete? 此线与下一条线之间的格子是否已围成？
def box(way, line, place):
    sides = {(way, line, place), (way, line + 1, place), (1 - way, place, line), (1 - way, place + 1, line)}
    return sides <= drawn


# Has this edge completed a box? Then the turn goes on. 这条边是否围成了格子？若是则继续连。
def closes_box(edge):
    way, line, place = edge
    return box(way, line - 1, place) or box(way, line, place)


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: never draw the third side of a box.
# 从合法着法中选一个。例如：不要给格子画上第三条边。
def choose(moves):
    return random.choice(moves)


# Draws an edge. 连一条边。
def play(edge):
    drawn.add(edge)


# ---- Turns · 轮流走棋 ----------------------------------------------------------------------------
# "BAC" is upright, line 0, place 2. “BAC” 是竖边，第 0 条线，第 2 段。
def read_edge(text):
    return tuple(ord(letter) - ord("A") for letter in text)


def write_edge(edge):
    return "".join(chr(ord("A") + number) for number in edge)


# Takes in the opponent's turn: "2 ACBADE" are two edges. 记下对手的一手：“2 ACBADE” 为两条边。
def opponent(text):
    number, _, edges = text.partition(" ")
    for i in range(int(number)):
        play(read_edge(edges[3 * i : 3 * i + 3]))


# Our turn: edges, until one completes no box. 轮到己方：连到不再围成格子为止。
def answer():
    edges = []
    while legal_moves() and (not edges or closes_box(edges[-1])):
        edge = choose(legal_moves())
        play(edge)
        edges.append(edge)
    if edges:  # else the game is over; 否则对局已结束
        say(f"move {len(edges)} " + "".join(write_edge(edge) for edge in edges))


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
