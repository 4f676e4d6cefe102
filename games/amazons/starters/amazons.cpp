// Amazons in C++, `sau` dialect: plays a random legal move.
// 亚马逊棋，C++ 语言，sau 协议：随机选一个合法着法。
// leitai check amazons.cpp --game amazons
#include <array>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同
const int SIZE = 10, POINTS = SIZE * SIZE;
enum { EMPTY, BLACK, WHITE, ARROW };

struct Move { int from, to, arrow; };

std::array<int, POINTS> board; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
int me;

// A game begins: four amazons each, black at the bottom. 开局：双方各四枚，黑方在下。
void new_game(int color) {
    const int TOP[4] = {3, 6, 30, 39};
    board.fill(EMPTY);
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
void play(Move move) {
    board[move.to] = board[move.from];
    board[move.from] = EMPTY;
    board[move.arrow] = ARROW;
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

// A point as text, "EF": column, then row from the top. 点的写法：先列后行，行自上起。
std::string spell(int point) {
    return {char('A' + point % SIZE), char('A' + point / SIZE)};
}

// Takes in the opponent's move: from, to, arrow; column, row each. 记下对手的着法：起点、终点、箭，先列后行。
void opponent(const std::string &text) {
    int p[3];
    for (int i = 0; i < 3; i++) p[i] = (text[2 * i + 1] - 'A') * SIZE + text[2 * i] - 'A';
    play(Move{p[0], p[1], p[2]});
}

// Our turn. 轮到己方。
void answer() {
    std::vector<Move> moves = legal_moves();
    if (moves.empty()) return; // the game is over; 对局已结束
    Move m = choose(moves);
    play(m);
    say("move " + spell(m.from) + spell(m.to) + spell(m.arrow));
}

int main() {
    std::string line;
    while (read_line(line)) {
        if (line == "name?") say("name Starter");
        if (line.rfind("new ", 0) == 0) new_game(line == "new black" ? BLACK : WHITE);
        if (line.rfind("move ", 0) == 0) opponent(line.substr(5));
        if (line == "new black" || line.rfind("move ", 0) == 0) answer();
        if (line == "quit") break;
    }
}
