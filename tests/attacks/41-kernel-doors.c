// row 41: asks the kernel for what no player needs
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case namespaces: of its own
// doors unshare-user unshare-mount unshare-pid unshare-net unshare-ipc unshare-uts unshare-cgroup unshare-time clone-user clone3-user setns setns-pidfd
// case mounts: and other roots
// doors mount umount pivot-root chroot fsopen open-tree fspick mount-setattr move-mount statmount listmount
// case keys: rings of keys
// doors add-key keyctl keyctl-session request-key
// case machines: programs and rings in the kernel
// doors bpf perf io-uring userfaultfd userfaultfd-device memfd memfd-secret fanotify
// case ipc: shared memory, semaphores, queues of messages
// doors shmget semget msgget mq-open
// case administration: of the machine
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
// doors reboot swapon acct init-module finit-module delete-module kexec quotactl sethostname setdomainname iopl ioperm syslog vhangup settimeofday adjtimex
// case process: of its own; whoever has itself traced stays stopped once the stage stops it
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN|TLE
// doors personality mlock mlockall mlock2 modify-ldt handle-at open-by-handle subreaper death-signal set-mm ptracer core-sched trace-me mempolicy mbind
#include "table.h"
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <mqueue.h>
#include <sched.h>
#include <sys/ipc.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/swap.h>
#include <sys/timex.h>
#include <sys/wait.h>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x80
#endif

static void namespaces(void)
{
    static const struct { const char *name; int flag; } kinds[] = {
        {"unshare-mount", CLONE_NEWNS}, {"unshare-pid", CLONE_NEWPID}, {"unshare-net", CLONE_NEWNET},
        {"unshare-ipc", CLONE_NEWIPC}, {"unshare-uts", CLONE_NEWUTS}, {"unshare-cgroup", CLONE_NEWCGROUP},
        {"unshare-time", CLONE_NEWTIME}, {"unshare-user", CLONE_NEWUSER},
    };
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    door("clone-user", child);
    struct { long long flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls; } args = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
    child = syscall(SYS_clone3, &args, sizeof args);
    if (child == 0)
        _exit(0);
    door("clone3-user", child);
    int own = open("/proc/self/ns/uts", O_RDONLY | O_CLOEXEC);
    door("setns", own == -1 ? -1 : setns(own, 0));
    int pidfd = syscall(SYS_pidfd_open, getpid(), 0);
    door("setns-pidfd", pidfd == -1 ? -1 : setns(pidfd, CLONE_NEWUTS));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        door(kinds[i].name, unshare(kinds[i].flag));
}

// What a mount would be made in, where one can be made: a namespace of its own.
static void mounts(void)
{
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0)
        report("in a namespace of its own");
    door("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
    door("umount", umount2("/tmp", MNT_DETACH));
    door("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
    door("open-tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
    door("fspick", syscall(SYS_fspick, AT_FDCWD, "/", 0));
    struct { long long set, clear, propagation, fd; } attributes = {0};
    door("mount-setattr", syscall(442, AT_FDCWD, "/", 0, &attributes, sizeof attributes));
    door("move-mount", syscall(SYS_move_mount, AT_FDCWD, "/tmp", AT_FDCWD, "/mnt", 0));
    struct { unsigned size, spare; unsigned long long id, param, ns; } request = {24, 0, ~0ULL, 1, 0};
    unsigned long long found[8];
    door("listmount", syscall(458, &request, found, 8, 0));
    struct statx { unsigned mask, rest[63]; } info;
    syscall(SYS_statx, AT_FDCWD, "/", 0, 0x1000 | 0x4000, &info);
    memcpy(&request.id, (char *)&info + 0x90, 8);
    char buffer[4096];
    door("statmount", syscall(457, &request, buffer, sizeof buffer, 0));
    door("pivot-root", syscall(SYS_pivot_root, "/tmp", "/tmp"));
    door("chroot", chroot("/"));
}

static void keys(void)
{
    door("add-key", syscall(SYS_add_key, "user", "leitai", "1", 1, KEY_SPEC_PROCESS_KEYRING));
    door("keyctl", syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1));
    door("keyctl-session", syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL));
    door("request-key", syscall(SYS_request_key, "user", "leitai", NULL, 0));
}

