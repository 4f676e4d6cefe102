// row 18: stops itself
// clock start=5s,move=300ms
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason of 0.30 s for a move
// noted ended by the stage
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    for (;;)
        kill(getpid(), SIGSTOP);
}
