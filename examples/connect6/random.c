/*
 * Connect6, `sau` dialect (the desktop platform of the national contest): two random empty points a turn.
 * 六子棋，sau 协议（全国大赛桌面对战平台）：每回合随机落两子。
 *
 * Write your own player into `think`; the rest of the file is the conversation.
 * 把自己的算法写进 think 函数；其余部分只负责与平台通信。
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SIZE 19
enum { BLACK, WHITE, EMPTY };

typedef struct {
    int x, y; /* column from the left, row from the top, from 0; x 自左向右，y 自上向下，均从 0 起 */
} Point;

static int Board[SIZE][SIZE]; /* Board[x][y] */
static int me;                /* BLACK or WHITE; 己方颜色 */

static Point random_empty(void)
{
    Point p;

    do {
        p.x = rand() % SIZE;
        p.y = rand() % SIZE;
    } while (Board[p.x][p.y] != EMPTY);
    return p;
}

/* ---- your player; 你的算法 ------------------------------------------------------------------------ */
/* Fills step[0] .. step[stones - 1] with different empty points. */
/* 在 step[0] 到 step[stones - 1] 中填入互不相同的空位。 */
static void think(Point step[2], int stones)
{
    int i;

    for (i = 0; i < stones; i++) {
        step[i] = random_empty();
        Board[step[i].x][step[i].y] = me; /* so that the second is not the same point; 避免重复 */
    }
}
/* -------------------------------------------------------------------------------------------------- */

static int empty_points(void)
{
    int x, y, count = 0;

    for (x = 0; x < SIZE; x++)
        for (y = 0; y < SIZE; y++)
            count += Board[x][y] == EMPTY;
    return count;
}

/* Takes in the opponent's stones: "JJ@@" or "AABC". 记下对手的落子。 */
static void opponent(const char *text)
{
    int i;

    for (i = 0; i < 2 && text[2 * i] != '\0' && text[2 * i + 1] != '\0'; i++) {
        int x = text[2 * i] - 'A', y = text[2 * i + 1] - 'A';
        if (x >= 0 && x < SIZE && y >= 0 && y < SIZE) /* "@@" is no point; "@@" 不是棋子 */
            Board[x][y] = 1 - me;
    }
}

/* Thinks and says our turn: one stone in black's first turn, then two. */
/* 思考并输出：黑方第一手一子，此后每手两子。 */
static void answer(void)
{
    Point step[2];
    int empty = empty_points();
    int stones = empty == SIZE * SIZE ? 1 : 2;

    if (empty < stones)
        return; /* the board is full: the game is over; 棋盘已满，对局结束 */
    think(step, stones);
    printf("move %c%c", 'A' + step[0].x, 'A' + step[0].y);
    if (stones == 2)
        printf("%c%c\n", 'A' + step[1].x, 'A' + step[1].y);
    else
        printf("@@\n");
    fflush(stdout); /* what is not flushed does not arrive; 不刷新，平台就收不到 */
}

static void new_game(const char *color)
{
    int x, y;

    me = strcmp(color, "black") == 0 ? BLACK : WHITE;
    for (x = 0; x < SIZE; x++)
        for (y = 0; y < SIZE; y++)
            Board[x][y] = EMPTY;
    if (me == BLACK)
        answer(); /* black begins; 黑方先行 */
}

int main(void)
{
    char line[256], word[16], rest[16];

    srand((unsigned)time(NULL) ^ ((unsigned)getpid() << 16));

    while (fgets(line, sizeof line, stdin) != NULL) { /* NULL: the platform has gone; 平台已退出 */
        rest[0] = '\0';
        /* The numbers keep sscanf inside its buffers. 宽度限制使 sscanf 不会越界。 */
        if (sscanf(line, "%15s %15s", word, rest) < 1)
            continue;
        if (strcmp(word, "name?") == 0) {
            printf("name Random\n"); /* at most 12 letters or 6 汉字; 不超过 12 个字母或 6 个汉字 */
            fflush(stdout);
        } else if (strcmp(word, "new") == 0) {
            new_game(rest);
        } else if (strcmp(word, "move") == 0) {
            opponent(rest);
            answer();
        } else if (strcmp(word, "error") == 0) {
            fprintf(stderr, "the platform refused our move\n"); /* stderr is for logs; 日志写 stderr */
        } else if (strcmp(word, "end") == 0) {
            /* This game is over; another `new` may follow. 本局结束，可能还会收到 new。 */
        } else if (strcmp(word, "quit") == 0) {
            break;
        }
    }
    return 0;
}
