// A starter for tic-tac-toe in C, `beyond` dialect: plays at random.
// 井字棋的 C 语言起步程序，beyond 协议：随机走棋。
// leitai check tictactoe.c --game tictactoe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define CELLS 9

static char board[CELLS + 1]; // nine of 'X', 'O', ' ' from the platform; 平台发来的九个字符
static char me;               // 'X' or 'O'; 己方棋子

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the empty cells and returns their number. 列出全部空格，返回个数。
static int legal_moves(int moves[CELLS]) {
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (board[cell] == ' ') moves[count++] = cell;
    return count;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: can I win at once? Must I stop a line?
// 从合法着法中选一个。例如：我能否立即取胜？是否必须阻挡对方？
static int choose(const int moves[], int count) {
    return moves[rand() % count];
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our turn. 轮到己方。
static void answer(void) {
    int moves[CELLS], count = legal_moves(moves);
    char text[20];
    if (count == 0) return; // the board is full; 棋盘已满
    sprintf(text, "%d", choose(moves, count));
    say(text);
}

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
int main(void) {
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
    char line[300];
    unsigned seed = (unsigned)time(NULL); // where the system offers nothing better; 系统没有随机源时
    FILE *source = fopen("/dev/urandom", "rb");
    if (source != NULL && fread(&seed, sizeof seed, 1, source) == 1) fclose(source);
    srand(seed); // other games each time; 每次随机不同
    while (fgets(line, sizeof line, stdin) != NULL) { // until the platform has gone; 直到平台退出
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "X") == 0 || strcmp(line, "O") == 0) {
            me = line[0];
            fprintf(stderr, "I am %c\n", me); // stderr is for your own notes; stderr 可用来输出调试信息
        } else if (strlen(line) == CELLS) {
            strcpy(board, line);
            answer();
        }
    }
}
