// row 71: locks the pipes to the stage for ever, by moving into them what never comes
// doors output log input socket-to-output counter-to-log
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// skip P: nothing keeps it from the stage there
#include "table.h"
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

// Whether it is refused at once is tried with what ends at once: a pair of sockets that is closed on its other side.
static void moves(const char *name, int to, int spliced)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return;
    close(pair[1]);
    door(name, spliced ? splice(pair[0], NULL, to, NULL, 4096, 0) : sendfile(to, pair[0], NULL, 4096));
    close(pair[0]);
}

// And then as it is meant, by a thread: a pair of sockets and a counter that never have anything to say.
static void *waits(void *to)
{
    int pair[2], which = (int)(long)to;
    if (which == 1 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0)
        door("socket-to-output", sendfile(which, pair[0], NULL, 4096));
    else
        door("counter-to-log", splice(eventfd(0, 0), NULL, which, NULL, 4096, 0));
    return NULL;
}

int main(int count, char **words)
{
    pthread_t threads[2];
    begin(count, words);
    moves("output", 1, 0);
    moves("log", 2, 1);
    moves("input", open("/proc/self/fd/0", O_WRONLY), 1);
    for (long to = 1; to <= 2; to++)
        if (pthread_create(&threads[to - 1], NULL, waits, (void *)to) != 0)
            return 1;
    usleep(50000);
    play_on();
}
