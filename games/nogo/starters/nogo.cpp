// A starter for NoGo in C++, `sau` dialect: plays at random.
// 不围棋的 C++ 语言起步程序，sau 协议：随机走棋。
// leitai check nogo.cpp --game nogo
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const int SIZE = 9;

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

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
const int DX[4] = {1, -1, 0, 0}, DY[4] = {0, 0, 1, -1};

// Has this stone's chain an empty point beside it? `seen`: stones visited. 这枚棋子所在的块有没有气？
bool has_liberty(int point, std::vector<bool> &seen) {
    seen[point] = true;
    for (int i = 0; i < 4; i++) {
        int x = point % SIZE + DX[i], y = point / SIZE + DY[i], next = y * SIZE + x;
        if (x < 0 || x >= SIZE || y < 0 || y >= SIZE || seen[next]) continue;
        if (board[next] == EMPTY) return true;
        if (board[next] == board[point] && has_liberty(next, seen)) return true;
    }
    return false;
}

// After our stone here, has every chain on the board a liberty? 己方在此落子后，每一块是否都有气？
bool is_legal(int point) {
    bool legal = true;
    if (board[point] != EMPTY) return false;
    board[point] = me;
    for (int stone = 0; stone < POINTS; stone++) {
        std::vector<bool> seen(POINTS);
        if (board[stone] != EMPTY && !has_liberty(stone, seen)) legal = false;
    }
    board[point] = EMPTY;
    return legal;
}

// Lists our legal points. 列出己方合法的点。
std::vector<int> legal_moves() {
    std::vector<int> moves;
    for (int point = 0; point < POINTS; point++)
        if (is_legal(point)) moves.push_back(point);
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: leave the other side as few points as you can.
// 从合法着法中选一个。例如：让对方可下的点尽量少。
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
