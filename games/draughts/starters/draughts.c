// A starter for draughts in C, `judge` dialect: plays at random.
// 国际跳棋的 C 语言起步程序，judge 协议：随机走棋。
// leitai check draughts.c --game draughts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- The board · 棋盘 ---------------------------------------------------------------------------
#define SIZE 8
enum { EMPTY = 0, MAN = 1, KING = 2, JUMPED = 9 }; // ours; theirs are -MAN, -KING; 己方为正，对方为负
typedef struct { int length; char path[60]; } Move; // " 5,4 3,2": squares visited; 经过的格子，先行后列

static int board[SIZE * SIZE];      // square = row * SIZE + column; 格 = 行 * SIZE + 列
static int forward, count, longest; // forward: our men's way, -1 up (black), +1 down; 己方兵的前进方向
static Move moves[4096];            // our `count` legal moves, of `longest` squares; 己方合法着法

// A game begins: "1" we are black, in rows 5 to 7; "2" white. 开局：“1” 执黑，在 5 至 7 行；“2” 执白。
static void new_game(int color) {
    forward = color == 1 ? -1 : 1;
    for (int s = 0; s < SIZE * SIZE; s++) {
        int row = s / SIZE, home = row > 4 ? -forward : row < 3 ? forward : 0;
        board[s] = (row + s) % 2 == 1 ? home * MAN : EMPTY;
    }
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// The square so many steps along diagonal 0 to 3; -1 outside. 沿第 0 至 3 条斜线若干步之外的格；界外为 -1。
static int away(int square, int way, int steps) {
    int row = square / SIZE + (way < 2 ? -steps : steps), column = square % SIZE + (way % 2 ? steps : -steps);
    return row < 0 || row >= SIZE || column < 0 || column >= SIZE ? -1 : row * SIZE + column;
}

// Goes on jumping, and keeps the longest moves only. 连跳；有多吃多，只留最长的着法。
static void jump(int here, Move move) {
    sprintf(move.path + 4 * move.length++, " %d,%d", here / SIZE, here % SIZE);
    for (int way = 0; way < 4; way++) {
        int over = away(here, way, 1), to = away(here, way, 2);
        if (to < 0 || board[to] != EMPTY || board[over] >= 0) continue;
        board[over] += JUMPED; // it stays till the end, but is not jumped twice; 走完才取走，不可重跳
        jump(to, move);
        board[over] -= JUMPED;
    }
    if (move.length > longest) longest = move.length, count = 0;
    if (move.length == longest) moves[count++] = move;
}

// Lists our legal moves: steps only if there is nothing to jump. 列出己方合法着法：有吃必吃，否则走一步。
static void legal_moves(void) {
    count = 0, longest = 2; // squares of the shortest move; 最短的着法含两格
    for (int from = 0, piece; from < SIZE * SIZE; from++) {
        if ((piece = board[from]) <= 0) continue;
        board[from] = EMPTY; // on its way the piece has left its square; 跳吃途中起点视为空格
        jump(from, (Move){0, ""});
        board[from] = piece;
    }
    for (int i = 0, captures = count; captures == 0 && i < 4 * SIZE * SIZE; i++) {
        int from = i / 4, way = i % 4, to = away(from, way, 1), ahead = (way < 2 ? -1 : 1) == forward;
        if (board[from] <= 0 || to < 0 || board[to] != EMPTY || (board[from] == MAN && !ahead)) continue;
        moves[count].length = 2;
        sprintf(moves[count++].path, " %d,%d %d,%d", from / SIZE, from % SIZE, to / SIZE, to % SIZE);
    }
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: crown a man; keep the back row.
// 从合法着法中选一个。例如：争取升王；守住底线。
static Move choose(void) {
    return moves[rand() % count];
}

// Plays " 5,4 3,2": takes off what it jumps, crowns at the far row. 走子：取走被跳的子，抵达底线升王。
static void play(const char *path) {
    int from = -1;
    for (; path != NULL && strlen(path) >= 4; path = strchr(path + 1, ' ')) {
        int to = (path[1] - '0') * SIZE + path[3] - '0';
        if (from >= 0) board[to] = board[from], board[from] = EMPTY;
        if (from >= 0 && abs(from - to) > SIZE + 1) board[(from + to) / 2] = EMPTY;
        from = to;
    }
    if (from / SIZE == (board[from] * forward < 0 ? 0 : SIZE - 1)) board[from] = board[from] > 0 ? KING : -KING;
}

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "2 5,4 4,5": how many squares, then each. 记下对手的着法：格数，各格“行,列”。
static void opponent(const char *text) {
    play(strchr(text, ' '));
}

// Our turn. 轮到己方。
static void answer(void) {
    char text[80];
    legal_moves();
    if (count == 0) return; // the game is over; 对局已结束
    Move move = choose();
    play(move.path);
    sprintf(text, "%d%s", move.length, move.path);
    say(text);
}

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
int main(void) {
    char line[300];
    unsigned seed = (unsigned)time(NULL); // where the system offers nothing better; 系统没有随机源时
    FILE *source = fopen("/dev/urandom", "rb");
    if (source != NULL && fread(&seed, sizeof seed, 1, source) == 1) fclose(source);
    srand(seed); // other games each time; 每次随机不同
    while (fgets(line, sizeof line, stdin) != NULL) { // until the platform has gone; 直到平台退出
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "START ", 6) == 0) new_game(atoi(line + 6)), say("OK");
        if (strncmp(line, "PLACE ", 6) == 0) opponent(line + 6);
        if (strcmp(line, "TURN") == 0) answer();
        if (strncmp(line, "END", 3) == 0) break;
    }
}
