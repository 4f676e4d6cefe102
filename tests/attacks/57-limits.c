// row 57: raises its limits
// limits memory=64MB
// doors descriptors file-size core locked pending queues processes data
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN|BLOCKED
// open F: data processes file-size pending queues
// open R: data processes file-size pending queues
// open N: data processes file-size pending queues
#include "table.h"
#include <sys/resource.h>

// Above what it may have; what has no end is open.
static void try(const char *name, int resource)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) == -1)
        exit(97);
    if (limit.rlim_max == RLIM_INFINITY) {
        opened(name);
        return;
    }
    limit.rlim_cur = limit.rlim_max = limit.rlim_max + 1;
    door(name, setrlimit(resource, &limit));
}

int main(int count, char **words)
{
    begin(count, words);
    try("descriptors", RLIMIT_NOFILE);
    try("file-size", RLIMIT_FSIZE);
    try("core", RLIMIT_CORE);
    try("locked", RLIMIT_MEMLOCK);
    try("pending", RLIMIT_SIGPENDING);
    try("queues", RLIMIT_MSGQUEUE);
    try("processes", RLIMIT_NPROC);
    try("data", RLIMIT_DATA);
    play_on();
}
