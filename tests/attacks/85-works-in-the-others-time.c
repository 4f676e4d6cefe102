// row 85: works while its opponent computes, in ways that a signal does not end
// opponent work=60
// theft 10
// expect F: OK  R: OK  N: OK  P: OK|THEFT
// limits threads=80
// case alone: one thread: what all are compared with
// case quiet: sixty threads that sleep: the control
// case spinners: sixty threads that compute
// case awake: sixty threads that wake each other
// case headless: its first thread has left, the others compute
// case continued: sixty threads that send SIGCONT to their own process
// case timers: sixty timers that send SIGCONT
// case populate: sixty threads inside the kernel, which fetch pages
// limits threads=80 memory=600MB
// expect F: OK|THEFT  R: OK|THEFT  N: OK|THEFT  P: OK|THEFT
// case gather: sixty threads inside the kernel, which read into one buffer again and again
// limits threads=80 memory=600MB
// expect F: OK|THEFT  R: OK|THEFT  N: OK|THEFT  P: OK|THEFT
// case brief: sixty threads that compute, while the opponent takes a millisecond a turn
// opponent work=1
// case family: children that compute, each in a process of its own
// limits processes=16 threads=80
// case litter: children that live for a moment, and are born anew all the time
// limits processes=16 threads=80
// expect F: OK|THEFT  R: OK|THEFT  N: OK  P: OK|THEFT
#include "table.h"
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

enum { THREADS = 60, CHILDREN = 8, PIECES = 1024 };

static char *field;
static const size_t size = 256 * MB;
static pthread_t threads[THREADS];

static long now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

// Is the opponent to move? Only then it pays to work.
static volatile int resting;

static void rest(void)
{
    while (!resting)
        nap(1);
}

static void *sleeps(void *nothing)
{
    for (;;)
        pause();
    return nothing;
}

static int is_asked(void)
{
    struct pollfd input = {.fd = 0, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

// The one that answers is one among sixty, and has its turn last: whoever sees that they are asked lets it.
static void *spins(void *nothing)
{
    for (volatile long i = 0;; i++) {
        if (i % 100000 == 0 && is_asked())
            resting = 0;
        if (i % 1000 == 0)
            rest();
    }
    return nothing;
}

static void *wakes(void *nothing)
{
    for (;;) {
        rest();
        pthread_kill(threads[rand() % THREADS], SIGURG);
    }
    return nothing;
}

static void *continues(void *nothing)
{
    for (;;) {
        rest();
        kill(getpid(), SIGCONT);
    }
    return nothing;
}

static void *populates(void *nothing)
{
    for (;;) {
        rest();
        madvise(field, size, MADV_POPULATE_READ);
    }
    return nothing;
}

static void *gathers(void *nothing)
{
    static char buffer[1 << 17];
    struct iovec pieces[PIECES];
    int fd = open("/dev/zero", O_RDONLY);
    for (int i = 0; i < PIECES; i++)
        pieces[i] = (struct iovec){buffer, sizeof buffer};
    do
        rest();
    while (readv(fd, pieces, PIECES) >= 0);
    return nothing;
}

static void handle(int signal)
{
    (void)signal;
}

static void set_timers(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    struct itimerspec often = {{0, 1000000}, {0, 1000000}};
    signal(SIGCONT, handle);
    for (int i = 0; i < THREADS; i++) {
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
            timer_settime(timer, 0, &often, NULL);
    }
}

static void bear(void)
{
    for (int i = 0; i < CHILDREN; i++)
        if (fork() == 0) {
            for (volatile long i = 0;; i++)
                ;
        }
}

// One child after the other, each gone before anybody looks.
static void *litters(void *nothing)
{
    for (;;) {
        rest();
        pid_t child = fork();
        if (child == 0) {
            long end = now(CLOCK_PROCESS_CPUTIME_ID) + 2000;
            while (now(CLOCK_PROCESS_CPUTIME_ID) < end)
                ;
            _exit(0);
        }
        if (child == -1)
            nap(1);
        else
            waitpid(child, NULL, 0);
    }
    return nothing;
}

static void ignite(void)
{
    void *(*deed)(void *) = sleeps;
    int count = THREADS;
    if (is_case("spinners") || is_case("brief") || is_case("timers") || is_case("headless"))
        deed = spins;
    if (is_case("awake"))
        signal(SIGURG, handle), deed = wakes;
    if (is_case("continued"))
        signal(SIGCONT, handle), deed = continues;
    if (is_case("timers"))
        set_timers();
    if (is_case("populate"))
        deed = populates;
    if (is_case("gather"))
        deed = gathers;
    if (is_case("family"))
        bear();
    if (is_case("litter"))
        deed = litters, count = 1;
    if (is_case("populate")) {
        field = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (field == MAP_FAILED)
            exit(97);
    }
    if (is_case("alone"))
        count = 0;
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, deed, NULL);
}

static void *plays(void *nothing)
{
    // Against the last free cell nobody wins before the board is full.
    static const char *cells[] = {"0", "7", "3", "2", "1"};
    ignite();
    for (int turn = 0; turn < 4; turn++) {
        resting = 1;
        say_line(cells[turn]);
        be_asked();
        resting = 0;
    }
    say_line(cells[4]);
    be_asked();
    exit(0);
    return nothing;
}

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("headless")) {
        pthread_t player;
        pthread_create(&player, NULL, plays, NULL);
        pthread_exit(NULL);
    }
    plays(NULL);
}
