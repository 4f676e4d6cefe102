// row 8: recursion without an end
// limits memory=64MB
// expect F: CRASH  R: CRASH  N: CRASH  P: CRASH
// reason ended by signal SIGSEGV
#include "table.h"

static int deeper(int depth)
{
    volatile char frame[512];
    frame[depth & 511] = (char)depth;
    return depth < 0 ? 0 : deeper(depth + 1) + frame[depth & 511];
}

int main(int count, char **words)
{
    begin(count, words);
    return deeper(0);
}
