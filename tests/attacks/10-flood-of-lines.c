// row 10: writes lines without end
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// case answers: that look like answers
// reason when nothing was asked
// case blanks: that say nothing
// reason more than 1024 KB of output in one turn
// case short: that say nothing, under a short limit
// limits output-turn=2KB
// reason more than 2 KB of output in one turn
// case long: that say nothing, under a long one
// limits output-turn=4MB
// reason more than 4096 KB of output in one turn
// case debug: that are allowed, and cost only time
// game draughts judge max_rounds=3
// clock start=20s,move=500ms
// expect F: TLE  R: TLE  N: TLE  P: TLE
// reason for a move
#include "draughts.h"

static void flood(void)
{
    static char lines[16 << 10];
    size_t length = 0;
    const char *line = is_case("answers") ? choice() : is_case("debug") ? "DEBUG thinking" : "          ";
    while (length + 32 < sizeof lines)
        length += sprintf(lines + length, "%s\n", line);
    for (;;)
        say(lines, length);
}

int main(int count, char **words)
{
    facts = words + 1;
    if (is_case("debug"))
        while (hear())
            draughts(flood);
    begin(count, words);
    flood();
}
