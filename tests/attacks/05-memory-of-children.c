// row 5: ten children, each of them below the limit
// limits memory=64MB processes=16
// expect F: MLE  R: MLE  N: BLOCKED|MLE  P: MLE
// doors fork
#include "table.h"

int main(int count, char **words)
{
    int full[2];
    begin(count, words);
    if (pipe(full) == -1)
        return 97;
    for (int i = 0; i < 10; i++) {
        pid_t child = fork();
        if (child == -1) {
            blocked("fork", errno);
            play_on();
        }
        if (child == 0) {
            memset(malloc(40 * MB), 1, 40 * MB);
            if (write(full[1], "", 1) == 1)
                hang();
        }
    }
    for (char byte, i = 0; i < 10; i++)
        if (read(full[0], &byte, 1) != 1)
            return 97;
    // Let whoever looks now and then have looked.
    nap(200);
    opened("fork");
    play_on();
}
