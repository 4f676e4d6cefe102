// row 75: arranges to be let go on while it is held, or to be a share of the core more
// case wakes: by itself, by timers, by what ends or writes
// doors timer kill tkill tgkill sigqueue tgsigqueue descriptor queue child session group
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case control: the same with signals that wake nobody
// deeds alarm kill tgkill sigqueue
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"
#include <mqueue.h>
#include <sched.h>
#include <sys/time.h>
#include <sys/wait.h>

static volatile sig_atomic_t came;

static void count_it(int number)
{
    (void)number;
    came++;
}

static long queued(long call, int number)
{
    siginfo_t info = {.si_signo = number, .si_code = SI_QUEUE, .si_pid = getpid(), .si_uid = getuid()};
    return call == SYS_rt_sigqueueinfo ? syscall(call, getpid(), number, &info)
                                       : syscall(call, getpid(), getpid(), number, &info);
}

// A child whose end is told by that signal.
static long born(int number)
{
    long child = syscall(SYS_clone, number, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    return child;
}

static void wakes(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    struct mq_attr shape = {.mq_maxmsg = 1, .mq_msgsize = 1};
    timer_t timer;
    int ends[2];
    door("timer", timer_create(CLOCK_MONOTONIC, &event, &timer));
    door("kill", kill(getpid(), SIGCONT));
    door("tkill", syscall(SYS_tkill, getpid(), SIGCONT));
    door("tgkill", syscall(SYS_tgkill, getpid(), getpid(), SIGCONT));
    door("sigqueue", queued(SYS_rt_sigqueueinfo, SIGCONT));
    door("tgsigqueue", queued(SYS_rt_tgsigqueueinfo, SIGCONT));
    door("descriptor", pipe(ends) == -1 ? 0 : fcntl(ends[0], F_SETSIG, SIGCONT));
    mqd_t queue = mq_open("/leitai-wakes", O_CREAT | O_RDWR, 0600, &shape);
    door("queue", queue == -1 ? -1 : mq_notify(queue, &event));
    if (queue != -1)
        mq_unlink("/leitai-wakes");
    door("child", born(SIGCONT));
    door("group", setpgid(0, 0));
    door("session", setsid());
}

static void control(void)
{
    struct itimerval once = {.it_value = {.tv_usec = 1000}};
    signal(SIGALRM, count_it);
    signal(SIGURG, count_it);
    signal(SIGRTMIN, count_it);
    setitimer(ITIMER_REAL, &once, NULL);
    while (came == 0)
        nap(1);
    done("alarm");
    if (kill(getpid(), SIGURG) == 0 && came == 2)
        done("kill");
    if (syscall(SYS_tgkill, getpid(), getpid(), SIGURG) == 0 && came == 3)
        done("tgkill");
    if (queued(SYS_rt_sigqueueinfo, SIGRTMIN) == 0 && came == 4)
        done("sigqueue");
}

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("wakes"))
        wakes();
    else
        control();
    play_on();
}
