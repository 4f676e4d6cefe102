/* starts.c COUNT AT-ONCE COMMAND…: starts a command so many times, so many at once, waits each time for the first byte that it
   prints, and prints how long that took in milliseconds: the median, the ninety-ninth of a hundred, the longest, and how many
   took longer than a minute or never said anything. What a stage adds to this is the stage's; the rest is the system's. */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

#define MOST 100000
#define LONG 60000

static wchar_t *command;
static long count, next_one;
static DWORD took[MOST];
static CRITICAL_SECTION door;

static DWORD once(void)
{
    SECURITY_ATTRIBUTES shared = {sizeof shared, NULL, TRUE};
    STARTUPINFOW start = {sizeof start};
    PROCESS_INFORMATION child;
    HANDLE from, to;
    char first;
    DWORD read = 0, began = GetTickCount();
    wchar_t *line = _wcsdup(command);
    /* No other child inherits this one's end. */
    EnterCriticalSection(&door);
    CreatePipe(&from, &to, &shared, 0);
    SetHandleInformation(from, HANDLE_FLAG_INHERIT, 0);
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdOutput = to;
    BOOL made = CreateProcessW(NULL, line, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &start, &child);
    CloseHandle(to);
    LeaveCriticalSection(&door);
    DWORD ms = MAXDWORD;
    if (made) {
        if (ReadFile(from, &first, 1, &read, NULL) && read == 1) ms = GetTickCount() - began;
        TerminateProcess(child.hProcess, 0);
        WaitForSingleObject(child.hProcess, INFINITE);
        CloseHandle(child.hProcess), CloseHandle(child.hThread);
    }
    CloseHandle(from);
    free(line);
    return ms;
}

static DWORD WINAPI work(void *unused)
{
    for (long one; (one = InterlockedIncrement(&next_one) - 1) < count;) took[one] = once();
    return 0;
}

static int order(const void *a, const void *b)
{
    DWORD one = *(const DWORD *)a, other = *(const DWORD *)b;
    return (one > other) - (one < other);
}

int wmain(int words, wchar_t **word)
{
    HANDLE threads[64];
    long at_once, late = 0;
    if (words < 4) return 2;
    count = _wtol(word[1]), at_once = _wtol(word[2]);
    command = wcsstr(GetCommandLineW(), word[3]);
    if (count < 1 || count > MOST || at_once < 1 || at_once > 64) return 2;
    InitializeCriticalSection(&door);
    for (long i = 0; i < at_once; i++) threads[i] = CreateThread(NULL, 0, work, NULL, 0, NULL);
    WaitForMultipleObjects(at_once, threads, TRUE, INFINITE);
    qsort(took, count, sizeof *took, order);
    for (long i = 0; i < count; i++) late += took[i] > LONG;
    printf("%lu %lu %lu %ld\n", took[count / 2], took[count * 99 / 100], took[count - 1], late);
    return 0;
}
