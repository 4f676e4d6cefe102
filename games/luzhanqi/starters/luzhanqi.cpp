// A starter for Luzhanqi in C++, `junqi` dialect: plays at random.
// 军棋的 C++ 语言起步程序，junqi 协议：随机走棋。
// leitai check luzhanqi.cpp --game luzhanqi
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const int ROWS = 12, COLUMNS = 5, POINTS = ROWS * COLUMNS;
const std::string ARRAY = "fchbedaiekkgcdfijghijljgh"; // rows G to L, without camps; 己方布阵，跳过行营
enum { NONE, ROAD, RAIL };

struct Move { int from, to; };

// r: a station on a rail, s: another, c: a camp, h: a headquarters. r 铁路兵站，s 其他兵站，c 行营，h 大本营。
const std::string MAP = "shshs" "rrrrr" "rcscr" "rscsr" "rcscr" "rrrrr"
                        "rrrrr" "rcscr" "rscsr" "rcscr" "rrrrr" "shshs";
std::vector<char> board(POINTS); // our pieces a–l, '?' theirs, '.' empty; 己方 a–l，'?' 对方，'.' 空
Move sent;          // our last move, until we hear what it did; 己方刚走的着法，待告知结果

// A game begins: we see ourselves at the bottom. 开局：己方在下。
void new_game() {
    int next = 0;
    for (int p = 0; p < POINTS; p++) board[p] = MAP[p] == 'c' ? '.' : p < POINTS / 2 ? '?' : ARRAY[next++];
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// What joins a point with its neighbour; to becomes that neighbour. 与邻点之间的连线；to 为该邻点。
int joined(int from, int dr, int dc, int &to) {
    int row = from / COLUMNS + dr, column = from % COLUMNS + dc;
    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) return NONE;
    to = row * COLUMNS + column;
    if (dr != 0 && dc != 0) return MAP[from] == 'c' || MAP[to] == 'c' ? ROAD : NONE; // slanting; 斜线
    if (from / COLUMNS + row == ROWS - 1 && column % 2 == 1) return NONE; // between the fronts; 双方前排之间
    return MAP[from] == 'r' && MAP[to] == 'r' ? RAIL : ROAD;
}

// Lists our moves: a step, or straight on along a rail. 列出己方着法：走一步，或沿铁路直行（工兵转弯从略）。
std::vector<Move> legal_moves() {
    std::vector<Move> moves;
    for (int from = 0; from < POINTS; from++)
        for (int way = 0; way < 9; way++) { // eight directions, and 4 is none; 八个方向，4 表示不动
            int dr = way / 3 - 1, dc = way % 3 - 1, to, here = from, kind;
            if (way == 4 || MAP[from] == 'h' || std::string(".?jl").find(board[from]) != std::string::npos) continue;
            while ((kind = joined(here, dr, dc, to)) != NONE) {
                if (here != from && kind != RAIL) break;         // the rail ends; 铁路到头
                if (board[to] != '.' && board[to] != '?') break; // one of ours; 己方棋子
                if (board[to] == '?' && MAP[to] == 'c') break;   // safe in a camp; 行营中的棋子不可碰
                moves.push_back({from, to});
                if (board[to] == '?' || kind != RAIL) break;
                here = to;
            }
        }
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: weigh what may stand where the enemy is.
// 从合法着法中选一个。例如：估计对方各处可能是什么棋子。
Move choose(const std::vector<Move> &moves) {
    return moves[chance() % moves.size()];
}

// What it did: 0 the mover dies, 1 it captures, 2 both go, 3 no contact. 0 亡，1 吃，2 同归于尽，3 无接触。
void play(Move move, char result) {
    if (result == '1' || result == '3') board[move.to] = board[move.from];
    if (result == '2') board[move.to] = '.';
    board[move.from] = '.';
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// A point as text, "G0": row, then column. 点的写法：先行后列。
std::string write_point(int point) {
    return {char('A' + point / COLUMNS), char('0' + point % COLUMNS)};
}

// Takes in the opponent's move, "F4G4 3 00"; there is none at first. 记下对手的着法；首手之前没有着法。
void opponent(const std::string &text) {
    if (text.rfind("0000", 0) == 0) return;
    play(Move{(text[0] - 'A') * COLUMNS + text[1] - '0', (text[2] - 'A') * COLUMNS + text[3] - '0'}, text[5]);
}

// Our turn. 轮到己方。
void answer() {
    std::vector<Move> moves = legal_moves();
    if (moves.empty()) return;
    sent = choose(moves);
    say("BESTMOVE " + write_point(sent.from) + write_point(sent.to));
}

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
int main() {
    std::string line;
    while (std::getline(std::cin, line)) { // until the platform has gone; 直到平台退出
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.rfind("INFO", 0) == 0) say("NAME Starter");
        if (line.rfind("START ", 0) == 0) new_game(), say("ARRAY " + ARRAY);
        if (line.rfind("RESULT ", 0) == 0) play(sent, line[7]);
        if (line.rfind("GO ", 0) == 0) opponent(line.substr(3)), answer();
        if (line.rfind("END", 0) == 0) break;
    }
}
