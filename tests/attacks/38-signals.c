// row 38: sends signals to others
// doors kill tkill tgkill sigqueue tgsigqueue pidfd group scan
// deeds everyone owner
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <sys/wait.h>

// The kernel asks whether a signal may be sent, not which; this one hurts nobody who does not wait for it,
// and a bystander who does counts what comes.
#define HARMLESS SIGURG

static pid_t targets[4];

static long by_kill(pid_t pid)
{
    return kill(pid, HARMLESS);
}

static long by_tkill(pid_t pid)
{
    return syscall(SYS_tkill, pid, HARMLESS);
}

static long by_tgkill(pid_t pid)
{
    return syscall(SYS_tgkill, pid, pid, HARMLESS);
}

static long by_queue(pid_t pid)
{
    return sigqueue(pid, HARMLESS, (union sigval){0});
}

static long by_tg_queue(pid_t pid)
{
    siginfo_t info = {.si_signo = HARMLESS, .si_code = SI_QUEUE, .si_pid = getpid(), .si_uid = getuid()};
    return syscall(SYS_rt_tgsigqueueinfo, pid, pid, HARMLESS, &info);
}

static long by_pidfd(pid_t pid)
{
    int fd = syscall(SYS_pidfd_open, pid, 0);
    return fd == -1 ? -1 : syscall(SYS_pidfd_send_signal, fd, HARMLESS, NULL, 0);
}

static long by_group(pid_t pid)
{
    // Everyone is another deed.
    return pid == 1 ? (errno = ESRCH, -1) : kill(-pid, HARMLESS);
}

static void try(const char *name, long (*deed)(pid_t))
{
    int error = ESRCH;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (targets[i] <= 0 || targets[i] == getpid())
            continue;
        if (deed(targets[i]) == 0) {
            report("process %d", targets[i]);
            opened(name);
            return;
        }
        if (errno != ESRCH)
            error = errno;
    }
    blocked(name, error);
}

static void scan(void)
{
    int error = ESRCH;
    for (pid_t pid = 1; pid <= 32768; pid++) {
        if (pid == getpid())
            continue;
        if (kill(pid, HARMLESS) == 0) {
            report("process %d", pid);
            opened("scan");
            return;
        }
        if (errno != ESRCH)
            error = errno;
    }
    blocked("scan", error);
}

// The kernel sends a signal on behalf of a pipe's owner.
static void owner(void)
{
    int ends[2];
    if (pipe(ends) == -1)
        exit(97);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (targets[i] <= 0)
            continue;
        if (fcntl(ends[0], F_SETOWN, targets[i]) == -1 || fcntl(ends[0], F_SETSIG, HARMLESS) == -1)
            continue;
        fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
        if (write(ends[1], "x", 1) != 1)
            exit(97);
    }
    done("owner");
}

int main(int count, char **words)
{
    begin(count, words);
    signal(HARMLESS, SIG_IGN);
    targets[0] = getppid();
    targets[1] = atoi(fact("bystander"));
    targets[2] = atoi(fact("stage-pid"));
    targets[3] = 1;
    try("kill", by_kill);
    try("tkill", by_tkill);
    try("tgkill", by_tgkill);
    try("sigqueue", by_queue);
    try("tgsigqueue", by_tg_queue);
    try("pidfd", by_pidfd);
    try("group", by_group);
    scan();
    owner();
    // The kernel says that it was done even where nobody could be reached.
    kill(-1, HARMLESS);
    done("everyone");
    play_on();
}
