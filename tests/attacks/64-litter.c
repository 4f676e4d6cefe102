// row 64: leaves a folder that is hard to clear away
// limits scratch=16MB
// skip P: nothing clears it away there
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    int depth = 0;
    if (chdir("/tmp") == -1)
        report("it has no folder");
    mkdir("closed", 0700);
    mkdir("closed/inside", 0700);
    close(open("closed/inside/file", O_CREAT | O_WRONLY, 0));
    chmod("closed/inside", 0);
    chmod("closed", 0);
    close(open("line\nend \x1b[31m \xff", O_CREAT | O_WRONLY, 0));
    close(open("-rf ..", O_CREAT | O_WRONLY, 0));
    // Deeper than a path can say.
    for (; depth < 3000; depth++)
        if (mkdir("d", 0700) == -1 || chdir("d") == -1)
            break;
    report("%d folders deep", depth);
    play_on();
}
