// row 73: has lost on time, and makes it look as if the machine had kept it from running, so that the game is played again
// clock start=10s,move=200ms
// limits threads=80
// undisturbed yes
// expect F: TLE  R: TLE  N: TLE  P: TLE
// case sleeps: the control
// case crowd: its threads make each other wait, and then it sleeps until its time is up
// case burns: sixty threads until its time is up
// case storm: threads that live for a moment, which the kernel then has to bury
// case maps: memory that is taken and given back
// case yields: lets others go first again and again
// case naps: sleeps for a moment again and again, and so wakes at each tick of the kernel
// case opens: files of which the kernel frees what it kept later
// case barriers: makes the kernel interrupt it
#include "table.h"
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { THREADS = 60 };

static volatile int stop;

static void *nothing(void *it)
{
    return it;
}

static void *burn(void *it)
{
    while (!stop)
        ;
    hang();
    return it;
}

static void start(int threads, void *(*what)(void *))
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (int i = 0; i < threads; i++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, what, NULL) != 0)
            break;
    }
}

static void deed(void)
{
    if (is_case("crowd")) {
        start(10, burn);
        nap(70);
        stop = 1;
        hang();
    }
    if (is_case("burns"))
        start(THREADS, burn);
    while (is_case("burns"))
        ;
    while (is_case("storm")) {
        pthread_t threads[8];
        int made = 0;
        while (made < 8 && pthread_create(&threads[made], NULL, nothing, NULL) == 0)
            made++;
        while (made > 0)
            pthread_join(threads[--made], NULL);
    }
    while (is_case("maps")) {
        char *pages = mmap(NULL, MB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED)
            hang();
        for (int i = 0; i < MB; i += 4096)
            pages[i] = 1;
        munmap(pages, MB);
    }
    while (is_case("yields"))
        sched_yield();
    while (is_case("naps"))
        usleep(50);
    while (is_case("opens")) {
        int files[20];
        for (int i = 0; i < 20; i++)
            files[i] = open("/proc/self/status", O_RDONLY);
        for (int i = 0; i < 20; i++)
            close(files[i]);
    }
    while (is_case("barriers"))
        syscall(SYS_membarrier, 8, 0, 0);
    hang();
}

int main(int count, char **words)
{
    begin(count, words);
    answer();
    be_asked();
    deed();
}
