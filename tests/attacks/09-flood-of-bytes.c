// row 9: writes without end and without a line end
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// reason a line of more than 64 KB
#include "table.h"

int main(int count, char **words)
{
    char bytes[16 << 10];
    memset(bytes, 'x', sizeof bytes);
    begin(count, words);
    for (;;)
        say(bytes, sizeof bytes);
}
