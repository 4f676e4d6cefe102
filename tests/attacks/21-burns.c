// row 21: computes for ever
// clock start=5s,move=500ms
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason of 0.50 s for a move
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    for (volatile long i = 0;; i++)
        ;
}
