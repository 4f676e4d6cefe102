// A starter for Connect6 in C, `sau` dialect: plays at random.
// 六子棋的 C 语言起步程序，sau 协议：随机走棋。
// leitai check connect6.c --game connect6
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define SIZE 19

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

// ---- The rules: any empty point will do · 规则：落在任一空位 ------------------------------------
// Lists the empty points and returns their number. 列出全部空位，返回个数。
static int legal_moves(int moves[POINTS]) {
    int count = 0;
    for (int point = 0; point < POINTS; point++)
        if (board[point] == EMPTY) moves[count++] = point;
    return count;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: lengthen my longest line.
// 从合法着法中选一个。例如：延长己方最长的一线。
static int choose(const int moves[], int count) {
    return moves[rand() % count];
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
// Takes in the opponent's stones: "JJ@@" is one, "ABCD" two. 记下对手的落子：“JJ@@” 一子，“ABCD” 两子。
static void opponent(const char *text) {
    for (; text[0] != '\0' && text[0] != '@'; text += 2) play(read_point(text), BLACK + WHITE - me);
}

// Our turn: black begins with one stone, then two a turn. 轮到己方：黑方第一手一子，此后每手两子。
static void answer(void) {
    int moves[POINTS], empty = legal_moves(moves), stones = empty == POINTS ? 1 : 2;
    char text[20] = "move ";
    if (empty < stones) return; // the game is over; 对局已结束
    for (int i = 0; i < stones; i++) {
        int move = choose(moves, legal_moves(moves));
        play(move, me);
        write_point(text + 5 + 2 * i, move);
    }
    if (stones == 1) strcat(text, "@@");
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
