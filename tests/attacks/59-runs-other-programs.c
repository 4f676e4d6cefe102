// row 59: becomes another program
// doors exec-failed
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: CRASH|OPEN
// case shell: a shell
// case python: an interpreter
// case loader: a program by way of the loader
// expect F: CRASH|BLOCKED  R: CRASH|BLOCKED  N: CRASH|BLOCKED  P: CRASH|OPEN
// case memory: one that it made in memory
// case script: one that it made in its folder
// limits scratch=16MB
// case compiler: the machine's compiler
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: PROTO
// case stage: the stage itself
#include "table.h"
#include <sys/mman.h>

extern char **environ;

static void run(char *path, char *first, char *second, char *third)
{
    char *words[] = {path, first, second, third, NULL};
    execve(path, words, environ);
}

int main(int count, char **words)
{
    static const char script[] = "#!/bin/sh\nrm -f \"$0\"\necho OPEN: exec >&2\n";
    begin(count, words);
    if (is_case("shell"))
        run("/bin/sh", "-c", "echo OPEN: exec >&2", NULL);
    if (is_case("python"))
        run("/usr/bin/python3", "-c", "import sys; sys.stderr.write('OPEN: exec\\n')", NULL);
    if (is_case("loader"))
        run("/lib64/ld-linux-x86-64.so.2", "/bin/sh", "-c", "echo OPEN: exec >&2");
    if (is_case("compiler"))
        run("/usr/bin/cc", "--version", NULL, NULL);
    if (is_case("stage"))
        run((char *)fact("stage"), "--help", NULL, NULL);
    if (is_case("memory")) {
        int fd = memfd_create("program", 0);
        if (fd != -1 && write(fd, script, sizeof script - 1) > 0) {
            char *names[] = {"program", NULL};
            fexecve(fd, names, environ);
        }
    }
    if (is_case("script")) {
        if (chdir("/tmp") == -1)
            report("it has no folder");
        int fd = open("leitai-attack-script", O_WRONLY | O_CREAT | O_TRUNC, 0755);
        if (fd != -1) {
            if (write(fd, script, sizeof script - 1) < 0)
                exit(97);
            close(fd);
            run("./leitai-attack-script", NULL, NULL, NULL);
            int error = errno;
            unlink("leitai-attack-script");
            errno = error;
        }
    }
    blocked("exec-failed", errno);
    play_on();
}
