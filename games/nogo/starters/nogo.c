// A starter for NoGo in C, `sau` dialect: plays at random.
// 不围棋的 C 语言起步程序，sau 协议：随机走棋。
// leitai check nogo.c --game nogo
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define SIZE 9

// ---- Stones · 棋子 ------------------------------------------------------------------------------
#define POINTS (SIZE * SIZE)
enum { EMPTY, BLACK, WHITE };

static int board[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
static int me;            // BLACK or WHITE; 己方颜色

// A game begins on an empty board. 在空棋盘上开始新的一局。
static void new_game(int color) {
    memset(board, 0, sizeof board);
    me = color;
}

// Puts a stone on the board. 在棋盘上落子。
static void play(int move, int color) {
    board[move] = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
static const int DX[4] = {1, -1, 0, 0}, DY[4] = {0, 0, 1, -1};

// Has this stone's chain an empty point beside it? `seen`: stones visited. 这枚棋子所在的块有没有气？
static int has_liberty(int point, int seen[POINTS]) {
    seen[point] = 1;
    for (int i = 0; i < 4; i++) {
        int x = point % SIZE + DX[i], y = point / SIZE + DY[i], next = y * SIZE + x;
        if (x < 0 || x >= SIZE || y < 0 || y >= SIZE || seen[next]) continue;
        if (board[next] == EMPTY) return 1;
        if (board[next] == board[point] && has_liberty(next, seen)) return 1;
    }
    return 0;
}

// After our stone here, has every chain on the board a liberty? 己方在此落子后，每一块是否都有气？
static int is_legal(int point) {
    int legal = 1;
    if (board[point] != EMPTY) return 0;
    board[point] = me;
    for (int stone = 0; stone < POINTS; stone++) {
        int seen[POINTS] = {0};
        if (board[stone] != EMPTY && !has_liberty(stone, seen)) legal = 0;
    }
    board[point] = EMPTY;
    return legal;
}

// Lists our legal points and returns their number. 列出己方合法的点，返回个数。
static int legal_moves(int moves[POINTS]) {
    int count = 0;
    for (int point = 0; point < POINTS; point++)
        if (is_legal(point)) moves[count++] = point;
    return count;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: leave the other side as few points as you can.
// 从合法着法中选一个。例如：让对方可下的点尽量少。
static int choose(const int moves[], int count) {
    return moves[rand() % count];
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
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

// Takes in the opponent's stone. 记下对手的落子。
static void opponent(const char *text) {
    play(read_point(text), BLACK + WHITE - me);
}

// Our turn. 轮到己方。
static void answer(void) {
    int moves[POINTS], count = legal_moves(moves);
    char text[20] = "move ";
    if (count == 0) return; // the game is over; 对局已结束
    int move = choose(moves, count);
    play(move, me);
    write_point(text + 5, move);
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
