// A starter for ⟨game⟩ in C, `⟨dialect⟩` dialect: plays at random.
// ⟨棋⟩的 C 语言起步程序，⟨dialect⟩ 协议：随机走棋。
// leitai check ⟨check⟩
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// ---- ⟨lines⟩ ------------------------------------------------------------------------------------
    char line[300];
    unsigned seed = (unsigned)time(NULL); // where the system offers nothing better; 系统没有随机源时
    FILE *source = fopen("/dev/urandom", "rb");
    if (source != NULL && fread(&seed, sizeof seed, 1, source) == 1) fclose(source);
    srand(seed); // other games each time; 每次随机不同
    while (fgets(line, sizeof line, stdin) != NULL) { // until the platform has gone; 直到平台退出
        line[strcspn(line, "\r\n")] = '\0';

// ---- ⟨points⟩ -----------------------------------------------------------------------------------
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

// ---- Points as text · 点的写法 ------------------------------------------------------------------
⟨points⟩

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
⟨points⟩

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
⟨lines⟩
        if (strcmp(line, "name?") == 0) say("name Starter");
        if (strncmp(line, "new ", 4) == 0) new_game(strcmp(line, "new black") == 0 ? BLACK : WHITE);
        if (strncmp(line, "move ", 5) == 0) opponent(line + 5);
        if (strcmp(line, "new black") == 0 || strncmp(line, "move ", 5) == 0) answer();
        if (strcmp(line, "quit") == 0) break;
    }
}

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
int main(void) {
⟨lines⟩
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

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
int main(void) {
⟨lines⟩
        if (strncmp(line, "START ", 6) == 0) new_game(atoi(line + 6)), say("OK");
        if (strncmp(line, "PLACE ", 6) == 0) opponent(line + 6);
        if (strcmp(line, "TURN") == 0) answer();
        if (strncmp(line, "END", 3) == 0) break;
    }
}

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
int main(void) {
⟨lines⟩
        if (strncmp(line, "INFO", 4) == 0) say("NAME Starter");
        if (strncmp(line, "START ", 6) == 0) new_game(), say("ARRAY " ARRAY);
        if (strncmp(line, "RESULT ", 7) == 0) play(sent, line[7]);
        if (strncmp(line, "GO ", 3) == 0) opponent(line + 3), answer();
        if (strncmp(line, "END", 3) == 0) break;
    }
}

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
int main(void) {
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
⟨lines⟩
        if (strcmp(line, "X") == 0 || strcmp(line, "O") == 0) {
            me = line[0];
            fprintf(stderr, "I am %c\n", me); // stderr is for your own notes; stderr 可用来输出调试信息
        } else if (strlen(line) == CELLS) {
            strcpy(board, line);
            answer();
        }
    }
}
