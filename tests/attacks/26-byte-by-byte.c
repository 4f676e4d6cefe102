// row 26: an answer in single bytes with pauses
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"

int main(int count, char **words)
{
    begin(count, words);
    for (;; be_asked()) {
        char text[8];
        snprintf(text, sizeof text, "   %s \n", choice());
        for (char *byte = text; *byte; byte++) {
            say(byte, 1);
            nap(30);
        }
    }
}
