// row 88: says what a launcher might say, and then what it likes
// clock start=5s,move=5s
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// case plain: nothing before its answer: the control
// expect F: OK  R: OK  N: OK  P: OK
// case refused: the byte that once meant that it was not executed
// case started: the byte that once meant that it was
// case failed: the byte of a sandbox that could not be set up
// case flood: that byte and everything that goes through a pipe
// reason output
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("refused") || is_case("flood"))
        say("\x15", 1);
    if (is_case("started"))
        say("+", 1);
    if (is_case("failed"))
        say("-", 1);
    if (is_case("flood")) {
        static char block[1 << 16];
        memset(block, 'x', sizeof block);
        for (;;)
            say(block, sizeof block);
    }
    play_on();
}
