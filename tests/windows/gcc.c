/* Stands for a compiler of C on Windows, where none can be installed for a test: `gcc … -o FILE …` makes the program that lies
   beside it, and so does `cl … /Fe:FILE …`, if it was told where its headers and libraries are.
   测试中代替 Windows 上的 C 编译器：`gcc … -o 文件 …` 产生放在它旁边的程序；`cl … /Fe:文件 …` 也是，但须得知头文件与库的位置。 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* Whether a variable lists so many folders, all of which are there. */
static int lists(const char *name, int count) {
    char *list = getenv(name), *folder;
    for (folder = list == NULL ? NULL : strtok(list, ";"); folder != NULL; folder = strtok(NULL, ";"), count--) {
        DWORD known = GetFileAttributesA(folder);
        if (known == INVALID_FILE_ATTRIBUTES || !(known & FILE_ATTRIBUTE_DIRECTORY)) return 0;
    }
    return count == 0;
}

int main(int argc, char **argv) {
    char made[MAX_PATH];
    GetModuleFileNameA(NULL, made, sizeof made);
    strcpy(strrchr(made, '\\') + 1, "made.exe");
    for (int at = 1; at < argc; at++) {
        if (strcmp(argv[at], "-o") == 0 && at + 1 < argc) return CopyFileA(made, argv[at + 1], FALSE) ? 0 : 1;
        if (strncmp(argv[at], "/Fe:", 4) == 0) {
            printf("%s\r\n", argv[argc - 1]);
            if (!lists("INCLUDE", 5) || !lists("LIB", 3)) return 2;
            return CopyFileA(made, argv[at] + 4, FALSE) ? 0 : 1;
        }
    }
    fputs("gcc: no -o\n", stderr);
    return 1;
}
