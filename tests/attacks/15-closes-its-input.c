// row 15: closes its input and answers by the time; the opponent plays into its hands
// seat first
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    close(0);
    for (char cell = '0'; cell < '3'; cell++) {
        say(&cell, 1);
        say("\n", 1);
        // Longer than the opponent needs, who must have answered before it speaks again.
        nap(400);
    }
    return 0;
}
