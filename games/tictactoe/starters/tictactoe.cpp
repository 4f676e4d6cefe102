// A starter for tic-tac-toe in C++, `beyond` dialect: plays at random.
// 井字棋的 C++ 语言起步程序，beyond 协议：随机走棋。
// leitai check tictactoe.cpp --game tictactoe
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const int CELLS = 9;

std::string board; // nine of 'X', 'O', ' ' from the platform; 平台发来的九个字符
char me = ' ';      // 'X' or 'O'; 己方棋子

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the empty cells. 列出全部空格。
std::vector<int> legal_moves() {
    std::vector<int> moves;
    for (int cell = 0; cell < CELLS; cell++)
        if (board[cell] == ' ') moves.push_back(cell);
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: can I win at once? Must I stop a line?
// 从合法着法中选一个。例如：我能否立即取胜？是否必须阻挡对方？
int choose(const std::vector<int> &moves) {
    return moves[chance() % moves.size()];
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our turn. 轮到己方。
void answer() {
    std::vector<int> moves = legal_moves();
    if (moves.empty()) return; // the board is full; 棋盘已满
    say(std::to_string(choose(moves)));
}

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
int main() {
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
    std::string line;
    while (std::getline(std::cin, line)) { // until the platform has gone; 直到平台退出
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line == "X" || line == "O") {
            me = line[0];
            std::cerr << "I am " << me << std::endl; // cerr is for your own notes; cerr 可用来输出调试信息
        } else if (line.size() == CELLS) {
            board = line;
            answer();
        }
    }
}
