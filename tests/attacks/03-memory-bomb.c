// row 3: takes and fills memory that is nobody else's
// limits memory=64MB
// expect F: MLE  R: MLE  N: MLE  P: MLE
// case malloc: as a program would
// case brk: by moving the break
// case start: before its opening words
#include "table.h"

#define MOST 512

static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        char *block = is_case("brk") ? sbrk(MB) : malloc(MB);
        // A refusal is not looked at, as by most programs.
        memset(block, 1, MB);
    }
    opened("memory");
}

int main(int count, char **words)
{
    facts = words + 1;
    if (is_case("start"))
        fill();
    begin(count, words);
    fill();
    play_on();
}
