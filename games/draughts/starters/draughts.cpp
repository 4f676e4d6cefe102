// A starter for draughts in C++, `judge` dialect: plays at random.
// 国际跳棋的 C++ 语言起步程序，judge 协议：随机走棋。
// leitai check draughts.cpp --game draughts
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const int SIZE = 8;
enum { EMPTY = 0, MAN = 1, KING = 2, JUMPED = 9 }; // ours; theirs are -MAN, -KING; 己方为正，对方为负
struct Move { int length; std::string path; }; // " 5,4 3,2": squares visited; 经过的格子，先行后列

std::vector<int> board(SIZE * SIZE); // square = row * SIZE + column; 格 = 行 * SIZE + 列
int forward, longest;              // forward: our men's way, -1 up (black), +1 down; 己方兵的前进方向
std::vector<Move> moves;            // our legal moves, of `longest` squares; 己方合法着法

// A game begins: "1" we are black, in rows 5 to 7; "2" white. 开局：“1” 执黑，在 5 至 7 行；“2” 执白。
void new_game(int color) {
    forward = color == 1 ? -1 : 1;
    for (int s = 0; s < SIZE * SIZE; s++) {
        int row = s / SIZE, home = row > 4 ? -forward : row < 3 ? forward : 0;
        board[s] = (row + s) % 2 == 1 ? home * MAN : EMPTY;
    }
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// The square so many steps along diagonal 0 to 3; -1 outside. 沿第 0 至 3 条斜线若干步之外的格；界外为 -1。
int away(int square, int way, int steps) {
    int row = square / SIZE + (way < 2 ? -steps : steps), column = square % SIZE + (way % 2 ? steps : -steps);
    return row < 0 || row >= SIZE || column < 0 || column >= SIZE ? -1 : row * SIZE + column;
}

std::string write_point(int square) { // " 5,4": row, column; 先行后列
    return " " + std::to_string(square / SIZE) + "," + std::to_string(square % SIZE);
}

// Goes on jumping, and keeps the longest moves only. 连跳；有多吃多，只留最长的着法。
void jump(int here, Move move) {
    move.path += write_point(here), move.length++;
    for (int way = 0; way < 4; way++) {
        int over = away(here, way, 1), to = away(here, way, 2);
        if (to < 0 || board[to] != EMPTY || board[over] >= 0) continue;
        board[over] += JUMPED; // it stays till the end, but is not jumped twice; 走完才取走，不可重跳
        jump(to, move);
        board[over] -= JUMPED;
    }
    if (move.length > longest) longest = move.length, moves.clear();
    if (move.length == longest) moves.push_back(move);
}

// Lists our legal moves: steps only if there is nothing to jump. 列出己方合法着法：有吃必吃，否则走一步。
void legal_moves() {
    moves.clear(), longest = 2; // squares of the shortest move; 最短的着法含两格
    for (int from = 0, piece; from < SIZE * SIZE; from++) {
        if ((piece = board[from]) <= 0) continue;
        board[from] = EMPTY; // on its way the piece has left its square; 跳吃途中起点视为空格
        jump(from, Move{0, ""});
        board[from] = piece;
    }
    for (int i = 0, steps = moves.empty() ? 4 * SIZE * SIZE : 0; i < steps; i++) {
        int from = i / 4, way = i % 4, to = away(from, way, 1), ahead = (way < 2 ? -1 : 1) == forward;
        if (board[from] <= 0 || to < 0 || board[to] != EMPTY || (board[from] == MAN && !ahead)) continue;
        moves.push_back({2, write_point(from) + write_point(to)});
    }
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: crown a man; keep the back row.
// 从合法着法中选一个。例如：争取升王；守住底线。
Move choose() {
    return moves[chance() % moves.size()];
}

// Plays " 5,4 3,2": takes off what it jumps, crowns at the far row. 走子：取走被跳的子，抵达底线升王。
void play(const std::string &path) {
    int from = -1;
    for (std::size_t i = 0; i + 3 < path.size(); i += 4) {
        int to = (path[i + 1] - '0') * SIZE + path[i + 3] - '0';
        if (from >= 0) board[to] = board[from], board[from] = EMPTY;
        if (from >= 0 && (from / SIZE - to / SIZE) % 2 == 0) board[(from + to) / 2] = EMPTY;
        from = to;
    }
    if (from / SIZE == (board[from] * forward < 0 ? 0 : SIZE - 1)) board[from] = board[from] > 0 ? KING : -KING;
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "2 5,4 4,5": how many squares, then each. 记下对手的着法：格数，各格“行,列”。
void opponent(const std::string &text) {
    play(text.substr(text.find(' ')));
}

// Our turn. 轮到己方。
void answer() {
    legal_moves();
    if (moves.empty()) return; // the game is over; 对局已结束
    Move move = choose();
    play(move.path);
    say(std::to_string(move.length) + move.path);
}

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
int main() {
    std::string line;
    while (std::getline(std::cin, line)) { // until the platform has gone; 直到平台退出
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.rfind("START ", 0) == 0) new_game(line[6] - '0'), say("OK");
        if (line.rfind("PLACE ", 0) == 0) opponent(line.substr(6));
        if (line == "TURN") answer();
        if (line.rfind("END", 0) == 0) break;
    }
}
