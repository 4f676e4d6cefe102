// row 13: never reads what it is sent
// clock start=5s,move=300ms
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason of 0.30 s for a move
// case silent: and says nothing
// case asking: and asks so much that the answers fill its pipe
// game tictactoe native
#include "table.h"

int main(int count, char **words)
{
    facts = words + (count > 0);
    report("at the table");
    if (!is_case("asking")) {
        opening_words();
        hang();
    }
    say_line("{\"type\":\"ready\"}");
    for (;;)
        say_line("{\"type\":\"moves\"}");
}