static void machines(void)
{
    char attributes[128] = {0};
    door("bpf", syscall(SYS_bpf, 0, attributes, sizeof attributes));
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event, .config = PERF_COUNT_SW_TASK_CLOCK, .exclude_kernel = 1, .exclude_hv = 1};
    door("perf", syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
    unsigned char parameters[120] = {0};
    door("io-uring", syscall(SYS_io_uring_setup, 1, parameters));
    door("userfaultfd", syscall(SYS_userfaultfd, 1 | O_CLOEXEC));
    door_file("userfaultfd-device", "/dev/userfaultfd", O_RDWR);
    door("memfd", memfd_create("leitai", MFD_CLOEXEC));
    door("memfd-secret", syscall(447, 0));
    door("fanotify", syscall(SYS_fanotify_init, 0x200, O_RDONLY));
}

static void ipc(void)
{
    int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    door("shmget", id);
    shmctl(id, IPC_RMID, NULL);
    id = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
    door("semget", id);
    semctl(id, 0, IPC_RMID);
    id = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
    door("msgget", id);
    msgctl(id, IPC_RMID, NULL);
    door("mq-open", mq_open("/leitai-attack", O_CREAT | O_RDWR, 0600, NULL));
    mq_unlink("/leitai-attack");
}

// Each in a form that changes nothing where it is allowed.
static void administration(void)
{
    struct timex clock = {.modes = ADJ_OFFSET_SINGLESHOT};
    struct timeval now;
    char text[64] = "";
    // No command of it; whoever may not is told so before.
    door("reboot", syscall(SYS_reboot, 0xfee1dead, 672274793, 1, NULL));
    door("swapon", swapon("/dev/null", 0));
    door("acct", acct("/leitai-absent"));
    door("init-module", syscall(SYS_init_module, "", 0, ""));
    door("finit-module", syscall(SYS_finit_module, 0, "", 0));
    door("delete-module", syscall(SYS_delete_module, "leitai_absent", O_NONBLOCK));
    door("kexec", syscall(SYS_kexec_load, 0, 0, NULL, 0x40));
    door("quotactl", syscall(SYS_quotactl, 0x80000100, "/dev/leitai", 0, NULL));
    gethostname(text, sizeof text - 1);
    door("sethostname", sethostname(text, strlen(text)));
    getdomainname(text, sizeof text - 1);
    door("setdomainname", setdomainname(text, strlen(text)));
    door("iopl", syscall(SYS_iopl, 3));
    door("ioperm", syscall(SYS_ioperm, 0x80, 1, 1));
    door("syslog", klogctl(3, text, sizeof text));
    door("vhangup", getsid(0) == getpid() ? vhangup() : (errno = EPERM, -1));
    gettimeofday(&now, NULL);
    door("settimeofday", settimeofday(&now, NULL));
    door("adjtimex", adjtimex(&clock));
}

static void process(void)
{
    static char page[8192] __attribute__((aligned(4096)));
    struct { unsigned bytes; int type; unsigned char handle[128]; } handle = {.bytes = 128};
    int id;
    door("personality", personality(ADDR_NO_RANDOMIZE));
    door("mlock", mlock(page, 4096));
    door("mlock2", syscall(SYS_mlock2, page, 4096, 1));
    door("mlockall", mlockall(MCL_FUTURE));
    munlockall();
    door("modify-ldt", syscall(SYS_modify_ldt, 0, page, 16));
    door("handle-at", syscall(SYS_name_to_handle_at, AT_FDCWD, "/", &handle, &id, 0));
    door("open-by-handle", syscall(SYS_open_by_handle_at, AT_FDCWD, &handle, O_RDONLY));
    // Adopts, or survives, what it should not.
    door("subreaper", prctl(PR_SET_CHILD_SUBREAPER, 1));
    door("death-signal", prctl(PR_SET_PDEATHSIG, 0));
    door("ptracer", prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY));
    door("set-mm", prctl(PR_SET_MM, PR_SET_MM_BRK, sbrk(0), 0, 0));
    door("core-sched", prctl(PR_SCHED_CORE, 1, 0, 0, 0));
    door("mempolicy", syscall(SYS_set_mempolicy, 0, NULL, 0));
    door("mbind", syscall(SYS_mbind, page, 4096, 0, NULL, 0, 0));
    door("trace-me", ptrace(PTRACE_TRACEME, 0, 0, 0));
}

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("namespaces"))
        namespaces();
    if (is_case("mounts"))
        mounts();
    if (is_case("keys"))
        keys();
    if (is_case("machines"))
        machines();
    if (is_case("ipc"))
        ipc();
    if (is_case("administration"))
        administration();
    if (is_case("process"))
        process();
    play_on();
}
