/*
 * Draughts, `judge` dialect (START, PLACE, TURN, END): a random legal move.
 * 国际跳棋，judge 协议：随机选择一个合法着法。
 *
 * The hard part of this game is to know the legal moves: capturing is compulsory, and so is the capture that
 * takes most. This file knows them all; write your own player into `think`.
 * 难点在于列出合法着法：有吃必吃，有多吃多。本程序已全部列出；把自己的算法写进 think 函数即可。
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SIZE 8
#define LONGEST 13 /* squares of the longest path: 12 captures; 最长路径：连吃 12 子 */
#define MOST 4096  /* more moves than any position has; 足够存放任何局面的全部着法 */

/* A piece: +1 our man, +2 our king, -1 and -2 the opponent's, 0 empty. */
/* 棋子：+1 己方兵，+2 己方王，-1、-2 为对方，0 为空。 */
static int board[SIZE][SIZE];
static int forward; /* the rows our men go: -1 up (black), +1 down (white); 己方兵的前进方向 */

typedef struct {
    int count; /* squares visited, the start included; 经过的格数，含起点 */
    int row[LONGEST], column[LONGEST];
} Move;

static Move moves[MOST];
static int found; /* moves in the list; 着法个数 */
static int most;  /* pieces that the moves in the list take; 表中着法的吃子数 */

static int inside(int row, int column)
{
    return row >= 0 && row < SIZE && column >= 0 && column < SIZE;
}

/* Keeps a move if none that takes more is known; forgets those that take fewer. */
/* 有多吃多：只保留吃子最多的着法。 */
static void keep(const Move *move, int taken)
{
    if (taken > most) {
        most = taken;
        found = 0;
    }
    if (taken == most && found < MOST)
        moves[found++] = *move;
}

/* Goes on jumping from the end of the path, whatever the direction. */
/* 从路径末端继续跳吃，不分方向。 */
static void jump(Move *path, int taken)
{
    int row = path->row[path->count - 1], column = path->column[path->count - 1];
    int dr, dc, went_on = 0;

    for (dr = -1; dr <= 1; dr += 2)
        for (dc = -1; dc <= 1; dc += 2) {
            int to_row = row + 2 * dr, to_column = column + 2 * dc, victim;
            if (!inside(to_row, to_column) || board[to_row][to_column] != 0)
                continue;
            victim = board[row + dr][column + dc];
            /* A jumped piece is marked +9: it stays and blocks, but is not jumped twice. */
            /* 被跳过的棋子记为 +9：仍留在原处，但不可重跳。 */
            if (victim >= 0 || path->count == LONGEST)
                continue;
            board[row + dr][column + dc] = 9;
            path->row[path->count] = to_row;
            path->column[path->count] = to_column;
            path->count++;
            jump(path, taken + 1);
            path->count--;
            board[row + dr][column + dc] = victim;
            went_on = 1;
        }
    if (!went_on && taken > 0)
        keep(path, taken);
}

/* One step: a man forward, a king in any direction. 走一格：兵只能向前，王可任意斜向。 */
static void step(Move *path, int king)
{
    int dr, dc;

    for (dr = -1; dr <= 1; dr += 2)
        for (dc = -1; dc <= 1; dc += 2) {
            path->row[1] = path->row[0] + dr;
            path->column[1] = path->column[0] + dc;
            path->count = 2;
            if ((king || dr == forward) && inside(path->row[1], path->column[1]) &&
                board[path->row[1]][path->column[1]] == 0)
                keep(path, 0);
        }
    path->count = 1;
}

/* Fills `moves` with every legal move of ours. 列出己方全部合法着法。 */
static void list_moves(void)
{
    int row, column;

    found = 0;
    most = 0;
    for (row = 0; row < SIZE; row++)
        for (column = 0; column < SIZE; column++) {
            int piece = board[row][column];
            Move path;
            if (piece <= 0)
                continue;
            path.count = 1;
            path.row[0] = row;
            path.column[0] = column;
            step(&path, piece == 2);
            /* The start is empty while the piece is on its way. 跳吃途中起点视为空格。 */
            board[row][column] = 0;
            jump(&path, 0);
            board[row][column] = piece;
        }
}

/* ---- your player; 你的算法 ------------------------------------------------------------------------ */
/* Chooses one of moves[0] .. moves[found - 1]. 从 moves[0] 到 moves[found - 1] 中选一个。 */
static const Move *think(void)
{
    return &moves[rand() % found];
}
/* -------------------------------------------------------------------------------------------------- */

/* Plays a move on the board: takes what was jumped, crowns who ends on the far row. */
/* 在棋盘上走一步：取走被跳过的棋子，到达对方底线者升王。 */
static void play(const Move *move)
{
    int last = move->count - 1, i;
    int piece = board[move->row[0]][move->column[0]];
    int far_row = (piece > 0) == (forward < 0) ? 0 : SIZE - 1;

    board[move->row[0]][move->column[0]] = 0;
    for (i = 0; i < last; i++)
        if (abs(move->row[i + 1] - move->row[i]) == 2)
            board[(move->row[i] + move->row[i + 1]) / 2][(move->column[i] + move->column[i + 1]) / 2] = 0;
    if (move->row[last] == far_row)
        piece = piece > 0 ? 2 : -2;
    board[move->row[last]][move->column[last]] = piece;
}

/* "1" we are black, at the bottom (rows 5 to 7), and begin; "2" white. */
/* “1” 己方执黑，在下方 5 至 7 行，先行；“2” 执白。 */
static void new_game(int color)
{
    int row, column;

    forward = color == 1 ? -1 : 1;
    for (row = 0; row < SIZE; row++)
        for (column = 0; column < SIZE; column++) {
            board[row][column] = 0;
            if ((row + column) % 2 == 1 && row != 3 && row != 4)
                board[row][column] = (row > 4) == (color == 1) ? 1 : -1;
        }
}

/* Reads "N r,c r,c …"; 0 if it is no such text. 读取 “N 行,列 行,列 …”；格式不符返回 0。 */
static int read_move(const char *text, Move *move)
{
    int used, i;

    if (sscanf(text, "%d%n", &move->count, &used) != 1 || move->count < 2 || move->count > LONGEST)
        return 0;
    for (i = 0; i < move->count; i++) {
        text += used;
        if (sscanf(text, "%d,%d%n", &move->row[i], &move->column[i], &used) != 2 ||
            !inside(move->row[i], move->column[i]))
            return 0;
    }
    return 1;
}

static void say_move(const Move *move)
{
    int i;

    printf("%d", move->count);
    for (i = 0; i < move->count; i++)
        printf(" %d,%d", move->row[i], move->column[i]);
    printf("\n");
    fflush(stdout); /* what is not flushed does not arrive; 不刷新，平台就收不到 */
}

int main(void)
{
    char line[256];
    Move move;

    srand((unsigned)time(NULL) ^ ((unsigned)getpid() << 16));

    while (fgets(line, sizeof line, stdin) != NULL) { /* NULL: the platform has gone; 平台已退出 */
        if (strncmp(line, "START", 5) == 0) {
            new_game(atoi(line + 5));
            printf("OK\n");
            fflush(stdout);
        } else if (strncmp(line, "PLACE", 5) == 0) {
            if (read_move(line + 5, &move)) /* no answer; 不需要回复 */
                play(&move);
        } else if (strncmp(line, "TURN", 4) == 0) {
            list_moves();
            if (found > 0) {
                const Move *chosen = think();
                play(chosen);
                say_move(chosen);
            }
        } else if (strncmp(line, "END", 3) == 0) {
            break;
        }
    }
    return 0;
}
