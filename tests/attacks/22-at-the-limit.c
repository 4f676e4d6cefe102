// row 22: answers just before or just after the limit
// clock start=20s,move=1s
// crowd 25 100
// case before: in time
// expect F: OK  R: OK  N: OK  P: OK
// case after: late
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason of 1.00 s for a move
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    nap(is_case("before") ? 950 : 1050);
    play_on();
}
