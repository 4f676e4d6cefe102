// row 54: turns on what started it: its own first process, the launcher's file
// doors exe-of-parent exe-of-first own-exe memory-of-first root-of-first environ-of-first descriptors-of-first
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"

static void door_of(const char *name, pid_t pid, const char *part, int flags)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, part);
    door_file(name, path, flags);
}

int main(int count, char **words)
{
    begin(count, words);
    // A file that runs cannot be written; one that can be held open can be written when it runs no more.
    door_of("exe-of-parent", getppid(), "exe", O_RDONLY);
    door_of("exe-of-first", 1, "exe", O_RDONLY);
    door_file("own-exe", "/proc/self/exe", O_RDWR);
    door_of("memory-of-first", 1, "mem", O_RDWR);
    door_of("root-of-first", 1, "root", O_RDONLY);
    door_of("environ-of-first", 1, "environ", O_RDONLY);
    // The folder may be opened; what is in it shows who may look.
    door("descriptors-of-first", access("/proc/1/fd/0", F_OK));
    play_on();
}
