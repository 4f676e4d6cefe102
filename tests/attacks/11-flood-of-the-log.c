// row 11: logs 100 MB and plays well
// clock start=5s,move=10s
// expect F: OK  R: OK  N: OK  P: OK
// noted bytes are not kept
#include "table.h"

int main(int count, char **words)
{
    static char bytes[MB];
    memset(bytes, 'e', sizeof bytes);
    begin(count, words);
    for (int i = 0; i < 100; i++)
        if (write(2, bytes, sizeof bytes) < 0)
            return 97;
    play_on();
}
