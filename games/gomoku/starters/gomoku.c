// A starter for Gomoku in C, `native` dialect: plays at random.
// 五子棋的 C 语言起步程序，native 协议：随机走棋。
// leitai check gomoku.c --game gomoku
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
#define MOST 1000     // more moves than any position has; 足够存放全部着法
#define LONGEST 66000 // a line has at most 64 KB; 一行最长 64 KB

typedef struct { char text[20]; } Move; // in the game's notation; 用该棋的记法书写

// Finds the text after `key` in a line of JSON; NULL if it is not there. 在一行 JSON 中查找 key 之后的文本。
static const char *after(const char *line, const char *key) {
    const char *found = strstr(line, key);
    return found == NULL ? NULL : found + strlen(key);
}

// Takes "A1","B2",… out of the list "moves"; returns their number. 取出列表 "moves" 中的着法，返回个数。
static int legal_moves(const char *line, Move moves[MOST]) {
    const char *text = after(line, "\"moves\":[");
    int count = 0;
    while (text != NULL && *text == '"' && count < MOST) {
        size_t length = strcspn(++text, "\"");
        snprintf(moves[count++].text, sizeof moves[0].text, "%.*s", (int)length, text);
        text += length + 1;         // behind the closing quote; 跳过右引号
        if (*text == ',') text++;
    }
    return count;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: a stone beside my last one.
// 从合法着法中选一个。例如：紧挨着己方上一枚棋子落子。
static Move choose(const Move moves[], int count) {
    // Two passes in a row are a draw: rather play a stone. 双方连续放弃即和棋，应尽量落子。
    if (count > 1 && strcmp(moves[count - 1].text, "pass") == 0) count--;
    return moves[rand() % count];
}

// Takes in what has happened: `first H8`, `second swap`, … Keep a board here.
// 得知发生了什么：如 first H8、second swap。可在此记录棋盘。
static void learn(const char *report) {
    fprintf(stderr, "%s\n", report); // stderr is for your own notes; stderr 可用来输出调试信息
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
// Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
static void answer(const char *line) {
    static Move moves[MOST];
    int count = legal_moves(line, moves);
    char text[80];
    if (count == 0) return;
    sprintf(text, "{\"type\":\"play\",\"moves\":[\"%s\"]}", choose(moves, count).text);
    say(text);
}

int main(void) {
    static char line[LONGEST];
    unsigned seed = (unsigned)time(NULL); // where the system offers nothing better; 系统没有随机源时
    FILE *source = fopen("/dev/urandom", "rb");
    if (source != NULL && fread(&seed, sizeof seed, 1, source) == 1) fclose(source);
    srand(seed); // other games each time; 每次随机不同
    while (fgets(line, sizeof line, stdin) != NULL) { // until the platform has gone; 直到平台退出
        line[strcspn(line, "\r\n")] = '\0';
        const char *type = after(line, "\"type\":\"");
        if (type == NULL) continue;
        if (strncmp(type, "hello", 5) == 0) { // we want the list of legal moves; 请平台附上合法着法
            say("{\"type\":\"ready\",\"name\":\"Starter\",\"moves\":true}");
        } else if (strncmp(type, "turn", 4) == 0) {
            answer(line);
        } else if (strncmp(type, "told", 4) == 0) {
            learn(type);
        } else if (strncmp(type, "end", 3) == 0) {
            break;
        }
    }
}
