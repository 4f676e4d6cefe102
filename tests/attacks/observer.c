// Two programs of one stage that never meet: one looks at everything that it can read and that may change, the other acts
// or rests in between. What differs only when the other acts is a channel (tests/tests/channels.rs).
//   look FILE: prints `NAME NUMBER` for everything; names that end in # stand for texts
//   act FILE, rest: takes a while, in which it does everything that somebody might notice, or nothing; undo: ends that
#include "table.h"
#include <ctype.h>
#include <dirent.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>

#define WHILE 80
#define HELD 40
#define SIZE (64 * MB)

static void tell(const char *name, const char *part, long long value)
{
    printf("%s%s%s %lld\n", name, *part ? "." : "", part, value);
}

static void tell_at(const char *path, int at, long long value)
{
    printf("read.%s:%d %lld\n", path, at, value);
}

// The numbers in a file, and a sum of everything else in it.
static void tell_file(const char *path)
{
    static char text[1 << 16];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd == -1)
        return;
    ssize_t length = 0, more;
    while (length < (ssize_t)sizeof text - 1 && (more = read(fd, text + length, sizeof text - 1 - length)) > 0)
        length += more;
    close(fd);
    unsigned long long other = 5381;
    int at = 0;
    text[length > 0 ? length : 0] = '\0';
    char *c = text, *end = strrchr(text, ')'), *queued = strstr(text, "\nSigQ:");
    // Its name may contain numbers.
    if (strncmp(path, "/proc/", 6) == 0 && strstr(path, "/stat") && end)
        c = end;
    if (queued) {
        tell("signals", "queued", strtol(queued + 6, NULL, 10));
        memset(queued + 6, ' ', strcspn(queued + 6, "/"));
    }
    while (c < text + length) {
        if (isdigit(*c) && at < 400)
            tell_at(path, at++, strtoll(c, &c, 10));
        else
            other = *c++ == ' ' ? other : other * 33 + (unsigned char)c[-1];
    }
    printf("read.%s# %lld\n", path, (long long)(other >> 1));
}

static long atimes, entries;

// Everything below a folder: its texts, or its entries' dates.
static void walk(const char *path, int depth, int reads)
{
    DIR *folder = depth > 0 ? opendir(path) : NULL;
    for (struct dirent *entry; folder && entries < 2000 && (entry = readdir(folder));) {
        char inner[600];
        struct stat found;
        // Its own threads' entries repeat its own; its groups of control repeat for ever.
        if (entry->d_name[0] == '.' || snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) >= (int)sizeof inner)
            continue;
        if (lstat(inner, &found) == -1)
            continue;
        entries++;
        atimes += found.st_atim.tv_sec;
        if (S_ISDIR(found.st_mode))
            walk(inner, depth - 1, reads);
        else if (reads && !strstr(inner, "pagemap") && !strstr(inner, "kmsg") && !strstr(inner, "kcore"))
            tell_file(inner);
    }
    if (folder)
        closedir(folder);
}

static void files(void)
{
    static const char *const known[] = {
        "loadavg", "meminfo", "stat", "vmstat", "buddyinfo", "slabinfo", "interrupts", "softirqs", "zoneinfo", "locks",
        "diskstats", "sys/fs/file-nr", "sys/fs/inode-nr", "sys/fs/inode-state", "sys/fs/dentry-state", "key-users",
        "sys/kernel/random/entropy_avail", "sys/kernel/ns_last_pid", "pressure/cpu", "pressure/memory", "schedstat",
        "self/net/unix", "self/net/sockstat", "self/net/protocols", "self/net/netlink", "self/mountinfo", "self/cgroup",
        "self/stat", "self/statm", "self/status", "self/sched", "self/schedstat", "self/smaps", "self/smaps_rollup",
        "self/io", "self/numa_maps", "self/timers", "self/fdinfo/0", "self/fdinfo/1", "self/limits", "thread-self/net/unix",
        "self/maps", "net/unix", "sysvipc/shm", "self/latency", "self/wchan", "self/stack", "self/syscall", "self/timens_offsets",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char path[300];
        struct stat found;
        snprintf(path, sizeof path, "/proc/%s", known[i]);
        tell_file(path);
        if (stat(path, &found) == 0)
            tell("stat", path, found.st_ino + found.st_nlink + found.st_size);
    }
    entries = 0;
    walk("/proc/self", 3, 1);
    walk("/proc", 1, 1);
    walk("/proc/sys", 4, 1);
    walk("/sys", 6, 1);
    walk("/dev", 2, 0);
    walk("/tmp", 2, 0);
    walk("/run", 3, 0);
    entries = atimes = 0;
    walk("/usr/lib", 3, 0);
    tell("dates", "sum", atimes);
}

