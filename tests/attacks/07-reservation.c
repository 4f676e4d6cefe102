// row 7: reserves far more than it may use, as Java and Go do, and touches little of it
// limits memory=64MB
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"
#include <pthread.h>
#include <sys/mman.h>

static void *little(void *nothing)
{
    // An arena of its own: 64 MB reserved by the allocator.
    memset(malloc(1000), 1, 1000);
    return nothing;
}

int main(int count, char **words)
{
    pthread_t thread;
    begin(count, words);
    char *much = mmap(NULL, 8192 * MB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (much == MAP_FAILED || mprotect(much, 8 * MB, PROT_READ | PROT_WRITE) == -1)
        return 97;
    memset(much, 1, 8 * MB);
    if (pthread_create(&thread, NULL, little, NULL) || pthread_join(thread, NULL))
        return 97;
    play_on();
}
