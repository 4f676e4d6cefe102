// row 86: works with sixty threads while its opponent gets ready
// opponent start=200
// clock start=4s,move=10s
// limits threads=80
// expect F: OK  R: OK  N: OK  P: OK
// case quiet: the threads sleep: the control
// case before: before it is ready itself
// case after: from when it is ready until it is asked
#include "table.h"
#include <pthread.h>

enum { THREADS = 60 };

static volatile int burning = 1;

static void *burns(void *nothing)
{
    while (!burning || is_case("quiet"))
        nap(1);
    while (burning)
        ;
    return nothing;
}

static void ignite(void)
{
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, burns, NULL);
    }
}

int main(int count, char **words)
{
    facts = words + 1;
    if (!is_case("after"))
        ignite();
    if (is_case("before"))
        nap(100);
    sit(count, words);
    if (is_case("after"))
        ignite();
    be_asked();
    burning = 0;
    play_on();
}
