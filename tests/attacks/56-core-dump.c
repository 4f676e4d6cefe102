// row 56: leaves a core file behind
// limits memory=64MB
// expect F: CRASH  R: CRASH  N: CRASH  P: CRASH
// reason ended by signal SIGSEGV
// noted : core-limit
#include "table.h"
#include <sys/prctl.h>
#include <sys/resource.h>

int main(int count, char **words)
{
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    begin(count, words);
    prctl(PR_SET_DUMPABLE, 1);
    if (setrlimit(RLIMIT_CORE, &most) == -1)
        blocked("core-limit", errno);
    else
        opened("core-limit");
    kill(getpid(), SIGSEGV);
    hang();
}
