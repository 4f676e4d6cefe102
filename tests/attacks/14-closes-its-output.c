// row 14: closes its output and stays
// expect F: CRASH  R: CRASH  N: CRASH  P: CRASH
// reason it closed its output
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    close(1);
    hang();
}
