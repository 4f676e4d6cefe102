// row 4: memory that is not charged to it as private pages are
// limits memory=64MB
// expect F: BLOCKED|MLE  R: BLOCKED|MLE  N: BLOCKED|MLE  P: OPEN|MLE|BLOCKED
// case shared: a shared anonymous mapping
// doors shared
// case zero: a shared mapping of /dev/zero
// doors zero
// case memfd: a file that is memory
// doors memfd
// case secret: memory that the kernel does not see either
// doors secret
// case huge: huge pages
// doors huge
// case tmpfs: files in a file system that is memory
// doors tmpfs
// case scratch: a mapped file in its own folder
// doors scratch
// case sysv: a segment of System V
// doors sysv
#include "table.h"
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>

#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif
#define WANTED (160 * MB)

// A file of that length without a name in that folder.
static int nameless(const char *folder)
{
    char path[64];
    snprintf(path, sizeof path, "%s/memory-%d", folder, getpid());
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd >= 0)
        unlink(path);
    return fd;
}

static void *mapped(int fd, int flags)
{
    if (fd >= 0 && ftruncate(fd, WANTED) == -1)
        return MAP_FAILED;
    return mmap(NULL, WANTED, PROT_READ | PROT_WRITE, flags, fd, 0);
}

static void *memory(void)
{
    int fd = -1;
    if (is_case("shared"))
        return mapped(-1, MAP_SHARED | MAP_ANONYMOUS);
    if (is_case("huge"))
        return mapped(-1, MAP_SHARED | MAP_ANONYMOUS | MAP_HUGETLB);
    if (is_case("sysv")) {
        int id = shmget(IPC_PRIVATE, WANTED, IPC_CREAT | 0600);
        void *at = id == -1 ? MAP_FAILED : shmat(id, NULL, 0);
        int error = errno;
        if (id != -1)
            shmctl(id, IPC_RMID, NULL);
        errno = error;
        return at;
    }
    if (is_case("zero")) {
        fd = open("/dev/zero", O_RDWR);
        return fd == -1 ? MAP_FAILED : mmap(NULL, WANTED, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    }
    if (is_case("memfd"))
        fd = memfd_create("memory", 0);
    if (is_case("secret"))
        fd = syscall(SYS_memfd_secret, 0);
    if (is_case("tmpfs"))
        fd = nameless("/dev/shm");
    if (is_case("scratch"))
        fd = nameless(".");
    return fd == -1 ? MAP_FAILED : mapped(fd, MAP_SHARED);
}

int main(int count, char **words)
{
    begin(count, words);
    // A file that grows over the limit, or a file system that is full.
    signal(SIGXFSZ, SIG_IGN);
    char *at = memory();
    if (at == MAP_FAILED) {
        blocked(fact("case"), errno);
        play_on();
    }
    for (long i = 0; i < WANTED; i += 4096)
        at[i] = 1;
    opened(fact("case"));
    play_on();
}
