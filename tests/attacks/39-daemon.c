// row 39: leaves a process behind that has left its parent, its group and its session
// case single: where nothing may be started
// doors fork
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case many: where sixteen processes may
// limits memory=64MB processes=16
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"
#include <sys/wait.h>

int main(int count, char **words)
{
    begin(count, words);
    pid_t child = fork();
    if (child == -1 || is_case("single"))
        door("fork", child);
    if (child > 0)
        done("fork");
    if (child == 0) {
        setsid();
        for (int i = 0; i < 3; i++)
            if (fork() == 0) {
                for (int fd = 0; fd < 3; fd++)
                    close(fd);
                for (int number = 1; number < NSIG; number++)
                    signal(number, SIG_IGN);
                hang();
            }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
    play_on();
}
