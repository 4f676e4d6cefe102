/* console.c FILE COMMAND…: runs a command at this console with code page 936, as on a Chinese machine, and writes into a file, in
   UTF-8, what a person then sees there; its last line is the code page that the console is left with. */
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

#define COLUMNS 100
#define ROWS 400

static void say(HANDLE out, const wchar_t *text, int length)
{
    char bytes[COLUMNS * 4 + 2];
    DWORD written;
    int count = WideCharToMultiByte(CP_UTF8, 0, text, length, bytes, sizeof bytes - 1, NULL, NULL);
    bytes[count++] = '\n';
    WriteFile(out, bytes, count, &written, NULL);
}

int wmain(void)
{
    /* Its own name stands in quotes where a folder has blanks; the file's has none. */
    wchar_t *line = GetCommandLineW();
    wchar_t *file = *line == L'"' ? wcschr(line + 1, L'"') : line;
    file = file ? wcschr(file, L' ') : NULL;
    while (file && *file == L' ') file++;
    wchar_t *command = file ? wcschr(file, L' ') : NULL;
    wchar_t text[COLUMNS + 1];
    if (!command) return 3;
    *command = 0;
    HANDLE said = CreateFileW(file, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    SetConsoleCP(936);
    if (!SetConsoleOutputCP(936)) return 4;
    SECURITY_ATTRIBUTES shared = {sizeof shared, NULL, TRUE};
    HANDLE screen = CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &shared,
                                OPEN_EXISTING, 0, NULL);
    HANDLE keys = CreateFileW(L"CONIN$", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &shared,
                              OPEN_EXISTING, 0, NULL);
    COORD size = {COLUMNS, ROWS};
    SetConsoleScreenBufferSize(screen, size);
    STARTUPINFOW start = {sizeof start};
    PROCESS_INFORMATION child;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = keys, start.hStdOutput = screen, start.hStdError = screen;
    if (!CreateProcessW(NULL, command + 1, NULL, NULL, TRUE, 0, NULL, NULL, &start, &child)) return 5;
    WaitForSingleObject(child.hProcess, 120000);
    CONSOLE_SCREEN_BUFFER_INFO is;
    if (!GetConsoleScreenBufferInfo(screen, &is)) return 6;
    for (short row = 0; row <= is.dwCursorPosition.Y; row++) {
        COORD from = {0, row};
        DWORD read = 0;
        if (!ReadConsoleOutputCharacterW(screen, text, is.dwSize.X < COLUMNS ? is.dwSize.X : COLUMNS, from, &read)) return 7;
        while (read > 0 && text[read - 1] == L' ') read--;
        say(said, text, read);
    }
    swprintf(text, COLUMNS, L"%u", GetConsoleOutputCP());
    say(said, text, wcslen(text));
    return 0;
}
