// row 44: marks that a twin in another sandbox could see, on files that both may read
// doors flock read-lock open-file-lock lease notify inotify sysv-shm sysv-sem sysv-msg posix-shm posix-queue abstract keyring xattr
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <dlfcn.h>
#include <mqueue.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <sys/xattr.h>

#define KEY 0x1e17a1

// The C library: every program may read it.
static const char *library(void)
{
    Dl_info info;
    return dladdr((void *)printf, &info) ? info.dli_fname : "/lib/x86_64-linux-gnu/libc.so.6";
}

int main(int count, char **words)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
    struct sockaddr_un hidden = {.sun_family = AF_UNIX, .sun_path = "\0leitai-twin"};
    begin(count, words);
    int fd = open(library(), O_RDONLY | O_CLOEXEC);
    if (fd == -1)
        return 97;
    door("flock", flock(fd, LOCK_SH | LOCK_NB));
    door("read-lock", fcntl(fd, F_SETLK, &lock));
    door("open-file-lock", fcntl(fd, F_OFD_SETLK, &lock));
    door("lease", fcntl(fd, F_SETLEASE, F_RDLCK));
    int folder = open("/usr/lib", O_RDONLY | O_DIRECTORY);
    door("notify", fcntl(folder == -1 ? fd : folder, F_NOTIFY, folder == -1 ? 0 : DN_ACCESS));
    // Who opens the library, and when: a look at the other's comings and goings.
    int watch = inotify_init();
    door("inotify", watch == -1 ? -1 : inotify_add_watch(watch, library(), IN_OPEN | IN_ACCESS));

    int id = shmget(KEY, 4096, IPC_CREAT | 0666);
    door("sysv-shm", id);
    shmctl(id, IPC_RMID, NULL);
    id = semget(KEY, 1, IPC_CREAT | 0666);
    door("sysv-sem", id);
    semctl(id, 0, IPC_RMID);
    id = msgget(KEY, IPC_CREAT | 0666);
    door("sysv-msg", id);
    msgctl(id, IPC_RMID, NULL);
    // A small one is the program's own: row 61 looks for the twin's marks in it.
    struct statvfs room;
    int is_own = statvfs("/dev/shm", &room) == 0 && room.f_blocks * room.f_frsize < 1 << 20;
    int shared = shm_open("/leitai-twin", O_CREAT | O_RDWR, 0666);
    door_if("posix-shm", shared >= 0 && !is_own);
    shm_unlink("/leitai-twin");
    door("posix-queue", mq_open("/leitai-twin", O_CREAT | O_RDWR, 0666, NULL));
    mq_unlink("/leitai-twin");
    int hole = socket(AF_UNIX, SOCK_STREAM, 0);
    door("abstract", hole == -1 ? -1 : bind(hole, (struct sockaddr *)&hidden, offsetof(struct sockaddr_un, sun_path) + 12));
    door("keyring", syscall(SYS_add_key, "user", "leitai-twin", "1", 1, -4));
    door("xattr", fsetxattr(fd, "user.leitai", "1", 1, 0));
    play_on();
}
