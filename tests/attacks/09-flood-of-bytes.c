// row 9: writes without end and without a line end
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// case usual: past the usual limit
// reason a line of more than 64 KB
// case short: past a short one
// limits output-line=1KB
// reason a line of more than 1 KB
// case long: past a long one
// limits output-line=4MB output-turn=8MB
// reason a line of more than 4096 KB
// case turn: past that of a turn, which is shorter
// limits output-turn=20000B
// reason more than 20000 bytes of output in one turn
#include "table.h"

int main(int count, char **words)
{
    char bytes[16 << 10];
    memset(bytes, 'x', sizeof bytes);
    begin(count, words);
    for (;;)
        say(bytes, sizeof bytes);
}
