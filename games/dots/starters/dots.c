// A starter for dots and boxes in C, `sau` dialect: plays at random.
// 点格棋的 C 语言起步程序，sau 协议：随机走棋。
// leitai check dots.c --game dots
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define LINES 6  // lines of dots each way; 横竖各 6 条线
#define PLACES 5 // edges along a line; 每条线上 5 条边
enum { BLACK, WHITE };

typedef struct { int way, line, place; } Edge; // way 0 across, 1 upright; 方向 0 横 1 竖，第几条线，线上第几段

static int drawn[2][LINES][PLACES]; // drawn[way][line][place]; 该边是否已连
static int me;

// A game begins without edges. 开始新的一局，尚无任何边。
static void new_game(int color) {
    memset(drawn, 0, sizeof drawn);
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the edges not yet drawn and returns their number. 列出未连的边，返回个数。
static int legal_moves(Edge moves[]) {
    int count = 0;
    for (int way = 0; way < 2; way++)
        for (int line = 0; line < LINES; line++)
            for (int place = 0; place < PLACES; place++)
                if (!drawn[way][line][place]) moves[count++] = (Edge){way, line, place};
    return count;
}

// Is the box between this line and the next complete? 此线与下一条线之间的格子是否已围成？
static int box(int way, int line, int place) {
    return line >= 0 && line < PLACES && drawn[way][line][place] && drawn[way][line + 1][place] &&
           drawn[1 - way][place][line] && drawn[1 - way][place + 1][line];
}

// Has this edge completed a box? Then the turn goes on. 这条边是否围成了格子？若是则继续连。
static int closes_box(Edge edge) {
    return box(edge.way, edge.line - 1, edge.place) || box(edge.way, edge.line, edge.place);
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: never draw the third side of a box.
// 从合法着法中选一个。例如：不要给格子画上第三条边。
static Edge choose(const Edge moves[], int count) {
    return moves[rand() % count];
}

// Draws an edge. 连一条边。
static void play(Edge edge) {
    drawn[edge.way][edge.line][edge.place] = 1;
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's turn: "2 ACBADE" are two edges. 记下对手的一手：“2 ACBADE” 为两条边。
static void opponent(const char *text) {
    for (text += strcspn(text, "AB"); strlen(text) >= 3; text += 3) {
        Edge edge = {text[0] == 'B', text[1] - 'A', text[2] - 'A'};
        if (edge.line >= 0 && edge.line < LINES && edge.place >= 0 && edge.place < PLACES) play(edge);
    }
}

// Our turn: edges, until one completes no box. 轮到己方：连到不再围成格子为止。
static void answer(void) {
    Edge moves[2 * LINES * PLACES], edge;
    char edges[200] = "", text[220];
    int count, n = 0;
    do {
        if ((count = legal_moves(moves)) == 0) break; // all edges are drawn; 所有的边都已连完
        edge = choose(moves, count);
        play(edge);
        sprintf(edges + 3 * n++, "%c%c%c", 'A' + edge.way, 'A' + edge.line, 'A' + edge.place);
    } while (closes_box(edge));
    sprintf(text, "move %d %s", n, edges);
    if (n > 0) say(text);
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
