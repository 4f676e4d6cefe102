// row 61: leaves a mark wherever it can, and looks for its twin's
// opponent twin
// doors here tmp shm home var-tmp run mqueue proc-sys
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <limits.h>

// The mark of this one, and the other's.
static char own, other;

static void drop(const char *folder)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/leitai-mailbox-%s-%c", folder, fact("game"), own);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0)
        close(fd);
}

static void look(const char *name, const char *folder)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/leitai-mailbox-%s-%c", folder, fact("game"), other);
    int seen = access(path, F_OK) == 0;
    door_if(name, seen);
    snprintf(path, sizeof path, "%s/leitai-mailbox-%s-%c", folder, fact("game"), own);
    unlink(path);
}

int main(int count, char **words)
{
    static const struct { const char *name, *folder; } places[] = {
        {"here", "."}, {"tmp", "/tmp"}, {"shm", "/dev/shm"}, {"var-tmp", "/var/tmp"},
        {"run", "/run"}, {"mqueue", "/dev/mqueue"}, {"proc-sys", "/proc/sys/kernel"},
    };
    sit(count, words);
    own = board[0];
    other = own == 'X' ? 'O' : 'X';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        drop(places[i].folder);
    drop(fact("home"));
    be_asked();
    answer();
    // By now the other one has moved too.
    be_asked();
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        look(places[i].name, places[i].folder);
    look("home", fact("home"));
    play_on();
}
