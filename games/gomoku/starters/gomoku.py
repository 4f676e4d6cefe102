# A starter for Gomoku in Python, `native` dialect: plays at random.
# 五子棋的 Python 语言起步程序，native 协议：随机走棋。
# leitai check gomoku.py --game gomoku
import random, sys

# ---- The moves: the platform lists them · 着法：由平台列出 ---------------------------------------
import json  # each message is a line of JSON; 每条消息是一行 JSON


# Takes the list of legal moves out of the platform's message. 从平台的消息中取出合法着法列表。
def legal_moves(message):
    return message["moves"]


# ---- Your strategy goes here · 你的策略写在这里 --------------------------------------------------
# Chooses one of the legal moves, such as "H8". An idea: a stone beside my last one.
# 从合法着法（如 "H8"）中选一个。例如：紧挨着己方上一枚棋子落子。
def choose(moves):
    # Two passes in a row are a draw: rather play a stone. 双方连续放弃即和棋，应尽量落子。
    stones = [move for move in moves if move != "pass"]
    return random.choice(stones or moves)


# Takes in what has happened: "first H8", "second swap", … Keep a board here.
# 得知发生了什么：如 "first H8"、"second swap"。可在此记录棋盘。
def learn(report):
    print(report, file=sys.stderr)  # stderr is for your own notes; stderr 可用来输出调试信息


# ---- The conversation in native · 用 native 协议与平台通信 ---------------------------------------
# Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
def say(line):
    print(line, flush=True)


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
