// row 60: writes into procfs and to devices
// doors oom-score oom-adjust sysrq core-pattern sysctl uid-map coredump-filter clear-refs timer-slack
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case proc: files of the kernel and of its own
// case devices: nodes in /dev
// doors kmsg mem kvm fuse loop tun null-block snapshot watchdog uinput cpu-latency
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
#include "table.h"

int main(int count, char **words)
{
    static const struct { const char *of, *name, *path; } files[] = {
        {"proc", "oom-score", "/proc/self/oom_score_adj"},
        {"proc", "oom-adjust", "/proc/self/oom_adj"},
        {"proc", "sysrq", "/proc/sysrq-trigger"},
        {"proc", "core-pattern", "/proc/sys/kernel/core_pattern"},
        {"proc", "sysctl", "/proc/sys/vm/drop_caches"},
        {"proc", "uid-map", "/proc/self/uid_map"},
        {"proc", "coredump-filter", "/proc/self/coredump_filter"},
        {"proc", "clear-refs", "/proc/self/clear_refs"},
        {"proc", "timer-slack", "/proc/self/timerslack_ns"},
        {"devices", "kmsg", "/dev/kmsg"},
        {"devices", "mem", "/dev/mem"},
        {"devices", "kvm", "/dev/kvm"},
        {"devices", "fuse", "/dev/fuse"},
        {"devices", "loop", "/dev/loop-control"},
        {"devices", "tun", "/dev/net/tun"},
        {"devices", "null-block", "/dev/loop0"},
        {"devices", "snapshot", "/dev/snapshot"},
        {"devices", "watchdog", "/dev/watchdog"},
        {"devices", "uinput", "/dev/uinput"},
        {"devices", "cpu-latency", "/dev/cpu_dma_latency"},
    };
    begin(count, words);
    // Opened only: nothing is written where it may be.
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (is_case(files[i].of))
            door_file(files[i].name, files[i].path, O_WRONLY);
    play_on();
}
