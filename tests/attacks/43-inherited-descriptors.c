// row 43: looks for descriptors that were forgotten, and for what its own three lead to besides reading and writing
// doors descriptors backwards passing peer cookie
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
#include "table.h"
#include <limits.h>
#include <sys/socket.h>

#ifndef SO_COOKIE
#define SO_COOKIE 57
#endif

// Descriptors, to be kept in a queue that nobody reads.
static void passes(void)
{
    char room[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec part = {"x", 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    *(int *)CMSG_DATA(head) = 1;
    door("passing", sendmsg(1, &message, 0));
}

int main(int count, char **words)
{
    int forgotten = 0, backwards;
    facts = words + (count > 0);
    for (int fd = 3; fd < 65536; fd++) {
        char link[64], path[PATH_MAX] = "?";
        if (fcntl(fd, F_GETFD) == -1)
            continue;
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        if (readlink(link, path, sizeof path - 1) < 0)
            path[0] = '?';
        report("%d is %.200s", fd, path);
        forgotten++;
    }
    begin(count, words);
    door_if("descriptors", forgotten);
    signal(SIGPIPE, SIG_IGN);
    backwards = write(0, "x", 1) == 1;
    door_if("backwards", backwards);
    passes();
    struct ucred who;
    long long cookie;
    door("peer", getsockopt(1, SOL_SOCKET, SO_PEERCRED, &who, &(socklen_t){sizeof who}));
    door("cookie", getsockopt(0, SOL_SOCKET, SO_COOKIE, &cookie, &(socklen_t){sizeof cookie}));
    play_on();
}
