// row 30: a line of a gigabyte
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// case usual: past the usual limit
// reason a line of more than 64 KB
// case short: past a short one
// limits output-line=2KB
// reason a line of more than 2 KB
// case long: past a long one
// limits output-line=5MB output-turn=1GB
// reason a line of more than 5120 KB
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
