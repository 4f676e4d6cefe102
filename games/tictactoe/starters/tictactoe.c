// Tic-tac-toe in C, `beyond` dialect: plays a random empty cell.
// 井字棋，C 语言，beyond 协议：随机选一个空格。
// leitai check tictactoe.c --game tictactoe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

// ---- The conversation · 与平台通信 --------------------------------------------------------------
// Reads a line without its end; 0 when the platform has gone. 读一行并去掉换行；平台已退出时返回 0。
static int read_line(char *line, int size) {
    if (fgets(line, size, stdin) == NULL) return 0;
    line[strcspn(line, "\r\n")] = '\0';
    return 1;
}

// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// Our turn. 轮到己方。
static void answer(void) {
    int moves[CELLS], count = legal_moves(moves);
    char text[20];
    if (count == 0) return; // the board is full; 棋盘已满
    sprintf(text, "%d", choose(moves, count));
    say(text);
}

int main(void) {
    char line[300];
    srand((unsigned)time(NULL) ^ ((unsigned)getpid() << 16)); // other games each time; 每次随机不同
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
    if (!read_line(line, sizeof line)) return 0;
    me = line[0];
    fprintf(stderr, "I am %c\n", me); // stderr is for your own notes; stderr 可用来输出调试信息
    while (read_line(line, sizeof line)) {
        if (strlen(line) != CELLS) continue;
        strcpy(board, line);
        answer();
    }
}
