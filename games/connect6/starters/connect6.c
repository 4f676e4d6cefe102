// Connect6 in C, `sau` dialect: plays random empty points.
// 六子棋，C 语言，sau 协议：随机选空位落子。
// leitai check connect6.c --game connect6
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define SIZE 19
#define POINTS (SIZE * SIZE)
enum { EMPTY, BLACK, WHITE };

static int board[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
static int me;            // BLACK or WHITE; 己方颜色

// A game begins on an empty board. 在空棋盘上开始新的一局。
static void new_game(int color) {
    memset(board, 0, sizeof board);
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
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

// Puts a stone on the board. 在棋盘上落子。
static void play(int move, int color) {
    board[move] = color;
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

// Takes in the opponent's stones: "JJ@@" is one, "ABCD" two. 记下对手的落子：“JJ@@” 一子，“ABCD” 两子。
static void opponent(const char *text) {
    for (; strlen(text) >= 2; text += 2) {
        int point = (text[1] - 'A') * SIZE + text[0] - 'A';
        if (point >= 0 && point < POINTS) play(point, BLACK + WHITE - me);
    }
}

// Our turn: black begins with one stone, then two a turn. 轮到己方：黑方第一手一子，此后每手两子。
static void answer(void) {
    int moves[POINTS], empty = legal_moves(moves), stones = empty == POINTS ? 1 : 2;
    char text[20] = "move @@@@";
    if (empty < stones) return; // the game is over; 对局已结束
    for (int i = 0; i < stones; i++) {
        int move = choose(moves, legal_moves(moves));
        play(move, me);
        text[5 + 2 * i] = 'A' + move % SIZE;
        text[6 + 2 * i] = 'A' + move / SIZE;
    }
    say(text);
}

int main(void) {
    char line[300];
    srand((unsigned)time(NULL) ^ ((unsigned)getpid() << 16)); // other games each time; 每次随机不同
    while (read_line(line, sizeof line)) {
        if (strcmp(line, "name?") == 0) say("name Starter");
        if (strncmp(line, "new ", 4) == 0) new_game(strcmp(line, "new black") == 0 ? BLACK : WHITE);
        if (strncmp(line, "move ", 5) == 0) opponent(line + 5);
        if (strcmp(line, "new black") == 0 || strncmp(line, "move ", 5) == 0) answer();
        if (strcmp(line, "quit") == 0) break;
    }
}
