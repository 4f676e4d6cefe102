// row 37: reads and writes another process: its parent, the stage, a bystander, the first process
// doors ptrace-attach ptrace-seize process-vm-readv process-vm-writev proc-mem proc-maps proc-environ proc-fd proc-root proc-cwd proc-exe proc-syscall proc-stack proc-ns proc-oom pidfd-getfd kcmp process-madvise process-mrelease move-pages migrate-pages prlimit robust-list
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>

#ifndef SYS_process_madvise
#define SYS_process_madvise 440
#endif
#ifndef SYS_process_mrelease
#define SYS_process_mrelease 448
#endif

static long attach(pid_t pid)
{
    long result = ptrace(PTRACE_ATTACH, pid, 0, 0);
    if (result == 0) {
        waitpid(pid, NULL, __WALL);
        ptrace(PTRACE_DETACH, pid, 0, 0);
    }
    return result;
}

// A seized process runs on, and is let go when this one leaves.
static long seize(pid_t pid)
{
    return ptrace(PTRACE_SEIZE, pid, 0, 0);
}

static long vm(pid_t pid, int writes)
{
    // A wrong address is told only to those who may read.
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)16, 1};
    long result = writes ? process_vm_writev(pid, &here, 1, &there, 1, 0) : process_vm_readv(pid, &here, 1, &there, 1, 0);
    return result == -1 && errno == EFAULT ? 0 : result;
}

static long vm_read(pid_t pid)
{
    return vm(pid, 0);
}

static long vm_write(pid_t pid)
{
    return vm(pid, 1);
}

static const char *part;

static long proc_file(pid_t pid, int flags)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, part);
    int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC);
    if (fd == -1)
        return -1;
    // Some files are opened by anybody and read by few; folders are none to read, and memory has nothing at nought.
    char byte;
    long result = flags == O_RDONLY ? read(fd, &byte, 1) : 0;
    int error = errno;
    close(fd);
    errno = error;
    return result == -1 && error != EISDIR && error != EIO ? -1 : 0;
}

static long proc_read(pid_t pid)
{
    return proc_file(pid, O_RDONLY);
}

static long proc_write(pid_t pid)
{
    return proc_file(pid, O_WRONLY);
}

static long getfd(pid_t pid)
{
    int pidfd = syscall(SYS_pidfd_open, pid, 0);
    return pidfd == -1 ? -1 : syscall(SYS_pidfd_getfd, pidfd, 0, 0);
}

static long same(pid_t pid)
{
    return syscall(SYS_kcmp, pid, getpid(), 1, 0, 0);
}

static long advise(pid_t pid)
{
    struct iovec there = {NULL, 0};
    int pidfd = syscall(SYS_pidfd_open, pid, 0);
    return pidfd == -1 ? -1 : syscall(SYS_process_madvise, pidfd, &there, 1, MADV_COLD, 0);
}

// Refused for a process that is not being killed, but told apart from one that may not be asked about.
static long release(pid_t pid)
{
    int pidfd = syscall(SYS_pidfd_open, pid, 0);
    long result = pidfd == -1 ? -1 : syscall(SYS_process_mrelease, pidfd, 0);
    return result == -1 && pidfd != -1 && errno == EINVAL ? 0 : result;
}

static long pages(pid_t pid)
{
    void *page = NULL;
    int node = 0, status;
    return syscall(SYS_move_pages, pid, 1, &page, &node, &status, 2);
}

static long migrate(pid_t pid)
{
    unsigned long nodes = 1;
    return syscall(SYS_migrate_pages, pid, 2, &nodes, &nodes);
}

static long limits(pid_t pid)
{
    struct rlimit limit;
    return prlimit(pid, RLIMIT_NOFILE, NULL, &limit);
}

static long robust(pid_t pid)
{
    void *head;
    size_t length;
    return syscall(SYS_get_robust_list, pid, &head, &length);
}

// Open where one of them is.
static void try(const char *name, long (*deed)(pid_t), const char *of)
{
    pid_t targets[] = {getppid(), atoi(fact("bystander")), atoi(fact("stage-pid")), 1};
    part = of;
    int error = ESRCH;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        // Without a parent in sight the number is 0, which would be itself.
        if (targets[i] <= 0 || targets[i] == getpid())
            continue;
        if (deed(targets[i]) != -1) {
            report("process %d", targets[i]);
            opened(name);
            return;
        }
        if (errno != ESRCH && errno != ENOENT)
            error = errno;
    }
    blocked(name, error);
}

int main(int count, char **words)
{
    begin(count, words);
    try("process-vm-readv", vm_read, NULL);
    try("process-vm-writev", vm_write, NULL);
    try("proc-mem", proc_read, "mem");
    try("proc-maps", proc_read, "maps");
    try("proc-environ", proc_read, "environ");
    try("proc-fd", proc_write, "fd/0");
    try("proc-root", proc_read, "root");
    try("proc-cwd", proc_read, "cwd");
    try("proc-exe", proc_read, "exe");
    try("proc-syscall", proc_read, "syscall");
    try("proc-stack", proc_read, "stack");
    try("proc-ns", proc_read, "ns/mnt");
    try("proc-oom", proc_write, "oom_score_adj");
    try("pidfd-getfd", getfd, NULL);
    try("kcmp", same, NULL);
    try("process-madvise", advise, NULL);
    try("process-mrelease", release, NULL);
    try("move-pages", pages, NULL);
    try("migrate-pages", migrate, NULL);
    try("prlimit", limits, NULL);
    try("robust-list", robust, NULL);
    try("ptrace-attach", attach, NULL);
    try("ptrace-seize", seize, NULL);
    play_on();
}
