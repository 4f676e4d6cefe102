// Connect6 in C++, `sau` dialect: plays random empty points.
// 六子棋，C++ 语言，sau 协议：随机选空位落子。
// leitai check connect6.cpp --game connect6
#include <array>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同
const int SIZE = 19, POINTS = SIZE * SIZE;
enum { EMPTY, BLACK, WHITE };

std::array<int, POINTS> board; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
int me;            // BLACK or WHITE; 己方颜色

// A game begins on an empty board. 在空棋盘上开始新的一局。
void new_game(int color) {
    board.fill(EMPTY);
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the empty points. 列出全部空位。
std::vector<int> legal_moves() {
    std::vector<int> moves;
    for (int point = 0; point < POINTS; point++)
        if (board[point] == EMPTY) moves.push_back(point);
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: lengthen my longest line.
// 从合法着法中选一个。例如：延长己方最长的一线。
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

// Takes in the opponent's stones: "JJ@@" is one, "ABCD" two. 记下对手的落子：“JJ@@” 一子，“ABCD” 两子。
void opponent(const std::string &text) {
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        int point = (text[i + 1] - 'A') * SIZE + text[i] - 'A';
        if (point >= 0 && point < POINTS) play(point, BLACK + WHITE - me);
    }
}

// Our turn: black begins with one stone, then two a turn. 轮到己方：黑方第一手一子，此后每手两子。
void answer() {
    int empty = legal_moves().size(), stones = empty == POINTS ? 1 : 2;
    std::string text = "move ";
    if (empty < stones) return; // the game is over; 对局已结束
    for (int i = 0; i < stones; i++) {
        int move = choose(legal_moves());
        play(move, me);
        text += spell(move);
    }
    say(stones == 1 ? text + "@@" : text);
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
