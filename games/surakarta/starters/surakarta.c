// A starter for Surakarta in C, `sau` dialect: plays at random.
// 苏拉卡尔塔棋的 C 语言起步程序，sau 协议：随机走棋。
// leitai check surakarta.c --game surakarta
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define SIZE 6
#define POINTS (SIZE * SIZE)
enum { EMPTY, BLACK, WHITE, NO_WAY, STRAIGHT, ARC }; // stones; steps on a track; 棋子；沿轨道走一步的方式
typedef struct { int from, to; } Move;

static int board[POINTS], me; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起

// A game begins: black has the two top rows, white the two bottom rows. 开局：黑占上两行，白占下两行。
static void new_game(int color) {
    for (int point = 0; point < POINTS; point++)
        board[point] = point < 2 * SIZE ? BLACK : point >= 4 * SIZE ? WHITE : EMPTY;
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// One step on a track; an arc joins row and column k from a corner. 沿轨道走一步；弧连接距角 k 的行与列。
static int step(int p[2], int d[2]) { // p: column, row; d: direction; p 为列、行，d 为方向
    int a = d[0] != 0 ? 0 : 1, b = 1 - a; // a: the axis we travel on; a 为行进所沿的坐标轴
    int low = p[b] < 3, k = low ? p[b] : 5 - p[b];
    p[a] += d[a];
    if (p[a] >= 0 && p[a] < SIZE) return STRAIGHT;
    p[a] = d[a] < 0 ? k : 5 - k, p[b] = low ? 0 : 5;
    d[a] = 0, d[b] = low ? 1 : -1;
    return k > 0 ? ARC : NO_WAY; // the border itself has no arc; 边线没有弧
}

// Where a capture in this direction lands; -1 if there is none. 沿此方向能吃到的位置；不能吃为 -1。
static int capture(int from, int dx, int dy) {
    int p[2] = {from % SIZE, from / SIZE}, d[2] = {dx, dy}, arcs = 0;
    for (int steps = 0; steps < 24; steps++) { // a track is 24 points long; 每条轨道长 24 点
        int how = step(p, d), to = p[1] * SIZE + p[0];
        if (how == NO_WAY) return -1;
        if (how == ARC) arcs++;
        if (board[to] != EMPTY && to != from) return arcs > 0 && board[to] != me ? to : -1;
    }
    return -1;
}

// Lists our legal moves and returns their number. 列出己方合法着法，返回个数。
static int legal_moves(Move moves[]) {
    int count = 0;
    for (int from = 0; from < POINTS; from++)
        for (int way = 0; way < 9; way++) {
            int dx = way % 3 - 1, dy = way / 3 - 1, x = from % SIZE + dx, y = from / SIZE + dy;
            int inside = x >= 0 && x < SIZE && y >= 0 && y < SIZE;
            if (board[from] != me || way == 4) continue;
            int to = dx == 0 || dy == 0 ? capture(from, dx, dy) : -1;
            if (to >= 0) moves[count++] = (Move){from, to};
            if (inside && board[y * SIZE + x] == EMPTY) moves[count++] = (Move){from, y * SIZE + x};
        }
    return count;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: capture whenever you can.
// 从合法着法中选一个。例如：能吃则吃。
static Move choose(const Move moves[], int count) {
    return moves[rand() % count];
}

// Moves a stone on the board. 在棋盘上走子。
static void play(Move move) {
    board[move.to] = board[move.from];
    board[move.from] = EMPTY;
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
// Takes in the opponent's move, "ABCD": from, to. 记下对手的着法：起点、终点。
static void opponent(const char *text) {
    play((Move){read_point(text), read_point(text + 2)});
}

// Our turn. 轮到己方。
static void answer(void) {
    Move moves[12 * 12];
    int count = legal_moves(moves);
    char text[20] = "move ";
    if (count == 0) return; // the game is over; 对局已结束
    Move m = choose(moves, count);
    play(m);
    write_point(text + 5, m.from), write_point(text + 7, m.to);
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
