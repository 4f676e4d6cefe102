// row 97: leaves its own core for the one of the opponent, which has it to itself where programs think all the time
// doors moves thread-moves another-moves asks-again
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <pthread.h>
#include <sched.h>

// Is it on more cores, or on others, than it was given?
static long moved(int pid)
{
    cpu_set_t before, wanted, after;
    CPU_ZERO(&wanted);
    for (int core = 0; core < 64; core++)
        CPU_SET(core, &wanted);
    if (sched_getaffinity(0, sizeof before, &before) == -1)
        return -1;
    if (sched_setaffinity(pid, sizeof wanted, &wanted) == -1)
        return -1;
    if (sched_getaffinity(pid, sizeof after, &after) == 0)
        sched_setaffinity(pid, sizeof before, &before);
    return 0;
}

static void *thread(void *result)
{
    errno = 0;
    *(long *)result = moved(0) == -1 ? errno : 0;
    return NULL;
}

int main(int count, char **words)
{
    begin(count, words);
    door("moves", moved(0));
    pthread_t other;
    long error = EAGAIN;
    if (pthread_create(&other, NULL, thread, &error) == 0)
        pthread_join(other, NULL);
    errno = (int)error;
    door("thread-moves", error ? -1 : 0);
    // Whoever started it may be on any core.
    door("another-moves", moved(getppid()));
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    door("asks-again", syscall(SYS_sched_setaffinity, gettid(), sizeof all, &all));
    play_on();
}
