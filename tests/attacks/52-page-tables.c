// row 52: memory that is nobody's pages: tables of a mapping that is only read
// limits memory=64MB
// doors page-tables
// expect F: BLOCKED|MLE  R: BLOCKED|MLE  N: BLOCKED|MLE  P: OPEN|MLE
#include "table.h"
#include <sys/mman.h>

// A page of tables for every two megabytes: 512 MB of them.
#define REACH (2 * MB * 131072)

int main(int count, char **words)
{
    begin(count, words);
    char *at = mmap(NULL, REACH, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        blocked("page-tables", errno);
        play_on();
    }
    // One page of nought for all of them.
    madvise(at, REACH, MADV_NOHUGEPAGE);
    volatile char sum = 0;
    for (long i = 0; i < REACH; i += 2 * MB)
        sum += at[i];
    (void)sum;
    opened("page-tables");
    play_on();
}
