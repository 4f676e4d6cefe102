// A starter for Hex in C++, `sau` dialect: plays at random.
// 海克斯棋的 C++ 语言起步程序，sau 协议：随机走棋。
// leitai check hex.cpp --game hex --dialect sau
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
// BLACK is red and joins top and bottom, WHITE left and right. BLACK 即红方，连上下；WHITE 连左右。
// (column, row) touches (±1, 0), (0, ±1), (+1, -1) and (-1, +1). 每格与这六格相邻。
const int SIZE = 11;

// ---- Stones · 棋子 ------------------------------------------------------------------------------
const int POINTS = SIZE * SIZE;
enum { EMPTY, BLACK, WHITE };

std::vector<int> board; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
int me;                 // BLACK or WHITE; 己方颜色

// A game begins on an empty board. 在空棋盘上开始新的一局。
void new_game(int color) {
    board.assign(POINTS, EMPTY);
    me = color;
}

// Puts a stone on the board. 在棋盘上落子。
void play(int move, int color) {
    board[move] = color;
}

// ---- The rules: any empty point will do · 规则：落在任一空位 ------------------------------------
// Lists the empty points. 列出全部空位。
std::vector<int> legal_moves() {
    std::vector<int> moves;
    for (int point = 0; point < POINTS; point++)
        if (board[point] == EMPTY) moves.push_back(point);
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: how many stones does my shortest chain still need?
// 从合法着法中选一个。例如：己方最短的连线还差几子？
int choose(const std::vector<int> &moves) {
    return moves[chance() % moves.size()];
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
int read_point(const std::string &text) {
    int point = (text.at(1) - 'A') * SIZE + text.at(0) - 'A';
    (void)board.at(point); // stops the program if there is no such point; 若无此点则程序报错退出
    return point;
}

std::string write_point(int point) {
    return {char('A' + point % SIZE), char('A' + point / SIZE)};
}

// Takes in the opponent's stone. 记下对手的落子。
void opponent(const std::string &text) {
    play(read_point(text), BLACK + WHITE - me);
}

// Our turn. 轮到己方。
void answer() {
    std::vector<int> moves = legal_moves();
    if (moves.empty()) return; // the game is over; 对局已结束
    int move = choose(moves);
    play(move, me);
    say("move " + write_point(move));
}

// ---- The conversation in sau · 用 sau 协议与平台通信 --------------------------------------------
int main() {
    std::string line;
    while (std::getline(std::cin, line)) { // until the platform has gone; 直到平台退出
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line == "name?") say("name Starter");
        if (line.rfind("new ", 0) == 0) new_game(line == "new black" ? BLACK : WHITE);
        if (line.rfind("move ", 0) == 0) opponent(line.substr(5));
        if (line == "new black" || line.rfind("move ", 0) == 0) answer();
        if (line == "quit") break;
    }
}
