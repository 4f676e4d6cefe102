// row 32: says what only the referee says
// game draughts judge max_rounds=3
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// case END 1: that it has won
// reason it said `END 1`
// case START 2: the beginning
// reason it said `START 2`
// case PLACE 2 2,1 3,2: the opponent's move
// reason it said `PLACE 2 2,1 3,2`
// case XXX   OOO: a board
// game tictactoe beyond
// reason it said `XXX   OOO`
#include "table.h"

int main(int count, char **words)
{
    facts = words + (count > 0);
    if (*fact("case") == 'X') {
        begin(count, words);
    } else {
        hear();
        say_line("OK");
        while (hear() && strcmp(board, "TURN") != 0)
            ;
    }
    say_line(fact("case"));
    hang();
}
