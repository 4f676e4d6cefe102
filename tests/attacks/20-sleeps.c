// row 20: sleeps
// clock start=5s,move=500ms
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason of 0.50 s for a move
// case ever: for ever
// case long: for a little too long
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    nap(is_case("long") ? 700 : 1 << 30);
    play_on();
}
