// A program made of nothing but system calls: `hostile SEED CALLS [path=…] [pid=…] [socket=…] [hidden=…]`. Which calls,
// with what and in which order follows from the seed, but for what other processes and threads do meanwhile. It says on
// its log how many calls it made and how many were not refused.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind {
    NONE, ADDRESS, ANY, AT, BUFFER, CLOCK, CREATE, DIR, FAMILY, FCNTL, FD, FILESYSTEM, FLAGS, FORK, ID, IOCTL, KEY,
    LENGTH, LIMIT, MAP, MEMORY, MESSAGE, MODE, MOUNT, NAME, NODE, OPEN, PATH, PID, PRCTL, PROT, RESOURCE, SIGNAL, SIZE,
    SMALL, SOCKET, SPACES, TIME, TRACE, VECTOR, XATTR, ZERO
};

static const struct call {
    long number;
    const char *name;
    enum kind kinds[6];
} calls[] = {
#include "calls.h"
};

enum { CALLS = sizeof calls / sizeof *calls, LOG = 60, FDS = 16, PATHS = 64, PIDS = 16, LEFT_TO_A_CHILD = 40 };
#define PICK(list) list[below(me, sizeof list / sizeof *list)]

static const char *paths[PATHS], *socket_path = "", *hidden_name = "";
static int path_count;
static long pids[PIDS];
static int pid_count;
static long made, done;

// What one thread has at hand.
struct hand {
    uint64_t state;
    long fds[FDS];
    // Whatever is asked to be written here has room.
    char buffer[1 << 17];
    char texts[2][256];
    int text;
    struct timespec times[2];
    struct rlimit64 { uint64_t soft, hard; } limit;
    struct sockaddr_un named, hidden;
    struct sockaddr_in inet;
    struct iovec vector[4];
    struct msghdr message;
    union { char room[CMSG_SPACE(sizeof(int))]; struct cmsghdr align; } rights;
    void *memory;
};

static uint64_t next(struct hand *me)
{
    me->state ^= me->state << 13;
    me->state ^= me->state >> 7;
    me->state ^= me->state << 17;
    return me->state * 0x2545f4914f6cdd1dULL;
}

static uint64_t below(struct hand *me, uint64_t most)
{
    return (next(me) >> 16) % most;
}

static long descriptor(struct hand *me)
{
    uint64_t which = below(me, 10);
    return which < 7 ? me->fds[below(me, FDS)] : which == 7 ? -1 : (long)below(me, 12);
}

static const char *path(struct hand *me)
{
    static const char *const of_pid[] = {
        "mem", "oom_score_adj", "comm", "ns/mnt", "ns/net", "fd/0", "fd/1", "cwd", "root/canary/file", "timerslack_ns",
        "clear_refs", "coredump_filter", "environ", "maps", "limits", "autogroup", "attr/current", "uid_map", "setgroups"};
    static const char *const below_a_folder[] = {"new", "file", "..", ".", "new/new", "../file"};
    uint64_t which = below(me, 10);
    // A call may take two.
    char *text = me->texts[me->text ^= 1];
    if (which < 5 || path_count == 0)
        return path_count ? paths[below(me, path_count)] : "/";
    if (which == 5)
        snprintf(text, sizeof *me->texts, "%s/%s", paths[below(me, path_count)], PICK(below_a_folder));
    else if (which == 6 && pid_count)
        snprintf(text, sizeof *me->texts, "/proc/%ld/%s", pids[below(me, pid_count)], PICK(of_pid));
    else if (which == 7)
        snprintf(text, sizeof *me->texts, "/proc/self/fd/%ld", descriptor(me));
    else if (which == 8)
        snprintf(text, sizeof *me->texts, "/proc/self/%s", PICK(of_pid));
    else
        snprintf(text, sizeof *me->texts, "%s", below(me, 2) ? "new" : "");
    return text;
}

static long number(struct hand *me)
{
    static const long odd[] = {-1, 0, 1, 2, 3, 4, 8, 16, 64, 255, 256, 4096, 0x7fffffff, -4096, 1L << 31, 1L << 32};
    return PICK(odd);
}

