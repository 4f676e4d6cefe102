// row 77: ends as if somebody else had ended it, so that the game would be played again
// doors kill tkill tgkill sigqueue tgsigqueue time time-old real-time tie
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: CRASH
// clock start=10s,move=3s
#include "table.h"
#include <sys/prctl.h>
#include <sys/resource.h>

static long queued(long call)
{
    siginfo_t info = {.si_signo = SIGKILL, .si_code = SI_QUEUE, .si_pid = getpid(), .si_uid = getuid()};
    return call == SYS_rt_sigqueueinfo ? syscall(call, getpid(), SIGKILL, &info)
                                       : syscall(call, getpid(), getpid(), SIGKILL, &info);
}

int main(int count, char **words)
{
    struct rlimit soon = {1, 1};
    begin(count, words);
    // When its time is up the kernel ends it.
    door("time", setrlimit(RLIMIT_CPU, &soon));
#ifdef SYS_setrlimit
    door("time-old", syscall(SYS_setrlimit, RLIMIT_CPU, &soon));
#else
    blocked("time-old", ENOSYS);
#endif
    door("real-time", setrlimit(RLIMIT_RTTIME, &soon));
    door("tie", prctl(PR_SET_PDEATHSIG, SIGKILL));
    door("sigqueue", queued(SYS_rt_sigqueueinfo));
    door("tgsigqueue", queued(SYS_rt_tgsigqueueinfo));
    door("tgkill", syscall(SYS_tgkill, getpid(), getpid(), SIGKILL));
    door("tkill", syscall(SYS_tkill, getpid(), SIGKILL));
    door("kill", kill(getpid(), SIGKILL));
    play_on();
}
