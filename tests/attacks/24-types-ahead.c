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
        // In one piece: a line that ends when it has been asked for is an answer.
        static const char words_and_move[] = "Beyond.Game.Tic-tac-toe.1.0\nKnave\n4\n";
        say(words_and_move, sizeof words_and_move - 1);
        hang();
    }
    begin(count, words);
    say("0\n1\n2\n", 6);
    hang();
}
