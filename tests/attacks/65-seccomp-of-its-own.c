// row 65: a filter of its own that lies to the C library, and one that forbids all but to read and write
// expect F: OK  R: OK  N: OK  P: OK
// case lies: every kill is said to have succeeded, and leaving is refused
// noted ended by the stage
// case strict: leaving by any other call than one kills it
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
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("lies"))
        lie();
    else
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    for (;;) {
        answer();
        if (!hear())
            // The one call that is left; or none.
            for (;;)
                if (is_case("strict"))
                    syscall(SYS_exit_group, 0);
    }
}
