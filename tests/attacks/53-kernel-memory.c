// row 53: memory that the kernel holds for it
// limits memory=64MB
// expect F: BLOCKED|MLE  R: BLOCKED|MLE  N: BLOCKED|MLE  P: OPEN|MLE|BLOCKED
// case pipes: in pipes
// doors pipes
// case sockets: in pairs of sockets
// doors sockets
// case signals: in signals that wait
// doors signals
// case timers: in timers
// doors timers
// case areas: in mappings without number
// doors areas
#include "table.h"
#include <sys/mman.h>
#include <sys/socket.h>

// More than the limit by far, and what is not counted must stay below it.
enum { ENOUGH = 192, LIMIT = 64 };

// Megabytes in pipes, each as wide as may be.
static void pipes(void)
{
    static char bytes[MB];
    long held = 0;
    int error = 0;
    while (held < ENOUGH * MB) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK) == -1) {
            error = errno;
            break;
        }
        fcntl(ends[1], F_SETPIPE_SZ, MB);
        for (ssize_t count; (count = write(ends[1], bytes, sizeof bytes)) > 0;)
            held += count;
    }
    report("%ld MB", held / MB);
    if (error && held <= LIMIT * MB)
        blocked("pipes", error);
    else
        opened("pipes");
}

static void sockets(void)
{
    static char bytes[64 << 10];
    long held = 0;
    int error = 0;
    while (held < ENOUGH * MB) {
        int ends[2], wide = 8 * MB;
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == -1) {
            error = errno;
            break;
        }
        setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &wide, sizeof wide);
        for (ssize_t count; (count = write(ends[0], bytes, sizeof bytes)) > 0;)
            held += count;
    }
    report("%ld MB", held / MB);
    if (error && held <= LIMIT * MB)
        blocked("sockets", error);
    else
        opened("sockets");
}

static void signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int i = 0; i < 200000; i++)
        if (sigqueue(getpid(), SIGRTMIN, (union sigval){i}) == -1) {
            report("%d signals", i);
            blocked("signals", errno);
            return;
        }
    opened("signals");
}

static void timers(void)
{
    for (int i = 0; i < 200000; i++) {
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, NULL, &timer) == -1) {
            report("%d timers", i);
            blocked("timers", errno);
            return;
        }
    }
    opened("timers");
}

// Every second page with other rights: as many areas as the kernel allows, and its own lists of them.
static void areas(void)
{
    long pages = 1 << 20;
    char *at = mmap(NULL, pages * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (long i = 0; at != MAP_FAILED && i < pages; i += 2)
        if (mprotect(at + i * 4096, 4096, PROT_READ) == -1) {
            report("%ld areas", i);
            blocked("areas", errno);
            return;
        }
    opened("areas");
}

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("pipes"))
        pipes();
    if (is_case("sockets"))
        sockets();
    if (is_case("signals"))
        signals();
    if (is_case("timers"))
        timers();
    if (is_case("areas"))
        areas();
    play_on();
}
