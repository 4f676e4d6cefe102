// row 87: is quiet until its core is lent to other games, then works with sixty threads until it is asked
// opponent work=20
// clock start=30s,move=400ms
// limits threads=80
// seat second
// crowd 8 12
// expect F: OK|TLE  R: OK|TLE  N: OK|TLE  P: OK|TLE
// case quiet: the threads sleep: the control
// expect F: OK  R: OK  N: OK  P: OK
// case ready: it has said that it is ready
// case unready: it gets ready meanwhile
#include "table.h"
#include <poll.h>
#include <pthread.h>

enum { THREADS = 60 };

static volatile int burning = 1, seated;

// Has it been asked? The one that answers is one among sixty, and would see it last.
static int is_asked(void)
{
    struct pollfd input = {.fd = 0, .events = POLLIN};
    return seated && poll(&input, 1, 0) > 0;
}

static void *burns(void *nothing)
{
    nap(30);
    for (volatile long i = 0; burning && !is_case("quiet"); i++)
        if (i % 10000 == 0 && is_asked())
            burning = 0;
    return nothing;
}

int main(int count, char **words)
{
    facts = words + 1;
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, burns, NULL);
    }
    if (is_case("unready"))
        nap(120);
    sit(count, words);
    seated = 1;
    be_asked();
    burning = 0;
    play_on();
}
