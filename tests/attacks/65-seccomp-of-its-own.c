// row 65: a filter of its own that lies to the C library, and one that forbids all but to read and write
// case lies: every kill is said to have succeeded, and leaving is refused
// doors filter call rules
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case strict: leaving by any other call than one kills it
// doors strict
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

static void lie(void)
{
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof lines / sizeof *lines, lines};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    // Each holds memory of the kernel's, for every thread anew.
    long port[2] = {0, 1};
    door("rules", syscall(SYS_landlock_create_ruleset, port, sizeof port, 0));
    door("call", syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program));
    door("filter", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("lies"))
        lie();
    else
        door("strict", prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT));
    for (;;) {
        answer();
        if (!hear())
            // The one call that is left; or none.
            for (;;)
                if (is_case("strict"))
                    syscall(SYS_exit_group, 0);
    }
}
