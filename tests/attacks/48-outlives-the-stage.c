// row 48: stays when the stage is killed
// clock start=60s,move=60s
// doors death-signal
// deeds stays
// expect F: GONE  R: GONE  N: GONE  P: GONE
// case single: alone
// case many: and its children, where it may have some
// limits memory=64MB processes=16
#include "table.h"
#include <sys/prctl.h>

int main(int count, char **words)
{
    begin(count, words);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_IGN);
    setsid();
    // It would be told of its parent's death by a signal, unless it asks not to be.
    door("death-signal", prctl(PR_SET_PDEATHSIG, 0));
    // To be seen from outside.
    prctl(PR_SET_NAME, "leitai-stays");
    // Children of its own, where they may be had.
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            setsid();
            prctl(PR_SET_PDEATHSIG, 0);
            hang();
        }
    done("stays");
    hang();
}
