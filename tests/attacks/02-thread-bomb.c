// row 2: ten thousand threads
// expect F: BLOCKED|MLE|CRASH  R: BLOCKED|MLE|CRASH  N: BLOCKED|MLE|CRASH  P: OPEN|BLOCKED|MLE
// limits memory=64MB
// doors threads
#include "table.h"
#include <limits.h>
#include <pthread.h>

static void *stay(void *nothing)
{
    hang();
    return nothing;
}

int main(int count, char **words)
{
    pthread_attr_t small;
    pthread_t thread;
    begin(count, words);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN);
    for (int i = 0; i < 10000; i++) {
        int refused = pthread_create(&thread, &small, stay, NULL);
        if (refused) {
            report("%d threads", i);
            blocked("threads", refused);
            play_on();
        }
    }
    opened("threads");
    play_on();
}