static void counters(void)
{
    struct sysinfo machine;
    struct rusage used;
    struct tms ticks;
    struct utsname name;
    if (sysinfo(&machine) == 0) {
        tell("sysinfo", "free", machine.freeram * machine.mem_unit >> 12);
        tell("sysinfo", "shared", machine.sharedram);
        tell("sysinfo", "buffers", machine.bufferram);
        tell("sysinfo", "swap", machine.freeswap);
        tell("sysinfo", "threads", machine.procs);
        tell("sysinfo", "load", machine.loads[0]);
    }
    getrusage(RUSAGE_SELF, &used);
    tell("usage", "inblock", used.ru_inblock);
    tell("usage", "minflt", used.ru_minflt);
    tell("usage", "maxrss", used.ru_maxrss);
    tell("usage", "nivcsw", used.ru_nivcsw);
    times(&ticks);
    tell("times", "system", ticks.tms_stime);
    uname(&name);
    tell("uname", "host#", name.nodename[0] * 256 + name.nodename[1]);
    for (const char *const *path = (const char *[]){"/", "/proc", "/dev", "/dev/null", "/usr/lib", "/tmp", NULL}; *path; path++) {
        struct statfs space;
        struct stat found;
        if (statfs(*path, &space) == 0) {
            tell("statfs-blocks", *path, space.f_bfree);
            tell("statfs-files", *path, space.f_ffree);
        }
        if (stat(*path, &found) == 0)
            tell("links", *path, found.st_nlink);
    }
}

static long long number(int fd)
{
    struct stat found = {0};
    if (fd != -1)
        fstat(fd, &found);
    return found.st_ino;
}

static void *thread(void *id)
{
    *(long *)id = syscall(SYS_gettid);
    return NULL;
}

static void numbers(void)
{
    int pair[2];
    long id = 0;
    // The kernel gives each core numbers for 1,024 files at a time.
    for (int i = 0; i < 1100 && pipe(pair) == 0; i++) {
        if (i == 1099)
            tell("inode", "pipe", number(pair[0]));
        close(pair[0]);
        close(pair[1]);
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
        tell("inode", "socket", number(pair[0]));
        for (int option = 1; option < 90; option++) {
            unsigned char value[64] = {0};
            socklen_t length = sizeof value;
            if (getsockopt(pair[0], SOL_SOCKET, option, value, &length) == 0) {
                char text[24];
                snprintf(text, sizeof text, "%d", option);
                tell("option", text, *(long long *)value);
            }
        }
        close(pair[0]);
        close(pair[1]);
    }
    int other[] = {eventfd(0, 0), epoll_create1(0), timerfd_create(CLOCK_MONOTONIC, 0)};
    for (int i = 0; i < 3; i++) {
        tell("inode", (const char *[]){"event", "epoll", "timer"}[i], number(other[i]));
        close(other[i]);
    }
    pthread_t one;
    if (pthread_create(&one, NULL, thread, &id) == 0)
        pthread_join(one, NULL);
    tell("thread-id", "new", id);
    struct statx found = {0};
    if (syscall(SYS_statx, AT_FDCWD, "/usr/lib", 0, 0x1000, &found) == 0)
        tell("mount-id", "root", found.stx_mnt_id);
    int self = syscall(SYS_pidfd_open, getpid(), 0);
    if (self != -1)
        tell("pidfd", "self", number(self));
    close(self);
}

// A word of the C library, which is the same page of memory for everybody who maps it.
static int *word(void)
{
    return (int *)((uintptr_t)puts & ~4095UL);
}

