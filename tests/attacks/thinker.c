// An honest player that thinks: it works for `work=MILLISECONDS` of its own processor time, then plays the first
// free cell.
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    for (;;) {
        struct timespec time;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        long until = time.tv_sec * 1000 + time.tv_nsec / 1000000 + atol(fact("work"));
        do
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        while (time.tv_sec * 1000 + time.tv_nsec / 1000000 < until);
        answer();
        be_asked();
    }
}
