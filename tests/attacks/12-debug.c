// row 12: a DEBUG line of more than 16 KB, and more than 32 KB of them in all
// game draughts judge max_rounds=3
// expect F: OK  R: OK  N: OK  P: OK
// noted dddd
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
