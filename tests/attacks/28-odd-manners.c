// row 28: lines that are written oddly, and allowed
// expect F: OK  R: OK  N: OK  P: OK
// case crlf: with carriage returns
// case blanks: with blanks at the end
// case bom: after a byte order mark
// case empty: after empty lines
#include "table.h"

static void say_oddly(const char *text)
{
    const char *before = is_case("bom") ? "\xef\xbb\xbf" : is_case("empty") ? "\n \n" : "";
    const char *after = is_case("crlf") ? "\r" : is_case("blanks") ? " \t  " : "";
    char line[64];
    snprintf(line, sizeof line, "%s%s%s", before, text, after);
    say_line(line);
}

int main(int count, char **words)
{
    facts = words + (count > 0);
    report("at the table");
    say_oddly("Beyond.Game.Tic-tac-toe.1.0");
    say_line("Knave");
    if (hear())
        while (hear())
            say_oddly(choice());
    return 0;
}
