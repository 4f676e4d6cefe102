/*
 * Tic-tac-toe, `beyond` dialect: a random empty point. The place to start your own program from.
 * 井字棋，beyond 协议：随机选一个空位。可以从这里改写成你自己的程序。
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Where to play; -1 if the board is full. 选择落子位置；棋盘已满返回 -1。 */
static int choose(const char *board, char me)
{
    int empty[9], count = 0, i;

    (void)me; /* a better player looks at its own marks too; 更强的程序还要看双方的棋子 */
    for (i = 0; i < 9; i++)
        if (board[i] == ' ')
            empty[count++] = i;
    return count > 0 ? empty[rand() % count] : -1;
}

int main(void)
{
    char line[64], me;
    int point;

    srand((unsigned)time(NULL) ^ ((unsigned)getpid() << 16));

    printf("Beyond.Game.Tic-tac-toe.1.0\n");
    printf("Legal\n");
    fflush(stdout);

    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    me = line[0]; /* 'X' or 'O'; 'X' 或 'O' */

    while (fgets(line, sizeof line, stdin) != NULL) {
        /* Blanks are empty points: take off the line end only. 空格就是空位：只去掉行尾换行。 */
        line[strcspn(line, "\r\n")] = '\0';
        if (strlen(line) != 9)
            continue;
        point = choose(line, me);
        if (point >= 0) {
            printf("%d\n", point);
            fflush(stdout);
        }
    }
    return 0;
}
