// row 40: takes more of the processors than it is given
// doors affinity nice setpriority fifo round-robin batch idle deadline attributes io-priority autogroup real-time-limit nice-limit
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <sched.h>
#include <sys/resource.h>

struct attributes {
    unsigned size, policy;
    unsigned long long flags;
    int nice;
    unsigned priority;
    unsigned long long runtime, deadline, period;
};

static long policy(int policy, int priority)
{
    return sched_setscheduler(0, policy, &(struct sched_param){.sched_priority = priority});
}

static long raise_limit(int resource)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) == -1)
        return -1;
    limit.rlim_cur = limit.rlim_max = limit.rlim_max + 1;
    return setrlimit(resource, &limit);
}

int main(int count, char **words)
{
    cpu_set_t all;
    begin(count, words);
    CPU_ZERO(&all);
    for (int i = 0; i < 64; i++)
        CPU_SET(i, &all);
    door("affinity", sched_setaffinity(0, sizeof all, &all));
    errno = 0;
    door("nice", nice(-1));
    door("setpriority", setpriority(PRIO_PROCESS, 0, -5));
    door("batch", policy(SCHED_BATCH, 0));
    door("idle", policy(SCHED_IDLE, 0));
    struct attributes same = {.size = sizeof same, .policy = SCHED_OTHER};
    door("attributes", syscall(SYS_sched_setattr, 0, &same, 0));
    struct attributes deadline = {.size = sizeof deadline, .policy = 6, .runtime = 5000000, .deadline = 10000000, .period = 10000000};
    door("deadline", syscall(SYS_sched_setattr, 0, &deadline, 0));
    door("io-priority", syscall(SYS_ioprio_set, 1, 0, 2 << 13));
    door_file("autogroup", "/proc/self/autogroup", O_WRONLY);
    door("real-time-limit", raise_limit(RLIMIT_RTPRIO));
    door("nice-limit", raise_limit(RLIMIT_NICE));
    // Last, for where they are had: nothing else would run.
    door("round-robin", policy(SCHED_RR, 1));
    door("fifo", policy(SCHED_FIFO, 1));
    policy(SCHED_OTHER, 0);
    play_on();
}
