// A starter for Luzhanqi in C, `junqi` dialect: plays at random.
// 军棋的 C 语言起步程序，junqi 协议：随机走棋。
// leitai check luzhanqi.c --game luzhanqi
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define ROWS 12
#define COLUMNS 5
#define POINTS (ROWS * COLUMNS)
#define ARRAY "fchbedaiekkgcdfijghijljgh" // our pieces from row G to row L, camps left out; 己方布阵，跳过行营
enum { NONE, ROAD, RAIL };

typedef struct { int from, to; } Move;

// r: a station on a rail, s: another, c: a camp, h: a headquarters. r 铁路兵站，s 其他兵站，c 行营，h 大本营。
static const char *MAP = "shshs" "rrrrr" "rcscr" "rscsr" "rcscr" "rrrrr"
                         "rrrrr" "rcscr" "rscsr" "rcscr" "rrrrr" "shshs";
static char board[POINTS]; // our pieces a–l, '?' theirs, '.' empty; 己方 a–l，'?' 对方，'.' 空
static Move sent;          // our last move, until we hear what it did; 己方刚走的着法，待告知结果

// A game begins: we see ourselves at the bottom. 开局：己方在下。
static void new_game(void) {
    const char *next = ARRAY;
    for (int p = 0; p < POINTS; p++) board[p] = MAP[p] == 'c' ? '.' : p < POINTS / 2 ? '?' : *next++;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// What joins a point with its neighbour; *to becomes that neighbour. 与邻点之间的连线；*to 为该邻点。
static int joined(int from, int dr, int dc, int *to) {
    int row = from / COLUMNS + dr, column = from % COLUMNS + dc;
    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) return NONE;
    *to = row * COLUMNS + column;
    if (dr != 0 && dc != 0) return MAP[from] == 'c' || MAP[*to] == 'c' ? ROAD : NONE; // slanting; 斜线
    if (from / COLUMNS + row == ROWS - 1 && column % 2 == 1) return NONE; // between the fronts; 双方前排之间
    return MAP[from] == 'r' && MAP[*to] == 'r' ? RAIL : ROAD;
}

// Lists our moves: a step, or straight on along a rail. 列出己方着法：走一步，或沿铁路直行（工兵转弯从略）。
static int legal_moves(Move moves[]) {
    int count = 0;
    for (int from = 0; from < POINTS; from++)
        for (int way = 0; way < 9; way++) { // eight directions, and 4 is none; 八个方向，4 表示不动
            int dr = way / 3 - 1, dc = way % 3 - 1, to, here = from, kind;
            if (way == 4 || MAP[from] == 'h' || strchr(".?jl", board[from]) != NULL) continue;
            while ((kind = joined(here, dr, dc, &to)) != NONE) {
                if (here != from && kind != RAIL) break;         // the rail ends; 铁路到头
                if (board[to] != '.' && board[to] != '?') break; // one of ours; 己方棋子
                if (board[to] == '?' && MAP[to] == 'c') break;   // safe in a camp; 行营中的棋子不可碰
                moves[count++] = (Move){from, to};
                if (board[to] == '?' || kind != RAIL) break;
                here = to;
            }
        }
    return count;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: weigh what may stand where the enemy is.
// 从合法着法中选一个。例如：估计对方各处可能是什么棋子。
static Move choose(const Move moves[], int count) {
    return moves[rand() % count];
}

// What it did: 0 the mover dies, 1 it captures, 2 both go, 3 no contact. 0 亡，1 吃，2 同归于尽，3 无接触。
static void play(Move move, char result) {
    if (result == '1' || result == '3') board[move.to] = board[move.from];
    if (result == '2') board[move.to] = '.';
    board[move.from] = '.';
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "F4G4 3 00"; there is none at first. 记下对手的着法；首手之前没有着法。
static void opponent(const char *text) {
    if (strncmp(text, "0000", 4) == 0) return;
    play((Move){(text[0] - 'A') * COLUMNS + text[1] - '0', (text[2] - 'A') * COLUMNS + text[3] - '0'}, text[5]);
}

// Our turn. 轮到己方。
static void answer(void) {
    Move moves[500];
    int count = legal_moves(moves);
    char text[20];
    if (count == 0) return;
    sent = choose(moves, count);
    sprintf(text, "BESTMOVE %c%d%c%d", 'A' + sent.from / COLUMNS, sent.from % COLUMNS, 'A' + sent.to / COLUMNS,
            sent.to % COLUMNS);
    say(text);
}

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
int main(void) {
    char line[300];
    unsigned seed = (unsigned)time(NULL); // where the system offers nothing better; 系统没有随机源时
    FILE *source = fopen("/dev/urandom", "rb");
    if (source != NULL && fread(&seed, sizeof seed, 1, source) == 1) fclose(source);
    srand(seed); // other games each time; 每次随机不同
    while (fgets(line, sizeof line, stdin) != NULL) { // until the platform has gone; 直到平台退出
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "INFO", 4) == 0) say("NAME Starter");
        if (strncmp(line, "START ", 6) == 0) new_game(), say("ARRAY " ARRAY);
        if (strncmp(line, "RESULT ", 7) == 0) play(sent, line[7]);
        if (strncmp(line, "GO ", 3) == 0) opponent(line + 3), answer();
        if (strncmp(line, "END", 3) == 0) break;
    }
}
