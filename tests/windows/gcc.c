/* Stands for a compiler of C on Windows, where none can be installed for a test: `gcc … -o FILE …` makes the program that lies
   beside it. 测试中代替 Windows 上的 C 编译器：`gcc … -o 文件 …` 产生放在它旁边的程序。 */
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(int argc, char **argv) {
    char made[MAX_PATH];
    GetModuleFileNameA(NULL, made, sizeof made);
    strcpy(strrchr(made, '\\') + 1, "made.exe");
    for (int at = 1; at + 1 < argc; at++)
        if (strcmp(argv[at], "-o") == 0) return CopyFileA(made, argv[at + 1], FALSE) ? 0 : 1;
    fputs("gcc: no -o\n", stderr);
    return 1;
}
