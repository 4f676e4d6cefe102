// row 11: logs 100 MB and plays well
// clock start=5s,move=10s
// expect F: OK  R: OK  N: OK  P: OK
// case usual: of which the usual part is kept
// noted … 104824845 bytes are not kept …
// case less: of which less is kept
// limits log=1KB
// noted … 104856589 bytes are not kept …
// case least: of which hardly anything is kept
// limits log=26B
// noted … 104857587 bytes are not kept …
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
