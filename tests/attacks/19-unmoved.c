// row 19: is moved by no signal
// clock start=5s,move=300ms
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason of 0.30 s for a move
// noted ended by the stage
// case ignores: ignores all that it may
// case blocks: blocks all that it may
#include "table.h"

int main(int count, char **words)
{
    sigset_t all;
    begin(count, words);
    sigfillset(&all);
    if (is_case("blocks"))
        sigprocmask(SIG_BLOCK, &all, NULL);
    else
        for (int number = 1; number < NSIG; number++)
            signal(number, SIG_IGN);
    for (;;)
        pause();
}
