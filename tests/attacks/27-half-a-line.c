// row 27: an answer without a line end
// clock start=5s,move=300ms
// reason without a line end
// case waits: and waits
// expect F: TLE  R: TLE  N: TLE  P: TLE
// case leaves: and leaves
// expect F: CRASH  R: CRASH  N: CRASH  P: CRASH
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    say("4", 1);
    if (is_case("leaves"))
        return 0;
    hang();
}
