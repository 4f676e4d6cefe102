// The framework of the course championship for Connect6 in C++, `sau` dialect: plays at random.
// 六子棋锦标赛的框架程序（C++），sau 协议：随机走棋。只需填写三处：第 39、59、85 行。
// leitai check chess.cpp --game connect6
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#define BLACK 0
#define WHITE 1
#define EMPTY 2

struct Point { int x, y; };              // column from the left, row from the top, from 0; 列自左、行自上，从 0 起
struct Step { Point first, second; };    // the two stones of a turn; 一手的两枚棋子

int Board[19][19];                       // Board[x][y]: BLACK, WHITE or EMPTY; 棋盘
int computerSide;                        // our colour; 己方颜色
int stones;                              // how many lie on the board; 棋盘上的子数

// A letter is a coordinate: A is 0, S is 18. 字母即坐标：A 为 0，S 为 18。
static void put(const char *at, int side) {
    int x = at[0] - 'A', y = at[1] - 'A';
    if (x < 0 || x > 18 || y < 0 || y > 18) return;
    Board[x][y] = side;
    ++stones;
}

int main() {
    Step step;
    char message[256];
    srand(std::random_device{}());       // other games each time; 每次随机不同
    setvbuf(stdout, nullptr, _IOLBF, 0); // each line leaves at once; 每行立即发出
    while (scanf("%255s", message) == 1) {
        if (strcmp(message, "quit") == 0) {
            break;
        } else if (strcmp(message, "name?") == 0) {
            // ---- 1. Your team's name instead of 令狐冲, at most 6 Chinese characters or 12 letters ----
            // ---- 一、把“令狐冲”改为队名，不超过 6 个汉字或 12 个英文字母 --------------------------------
            printf("name 令狐冲\n");
            // ---------------------------------------------------------------------------------------
        } else if (strcmp(message, "new") == 0) {
            if (scanf("%255s", message) != 1) break;
            computerSide = strcmp(message, "black") == 0 ? BLACK : WHITE;

            for (int x = 0; x < 19; ++x)
                for (int y = 0; y < 19; ++y)
                    Board[x][y] = EMPTY;
            stones = 0;

            if (computerSide == BLACK) {
                // Black begins with one stone, at (step.first.x, step.first.y).
                // 执黑先下一子，落在 (step.first.x, step.first.y)。
                //
                // ---- 2. The first stone of the game ------------------------------------------------
                // ---- 二、生成第一手着法 --------------------------------------------------------------
                //
                // Put your own lines in place of the next two.
                // 用你的代码替换下面两行。
                step.first.x = 9;
                step.first.y = 9;
                // ------------------------------------------------------------------------------------

                Board[step.first.x][step.first.y] = computerSide;
                stones = 1;
                printf("move %c%c@@\n", step.first.x + 'A', step.first.y + 'A');
            }
        } else if (strcmp(message, "move") == 0) {
            if (scanf("%255s", message) != 1) break;

            // The opponent's stones: "JJ@@" is one, "ABCD" two. 对手的落子：“JJ@@” 一子，“ABCD” 两子。
            if (strlen(message) < 4) continue;
            put(message, 1 - computerSide);
            put(message + 2, 1 - computerSide);
            if (stones > 359) continue; // the board is full; 棋盘已满

            // Two stones, at (step.first.x, step.first.y) and (step.second.x, step.second.y).
            // 每手两子，落在 (step.first.x, step.first.y) 与 (step.second.x, step.second.y)。
            // Board[x][y] is BLACK, WHITE or EMPTY, and computerSide is our colour. An idea: lengthen my longest
            // line, and stop the opponent's lines of four.
            // Board[x][y] 为 BLACK、WHITE 或 EMPTY，computerSide 为己方颜色。例如：延长己方最长的一线，
            // 并阻挡对方的四子。
            //
            // ---- 3. The two stones of a turn: your strategy goes here --------------------------------
            // ---- 三、生成每一手的着法：你的策略写在这里，替换下面的示例 ---------------------------------
            do {
                step.first.x = rand() % 19;
                step.first.y = rand() % 19;
            } while (Board[step.first.x][step.first.y] != EMPTY);
            Board[step.first.x][step.first.y] = computerSide;

            do {
                step.second.x = rand() % 19;
                step.second.y = rand() % 19;
            } while (Board[step.second.x][step.second.y] != EMPTY);
            Board[step.second.x][step.second.y] = computerSide;
            // ----------------------------------------------------------------------------------------

            stones += 2;
            printf("move %c%c%c%c\n", step.first.x + 'A', step.first.y + 'A', step.second.x + 'A',
                   step.second.y + 'A');
        }
    }
}
