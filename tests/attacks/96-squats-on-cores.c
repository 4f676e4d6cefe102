// row 96: claims the cores that stages work on, and has one told that somebody waits for it
// doors claim claim-by-datagram claim-by-packets waits waits-by-pair
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#define CORES 64

// The name of a core's claim, and how long it is.
static socklen_t name_of(int core, struct sockaddr_un *address)
{
    address->sun_family = AF_UNIX;
    address->sun_path[0] = 0;
    int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "leitai-core-%d", core);
    return offsetof(struct sockaddr_un, sun_path) + 1 + length;
}

// Open if one of all cores is had.
static void claim(const char *name, int kind)
{
    int had = 0, error = 0;
    for (int core = 0; core < CORES; core++) {
        struct sockaddr_un address;
        socklen_t length = name_of(core, &address);
        int fd = socket(AF_UNIX, kind | SOCK_CLOEXEC, 0);
        if (fd != -1 && bind(fd, (struct sockaddr *)&address, length) == 0 &&
            (kind == SOCK_DGRAM || listen(fd, 1) == 0))
            had++;
        else
            error = errno;
        // Others of this examination work on these cores, too.
        if (fd != -1)
            close(fd);
    }
    if (had > 0)
        opened(name);
    else
        blocked(name, error);
}

int main(int count, char **words)
{
    begin(count, words);
    claim("claim", SOCK_STREAM);
    claim("claim-by-datagram", SOCK_DGRAM);
    claim("claim-by-packets", SOCK_SEQPACKET);
    // Nobody may hold a core just now: what is asked is whether it may ask at all.
    struct sockaddr_un address;
    socklen_t length = name_of(0, &address);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    long asked = fd == -1 ? -1 : connect(fd, (struct sockaddr *)&address, length);
    door("waits", asked == -1 && fd != -1 && errno == ECONNREFUSED ? 0 : asked);
    // A pair needs no `socket`: does it reach the name?
    int pair[2];
    long sent = -1;
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0) {
        sent = connect(pair[0], (struct sockaddr *)&address, length);
        if (sent == -1 && (errno == ECONNREFUSED || errno == EPROTOTYPE))
            sent = 0;
    }
    door("waits-by-pair", sent);
    play_on();
}