// How much of a file that both may read is in memory, without reading it, and then by reading it.
static void cached(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    unsigned char resident[1] = {0};
    char byte;
    struct iovec one = {&byte, 1};
    struct rusage before, after;
    char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    if (fd == -1 || page == MAP_FAILED)
        return;
    if (mincore(page, 4096, resident) == 0)
        tell("mincore", "", resident[0] & 1);
    tell("nowait", "", syscall(SYS_preadv2, fd, &one, 1, 0L, 0L, 8));
    getrusage(RUSAGE_SELF, &before);
    byte = *(volatile char *)page;
    getrusage(RUSAGE_SELF, &after);
    tell("page-cache", "faults", after.ru_majflt - before.ru_majflt);
    munmap(page, 4096);
    close(fd);
}

static void look(const char *path)
{
    counters();
    numbers();
    tell("futex", "woken", syscall(SYS_futex, word(), FUTEX_WAKE, 100, NULL, NULL, 0));
    cached(path);
    files();
}

static int held[60], is_acting;
static char *memory;
static pthread_t threads[HELD];

static void *wait_on_page(void *unused)
{
    struct timespec most = {5, 0};
    syscall(SYS_futex, word(), FUTEX_WAIT, *word(), &most, NULL, 0);
    return unused;
}

static void *wait_for_undo(void *unused)
{
    while (__atomic_load_n(&is_acting, __ATOMIC_SEQ_CST))
        nap(1);
    return unused;
}

static void act(const char *path, int round)
{
    int pair[2], count = 0;
    long id;
    is_acting = 1;
    pthread_create(&threads[0], NULL, wait_on_page, NULL);
    for (int i = 1; i < HELD; i++)
        pthread_create(&threads[i], NULL, wait_for_undo, NULL);
    for (int i = 0; i < 1000; i++) {
        pthread_t one;
        if (pthread_create(&one, NULL, thread, &id) == 0)
            pthread_join(one, NULL);
    }
    for (int i = 0; i < 20000 && pipe(pair) == 0; i++) {
        close(pair[0]);
        close(pair[1]);
    }
    while (count < 40 && socketpair(AF_UNIX, SOCK_STREAM, 0, held + count) == 0)
        count += 2;
    for (; count < 50; count++)
        held[count] = eventfd(0, 0);
    memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
        memset(memory, 1, SIZE);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char byte;
    if (read(fd, &byte, 1) < 0)
        report("cannot read it");
    close(fd);
    // Pages of the C library that nobody touches otherwise.
    for (int i = 0; i < 16; i++)
        byte += *((volatile char *)word() + 4096 * i);
    for (int i = 0; i < 200; i++)
        sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = i});
    // Reads another file each time, since its date changes only once a day.
    DIR *folder = opendir("/usr/lib/x86_64-linux-gnu");
    for (struct dirent *entry; folder && round >= 0 && (entry = readdir(folder));) {
        int file = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (file != -1 && read(file, &byte, 1) == 1)
            round--;
        close(file);
    }
    if (folder)
        closedir(folder);
}

static void undo(void)
{
    siginfo_t signal;
    sigset_t one;
    if (!is_acting)
        return;
    __atomic_store_n(&is_acting, 0, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, word(), FUTEX_WAKE, 100, NULL, NULL, 0);
    for (int i = 0; i < HELD; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 50; i++)
        close(held[i]);
    munmap(memory, SIZE);
    sigemptyset(&one);
    sigaddset(&one, SIGRTMIN);
    while (sigtimedwait(&one, &signal, &(struct timespec){0}) > 0)
        ;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

int main(void)
{
    int round = 0;
    sigset_t waits;
    sigemptyset(&waits);
    sigaddset(&waits, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &waits, NULL);
    setvbuf(stdout, NULL, _IOFBF, 1 << 20);
    while (hear()) {
        double start = now();
        const char *path = strchr(board, ' ');
        if (strncmp(board, "look ", 5) == 0)
            look(path + 1);
        else if (strncmp(board, "act ", 4) == 0)
            act(path + 1, round++);
        else if (strcmp(board, "undo") == 0)
            undo();
        if (strncmp(board, "act ", 4) == 0 || strcmp(board, "rest") == 0)
            nap(now() - start < WHILE ? WHILE - (long)(now() - start) : 0);
        printf(".\n");
        fflush(stdout);
    }
    return 0;
}
