// row 62: holds the writing end of its own input, so that it never ends, and stays
// expect F: OK  R: OK  N: OK  P: OK
// noted ended by the stage
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    // Where procfs is to be seen, a pipe is opened again by its other end.
    int writer = open("/proc/self/fd/0", O_WRONLY | O_CLOEXEC);
    report("%s", writer == -1 ? "it has no writing end" : "it has a writing end");
    for (;;) {
        answer();
        if (!hear())
            hang();
    }
}
