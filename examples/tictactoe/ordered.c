/*
 * Tic-tac-toe, `beyond` dialect: plays the points 0, 1, 2, … in order, whatever stands there.
 * 井字棋，beyond 协议：不看棋盘，依次下 0、1、2……
 *
 * It speaks the protocol rightly and still loses: sooner or later it takes a point that is occupied.
 * 通信完全正确，却必然输掉：迟早会下在已有棋子的位置，被判违规。
 */
#include <stdio.h>

int main(void)
{
    char line[64]; /* a board is 9 characters and the line end; 棋盘一行 9 个字符，加换行 */
    int point;

    /* The program speaks first: the contest's type, then a name. 程序先开口：比赛类型，然后是名字。 */
    printf("Beyond.Game.Tic-tac-toe.1.0\n");
    printf("In order\n");
    fflush(stdout); /* what is not flushed does not arrive; 不刷新，平台就收不到 */

    /* fgets never writes past the buffer; NULL means that the input has ended. */
    /* fgets 不会越界；返回 NULL 表示输入已结束。 */
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0; /* that was our side, X or O; 这一行是己方棋子：X 或 O */

    for (point = 0; point < 9; point++) {
        if (fgets(line, sizeof line, stdin) == NULL) /* the board; 当前棋盘 */
            return 0;
        printf("%d\n", point);
        fflush(stdout);
    }
    /* Leaving early would lose the game: wait until the platform closes our input. */
    /* 提前退出会判负：等平台关闭输入再结束。 */
    while (fgets(line, sizeof line, stdin) != NULL)
        ;
    return 0;
}
