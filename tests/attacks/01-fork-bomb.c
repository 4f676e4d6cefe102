// row 1: forks without end, in every child too
// doors fork
// case single: where nothing may be started
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case many: where sixteen processes may
// limits memory=64MB processes=16
// expect F: BLOCKED  R: BLOCKED|MLE  N: BLOCKED  P: OPEN|MLE
// case vfork: by the other calls
// limits memory=64MB
// doors vfork clone clone3
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <sched.h>
#include <sys/wait.h>

// As many forks as there are bytes in a pipe, so that it ends by itself where nothing stops it.
#define TOKENS 300

static int tokens[2];

static int bomb(void)
{
    char token;
    while (read(tokens[0], &token, 1) == 1) {
        pid_t child = fork();
        if (child == -1)
            return errno;
        if (child == 0) {
            bomb();
            hang();
        }
    }
    return 0;
}

static void other_calls(void)
{
    pid_t child = vfork();
    if (child == 0)
        _exit(0);
    door("vfork", child);
    child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    door("clone", child);
    struct { long long flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls; } args = {.exit_signal = SIGCHLD};
    child = syscall(SYS_clone3, &args, sizeof args);
    if (child == 0)
        _exit(0);
    door("clone3", child);
}

int main(int count, char **words)
{
    char filler[TOKENS] = {0};
    begin(count, words);
    if (is_case("vfork")) {
        other_calls();
        play_on();
    }
    if (pipe2(tokens, O_NONBLOCK) == -1 || write(tokens[1], filler, TOKENS) != TOKENS)
        return 97;
    int refused = bomb();
    if (refused)
        blocked("fork", refused);
    else
        opened("fork");
    play_on();
}
