# A starter for ⟨game⟩ in Python, `⟨dialect⟩` dialect: plays at random.
# ⟨棋⟩的 Python 语言起步程序，⟨dialect⟩ 协议：随机走棋。
# leitai check ⟨check⟩
import random, sys

# ---- ⟨say⟩ ---------------------------------------------------------------------------------------
# Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
def say(line):
    print(line, flush=True)


# ---- ⟨words⟩ -------------------------------------------------------------------------------------
    for line in sys.stdin:  # until the platform has gone; 直到平台退出
        word, _, rest = line.strip().partition(" ")


# ---- ⟨points⟩ ------------------------------------------------------------------------------------
# "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
def read_point(text):
    return (ord(text[1]) - ord("A")) * SIZE + ord(text[0]) - ord("A")


def write_point(point):
    return chr(ord("A") + point % SIZE) + chr(ord("A") + point // SIZE)


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


# ---- Points as text · 点的写法 -------------------------------------------------------------------
⟨points⟩


# ---- Turns: one stone at a time · 轮流走棋：每次一子 ---------------------------------------------
⟨points⟩


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


# ---- Turns: a move names its points · 轮流走棋：着法写作各点 -------------------------------------
⟨points⟩


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
⟨say⟩


def main():
⟨words⟩
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


# ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 ------------------------------
⟨say⟩


def main():
⟨words⟩
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


# ---- The moves: the platform lists them · 着法：由平台列出 ---------------------------------------
import json  # each message is a line of JSON; 每条消息是一行 JSON


# Takes the list of legal moves out of the platform's message. 从平台的消息中取出合法着法列表。
def legal_moves(message):
    return message["moves"]


# ---- The conversation in native · 用 native 协议与平台通信 ---------------------------------------
⟨say⟩


# Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
def answer(message):
    move = choose(legal_moves(message))
    say(json.dumps({"type": "play", "moves": [move]}))


def main():
    for line in sys.stdin:  # until the platform has gone; 直到平台退出
        message = json.loads(line)
        if message["type"] == "hello":  # we want the list of legal moves; 请平台附上合法着法
            say(json.dumps({"type": "ready", "name": "Starter", "moves": True}))
        elif message["type"] == "turn":
            answer(message)
        elif message["type"] == "told":
            learn(message["report"])
        elif message["type"] == "end":
            break


main()


# ---- The conversation in judge · 用 judge 协议与平台通信 -----------------------------------------
⟨say⟩


def main():
⟨words⟩
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


# ---- The conversation in junqi · 用 junqi 协议与平台通信 -----------------------------------------
⟨say⟩


def main():
⟨words⟩
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


# ---- The conversation in beyond · 用 beyond 协议与平台通信 ---------------------------------------
⟨say⟩


def main():
    global board, me
    say("Beyond.Game.Tic-tac-toe.1.0")
    say("Starter")
    for line in sys.stdin:  # until the platform has gone; 直到平台退出
        line = line.rstrip("\r\n")  # blanks are empty cells: keep them; 空格就是空位，不可去掉
        if line in ("X", "O"):
            me = line
            print("I am", me, file=sys.stderr)  # stderr is for your own notes; stderr 可用来输出调试信息
        elif len(line) == 9:
            board = line
            answer()


main()
