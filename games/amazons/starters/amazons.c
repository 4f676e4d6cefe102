// A starter for Amazons in C, `sau` dialect: plays at random.
// 亚马逊棋的 C 语言起步程序，sau 协议：随机走棋。
// leitai check amazons.c --game amazons
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define SIZE 10
#define POINTS (SIZE * SIZE)
#define MOST 5000 // more moves than any position has; 足够存放全部着法
enum { EMPTY, BLACK, WHITE, ARROW };

typedef struct { int from, to, arrow; } Move;

static int board[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
static int me;

// A game begins: four amazons each, black at the bottom. 开局：双方各四枚，黑方在下。
static void new_game(int color) {
    static const int TOP[4] = {3, 6, 30, 39};
    memset(board, 0, sizeof board);
    for (int i = 0; i < 4; i++) board[TOP[i]] = WHITE, board[POINTS - 1 - TOP[i]] = BLACK;
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points that a queen reaches from here; returns their number. 列出“皇后走法”可到的点，返回个数。
static int queen(int from, int reached[]) {
    int count = 0;
    for (int way = 0; way < 9; way++) { // eight directions, and 4 is none; 八个方向，4 表示不动
        int dx = way % 3 - 1, dy = way / 3 - 1, x = from % SIZE + dx, y = from / SIZE + dy;
        for (; way != 4 && x >= 0 && x < SIZE && y >= 0 && y < SIZE; x += dx, y += dy) {
            if (board[y * SIZE + x] != EMPTY) break;
            reached[count++] = y * SIZE + x;
        }
    }
    return count;
}

// Lists our legal moves and returns their number. 列出己方合法着法，返回个数。
static int legal_moves(Move moves[MOST]) {
    int count = 0, to[POINTS], arrow[POINTS];
    for (int from = 0; from < POINTS; from++) {
        if (board[from] != me) continue;
        int ways = queen(from, to);
        board[from] = EMPTY; // the arrow may fly over the square just left; 箭可以射过刚离开的格子
        for (int i = 0; i < ways; i++) {
            int arrows = queen(to[i], arrow);
            for (int j = 0; j < arrows; j++) moves[count++] = (Move){from, to[i], arrow[j]};
        }
        board[from] = me;
    }
    return count;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: leave the other side as few moves as you can.
// 从合法着法中选一个。例如：让对方可走的着法尽量少。
static Move choose(const Move moves[], int count) {
    return moves[rand() % count];
}

// Moves an amazon and shoots. 走子并释放障碍。
static void play(Move move) {
    board[move.to] = board[move.from];
    board[move.from] = EMPTY;
    board[move.arrow] = ARROW;
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// ---- Points as text · 点的写法 ------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
static int read_point(const char *text) {
    int column = text[0] - 'A', row = text[0] == '\0' ? -1 : text[1] - 'A';
    if (column >= 0 && column < SIZE && row >= 0 && row < SIZE) return row * SIZE + column;
    fprintf(stderr, "no point: %s\n", text);
    exit(1);
}

static void write_point(char *text, int point) {
    sprintf(text, "%c%c", 'A' + point % SIZE, 'A' + point / SIZE);
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "ABCDEF": from, to, arrow. 记下对手的着法：起点、终点、箭。
static void opponent(const char *text) {
    int from = read_point(text), to = read_point(text + 2);
    play((Move){from, to, read_point(text + 4)});
}

// Our turn. 轮到己方。
static void answer(void) {
    static Move moves[MOST];
    int count = legal_moves(moves);
    char text[20] = "move ";
    if (count == 0) return; // the game is over; 对局已结束
    Move m = choose(moves, count);
    play(m);
    write_point(text + 5, m.from), write_point(text + 7, m.to), write_point(text + 9, m.arrow);
    say(text);
}

// ---- The conversation in sau · 用 sau 协议与平台通信 --------------------------------------------
int main(void) {
    char line[300];
    unsigned seed = (unsigned)time(NULL); // where the system offers nothing better; 系统没有随机源时
    FILE *source = fopen("/dev/urandom", "rb");
    if (source != NULL && fread(&seed, sizeof seed, 1, source) == 1) fclose(source);
    srand(seed); // other games each time; 每次随机不同
    while (fgets(line, sizeof line, stdin) != NULL) { // until the platform has gone; 直到平台退出
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "name?") == 0) say("name Starter");
        if (strncmp(line, "new ", 4) == 0) new_game(strcmp(line, "new black") == 0 ? BLACK : WHITE);
        if (strncmp(line, "move ", 5) == 0) opponent(line + 5);
        if (strcmp(line, "new black") == 0 || strncmp(line, "move ", 5) == 0) answer();
        if (strcmp(line, "quit") == 0) break;
    }
}
