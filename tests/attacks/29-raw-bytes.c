// row 29: bytes that are no text, or text that would move a terminal or a page
// expect F: PROTO  R: PROTO  N: PROTO  P: PROTO
// noted \u{1b}
// case nul: NUL
// reason it said `4\u{0}`
// case utf8: invalid UTF-8
// reason a number from 0 to 8
// case escape: escape sequences
// reason it said `\u{1b}[2J\u{1b}]0;owned\u{7}`
// case c1: escape sequences of 8 bits
// reason it said `\u{9b}31m`
// case eof: the end of file of old
// reason it said `4\u{1a}`
// case html: a script for a page
// reason it said `<script>alert(1)</script>`
// case return: a line that overwrites itself
// reason it said `lost\rwon`
#include "table.h"

int main(int count, char **words)
{
#define DEED(name, bytes) {name, bytes, sizeof bytes - 1}
    static const struct { const char *name, *bytes; size_t length; } deeds[] = {
        DEED("nul", "4\0\n"),
        DEED("utf8", "\xff\xfe\xc0\x80\n"),
        DEED("escape", "\x1b[2J\x1b]0;owned\x07\n"),
        DEED("c1", "\xc2\x9b" "31m\n"),
        DEED("eof", "4\x1a\n"),
        DEED("html", "<script>alert(1)</script>\n"),
        DEED("return", "lost\rwon\n"),
    };
    begin(count, words);
    // To the log as well.
    report("\x1b[31mred\x1b]52;c;b3duZWQ=\x07\x9b");
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (is_case(deeds[i].name))
            say(deeds[i].bytes, deeds[i].length);
    hang();
}
