/*
 * Phantom Go, `sau` dialect (the desktop platform of the national contest): tries random points and listens to
 * the referee. 幻影围棋，sau 协议（全国大赛桌面对战平台）：随机试下，听裁判应答。
 *
 * Write your own player into `think`; the rest of the file is the conversation.
 * 把自己的算法写进 think 函数；其余部分只负责与平台通信。
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SIZE 9
#define LONGEST 120 /* turns after which it passes; 超过此回合数即停手 */

enum { UNKNOWN, MINE, REFUSED }; /* of what is known of a point; 对每一点的了解 */

static int Board[SIZE][SIZE]; /* Board[x][y], x from the left, y from the top; x 自左，y 自上 */
static int turns;             /* our turns so far; 己方已走回合数 */
static int x, y;              /* the point tried last; 最近一次试下的点 */

/* ---- your player; 你的算法 ------------------------------------------------------------------------ */
/* Chooses a point that is not ours and not refused in this turn into x and y; 0: pass. */
/* 选一个非己方、本回合未被拒绝的点，写入 x、y；返回 0 表示停一手。 */
static int think(void)
{
    int i, start = rand() % (SIZE * SIZE);

    for (i = 0; turns <= LONGEST && i < SIZE * SIZE; i++) {
        x = (start + i) % (SIZE * SIZE) / SIZE;
        y = (start + i) % SIZE;
        if (Board[x][y] == UNKNOWN)
            return 1;
    }
    return 0;
}
/* -------------------------------------------------------------------------------------------------- */

static void answer(void)
{
    if (think())
        printf("move %c%c\n", 'A' + x, 'A' + y);
    else
        printf("move pass\n");
    fflush(stdout); /* what is not flushed does not arrive; 不刷新，平台就收不到 */
}

/* Our turn begins: what was refused before may be free now. 己方回合开始：先前被拒绝的点可能已可下。 */
static void begin(void)
{
    int i;

    for (i = 0; i < SIZE * SIZE; i++)
        if (Board[i / SIZE][i % SIZE] == REFUSED)
            Board[i / SIZE][i % SIZE] = UNKNOWN;
    turns++;
    answer();
}

/* Are there points left to try in this turn? 本回合还有可试的点吗？ */
static int untried(void)
{
    int i, count = 0;

    for (i = 0; i < SIZE * SIZE; i++)
        count += Board[i / SIZE][i % SIZE] == UNKNOWN;
    return count > 0;
}

/* Our stones that were taken: "AABA". 己方被提的子。 */
static void lose(const char *points)
{
    for (; points[0] != '\0' && points[1] != '\0'; points += 2) {
        int column = points[0] - 'A', row = points[1] - 'A';
        if (column >= 0 && column < SIZE && row >= 0 && row < SIZE)
            Board[column][row] = UNKNOWN;
    }
}

int main(void)
{
    char word[16], rest[256];
    int count;

    srand((unsigned)time(NULL) ^ ((unsigned)getpid() << 16));

    /* Word by word, as the contest's own frame reads; the numbers keep scanf inside its buffers. */
    /* 与竞赛框架一样逐词读入；宽度限制使 scanf 不会越界。 */
    while (scanf("%15s", word) == 1) {
        fflush(stdin); /* many programs do; on a pipe it takes nothing away; 常见写法，对管道无影响 */
        if (strcmp(word, "name?") == 0) {
            printf("name Random\n"); /* at most 12 letters or 6 汉字; 不超过 12 个字母或 6 个汉字 */
            fflush(stdout);
        } else if (strcmp(word, "new") == 0 && scanf("%15s", rest) == 1) {
            fflush(stdin);
            memset(Board, 0, sizeof Board);
            turns = 0;
            if (strcmp(rest, "black") == 0)
                begin(); /* black begins; 黑方先行 */
        } else if (strcmp(word, "accept") == 0) {
            Board[x][y] = MINE;
        } else if (strcmp(word, "refuse") == 0) {
            Board[x][y] = REFUSED;
            if (untried()) /* otherwise the turn has passed; 否则视为停一手 */
                answer();
        } else if (strcmp(word, "take") == 0) {
            if (scanf("%d %255s", &count, rest) != 2) /* theirs, gone now; 对方被提的子 */
                break;
        } else if (strcmp(word, "taked") == 0) {
            if (scanf("%d %255s", &count, rest) != 2)
                break;
            lose(rest);
        } else if (strcmp(word, "move") == 0 && scanf("%15s", rest) == 1) {
            begin(); /* "go" or "pass"; after two passes nobody listens; 连续停手后已终局 */
        } else if (strcmp(word, "quit") == 0) {
            break;
        }
    }
    return 0;
}
