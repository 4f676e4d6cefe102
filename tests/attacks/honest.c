// The opponent: plays the last free cell, after `think=MILLISECONDS` of waiting or `work=MILLISECONDS` of computing,
// having computed for `start=MILLISECONDS` of processor time before its opening words; with `counts=1` it logs
// how long it was run of each turn. Or its part of a game of draughts; or waits.
#include "table.h"
#include "draughts.h"

static long clock_us(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void work(long milliseconds)
{
    long begun = clock_us(CLOCK_MONOTONIC), used = clock_us(CLOCK_PROCESS_CPUTIME_ID), passed;
    do
        passed = clock_us(CLOCK_MONOTONIC) - begun;
    while (passed < milliseconds * 1000);
    if (atol(fact("counts")) > 0)
        report("ran %ld of %ld", clock_us(CLOCK_PROCESS_CPUTIME_ID) - used, passed);
}

int main(int count, char **words)
{
    facts = words + 1;
    if (strcmp(fact("dialect"), "judge") == 0) {
        report("at the table");
        while (hear())
            draughts(0);
        return 0;
    }
    if (strcmp(fact("dialect"), "native") == 0) {
        report("at the table");
        say_line("{\"type\":\"ready\"}");
        while (hear())
            ;
        return 0;
    }
    while (clock() / (CLOCKS_PER_SEC / 1000) < atol(fact("start")))
        ;
    sit(count, words);
    while (hear()) {
        char cell[2] = {'0' + (char)(strrchr(board, ' ') - board), 0};
        nap(atol(fact("think")));
        if (atol(fact("work")) > 0)
            work(atol(fact("work")));
        say_line(cell);
    }
    return 0;
}
