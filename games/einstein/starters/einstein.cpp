// A starter for EinStein würfelt nicht in C++, `native` dialect: plays at random.
// 爱恩斯坦棋的 C++ 语言起步程序，native 协议：随机走棋。
// leitai check einstein.cpp --game einstein
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
// Takes the moves out of {…,"moves":["A1","B2"]}. 取出列表 "moves" 中的着法。
std::vector<std::string> legal_moves(const std::string &line) {
    std::vector<std::string> moves;
    std::size_t at = line.find("\"moves\":[");
    if (at == std::string::npos) return moves;
    at = line.find('[', at) + 1;
    while (line[at] == '"') {
        std::size_t end = line.find('"', at + 1);
        moves.push_back(line.substr(at + 1, end - at - 1));
        at = line[end + 1] == ',' ? end + 2 : end + 1; // behind the comma; 跳过逗号
    }
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: take the other side's stones on your way.
// 从合法着法中选一个。例如：途中多吃对方棋子。
std::string choose(const std::vector<std::string> &moves) {
    return moves[chance() % moves.size()];
}

// Takes in what has happened: `second E1=1`, `chance d4`, `first B4-C3`, … Keep a board here.
// 得知发生了什么：如 second E1=1、chance d4、first B4-C3。可在此记录棋盘。
void learn(const std::string &report) {
    std::cerr << report << std::endl; // cerr is for your own notes; cerr 可用来输出调试信息
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
// Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
void answer(const std::string &line) {
    std::vector<std::string> moves = legal_moves(line);
    if (moves.empty()) return;
    say("{\"type\":\"play\",\"moves\":[\"" + choose(moves) + "\"]}");
}

// Is the line a message of this type? 这一行是否为该类型的消息？
bool is(const std::string &line, const std::string &type) {
    return line.find("\"type\":\"" + type + "\"") != std::string::npos;
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) { // until the platform has gone; 直到平台退出
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (is(line, "hello")) { // we want the list of legal moves; 请平台附上合法着法
            say("{\"type\":\"ready\",\"name\":\"Starter\",\"moves\":true}");
        } else if (is(line, "turn")) {
            answer(line);
        } else if (is(line, "told")) {
            learn(line);
        } else if (is(line, "end")) {
            break;
        }
    }
}
