// row 45: reads from procfs what the machine and others are
// doors processes command-lines hostname kernel-pointers modules kcore mounts networks keys interrupts timers devices cgroup first-process sched-debug pressure sysctl
// open N: hostname
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <ctype.h>
#include <dirent.h>
#include <sys/utsname.h>

static int can_read(const char *path)
{
    char byte;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int can = fd != -1 && read(fd, &byte, 1) == 1;
    int error = errno;
    if (fd != -1)
        close(fd);
    errno = error;
    return can;
}

static void door_text(const char *name, const char *path)
{
    if (can_read(path))
        opened(name);
    else
        blocked(name, errno);
}

// Processes that are neither this one nor one that it started.
static void others(void)
{
    int processes = 0, command_lines = 0;
    DIR *table = opendir("/proc");
    for (struct dirent *entry; table && (entry = readdir(table));) {
        char path[300];
        if (!isdigit(entry->d_name[0]) || atoi(entry->d_name) == getpid())
            continue;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        processes += can_read(path);
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        command_lines += can_read(path);
    }
    report("%d processes, %d command lines", processes, command_lines);
    door_if("processes", processes);
    door_if("command-lines", command_lines);
    if (table)
        closedir(table);
}

int main(int count, char **words)
{
    struct utsname system;
    begin(count, words);
    others();
    uname(&system);
    // A name that says nothing is no news.
    door_if("hostname", strcmp(system.nodename, fact("hostname")) == 0);
    door_text("kernel-pointers", "/proc/kallsyms");
    door_text("modules", "/proc/modules");
    door_text("kcore", "/proc/kcore");
    door_text("mounts", "/proc/self/mountinfo");
    door_text("networks", "/proc/net/dev");
    door_text("keys", "/proc/keys");
    door_text("interrupts", "/proc/interrupts");
    door_text("timers", "/proc/timer_list");
    door_text("devices", "/proc/partitions");
    door_text("cgroup", "/proc/self/cgroup");
    door_text("first-process", "/proc/1/cmdline");
    door_text("sched-debug", "/proc/schedstat");
    door_text("pressure", "/proc/pressure/cpu");
    door_text("sysctl", "/proc/sys/kernel/hostname");
    play_on();
}
