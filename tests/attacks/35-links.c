// row 35: makes what somebody else might follow
// doors symlink hardlink socket-file device block-device dotdot linkat rename-exchange
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case nowhere: where it may write nothing
// doors symlink hardlink fifo socket-file device block-device dotdot linkat tmpfile rename-exchange
// case scratch: where it has a folder, which nobody else sees
// limits scratch=16MB
#include "table.h"
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

static void door_name(const char *name, long result)
{
    door(name, result);
    unlink("leitai-attack-link");
}

int main(int count, char **words)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "leitai-attack-link"};
    struct stat kept;
    begin(count, words);
    if (is_case("scratch") && chdir("/tmp") == -1)
        report("it has no folder");
    // Through a link that it made.
    if (symlink(fact("secret"), "leitai-attack-link") == -1)
        blocked("symlink", errno);
    else
        door("symlink", stat("leitai-attack-link", &kept));
    unlink("leitai-attack-link");
    door_name("hardlink", link(fact("opponent"), "leitai-attack-link"));
    // In a folder that nobody else sees these two are harmless.
    if (is_case("nowhere")) {
        door_name("fifo", mkfifo("leitai-attack-link", 0600));
        door("tmpfile", open("/tmp", O_TMPFILE | O_RDWR, 0600));
    }
    door_name("device", mknod("leitai-attack-link", S_IFCHR | 0600, makedev(1, 8)));
    door_name("block-device", mknod("leitai-attack-link", S_IFBLK | 0600, makedev(7, 0)));
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    door_name("socket-file", fd == -1 ? -1 : bind(fd, (struct sockaddr *)&address, sizeof address));
    // By every way up that there may be.
    char up[512] = "";
    for (int i = 0; i < 40; i++)
        strcat(up, "../");
    strcat(up, "etc/passwd");
    door_list("dotdot", up);
    // An open file of another's given a name.
    fd = open("/proc/self/exe", O_PATH);
    door_name("linkat", linkat(fd, "", AT_FDCWD, "leitai-attack-link", AT_EMPTY_PATH));
    fd = open("leitai-attack-link", O_CREAT | O_RDWR, 0600);
    long swapped = syscall(SYS_renameat2, AT_FDCWD, "leitai-attack-link", AT_FDCWD, fact("secret"), 2);
    door("rename-exchange", swapped);
    if (swapped == 0)
        syscall(SYS_renameat2, AT_FDCWD, "leitai-attack-link", AT_FDCWD, fact("secret"), 2);
    unlink("leitai-attack-link");
    play_on();
}
