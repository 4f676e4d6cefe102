// row 16: leaves with code 0 before the game is over
// expect F: CRASH  R: CRASH  N: CRASH  P: CRASH
// reason it ended by itself
// case unread: before it says or reads anything
// case ready: after its opening words
// case asked: when it is asked
// case played: after its first answer
#include "table.h"

int main(int count, char **words)
{
    facts = words + 1;
    if (is_case("unread"))
        return 0;
    sit(count, words);
    if (is_case("ready"))
        return 0;
    be_asked();
    if (is_case("played")) {
        answer();
        be_asked();
    }
    return 0;
}
