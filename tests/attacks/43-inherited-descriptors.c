// row 43: looks for descriptors that were forgotten, and for sockets among its own three
// doors descriptors sockets
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
#include "table.h"
#include <limits.h>

int main(int count, char **words)
{
    int forgotten = 0, sockets = 0;
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
    for (int fd = 0; fd < 3; fd++) {
        struct stat kind;
        sockets += fstat(fd, &kind) == 0 && !S_ISFIFO(kind.st_mode);
    }
    begin(count, words);
    door_if("descriptors", forgotten);
    door_if("sockets", sockets);
    play_on();
}
