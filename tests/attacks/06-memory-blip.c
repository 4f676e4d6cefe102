// row 6: is over the limit for a moment only
// limits memory=64MB
// expect F: MLE  R: MLE  N: MLE  P: MLE
#include "table.h"
#include <sys/mman.h>

int main(int count, char **words)
{
    char *blocks[96];
    int had = 0;
    begin(count, words);
    for (; had < 96; had++) {
        blocks[had] = mmap(NULL, MB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (blocks[had] == MAP_FAILED)
            break;
        memset(blocks[had], 1, MB);
    }
    report("%d MB", had);
    for (int i = 0; i < had; i++)
        munmap(blocks[i], MB);
    done("blip");
    play_on();
}
