// row 74: sixty threads that take the core as soon as it is resumed or asked, before the stage has started its clock
// opponent work=30
// clock start=10s,move=6s
// limits threads=80
// clocked 50
// expect F: OK  R: OK  N: OK  P: OK|THEFT
// case alone: one thread works: the control
// case held: the threads have worked in the opponent's time, so that it is stopped until it is asked
// case woken: the threads sleep until the request comes
#include "table.h"
#include <pthread.h>

enum { THREADS = 60 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn_begins = PTHREAD_COND_INITIALIZER;
static volatile int works;

static long clock_us(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void *work(void *nothing)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!works && !is_case("held"))
            pthread_cond_wait(&turn_begins, &lock);
        pthread_mutex_unlock(&lock);
        for (volatile int i = 0; i < 1000000; i++)
            ;
    }
    return nothing;
}

int main(int count, char **words)
{
    pthread_attr_t small;
    pthread_t thread;
    begin(count, words);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (int i = 0; i < THREADS && !is_case("alone"); i++)
        pthread_create(&thread, &small, work, NULL);
    for (int turn = 2;; turn++) {
        works = 0;
        // From its answer on: what its threads work before it hears the request, it is resumed for that.
        long before = clock_us(CLOCK_PROCESS_CPUTIME_ID);
        answer();
        be_asked();
        long asked = clock_us(CLOCK_MONOTONIC);
        pthread_mutex_lock(&lock);
        works = 1;
        pthread_cond_broadcast(&turn_begins);
        pthread_mutex_unlock(&lock);
        while (clock_us(CLOCK_MONOTONIC) - asked < 100000)
            ;
        // In the opponent's first turn nobody knows yet that its threads work in others' time.
        if (turn > 2)
            report("thought: %d %ld", turn, clock_us(CLOCK_PROCESS_CPUTIME_ID) - before);
    }
}