static long process(struct hand *me)
{
    uint64_t which = below(me, 12);
    if (pid_count == 0)
        return 0;
    return which < 9 ? pids[below(me, pid_count)] : which == 9 ? 0 : which == 10 ? 1 : -1;
}

static long fill(struct hand *me)
{
    size_t from = below(me, 16) * 8;
    for (size_t at = from; at < from + 128; at += 8) {
        uint64_t word = below(me, 4) ? below(me, 64) : next(me);
        memcpy(me->buffer + at, &word, 8);
    }
    return (long)(me->buffer + from);
}

static long addressed(struct hand *me)
{
    uint64_t which = below(me, 3);
    return which == 0 ? (long)&me->named : which == 1 ? (long)&me->hidden : (long)&me->inet;
}

static long argument(struct hand *me, enum kind kind)
{
    static const long at[] = {0, AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH, AT_REMOVEDIR, AT_SYMLINK_FOLLOW, AT_EMPTY_PATH | 0x8000};
    static const long open_as[] = {O_RDONLY, O_RDWR, O_WRONLY | O_TRUNC, O_WRONLY | O_CREAT, O_PATH, O_DIRECTORY,
        O_RDWR | O_TMPFILE, O_WRONLY | O_APPEND, O_PATH | O_NOFOLLOW, O_RDWR | O_CREAT | O_EXCL, O_RDWR | O_DSYNC};
    static const long fcntls[] = {0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 36, 37, 1024, 1026, 1030, 1031, 1033, 1036, 1040};
    static const long ioctls[] = {0x5401, 0x5402, 0x540e, 0x5412, 0x541c, 0x5421, 0x541b, 0x8901, 0x8902, 0x40086602, 0x40046602,
        0x401c5820, 0x40049409, 0xc0045877, 0xc0045878, 0x6601, 0xb701, 0xb702, 0x6612, 0xc0185879};
    static const long maps[] = {MAP_PRIVATE, MAP_SHARED, MAP_PRIVATE | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED_VALIDATE};
    static const long nodes[] = {S_IFIFO | 0666, S_IFCHR | 0666, S_IFBLK | 0666, S_IFSOCK | 0666, S_IFREG | 0666};
    static const long prctls[] = {1, 3, 4, 8, 15, 22, 23, 24, 28, 29, 33, 35, 36, 38, 41, 47, 53, 62, 0x59616d61, 0x41555856};
    static const long signals[] = {0, 1, 9, 12, 15, 18, 19, 20, 29, 34, 64};
    static const long spaces[] = {0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x80, 0};
    static const long traces[] = {PTRACE_ATTACH, PTRACE_SEIZE, PTRACE_PEEKDATA, PTRACE_POKEDATA, PTRACE_CONT, PTRACE_KILL};
    static const char *const kinds_of_files[] = {"tmpfs", "proc", "sysfs", "cgroup", "mqueue", "overlay", "devpts"};
    static const char *const names[] = {"new", "hostile", "user", "/new", "trusted.new", "file", "leitai"};
    static const char *const attributes[] = {"user.kept", "user.new", "security.capability", "trusted.new",
        "system.posix_acl_access"};
    switch (kind) {
    case NONE: case ZERO: return 0;
    case ADDRESS: return addressed(me);
    case ANY: return below(me, 2) ? 1L << below(me, 33) : (long)next(me);
    case AT: return PICK(at);
    case BUFFER: return below(me, 16) ? fill(me) : 0;
    case CLOCK: return below(me, 13);
    case CREATE: return below(me, 2) ? 01666 : 0;
    case DIR: return below(me, 3) ? AT_FDCWD : descriptor(me);
    case FAMILY: return below(me, 4) ? 1 : (long)below(me, 46);
    case FCNTL: return PICK(fcntls);
    case FD: return descriptor(me);
    case FILESYSTEM: return (long)PICK(kinds_of_files);
    case FLAGS: return below(me, 2) ? 0 : 1L << below(me, 32);
    case FORK: return 17 | (below(me, 4) ? 0 : PICK(spaces)) | (below(me, 4) ? 0 : 0x8000);
    case ID: return below(me, 3) ? (long)below(me, 3) - 1 : (long)below(me, 65536);
    case IOCTL: return PICK(ioctls);
    case KEY: return below(me, 2) ? 0 : 0x1e17a1 + (long)below(me, 3);
    case LENGTH: return below(me, 2) ? (long)sizeof me->named : (long)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(hidden_name));
    case LIMIT: me->limit.soft = below(me, 64), me->limit.hard = below(me, 64); return (long)&me->limit;
    case MAP: return PICK(maps);
    case MEMORY: return (long)me->memory;
    case MESSAGE:
        me->message.msg_name = (void *)addressed(me);
        me->message.msg_namelen = sizeof me->named;
        me->message.msg_controllen = below(me, 2) ? sizeof me->rights.room : 0;
        return (long)&me->message;
    case MODE: return below(me, 2) ? (long)below(me, 010000) : 0777;
    case MOUNT: return below(me, 2) ? 1L << below(me, 26) : 0x1000;
    case NAME: return (long)PICK(names);
    case NODE: return PICK(nodes);
    case OPEN: return PICK(open_as);
    case PATH: return (long)path(me);
    case PID: return process(me);
    case PRCTL: return PICK(prctls);
    case PROT: return below(me, 8);
    case RESOURCE: return below(me, 17);
    case SIGNAL: return PICK(signals);
    case SIZE: return below(me, 2) ? 4096 : (long)below(me, 65536);
    case SMALL: return below(me, 4) ? (long)below(me, 8) : number(me);
    case SOCKET: return below(me, 3) ? 1 + (long)below(me, 2) : (long)below(me, 8);
    case SPACES: return PICK(spaces);
    case TIME: me->times[0].tv_sec = below(me, 3); me->times[1].tv_sec = below(me, 3); return (long)me->times;
    case TRACE: return PICK(traces);
    case VECTOR: return (long)me->vector;
    case XATTR: return (long)PICK(attributes);
    }
    return 0;
}

