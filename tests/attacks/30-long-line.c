// row 30: a line of a gigabyte
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// reason a line of more than 64 KB
#include "table.h"

int main(int count, char **words)
{
    static char bytes[MB];
    memset(bytes, '7', sizeof bytes);
    begin(count, words);
    for (int i = 0; i < 1024; i++)
        say(bytes, sizeof bytes);
    say("\n", 1);
    hang();
}
