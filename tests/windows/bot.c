/* A program for tic-tac-toe that misbehaves on request: `bot WHAT`. It is the same on Windows and elsewhere, so that its
   records can be compared.
   按要求出错的井字棋程序：`bot 名称`。Windows 与其他系统用同一份源码，以便比较记录。 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#include <conio.h>
#define rest(ms) Sleep(ms)
#else
#include <unistd.h>
#define rest(ms) usleep((ms) * 1000)
#endif

static const char *what;

static int is(const char *name) { return strcmp(what, name) == 0; }

/* Starts this program once more, which stays. */
static void leave_a_child(void) {
#ifdef _WIN32
    char own[MAX_PATH], line[MAX_PATH + 16];
    STARTUPINFOA how = {sizeof how};
    PROCESS_INFORMATION made;
    GetModuleFileNameA(NULL, own, sizeof own);
    snprintf(line, sizeof line, "\"%s\" stay", own);
    /* Also out of the job, if that is allowed. */
    if (!CreateProcessA(own, line, NULL, NULL, FALSE, CREATE_BREAKAWAY_FROM_JOB, NULL, NULL, &how, &made))
        CreateProcessA(own, line, NULL, NULL, FALSE, 0, NULL, NULL, &how, &made);
#else
    if (fork() == 0) {
        fclose(stdin), fclose(stdout), fclose(stderr);
        rest(60000);
        exit(0);
    }
#endif
}

/* Says something in a window, and waits until somebody has read it. */
static void open_a_box(void) {
#ifdef _WIN32
    MessageBoxA(NULL, "Ready?", "Bot", MB_OK | MB_SYSTEMMODAL);
#else
    for (;;) rest(1000);
#endif
}

/* Waits for a key of the console, if there is one. */
static void wait_for_a_key(void) {
#ifdef _WIN32
    _getch();
#else
    FILE *console = fopen("/dev/tty", "r");
    if (console != NULL) fgetc(console);
#endif
}

static void misbehave(void) {
    if (is("box")) open_a_box();
    if (is("key")) wait_for_a_key();
    if (is("crash")) *(volatile int *)0 = 1;
    if (is("divide")) {
        volatile int seven = 7, nothing = 0;
        printf("%d\n", seven / nothing);
    }
    if (is("leave")) exit(3);
    if (is("hang"))
        for (;;) rest(1000);
    if (is("spin"))
        for (;;) {}
    if (is("line"))
        for (;;) putchar('x');
    if (is("flood"))
        for (;;) puts("0123456789");
    if (is("log"))
        for (int i = 0; i < 100000; i++) fputs("0123456789 0123456789\n", stderr);
    if (is("memory"))
        for (;;) {
            char *more = malloc(1 << 20);
            /* Whoever sees that it has none left ends it: how soon differs. */
            if (more == NULL) rest(60000);
            else memset(more, 1, 1 << 20);
        }
    if (is("family")) leave_a_child();
    if (is("illegal")) {
        puts("9");
        fflush(stdout);
    }
}

/* Starts as a program does whose libraries share something with every other process: it waits and works by turns, at once or
   later with a lock that all of them take. 像某些库那样启动：时而等待、时而运算，并（立即或稍后）占用全机共用的锁。 */
static void start_with_a_lock(int takes_it_late) {
#ifdef _WIN32
    HANDLE lock = CreateMutexA(NULL, FALSE, "leitai-test-lock");
    for (int step = 0; step < 3; step++) {
        if (step == takes_it_late) WaitForSingleObject(lock, INFINITE);
        Sleep(30);
        for (DWORD since = GetTickCount(); GetTickCount() - since < 30;) {}
    }
    ReleaseMutex(lock);
#else
    (void)takes_it_late;
#endif
}

int main(int argc, char **argv) {
    char line[64];
    int turns = 0;
    what = argc > 1 ? argv[1] : "play";
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    if (is("stay")) {
        rest(60000);
        return 0;
    }
    if (is("unready")) rest(60000);
    if (is("lock") || is("late")) start_with_a_lock(is("late"));
    puts("Beyond.Game.Tic-tac-toe.1.0");
    puts("Bot");
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) return 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (turns++ == 1) misbehave();
        for (int point = 0; point < 9; point++)
            if (line[point] == ' ') {
                printf("%d\n", point);
                break;
            }
        fflush(stdout);
    }
    return 0;
}
