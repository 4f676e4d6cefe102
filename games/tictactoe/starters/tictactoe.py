# A starter for tic-tac-toe in Python, `beyond` dialect: plays at random.
# 井字棋的 Python 语言起步程序，beyond 协议：随机走棋。
# leitai check tictactoe.py --game tictactoe
import random, sys

# ---- The board · 棋盘 ----------------------------------------------------------------------------
board = ""  # nine of "X", "O", " " from the platform; 平台发来的九个字符
me = ""  # "X" or "O"; 己方棋子


# ---- The rules: which moves are there? · 规则：有哪些着法？ --------------------------------------
# Lists the empty cells. 列出全部空格。
def legal_moves():
    return [cell for cell in range(9) if board[cell] == " "]


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves. An idea: Can I win at once? Must I stop a line?
# 从合法着法中选一个。例如：我能否立即取胜？是否必须阻挡对方？
def choose(moves):
    return random.choice(moves)


# ---- Turns · 轮流走棋 ----------------------------------------------------------------------------
# Our turn. 轮到己方。
def answer():
    moves = legal_moves()
    if moves:  # else the board is full; 否则棋盘已满
        say(choose(moves))


# ---- The conversation in beyond · 用 beyond 协议与平台通信 ---------------------------------------
# Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
def say(line):
    print(line, flush=True)


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
