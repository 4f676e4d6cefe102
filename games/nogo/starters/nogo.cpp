// NoGo in C++, `sau` dialect: plays a random point that captures nothing.
// 不围棋，C++ 语言，sau 协议：随机选不吃子、不自杀的点。
// leitai check nogo.cpp --game nogo
#include <array>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同
const int SIZE = 9, POINTS = SIZE * SIZE;
enum { EMPTY, BLACK, WHITE };

std::array<int, POINTS> board; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
int me;            // BLACK or WHITE; 己方颜色
const int DX[4] = {1, -1, 0, 0}, DY[4] = {0, 0, 1, -1};

// A game begins on an empty board. 在空棋盘上开始新的一局。
void new_game(int color) {
    board.fill(EMPTY);
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Has this stone's chain an empty point beside it? `seen`: stones visited. 这枚棋子所在的块有没有气？
bool has_liberty(int point, std::array<bool, POINTS> &seen) {
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
        std::array<bool, POINTS> seen{};
        if (board[stone] != EMPTY && !has_liberty(stone, seen)) legal = false;
    }
    board[point] = EMPTY;
    return legal;
}

// Lists our legal points 列出己方合法的点。
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

// Puts a stone on the board. 在棋盘上落子。
void play(int move, int color) {
    board[move] = color;
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

// Takes in the opponent's stone, "EF": column, row from the top. 记下对手的落子，先列后行，行自上起。
void opponent(const std::string &text) {
    int point = text.size() < 2 ? -1 : (text[1] - 'A') * SIZE + text[0] - 'A';
    if (point >= 0 && point < POINTS) play(point, BLACK + WHITE - me);
}

// Our turn. 轮到己方。
void answer() {
    std::vector<int> moves = legal_moves();
    if (moves.empty()) return; // the game is over; 对局已结束
    int move = choose(moves);
    play(move, me);
    say("move " + spell(move));
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
