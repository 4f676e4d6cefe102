// row 31: numbers that are none, or none of the game's
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// reason where a number from 0 to 8 was expected
// case -1: negative
// case 9: too large
// case 18446744073709551616: huge
// case 1.0: with a point
// case 4e0: with an exponent
// case 0x4: of base sixteen
// case NaN: none
// case ٤: in digits of another script
// case -1,0: negative squares
// game draughts judge max_rounds=3
// reason was expected
// case 99999999999999999999,0: huge squares
// game draughts judge max_rounds=3
// reason was expected
#include "table.h"

int main(int count, char **words)
{
    facts = words + (count > 0);
    if (strchr(fact("case"), ',')) {
        char path[64];
        hear();
        say_line("OK");
        while (hear() && strcmp(board, "TURN") != 0)
            ;
        snprintf(path, sizeof path, "2 %s 0,1", fact("case"));
        say_line(path);
    } else {
        begin(count, words);
        say_line(fact("case"));
    }
    hang();
}
