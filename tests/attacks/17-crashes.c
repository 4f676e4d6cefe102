// row 17: leaves with another code, or by a signal
// expect F: CRASH  R: CRASH  N: CRASH  P: CRASH
// case 1: with a code
// reason exited with code 1
// case 42: with a code
// reason exited with code 42
// case 255: with a code
// reason exited with code 255
// case abort: by itself
// reason ended by signal SIGABRT
// case segv: at a null pointer
// reason ended by signal SIGSEGV
// case fpe: dividing by zero
// reason ended by signal SIGFPE
// case ill: at an instruction that there is not
// reason ended by signal SIGILL
// case kill: by SIGKILL, which comes from outside alone
// case term: by SIGTERM
// reason ended by signal SIGTERM
#include "table.h"

static void send_itself(int signal)
{
    kill(getpid(), signal);
}

int main(int count, char **words)
{
    volatile int nothing = 0;
    begin(count, words);
    if (is_case("abort"))
        abort();
    if (is_case("segv"))
        *(volatile int *)(long)nothing = 1;
    if (is_case("fpe")) {
        nothing = 1 / nothing;
        // Not every processor minds.
        send_itself(SIGFPE);
    }
    if (is_case("ill"))
        __builtin_trap();
    if (is_case("kill"))
        send_itself(SIGKILL);
    if (is_case("term"))
        send_itself(SIGTERM);
    return atoi(fact("case"));
}
