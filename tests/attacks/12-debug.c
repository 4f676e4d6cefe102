// row 12: a DEBUG line of more than 16 KB, and more than 32 KB of them in all
// game draughts judge max_rounds=3
// expect F: OK  R: OK  N: OK  P: OK
// noted dddd
// case usual: under the usual limits
// case within: of lines that are just not too long
// limits output-line=16391B output-turn=36908B
// case beyond: of which one is longer than a line may be: it is cut
// limits output-line=16390B
// case too-many: of which more are printed than a turn may: they do not count
// limits output-turn=36907B
#include "draughts.h"

static void debug(void)
{
    static const size_t lengths[] = {(16 << 10) + 1, 10 << 10, 10 << 10, 5};
    static int is_said;
    char line[20 << 10] = "DEBUG ";
    if (is_said++)
        return;
    for (int i = 0; i < 4; i++) {
        memset(line + 6, 'd', lengths[i]);
        line[6 + lengths[i]] = '\0';
        say_line(line);
    }
}

int main(int count, char **words)
{
    facts = words + (count > 0);
    while (hear())
        draughts(debug);
    return 0;
}
