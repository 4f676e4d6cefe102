// row 49: plays with the clock
// case set: sets it
// doors clock-settime settimeofday adjtimex clock-adjtime boot-time rtc
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
// case late: answers when its time is over
// clock start=5s,move=300ms
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason of 0.30 s for a move
// case race: answers at the very end of its time: either verdict, and one only
// clock start=5s,move=300ms
// expect F: OK|TLE  R: OK|TLE  N: OK|TLE  P: OK|TLE
// times 5
#include "table.h"
#include <sys/time.h>
#include <sys/timex.h>

#ifndef SYS_clock_adjtime
#define SYS_clock_adjtime 305
#endif

// Sets what is anyway, where it may.
static void set(void)
{
    struct timespec now;
    struct timeval coarse;
    struct timex slew = {.modes = ADJ_OFFSET_SINGLESHOT};
    clock_gettime(CLOCK_REALTIME, &now);
    door("clock-settime", clock_settime(CLOCK_REALTIME, &now));
    gettimeofday(&coarse, NULL);
    door("settimeofday", settimeofday(&coarse, NULL));
    door("adjtimex", adjtimex(&slew));
    door("clock-adjtime", syscall(SYS_clock_adjtime, CLOCK_REALTIME, &slew));
    door_file("boot-time", "/proc/self/timens_offsets", O_WRONLY);
    door_file("rtc", "/dev/rtc0", O_RDWR);
}

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("set")) {
        set();
        play_on();
    }
    struct timespec start, now;
    long limit = is_case("late") ? 500 : 299;
    // Its own time: what others take of the core is given back to it.
    clockid_t clock = is_case("late") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    clock_gettime(clock, &start);
    do
        clock_gettime(clock, &now);
    while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < limit);
    play_on();
}
