// row 98: counts what another program of the same stage holds
// case twin: the sockets of the network that both are in
// opponent twin
// doors unix used protocols
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case family: the same with several processes, which may read all of their own list of processes
// opponent twin
// limits processes=4
// doors unix used protocols
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case control: the twin holds nothing
// opponent twin
// deeds same
// expect F: OK  R: OK  N: OK  P: OK
// skip P: the machine's own sockets come and go
// case options: who the peer of a socket is, and which number the kernel gave it
// doors peer peer-descriptor peer-groups cookie network-cookie memory other-level
// deeds kind error buffer
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case others: numbers that count for the whole machine, and which pages of a file others have in use
// doors descriptor born-with-descriptor in-memory shared-pages exclusive-pages thread-network by-number
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <sched.h>
#include <sys/socket.h>
#include <sys/uio.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#define SECRET 22
#define PLACES 3

static const struct { const char *door, *file, *first, *other; } places[PLACES] = {
    {"unix", "/proc/self/net/unix", NULL, "/proc/thread-self/net/unix"},
    {"used", "/proc/self/net/sockstat", "sockets: used ", "/proc/thread-self/net/sockstat"},
    {"protocols", "/proc/self/net/protocols", "UNIX ", "/proc/thread-self/net/protocols"},
};

// The lines of a file, or the last number of the line that begins so; -1 if it cannot be read.
static long counted(const char *path, const char *first)
{
    static char text[1 << 20];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = 0, more;
    if (fd == -1)
        return -1;
    while ((more = read(fd, text + length, sizeof text - 1 - length)) > 0)
        length += more;
    close(fd);
    text[length] = '\0';
    if (first) {
        char *line = strstr(text, first);
        long size = 0, count = 0;
        if (line && strcmp(first, "UNIX ") == 0)
            return sscanf(line, "UNIX %ld %ld", &size, &count) == 2 ? count : -1;
        return line ? strtol(line + strlen(first), NULL, 10) : -1;
    }
    long lines = 0;
    for (char *c = text; *c; c++)
        lines += *c == '\n';
    return lines;
}

static void count_all(long *counts)
{
    for (int i = 0; i < PLACES; i++) {
        counts[i] = counted(places[i].file, places[i].first);
        if (counts[i] == -1)
            counts[i] = counted(places[i].other, places[i].first);
    }
}

// The one holds pairs of sockets in every other turn; the other counts in each of its own, whether their number jumps.
static void hear_twin(void)
{
    long before[PLACES], after[PLACES];
    int jumps[PLACES] = {0}, all = 0;
    be_asked();
    count_all(before);
    for (int turn = 0; turn < 2; turn++) {
        answer();
        be_asked();
        count_all(after);
        for (int i = 0; i < PLACES; i++) {
            jumps[i] |= labs(after[i] - before[i]) >= SECRET;
            before[i] = after[i];
        }
    }
    for (int i = 0; i < PLACES; i++) {
        all += jumps[i];
        if (!is_case("control"))
            door_if(places[i].door, jumps[i]);
    }
    if (!all)
        done("same");
}

static void be_twin(void)
{
    int pairs[SECRET / 2][2];
    for (int turn = 0;; turn++) {
        be_asked();
        for (int i = 0; i < SECRET / 2; i++) {
            if (turn % 2) {
                close(pairs[i][0]);
                close(pairs[i][1]);
            } else if (socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]) == -1) {
                exit(97);
            }
        }
        answer();
    }
}

static void options(void)
{
    static const struct { const char *door; int level, option; } asked[] = {
        {"peer", SOL_SOCKET, SO_PEERCRED}, {"peer-descriptor", SOL_SOCKET, SO_PEERPIDFD},
        {"peer-groups", SOL_SOCKET, SO_PEERGROUPS}, {"cookie", SOL_SOCKET, SO_COOKIE},
        {"network-cookie", SOL_SOCKET, SO_NETNS_COOKIE}, {"memory", SOL_SOCKET, SO_MEMINFO}, {"other-level", 6, SO_TYPE},
    };
    int pair[2], value;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == -1)
        exit(97);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char answer[256];
        socklen_t length = sizeof answer;
        door(asked[i].door, getsockopt(pair[0], asked[i].level, asked[i].option, answer, &length));
    }
    socklen_t length = sizeof value;
    if (getsockopt(pair[0], SOL_SOCKET, SO_TYPE, &value, &length) == 0 && value == SOCK_STREAM)
        done("kind");
    if (getsockopt(pair[0], SOL_SOCKET, SO_ERROR, &value, &length) == 0)
        done("error");
    if (getsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &value, &length) == 0)
        done("buffer");
}

static int leave(void *unused)
{
    (void)unused;
    return 0;
}

static void others(void)
{
    static char stack[1 << 16] __attribute__((aligned(16)));
    char byte, path[64];
    struct iovec one = {&byte, 1};
    int found = -1, fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    door("descriptor", syscall(SYS_pidfd_open, getpid(), 0));
    int thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_SYSVSEM;
    door("born-with-descriptor", clone(leave, stack + sizeof stack, thread | CLONE_PIDFD | SIGCHLD, NULL, &found));
    door("in-memory", syscall(SYS_preadv2, fd, &one, 1, -1L, -1L, 0L));
    door_file("shared-pages", "/proc/self/smaps", O_RDONLY);
    door_file("exclusive-pages", "/proc/self/pagemap", O_RDONLY);
    snprintf(path, sizeof path, "/proc/self/task/%ld/net/unix", syscall(SYS_gettid));
    door_file("thread-network", path, O_RDONLY);
    snprintf(path, sizeof path, "/proc/%d/net/unix", getpid());
    door_file("by-number", path, O_RDONLY);
}

int main(int count, char **words)
{
    sit(count, words);
    if (is_case("twin") || is_case("family") || is_case("control")) {
        if (board[0] == 'X')
            hear_twin();
        else if (!is_case("control"))
            be_twin();
        else
            be_asked();
        play_on();
    }
    be_asked();
    if (is_case("options"))
        options();
    if (is_case("others"))
        others();
    play_on();
}
