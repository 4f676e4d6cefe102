// row 50: plays at once, a thousand times
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    play_on();
}
