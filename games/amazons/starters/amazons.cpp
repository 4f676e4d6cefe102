// A starter for Amazons in C++, `sau` dialect: plays at random.
// 亚马逊棋的 C++ 语言起步程序，sau 协议：随机走棋。
// leitai check amazons.cpp --game amazons
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const int SIZE = 10, POINTS = SIZE * SIZE;
enum { EMPTY, BLACK, WHITE, ARROW };

using Move = std::vector<int>; // from, to, arrow; 起点、终点、箭

std::vector<int> board(POINTS); // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
int me;

// A game begins: four amazons each, black at the bottom. 开局：双方各四枚，黑方在下。
void new_game(int color) {
    const int TOP[4] = {3, 6, 30, 39};
    board.assign(POINTS, EMPTY);
    for (int i = 0; i < 4; i++) board[TOP[i]] = WHITE, board[POINTS - 1 - TOP[i]] = BLACK;
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points that a queen reaches from here. 列出“皇后走法”可到的点。
std::vector<int> queen(int from) {
    std::vector<int> reached;
    for (int way = 0; way < 9; way++) { // eight directions, and 4 is none; 八个方向，4 表示不动
        int dx = way % 3 - 1, dy = way / 3 - 1, x = from % SIZE + dx, y = from / SIZE + dy;
        for (; way != 4 && x >= 0 && x < SIZE && y >= 0 && y < SIZE; x += dx, y += dy) {
            if (board[y * SIZE + x] != EMPTY) break;
            reached.push_back(y * SIZE + x);
        }
    }
    return reached;
}

// Lists our legal moves. 列出己方合法着法。
std::vector<Move> legal_moves() {
    std::vector<Move> moves;
    for (int from = 0; from < POINTS; from++) {
        if (board[from] != me) continue;
        std::vector<int> reached = queen(from);
        board[from] = EMPTY; // the arrow may fly over the square just left; 箭可以射过刚离开的格子
        for (int to : reached)
            for (int arrow : queen(to)) moves.push_back({from, to, arrow});
        board[from] = me;
    }
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: leave the other side as few moves as you can.
// 从合法着法中选一个。例如：让对方可走的着法尽量少。
Move choose(const std::vector<Move> &moves) {
    return moves[chance() % moves.size()];
}

// Moves an amazon and shoots. 走子并释放障碍。
void play(const Move &move) {
    int from = move[0], to = move[1], arrow = move[2];
    board[to] = board[from];
    board[from] = EMPTY;
    board[arrow] = ARROW;
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
