// A starter for Phantom Go in C, `sau` dialect: plays at random.
// 幻影围棋的 C 语言起步程序，sau 协议：随机走棋。
// leitai check phantomgo.c --game phantomgo
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define SIZE 9
#define POINTS (SIZE * SIZE)
#define LAST_TURN 120 // after so many turns it passes; 此后一律停手
enum { BLACK, WHITE };
enum { UNKNOWN, MINE, REFUSED }; // what we know of a point; 对每一点的了解

static int board[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
static int me, turns;     // our colour, our turns so far; 己方颜色，己方已走的手数
static int tried;         // the point tried last; 最近一次试下的点

// A game begins: nothing is known of any point. 开局：对各点一无所知。
static void new_game(int color) {
    memset(board, 0, sizeof board);
    me = color;
    turns = 0;
}

// A turn of ours begins: what was refused before may be free now. 己方回合开始：先前被拒绝的点可能已可下。
static void new_turn(void) {
    for (int point = 0; point < POINTS; point++)
        if (board[point] == REFUSED) board[point] = UNKNOWN;
    turns++;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points worth a try in this turn; returns their number. 列出本回合可试的点，返回个数。
static int legal_moves(int moves[POINTS]) {
    int count = 0;
    for (int point = 0; point < POINTS; point++)
        if (board[point] == UNKNOWN) moves[count++] = point;
    return count;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: try next to my stones first.
// 从合法着法中选一个。例如：先试己方棋子旁边的点。
static int choose(const int moves[], int count) {
    return moves[rand() % count];
}

// The referee has taken our stone: it stands there. 裁判接受了这一手，己方棋子落定。
static void play(int point) {
    board[point] = MINE;
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
// Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
static void captured(const char *text) {
    for (text += strcspn(text, "ABCDEFGHI"); text[0] != '\0'; text += 2) board[read_point(text)] = UNKNOWN;
}

// Our turn, or another try in it. 轮到己方，或本回合再试一次。
static void answer(void) {
    int moves[POINTS], count = legal_moves(moves);
    char text[20] = "move pass";
    if (count > 0 && turns <= LAST_TURN) {
        tried = choose(moves, count);
        write_point(text + 5, tried);
    }
    say(text);
}

// Refused. With nothing left to try the turn has passed. 被裁判拒绝；无点可试即视为停手。
static void refused(void) {
    int moves[POINTS];
    board[tried] = REFUSED;
    if (legal_moves(moves) > 0) answer();
}

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
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
        if (strcmp(line, "accept") == 0) play(tried);
        if (strcmp(line, "refuse") == 0) refused();
        if (strncmp(line, "taked ", 6) == 0) captured(line + 6); // `take`: theirs; 对方的子
        if (strcmp(line, "new black") == 0 || strncmp(line, "move ", 5) == 0) {
            new_turn(); // `move go`, `move pass`: the other side has moved; 对方已走或已停手
            answer();
        }
        if (strcmp(line, "quit") == 0) break;
    }
}
