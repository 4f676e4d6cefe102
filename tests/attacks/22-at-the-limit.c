// row 22: answers just before or just after the limit
// clock start=5s,move=600ms
// times 10
// case before: in time
// expect F: OK  R: OK  N: OK  P: OK
// case after: late
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason of 0.60 s for a move
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    nap(is_case("before") ? 450 : 750);
    play_on();
}
