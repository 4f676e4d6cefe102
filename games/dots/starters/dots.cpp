// A starter for dots and boxes in C++, `sau` dialect: plays at random.
// 点格棋的 C++ 语言起步程序，sau 协议：随机走棋。
// leitai check dots.cpp --game dots
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const int LINES = 6; // lines of dots each way; 横竖各 6 条线
const int PLACES = 5; // edges along a line; 每条线上 5 条边
enum { BLACK, WHITE };

struct Edge { int way, line, place; }; // way 0 across, 1 upright; 方向 0 横 1 竖，第几条线，线上第几段

bool drawn[2][LINES][PLACES]; // drawn[way][line][place]; 该边是否已连
int me;

// A game begins without edges. 开始新的一局，尚无任何边。
void new_game(int color) {
    for (auto &way : drawn)
        for (auto &line : way)
            for (bool &edge : line) edge = false;
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the edges not yet drawn. 列出未连的边。
std::vector<Edge> legal_moves() {
    std::vector<Edge> moves;
    for (int way = 0; way < 2; way++)
        for (int line = 0; line < LINES; line++)
            for (int place = 0; place < PLACES; place++)
                if (!drawn[way][line][place]) moves.push_back({way, line, place});
    return moves;
}

// Is the box between this line and the next complete? 此线与下一条线之间的格子是否已围成？
bool box(int way, int line, int place) {
    return line >= 0 && line < PLACES && drawn[way][line][place] && drawn[way][line + 1][place] &&
           drawn[1 - way][place][line] && drawn[1 - way][place + 1][line];
}

// Has this edge completed a box? Then the turn goes on. 这条边是否围成了格子？若是则继续连。
bool closes_box(Edge edge) {
    return box(edge.way, edge.line - 1, edge.place) || box(edge.way, edge.line, edge.place);
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: never draw the third side of a box.
// 从合法着法中选一个。例如：不要给格子画上第三条边。
Edge choose(const std::vector<Edge> &moves) {
    return moves[chance() % moves.size()];
}

// Draws an edge. 连一条边。
void play(Edge edge) {
    drawn[edge.way][edge.line][edge.place] = true;
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's turn: "2 ACBADE" are two edges. 记下对手的一手：“2 ACBADE” 为两条边。
void opponent(const std::string &text) {
    for (std::size_t i = text.find(' ') + 1; i + 2 < text.size(); i += 3) {
        Edge edge = {text[i] == 'B', text[i + 1] - 'A', text[i + 2] - 'A'};
        if (edge.line >= 0 && edge.line < LINES && edge.place >= 0 && edge.place < PLACES) play(edge);
    }
}

// Our turn: edges, until one completes no box. 轮到己方：连到不再围成格子为止。
void answer() {
    Edge edge;
    std::string edges;
    do {
        std::vector<Edge> moves = legal_moves();
        if (moves.empty()) break; // all edges are drawn; 所有的边都已连完
        edge = choose(moves);
        play(edge);
        edges += {char('A' + edge.way), char('A' + edge.line), char('A' + edge.place)};
    } while (closes_box(edge));
    if (!edges.empty()) say("move " + std::to_string(edges.size() / 3) + " " + edges);
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
