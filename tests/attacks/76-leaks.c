// row 76: reaches what no name space hides from it
// case sockets: sends to an address, or sends descriptors, by pairs of sockets
// doors datagram sequenced to-address message descriptors messages
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case files: changes files that it may read without opening them for that
// doors truncate cut cut-neither flags attributes clone hint drop flush-all flush-theirs merge
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case proc: what its own entry of the machine's list of processes tells of the machine
// doors sockets mounts-of-thread
// deeds maps status stat descriptors
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case control: pairs and files as they are used
// deeds stream write send flags terminal flush limits
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"
#include <dirent.h>
#include <linux/fs.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef SYS_file_setattr
#define SYS_file_setattr 469
#endif

static void sockets(void)
{
    int pair[2] = {-1, -1}, nobody[2];
    struct sockaddr_un there = {.sun_family = AF_UNIX};
    struct iovec bytes = {"hello", 5};
    char rights[CMSG_SPACE(sizeof(int))] = {0};
    struct mmsghdr message = {.msg_hdr = {.msg_iov = &bytes, .msg_iovlen = 1}};
    snprintf(there.sun_path, sizeof there.sun_path, "%s", fact("unix"));
    door("datagram", socketpair(AF_UNIX, SOCK_DGRAM, 0, nobody));
    door("sequenced", socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, nobody));
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == -1)
        exit(97);
    door("to-address", sendto(pair[0], "hello", 5, 0, (void *)&there, sizeof there));
    door("message", sendmsg(pair[0], &message.msg_hdr, 0));
    door("messages", sendmmsg(pair[0], &message, 1, 0));
    // In flight they are no open files of anybody.
    message.msg_hdr.msg_control = rights;
    message.msg_hdr.msg_controllen = sizeof rights;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message.msg_hdr);
    *head = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
    memcpy(CMSG_DATA(head), &pair[1], sizeof(int));
    door("descriptors", sendmsg(pair[0], &message.msg_hdr, 0));
}

static void files(void)
{
    const char *path = "/proc/self/exe";
    char itself[4096] = "";
    if (readlink(path, itself, sizeof itself - 1) == -1)
        snprintf(itself, sizeof itself, "%s", fact("itself"));
    int fd = open(itself, O_RDONLY), flags = FS_NODUMP_FL;
    struct fsxattr attributes = {.fsx_xflags = FS_XFLAG_NODUMP};
    if (fd == -1)
        exit(97);
    // A file of the examiner's that every user may write; shorter, so that no limit of length refuses it.
    door("truncate", truncate(fact("record"), 0));
    door("cut", open(fact("record"), O_RDONLY | O_TRUNC));
    door("cut-neither", open(fact("record"), O_ACCMODE | O_TRUNC));
    door("flags", ioctl(fd, FS_IOC_SETFLAGS, &flags));
    door("attributes", ioctl(fd, FS_IOC_FSSETXATTR, &attributes));
    door("clone", ioctl(fd, FICLONE, fd));
    uint64_t hint = RWH_WRITE_LIFE_SHORT;
    door("hint", fcntl(fd, F_SET_RW_HINT, &hint));
    // The machine reads it from the disk again for everybody.
    door("drop", posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0 ? 0 : (errno = EPERM, -1));
    door("flush-all", syscall(SYS_syncfs, fd));
    // Where it is done, it is done to nothing.
    door("flush-theirs", fsync(-1) == 0 ? (errno = EPERM, -1) : 0);
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    door("merge", madvise(page, 4096, MADV_MERGEABLE));
}

static int can_read(const char *path)
{
    char byte;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int can = fd != -1 && read(fd, &byte, 1) == 1;
    int error = errno;
    if (fd != -1)
        close(fd);
    errno = error;
    return can;
}

static void proc(void)
{
    door("sockets", can_read("/proc/self/net/unix") ? 0 : -1);
    door("mounts-of-thread", can_read("/proc/thread-self/mountinfo") ? 0 : -1);
    for (const char *const *file = (const char *[]){"maps", "status", "stat", NULL}; *file; file++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/%s", *file);
        if (can_read(path))
            done(*file);
    }
    DIR *folder = opendir("/proc/self/fd");
    if (folder && readdir(folder))
        done("descriptors");
}

static void control(void)
{
    int pair[2], waiting = 0, on = 1;
    char bytes[8];
    struct rlimit limit;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) == 0)
        done("stream");
    if (write(pair[0], "ab", 2) == 2)
        done("write");
    if (send(pair[0], "c", 1, MSG_NOSIGNAL) == 1 && ioctl(pair[1], FIONREAD, &waiting) == 0 && waiting == 3 &&
        recv(pair[1], bytes, sizeof bytes, 0) == 3)
        done("send");
    if (ioctl(pair[0], FIONBIO, &on) == 0 && ioctl(pair[0], FIOCLEX) == 0)
        done("flags");
    if (!isatty(0) && errno == ENOTTY)
        done("terminal");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (msync(page, 4096, MS_SYNC) == 0)
        done("flush");
    if (getrlimit(RLIMIT_CPU, &limit) == 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0)
        done("limits");
}

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("sockets"))
        sockets();
    if (is_case("files"))
        files();
    if (is_case("proc"))
        proc();
    if (is_case("control"))
        control();
    play_on();
}
