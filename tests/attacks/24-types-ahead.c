// row 24: answers before it is asked
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// reason when nothing was asked
// case first: with its opening words
// case later: with its first answer
#include "table.h"

int main(int count, char **words)
{
    facts = words + (count > 0);
    report("at the table");
    if (is_case("first")) {
        say_line("Beyond.Game.Tic-tac-toe.1.0\nKnave\n4");
        hang();
    }
    begin(count, words);
    say_line("0\n1\n2");
    hang();
}
