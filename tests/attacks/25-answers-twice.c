// row 25: two answers to one request; the first one counts
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// reason when nothing was asked
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    say("4\n4\n", 4);
    hang();
}
