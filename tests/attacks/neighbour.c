// A neighbour that means to make games lose in which it does not play; in its own it answers at once.
// spinners: 60 threads that work from its start to its end
// bomb: as many processes and threads as it gets at its start, all of which work
// burns: quiet at its start, so that its core is lent out; then 60 threads, before its game begins
#include "table.h"
#include <pthread.h>
#include <sched.h>

#define THREADS 60
// Where nothing counts them, enough to do harm and not to stop the machine.
#define BOMB 100

static void *spin(void *unused)
{
    for (volatile long i = 0;; i++)
        ;
    return unused;
}

static int threads(int wanted)
{
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    int got = 0;
    while (got < wanted && pthread_create(&thread, &small, spin, NULL) == 0)
        got++;
    return got;
}

int main(int count, char **words)
{
    facts = words + (count > 0);
    int got = 0, forked = 0;
    if (is_case("spinners"))
        got = threads(THREADS);
    if (is_case("bomb")) {
        for (; forked < 16; forked++) {
            int pid = fork();
            if (pid == 0) {
                threads(BOMB);
                spin(NULL);
            }
            if (pid == -1)
                break;
        }
        got = threads(BOMB);
    }
    if (is_case("burns")) {
        nap(700);
        got = threads(THREADS);
        nap(100);
    }
    report("%d threads, %d processes", got, forked);
    begin(count, words);
    play_on();
}
