// The opponent: plays the last free cell, after `think=MILLISECONDS`; or its part of a game of draughts; or
// waits.
#include "table.h"
#include "draughts.h"

int main(int count, char **words)
{
    facts = words + 1;
    if (strcmp(fact("dialect"), "judge") == 0) {
        report("at the table");
        while (hear())
            draughts(0);
        return 0;
    }
    if (strcmp(fact("dialect"), "native") == 0) {
        report("at the table");
        say_line("{\"type\":\"ready\"}");
        while (hear())
            ;
        return 0;
    }
    sit(count, words);
    while (hear()) {
        char cell[2] = {'0' + (char)(strrchr(board, ' ') - board), 0};
        nap(atol(fact("think")));
        say_line(cell);
    }
    return 0;
}
