// row 63: asks the kernel about others, by their numbers alone
// doors group session priority affinity scheduler limits io-priority clock exists
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// open N: group session priority affinity scheduler io-priority clock exists
#include "table.h"
#include <sched.h>
#include <sys/resource.h>

// Of the stage and of a bystander.
static void try(const char *name, long (*deed)(pid_t))
{
    pid_t others[] = {atoi(fact("stage-pid")), atoi(fact("bystander"))};
    int error = ESRCH;
    for (int i = 0; i < 2; i++) {
        if (others[i] <= 0)
            continue;
        if (deed(others[i]) != -1) {
            opened(name);
            return;
        }
        error = errno;
    }
    blocked(name, error);
}

static long group(pid_t pid)
{
    return getpgid(pid);
}

static long session(pid_t pid)
{
    return getsid(pid);
}

static long priority(pid_t pid)
{
    errno = 0;
    long result = getpriority(PRIO_PROCESS, pid);
    return errno ? -1 : result & 127;
}

static long affinity(pid_t pid)
{
    cpu_set_t set;
    return sched_getaffinity(pid, sizeof set, &set);
}

static long scheduler(pid_t pid)
{
    return sched_getscheduler(pid);
}

static long limits(pid_t pid)
{
    struct rlimit limit;
    return prlimit(pid, RLIMIT_CPU, NULL, &limit);
}

static long io_priority(pid_t pid)
{
    return syscall(SYS_ioprio_get, 1, pid);
}

// How much the opponent has thought.
static long processor_time(pid_t pid)
{
    struct timespec time;
    clockid_t clock;
    int error = clock_getcpuclockid(pid, &clock);
    if (error) {
        errno = error;
        return -1;
    }
    return clock_gettime(clock, &time);
}

static long exists(pid_t pid)
{
    // Refused is an answer too: there is such a process.
    return kill(pid, 0) == -1 && errno != EPERM ? -1 : 0;
}

int main(int count, char **words)
{
    begin(count, words);
    try("group", group);
    try("session", session);
    try("priority", priority);
    try("affinity", affinity);
    try("scheduler", scheduler);
    try("limits", limits);
    try("io-priority", io_priority);
    try("clock", processor_time);
    try("exists", exists);
    play_on();
}