static void heard(int signal)
{
    (void)signal;
}

// Whatever became of its signals, an alarm comes soon and ends a call that waits.
static void awake(void)
{
    struct itimerval soon = {{0, 2000}, {0, 2000}};
    struct sigaction action = {.sa_handler = heard};
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    for (int signal = 1; signal <= 64; signal++)
        if (signal != SIGSEGV && signal != SIGBUS && signal != SIGILL)
            sigaction(signal, &action, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
}

static void begin(struct hand *me, uint64_t seed)
{
    memset(me, 0, sizeof *me);
    me->state = seed * 0x9e3779b97f4a7c15ULL + 1;
    for (int i = 0; i < 8; i++)
        next(me);
    for (int i = 0; i < FDS; i++)
        me->fds[i] = i % 3;
    me->named.sun_family = me->hidden.sun_family = AF_UNIX;
    strncpy(me->named.sun_path, socket_path, sizeof me->named.sun_path - 1);
    strncpy(me->hidden.sun_path + 1, hidden_name, sizeof me->hidden.sun_path - 2);
    me->inet = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(1), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (int i = 0; i < 4; i++)
        me->vector[i] = (struct iovec){me->buffer + 512 * i, 64};
    me->message.msg_iov = me->vector;
    me->message.msg_iovlen = 2;
    me->message.msg_control = me->rights.room;
    me->rights.align = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    me->memory = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static int gives_descriptor(const char *name)
{
    static const char *const givers[] = {"open", "openat", "openat2", "creat", "dup", "socket", "memfd_create", "pidfd_open",
        "pidfd_getfd", "open_tree", "fsopen", "fsmount", "fspick", "eventfd2", "timerfd_create", "epoll_create1", "accept4",
        "inotify_init1", "open_by_handle_at", "userfaultfd", "io_uring_setup", "perf_event_open", "mq_open", "signalfd4",
        "landlock_create_ruleset", "bpf"};
    for (size_t i = 0; i < sizeof givers / sizeof *givers; i++)
        if (strcmp(name, givers[i]) == 0)
            return 1;
    return 0;
}

// Again and again: nobody knows how it will end.
static void tell(void)
{
    char line[64];
    int length = snprintf(line, sizeof line, "calls %ld done %ld\n", made, done);
    (void)!write(LOG, line, length);
}

// Would it end, maim or deafen nobody but itself? Some of that is left.
static int is_over(struct hand *me, long which, const long *words)
{
    static const long ends[] = {SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_munmap, SYS_brk, SYS_rt_sigprocmask,
        SYS_rt_sigsuspend, SYS_rseq, SYS_set_robust_list, SYS_rt_sigaction, SYS_sigaltstack, SYS_set_tid_address,
        SYS_execve, SYS_execveat, SYS_restart_syscall,
#ifdef SYS_arch_prctl
        SYS_arch_prctl, SYS_vfork, SYS_pause,
#endif
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (which == ends[i])
            return 1;
    int is_own_limit = which == SYS_setrlimit || (which == SYS_prlimit64 && words[0] == 0);
    int is_strict = (which == SYS_seccomp && words[0] == 0) || (which == SYS_prctl && words[0] == 22);
    int is_deaf = (which == SYS_close_range && words[1] >= LOG) || (which == SYS_close && words[0] == LOG);
    return is_strict || is_deaf || (is_own_limit && below(me, 16));
}

static void act(struct hand *me, long count)
{
    static const enum kind any[] = {BUFFER, DIR, FD, FLAGS, PATH, PID, SMALL, SIZE, NAME, TIME};
    long own = syscall(SYS_getpid), left = count;
    while (left-- > 0) {
        const struct call *call = &calls[below(me, CALLS)];
        long words[6];
        for (int i = 0; i < 6; i++)
            words[i] = argument(me, call->kinds[i]);
        // What the list does not know, too.
        long which = call->number;
        if (below(me, 32) == 0) {
            which = (long)below(me, 600);
            for (int i = 0; i < 6; i++)
                words[i] = below(me, 3) ? argument(me, PICK(any)) : number(me);
        }
        if (is_over(me, which, words))
            continue;
        if (which != call->number || below(me, 8) == 0)
            awake();
        long got = syscall(which, words[0], words[1], words[2], words[3], words[4], words[5]);
        __atomic_add_fetch(&made, 1, __ATOMIC_RELAXED);
        if (made % 128 == 0)
            tell();
        if (got >= 0)
            __atomic_add_fetch(&done, 1, __ATOMIC_RELAXED);
        if (got >= 3 && got < 256 && gives_descriptor(call->name))
            me->fds[below(me, FDS)] = got;
        if (syscall(SYS_getpid) != own) {
            // A child does a little and leaves: there would soon be nothing but children.
            own = syscall(SYS_getpid);
            left = left < LEFT_TO_A_CHILD ? left : LEFT_TO_A_CHILD;
            count = 0;
        }
    }
    if (count == 0)
        _exit(0);
}

struct part {
    uint64_t seed;
    long count;
};

static void *thread(void *given)
{
    struct part *part = given;
    struct hand *hand = malloc(sizeof *hand);
    begin(hand, part->seed);
    act(hand, part->count);
    return NULL;
}

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    uint64_t seed = strtoull(words[1], NULL, 10);
    long share = atol(words[2]);
    for (int i = 3; i < count; i++) {
        if (strncmp(words[i], "path=", 5) == 0 && path_count < PATHS)
            paths[path_count++] = words[i] + 5;
        else if (strncmp(words[i], "pid=", 4) == 0 && pid_count < PIDS)
            pids[pid_count++] = atol(words[i] + 4);
        else if (strncmp(words[i], "socket=", 7) == 0)
            socket_path = words[i] + 7;
        else if (strncmp(words[i], "hidden=", 7) == 0)
            hidden_name = words[i] + 7;
    }
    dup2(2, LOG);
    awake();
    enum { THREADS = 3 };
    struct part parts[THREADS];
    pthread_t threads[THREADS];
    int started = 0;
    if (seed % 4 == 1)
        for (; started < THREADS; started++) {
            parts[started] = (struct part){seed * 31 + started, share / 4};
            if (pthread_create(&threads[started], NULL, thread, &parts[started]) != 0)
                break;
        }
    if (seed % 4 == 2)
        (void)(fork() == 0 || fork() == 0);
    static struct hand hand;
    begin(&hand, seed ^ ((uint64_t)getpid() << 48 & (seed % 4 == 2 ? ~0ULL : 0)));
    act(&hand, share);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    tell();
    return 0;
}
