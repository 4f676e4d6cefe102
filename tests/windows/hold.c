/* hold.c FILE MS: has a file open so that nobody else may have it, as an editor or an indexer does, for so many milliseconds;
   prints a line once it has. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int wmain(int words, wchar_t **word)
{
    if (words != 3) return 2;
    HANDLE file = CreateFileW(word[1], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 3;
    puts("held");
    fflush(stdout);
    Sleep(_wtoi(word[2]));
    return 0;
}
