// row 70: makes files that have no name, where it may not write
// doors here home tmp run system folder-of-itself
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"

static void nameless(const char *name, const char *folder)
{
    door(name, open(folder, O_RDWR | O_TMPFILE, 0600));
}

int main(int count, char **words)
{
    begin(count, words);
    nameless("here", ".");
    nameless("home", fact("home"));
    nameless("tmp", "/tmp");
    nameless("run", "/var/tmp");
    nameless("system", "/usr/local/bin");
    nameless("folder-of-itself", "/proc/self/cwd");
    play_on();
}
