// A starter for Phantom Go in C++, `sau` dialect: plays at random.
// 幻影围棋的 C++ 语言起步程序，sau 协议：随机走棋。
// leitai check phantomgo.cpp --game phantomgo
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const int SIZE = 9, POINTS = SIZE * SIZE;
const int LAST_TURN = 120; // after so many turns it passes; 此后一律停手
enum { BLACK, WHITE };
enum { UNKNOWN, MINE, REFUSED }; // what we know of a point; 对每一点的了解

std::vector<int> board(POINTS); // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
int me, turns;     // our colour, our turns so far; 己方颜色，己方已走的手数
int tried;         // the point tried last; 最近一次试下的点

// A game begins: nothing is known of any point. 开局：对各点一无所知。
void new_game(int color) {
    board.assign(POINTS, UNKNOWN);
    me = color;
    turns = 0;
}

// A turn of ours begins: what was refused before may be free now. 己方回合开始：先前被拒绝的点可能已可下。
void new_turn() {
    for (int point = 0; point < POINTS; point++)
        if (board[point] == REFUSED) board[point] = UNKNOWN;
    turns++;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points worth a try in this turn. 列出本回合可试的点。
std::vector<int> legal_moves() {
    std::vector<int> moves;
    for (int point = 0; point < POINTS; point++)
        if (board[point] == UNKNOWN) moves.push_back(point);
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: try next to my stones first.
// 从合法着法中选一个。例如：先试己方棋子旁边的点。
int choose(const std::vector<int> &moves) {
    return moves[chance() % moves.size()];
}

// The referee has taken our stone: it stands there. 裁判接受了这一手，己方棋子落定。
void play(int point) {
    board[point] = MINE;
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- Points as text · 点的写法 ------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
int read_point(const std::string &text) {
    int point = (text.at(1) - 'A') * SIZE + text.at(0) - 'A';
    (void)board.at(point); // stops the program if there is no such point; 若无此点则程序报错退出
    return point;
}

std::string write_point(int point) {
    return {char('A' + point % SIZE), char('A' + point / SIZE)};
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
void captured(const std::string &text) {
    for (std::size_t i = text.find(' ') + 1; i < text.size(); i += 2) board[read_point(text.substr(i))] = UNKNOWN;
}

// Our turn, or another try in it. 轮到己方，或本回合再试一次。
void answer() {
    std::vector<int> moves = legal_moves();
    if (moves.empty() || turns > LAST_TURN) {
        say("move pass");
        return;
    }
    tried = choose(moves);
    say("move " + write_point(tried));
}

// Refused. With nothing left to try the turn has passed. 被裁判拒绝；无点可试即视为停手。
void refused() {
    board[tried] = REFUSED;
    if (!legal_moves().empty()) answer();
}

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
int main() {
    std::string line;
    while (std::getline(std::cin, line)) { // until the platform has gone; 直到平台退出
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line == "name?") say("name Starter");
        if (line.rfind("new ", 0) == 0) new_game(line == "new black" ? BLACK : WHITE);
        if (line == "accept") play(tried);
        if (line == "refuse") refused();
        if (line.rfind("taked ", 0) == 0) captured(line.substr(6)); // `take`: theirs; 对方的子
        if (line == "new black" || line.rfind("move ", 0) == 0) {
            new_turn(); // `move go`, `move pass`: the other side has moved; 对方已走或已停手
            answer();
        }
        if (line == "quit") break;
    }
}
