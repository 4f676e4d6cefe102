/*
 * Tic-tac-toe, `beyond` dialect: a random number from 0 to 8, taken points included.
 * 井字棋，beyond 协议：从 0 到 8 随机取一个数，不管那里是否已有棋子。
 *
 * It often loses by an illegal move, and sometimes it is lucky.
 * 常因违规判负，偶尔运气好也能下完。
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    char line[64];

    /* Two programs started in the same second must not draw the same numbers: add the process id. */
    /* 同一秒启动的两个程序不应得到相同的随机数：再加上进程号。 */
    srand((unsigned)time(NULL) ^ ((unsigned)getpid() << 16));

    printf("Beyond.Game.Tic-tac-toe.1.0\n");
    printf("Repeats\n");
    fflush(stdout);

    if (fgets(line, sizeof line, stdin) == NULL)
        return 0; /* our side; 己方棋子 */

    while (fgets(line, sizeof line, stdin) != NULL) { /* the board; 当前棋盘 */
        printf("%d\n", rand() % 9);
        fflush(stdout);
    }
    return 0;
}
