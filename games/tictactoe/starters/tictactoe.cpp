// Tic-tac-toe in C++, `beyond` dialect: plays a random empty cell.
// 井字棋，C++ 语言，beyond 协议：随机选一个空格。
// leitai check tictactoe.cpp --game tictactoe
#include <iostream>
#include <random>
#include <string>
#include <vector>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同
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

// ---- The conversation · 与平台通信 --------------------------------------------------------------
// Reads a line without its end; false when the platform has gone. 读一行并去掉换行；平台已退出时返回 false。
bool read_line(std::string &line) {
    if (!std::getline(std::cin, line)) return false;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
}

// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// Our turn. 轮到己方。
void answer() {
    std::vector<int> moves = legal_moves();
    if (moves.empty()) return; // the board is full; 棋盘已满
    say(std::to_string(choose(moves)));
}

int main() {
    std::string line;
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
    if (!read_line(line)) return 0;
    me = line[0];
    std::cerr << "I am " << me << std::endl; // cerr is for your own notes; cerr 可用来输出调试信息
    while (read_line(line)) {
        if (line.size() != CELLS) continue;
        board = line;
        answer();
    }
}
