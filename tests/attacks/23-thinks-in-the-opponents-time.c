// row 23: computes while the opponent is to move, who takes his time
// opponent think=300
// doors pondering
// case thread: in a thread
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
// case child: in a process of another session
// limits memory=64MB processes=16
// doors fork
// expect F: BLOCKED|OPEN  R: BLOCKED|OPEN  N: BLOCKED  P: OPEN
// open F: fork
// open R: fork
#include "table.h"
#include <pthread.h>
#include <sys/mman.h>

// Processor time that the burner used, in milliseconds.
static volatile long burnt;
static int burns[2];

static void *burn(void *nothing)
{
    struct timespec time;
    for (;;) {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        burnt = time.tv_sec * 1000 + time.tv_nsec / 1000000;
        if (burns[1])
            if (write(burns[1], (void *)&burnt, sizeof burnt) < 0)
                break;
    }
    return nothing;
}

// What the child said last.
static long said(void)
{
    static long last;
    for (long next; read(burns[0], &next, sizeof next) == sizeof next;)
        last = next;
    return last;
}

static long used(void)
{
    return burns[0] ? said() : burnt;
}

static void ignite(void)
{
    pthread_t thread;
    if (!is_case("child")) {
        pthread_create(&thread, NULL, burn, NULL);
        return;
    }
    if (pipe2(burns, O_NONBLOCK) == -1)
        exit(97);
    pid_t child = fork();
    if (child == -1) {
        blocked("fork", errno);
        play_on();
    }
    if (child == 0) {
        setsid();
        fcntl(burns[1], F_SETFL, 0);
        burn(NULL);
    }
    opened("fork");
}

int main(int count, char **words)
{
    begin(count, words);
    ignite();
    nap(20);
    answer();
    // What runs before the stage has read the answer is charged to the answer.
    long before = used();
    be_asked();
    // A child is stopped in mid-sentence and is heard at once.
    long burnt_meanwhile = used() - before;
    report("%ld ms of 300", burnt_meanwhile);
    door_if("pondering", burnt_meanwhile > 100);
    play_on();
}
