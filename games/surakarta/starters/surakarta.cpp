// A starter for Surakarta in C++, `sau` dialect: plays at random.
// 苏拉卡尔塔棋的 C++ 语言起步程序，sau 协议：随机走棋。
// leitai check surakarta.cpp --game surakarta
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const int SIZE = 6, POINTS = SIZE * SIZE;
enum { EMPTY, BLACK, WHITE, NO_WAY, STRAIGHT, ARC }; // stones; steps on a track; 棋子；沿轨道走一步的方式
using Move = std::vector<int>; // from, to; 起点、终点

int me;
std::vector<int> board(POINTS); // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起

// A game begins: black has the two top rows, white the two bottom rows. 开局：黑占上两行，白占下两行。
void new_game(int color) {
    for (int point = 0; point < POINTS; point++)
        board[point] = point < 2 * SIZE ? BLACK : point >= 4 * SIZE ? WHITE : EMPTY;
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// One step on a track; an arc joins row and column k from a corner. 沿轨道走一步；弧连接距角 k 的行与列。
int step(int p[2], int d[2]) { // p: column, row; d: direction; p 为列、行，d 为方向
    int a = d[0] != 0 ? 0 : 1, b = 1 - a; // a: the axis we travel on; a 为行进所沿的坐标轴
    int low = p[b] < 3, k = low ? p[b] : 5 - p[b];
    p[a] += d[a];
    if (p[a] >= 0 && p[a] < SIZE) return STRAIGHT;
    p[a] = d[a] < 0 ? k : 5 - k, p[b] = low ? 0 : 5;
    d[a] = 0, d[b] = low ? 1 : -1;
    return k > 0 ? ARC : NO_WAY; // the border itself has no arc; 边线没有弧
}

// Where a capture in this direction lands; -1 if there is none. 沿此方向能吃到的位置；不能吃为 -1。
int capture(int from, int dx, int dy) {
    int p[2] = {from % SIZE, from / SIZE}, d[2] = {dx, dy}, arcs = 0;
    for (int steps = 0; steps < 24; steps++) { // a track is 24 points long; 每条轨道长 24 点
        int how = step(p, d), to = p[1] * SIZE + p[0];
        arcs += how == ARC;
        if (how == NO_WAY) return -1;
        if (board[to] != EMPTY && to != from) return arcs > 0 && board[to] != me ? to : -1;
    }
    return -1;
}

// Lists our legal moves. 列出己方合法着法。
std::vector<Move> legal_moves() {
    std::vector<Move> moves;
    for (int from = 0; from < POINTS; from++)
        for (int way = 0; way < 9; way++) {
            int dx = way % 3 - 1, dy = way / 3 - 1, x = from % SIZE + dx, y = from / SIZE + dy;
            int inside = x >= 0 && x < SIZE && y >= 0 && y < SIZE;
            if (board[from] != me || way == 4) continue;
            int to = dx == 0 || dy == 0 ? capture(from, dx, dy) : -1;
            if (to >= 0) moves.push_back({from, to});
            if (inside && board[y * SIZE + x] == EMPTY) moves.push_back({from, y * SIZE + x});
        }
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: capture whenever you can.
// 从合法着法中选一个。例如：能吃则吃。
Move choose(const std::vector<Move> &moves) {
    return moves[chance() % moves.size()];
}

// Moves a stone on the board. 在棋盘上走子。
void play(const Move &move) {
    int from = move[0], to = move[1];
    board[to] = board[from];
    board[from] = EMPTY;
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- Turns: a move names its points · 轮流走棋：着法写作各点 ------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
int read_point(const std::string &text) {
    int point = (text.at(1) - 'A') * SIZE + text.at(0) - 'A';
    (void)board.at(point); // stops the program if there is no such point; 若无此点则程序报错退出
    return point;
}

std::string write_point(int point) {
    return {char('A' + point % SIZE), char('A' + point / SIZE)};
}

// Takes in the opponent's move, point by point. 逐点记下对手的着法。
void opponent(const std::string &text) {
    Move move;
    for (std::size_t i = 0; i < text.size(); i += 2) move.push_back(read_point(text.substr(i)));
    play(move);
}

// Our turn. 轮到己方。
void answer() {
    std::vector<Move> moves = legal_moves();
    if (moves.empty()) return; // the game is over; 对局已结束
    Move move = choose(moves);
    play(move);
    std::string text = "move ";
    for (int point : move) text += write_point(point);
    say(text);
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
