// row 55: leaves its control group, or rewrites its limits
// doors procs tasks limit release-agent make unified
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
#include "table.h"
#include <limits.h>

int main(int count, char **words)
{
    begin(count, words);
    door_file("procs", "/sys/fs/cgroup/memory/cgroup.procs", O_WRONLY);
    door_file("tasks", "/sys/fs/cgroup/pids/tasks", O_WRONLY);
    door_file("limit", "/sys/fs/cgroup/memory/memory.limit_in_bytes", O_WRONLY);
    door_file("release-agent", "/sys/fs/cgroup/memory/release_agent", O_WRONLY);
    door_file("unified", "/sys/fs/cgroup/cgroup.procs", O_WRONLY);
    long made = mkdir("/sys/fs/cgroup/memory/leitai-attack", 0755);
    door("make", made);
    if (made == 0)
        rmdir("/sys/fs/cgroup/memory/leitai-attack");
    play_on();
}
