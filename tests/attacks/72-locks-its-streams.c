// row 72: keeps whoever reads its streams waiting, behind a page fault of its own that waits for its own threads
// opponent work=20
// clock start=10s,move=6s
// limits threads=80
// clocked 50
// longest 1000
// expect F: OK  R: OK  N: OK  P: OK|THEFT
// case control: the same work without the trick
// case output: its answer is written behind the fault, while it thinks
// case log: its log is written behind the fault, while its opponent thinks
#include "table.h"
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/uio.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

enum { PAGE = 4096, BURNERS = 12 };
static const size_t LENGTH = (size_t)3 << 30;

static char *field, spaces[PAGE];
static volatile int stop, changing;

static long clock_us(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

// While this runs, no page fault of the process is served.
static void *change(void *nothing)
{
    changing = 1;
    mprotect(field, LENGTH + PAGE, PROT_READ);
    return nothing;
}

// Share the core with it, so that it takes long.
static void *burn(void *nothing)
{
    long begun = clock_us(CLOCK_MONOTONIC);
    while (!stop && clock_us(CLOCK_MONOTONIC) - begun < 1500000)
        ;
    return nothing;
}

static void start(void *(*what)(void *))
{
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    if (pthread_create(&thread, &small, what, NULL) != 0)
        report("no thread");
}

// Writes a page whose lock the reader waits for, and then what comes behind the page fault.
static void write_behind_a_fault(int to, const char *text)
{
    struct iovec parts[3] = {{spaces, to == 1 ? 64 : 0}, {field + LENGTH, 1}, {(void *)text, strlen(text)}};
    changing = 0;
    mprotect(field, LENGTH + PAGE, PROT_NONE);
    for (int i = 0; i < BURNERS; i++)
        start(burn);
    nap(20);
    start(change);
    while (!changing)
        sched_yield();
    if (writev(to, parts, 3) < 0)
        report("nothing written");
    stop = 1;
}

static void *in_the_log(void *nothing)
{
    nap(5);
    write_behind_a_fault(2, "behind a fault\n");
    return nothing;
}

int main(int count, char **words)
{
    begin(count, words);
    memset(spaces, ' ', sizeof spaces);
    field = mmap(NULL, LENGTH + PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (field == MAP_FAILED)
        return 1;
    char *last = mmap(field + LENGTH, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    last[0] = ' ';
    if (!is_case("control"))
        madvise(field, LENGTH, MADV_POPULATE_READ);
    answer();
    for (int turn = 1;; turn++) {
        if (turn == 2 && is_case("log"))
            start(in_the_log);
        be_asked();
        // Its processor time: what the machine does with others counts for nobody.
        long asked = clock_us(CLOCK_PROCESS_CPUTIME_ID);
        char text[4] = {choice()[0], '\n'};
        if (turn == 1 && is_case("output")) {
            write_behind_a_fault(1, text);
        } else {
            if (turn == 1)
                while (clock_us(CLOCK_PROCESS_CPUTIME_ID) - asked < 500000)
                    ;
            say(text, 2);
        }
        report("thought: %d %ld", turn + 1, clock_us(CLOCK_PROCESS_CPUTIME_ID) - asked);
    }
}
