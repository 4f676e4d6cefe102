/* What console programs for Windows use of windows.h, on top of POSIX. The console's own calls succeed and do nothing:
   there is no console here, and nothing of theirs may come between the lines of a protocol. */
#ifndef LEITAI_WINDOWS_H
#define LEITAI_WINDOWS_H
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "msvc.h"

typedef int BOOL, INT, LONG, INT32;
typedef unsigned char BYTE, UCHAR, BOOLEAN;
typedef unsigned short WORD, USHORT;
typedef unsigned int DWORD, UINT, ULONG, UINT32, COLORREF, DWORD32;
typedef long long LONGLONG, INT64, LONG64;
typedef unsigned long long ULONGLONG, UINT64, DWORD64, DWORDLONG;
typedef short SHORT;
typedef char CHAR, TCHAR, *LPSTR, *PSTR, *LPTSTR;
typedef const char *LPCSTR, *PCSTR, *LPCTSTR;
typedef wchar_t WCHAR, *LPWSTR;
typedef const wchar_t *LPCWSTR;
typedef float FLOAT;
typedef void *HANDLE, *HWND, *HINSTANCE, *HMODULE, *LPVOID, *PVOID;
typedef const void *LPCVOID;
typedef DWORD *LPDWORD, *PDWORD;
typedef BYTE *LPBYTE, *PBYTE;
typedef LONG *PLONG, *LPLONG;
typedef size_t SIZE_T;
typedef intptr_t INT_PTR, LONG_PTR, LPARAM, LRESULT;
typedef uintptr_t UINT_PTR, ULONG_PTR, DWORD_PTR, WPARAM;
typedef union {
    __extension__ struct { DWORD LowPart; LONG HighPart; };
    struct { DWORD LowPart; LONG HighPart; } u;
    LONGLONG QuadPart;
} LARGE_INTEGER;
typedef union {
    __extension__ struct { DWORD LowPart; DWORD HighPart; };
    struct { DWORD LowPart; DWORD HighPart; } u;
    ULONGLONG QuadPart;
} ULARGE_INTEGER;
typedef struct { SHORT X, Y; } COORD;
typedef struct { SHORT Left, Top, Right, Bottom; } SMALL_RECT;
typedef struct { LONG left, top, right, bottom; } RECT;
typedef struct { LONG x, y; } POINT;
typedef struct { DWORD dwSize; BOOL bVisible; } CONSOLE_CURSOR_INFO;
typedef struct {
    COORD dwSize, dwCursorPosition; WORD wAttributes; SMALL_RECT srWindow; COORD dwMaximumWindowSize;
} CONSOLE_SCREEN_BUFFER_INFO;
typedef struct {
    WORD wYear, wMonth, wDayOfWeek, wDay, wHour, wMinute, wSecond, wMilliseconds;
} SYSTEMTIME;
typedef struct { DWORD dwNumberOfProcessors, dwPageSize; } SYSTEM_INFO;
typedef pthread_mutex_t CRITICAL_SECTION;
typedef DWORD (*LPTHREAD_START_ROUTINE)(LPVOID);

#define VOID void
#define CONST const
#define WINAPI
#define APIENTRY
#define CALLBACK
#ifndef TRUE
#define TRUE 1
#define FALSE 0
#endif
#define MAX_PATH 260
#define INFINITE 0xffffffffu
#define INVALID_HANDLE_VALUE ((HANDLE)(intptr_t)-1)
#define INVALID_FILE_ATTRIBUTES 0xffffffffu
#define FILE_ATTRIBUTE_DIRECTORY 0x10
#define FILE_ATTRIBUTE_NORMAL 0x80
#define WAIT_OBJECT_0 0u
#define WAIT_TIMEOUT 258u
#define WAIT_FAILED 0xffffffffu
#define STD_INPUT_HANDLE ((DWORD)-10)
#define STD_OUTPUT_HANDLE ((DWORD)-11)
#define STD_ERROR_HANDLE ((DWORD)-12)
#define FOREGROUND_BLUE 1
#define FOREGROUND_GREEN 2
#define FOREGROUND_RED 4
#define FOREGROUND_INTENSITY 8
#define BACKGROUND_BLUE 16
#define BACKGROUND_GREEN 32
#define BACKGROUND_RED 64
#define BACKGROUND_INTENSITY 128
#define CP_UTF8 65001
#define CP_ACP 0
#define ENABLE_PROCESSED_INPUT 1
#define ENABLE_LINE_INPUT 2
#define ENABLE_ECHO_INPUT 4
#define ENABLE_QUICK_EDIT_MODE 64
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#define MB_OK 0
#define IDOK 1
#define SW_HIDE 0
#define SW_SHOW 5
#define SW_MAXIMIZE 3
#define VK_RETURN 13
#define VK_ESCAPE 27
#define VK_SPACE 32
#define VK_LEFT 37
#define VK_UP 38
#define VK_RIGHT 39
#define VK_DOWN 40
#define THREAD_PRIORITY_LOWEST -2
#define THREAD_PRIORITY_BELOW_NORMAL -1
#define THREAD_PRIORITY_NORMAL 0
#define THREAD_PRIORITY_ABOVE_NORMAL 1
#define THREAD_PRIORITY_HIGHEST 2
#define THREAD_PRIORITY_TIME_CRITICAL 15
#define NORMAL_PRIORITY_CLASS 0x20
#define IDLE_PRIORITY_CLASS 0x40
#define HIGH_PRIORITY_CLASS 0x80
#define REALTIME_PRIORITY_CLASS 0x100
#define ZeroMemory(place, bytes) memset((place), 0, (bytes))
#define FillMemory(place, bytes, value) memset((place), (value), (bytes))
#define CopyMemory(to, from, bytes) memcpy((to), (from), (bytes))
#define MoveMemory(to, from, bytes) memmove((to), (from), (bytes))
#define RGB(r, g, b) ((COLORREF)((BYTE)(r) | (BYTE)(g) << 8 | (BYTE)(b) << 16))
#define MAKEWORD(low, high) ((WORD)((BYTE)(low) | (BYTE)(high) << 8))
#define LOWORD(value) ((WORD)(value))
#define HIWORD(value) ((WORD)((DWORD)(value) >> 16))
#define LOBYTE(value) ((BYTE)(value))
#define HIBYTE(value) ((BYTE)((WORD)(value) >> 8))
#define UInt32x32To64(one, other) ((ULONGLONG)(DWORD)(one) * (DWORD)(other))
#define Int32x32To64(one, other) ((LONGLONG)(LONG)(one) * (LONG)(other))
#ifndef TEXT
#define TEXT(text) text
#endif

/* Time. */
static inline LONGLONG leitai_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}
static inline void Sleep(DWORD ms) {
    struct timespec left;
    left.tv_sec = ms / 1000;
    left.tv_nsec = (long)(ms % 1000) * 1000000;
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {}
}
static inline DWORD GetTickCount(void) { return (DWORD)(leitai_ns() / 1000000); }
static inline ULONGLONG GetTickCount64(void) { return (ULONGLONG)(leitai_ns() / 1000000); }
static inline DWORD timeGetTime(void) { return GetTickCount(); }
static inline UINT timeBeginPeriod(UINT ms) { (void)ms; return 0; }
static inline UINT timeEndPeriod(UINT ms) { (void)ms; return 0; }
static inline BOOL QueryPerformanceCounter(LARGE_INTEGER *count) { count->QuadPart = leitai_ns(); return TRUE; }
static inline BOOL QueryPerformanceFrequency(LARGE_INTEGER *hz) { hz->QuadPart = 1000000000LL; return TRUE; }
static inline void leitai_time(SYSTEMTIME *to, int local) {
    struct timespec now;
    struct tm at;
    clock_gettime(CLOCK_REALTIME, &now);
    if (local) localtime_r(&now.tv_sec, &at); else gmtime_r(&now.tv_sec, &at);
    to->wYear = (WORD)(at.tm_year + 1900);
    to->wMonth = (WORD)(at.tm_mon + 1);
    to->wDayOfWeek = (WORD)at.tm_wday;
    to->wDay = (WORD)at.tm_mday;
    to->wHour = (WORD)at.tm_hour;
    to->wMinute = (WORD)at.tm_min;
    to->wSecond = (WORD)at.tm_sec;
    to->wMilliseconds = (WORD)(now.tv_nsec / 1000000);
}
static inline void GetLocalTime(SYSTEMTIME *to) { leitai_time(to, 1); }
static inline void GetSystemTime(SYSTEMTIME *to) { leitai_time(to, 0); }

/* The console that is not there. */
static inline HANDLE GetStdHandle(DWORD which) { return (HANDLE)(intptr_t)((DWORD)-9 - which); }
static inline BOOL SetConsoleTextAttribute(HANDLE to, WORD colour) { (void)to; (void)colour; return TRUE; }
static inline BOOL SetConsoleCursorPosition(HANDLE to, COORD at) { (void)to; (void)at; return TRUE; }
static inline BOOL SetConsoleCursorInfo(HANDLE to, const CONSOLE_CURSOR_INFO *how) { (void)to; (void)how; return TRUE; }
static inline BOOL GetConsoleCursorInfo(HANDLE of, CONSOLE_CURSOR_INFO *to) {
    (void)of; to->dwSize = 25; to->bVisible = TRUE; return TRUE;
}
static inline BOOL GetConsoleScreenBufferInfo(HANDLE of, CONSOLE_SCREEN_BUFFER_INFO *to) {
    (void)of; memset(to, 0, sizeof *to); return FALSE;
}
static inline BOOL GetConsoleMode(HANDLE of, DWORD *to) { (void)of; *to = 0; return FALSE; }
static inline BOOL SetConsoleMode(HANDLE of, DWORD mode) { (void)of; (void)mode; return FALSE; }
static inline BOOL SetConsoleOutputCP(UINT page) { (void)page; return TRUE; }
static inline BOOL SetConsoleCP(UINT page) { (void)page; return TRUE; }
static inline UINT GetConsoleOutputCP(void) { return CP_UTF8; }
static inline BOOL SetConsoleTitleA(LPCSTR title) { (void)title; return TRUE; }
#define SetConsoleTitle SetConsoleTitleA
static inline BOOL SetConsoleScreenBufferSize(HANDLE of, COORD size) { (void)of; (void)size; return TRUE; }
static inline BOOL SetConsoleWindowInfo(HANDLE of, BOOL all, const SMALL_RECT *to) { (void)of; (void)all; (void)to; return TRUE; }
static inline BOOL FillConsoleOutputCharacterA(HANDLE to, CHAR what, DWORD count, COORD at, DWORD *done) {
    (void)to; (void)what; (void)at; if (done) *done = count; return TRUE;
}
#define FillConsoleOutputCharacter FillConsoleOutputCharacterA
static inline BOOL FillConsoleOutputAttribute(HANDLE to, WORD what, DWORD count, COORD at, DWORD *done) {
    (void)to; (void)what; (void)at; if (done) *done = count; return TRUE;
}
static inline HWND GetConsoleWindow(void) { return NULL; }
static inline BOOL ShowWindow(HWND what, int how) { (void)what; (void)how; return FALSE; }
static inline SHORT GetAsyncKeyState(int key) { (void)key; return 0; }
static inline BOOL Beep(DWORD hz, DWORD ms) { (void)hz; (void)ms; return TRUE; }
static inline int MessageBoxA(HWND of, LPCSTR text, LPCSTR title, UINT kind) {
    (void)of; (void)kind; fprintf(stderr, "%s: %s\n", title ? title : "", text ? text : ""); return IDOK;
}
#define MessageBox MessageBoxA
static inline void OutputDebugStringA(LPCSTR text) { fputs(text, stderr); }
#define OutputDebugString OutputDebugStringA

/* Threads and what they wait for. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    LPTHREAD_START_ROUTINE run;
    LPVOID with;
    int set, stays, is_thread, users;
    DWORD code;
} leitai_object;
static inline leitai_object *leitai_made(int set, int stays) {
    leitai_object *made = (leitai_object *)calloc(1, sizeof *made);
    if (!made) abort();
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->changed, NULL);
    made->set = set;
    made->stays = stays;
    made->users = 1;
    return made;
}
static inline BOOL leitai_let_go(leitai_object *of) {
    int left;
    pthread_mutex_lock(&of->lock);
    left = --of->users;
    pthread_mutex_unlock(&of->lock);
    if (left == 0) free(of);
    return TRUE;
}
static inline BOOL leitai_set(HANDLE of, int set) {
    leitai_object *object = (leitai_object *)of;
    pthread_mutex_lock(&object->lock);
    object->set = set;
    pthread_cond_broadcast(&object->changed);
    pthread_mutex_unlock(&object->lock);
    return TRUE;
}
static inline void *leitai_run(void *of) {
    leitai_object *object = (leitai_object *)of;
    object->code = object->run(object->with);
    leitai_set(object, 1);
    leitai_let_go(object);
    return NULL;
}
static inline HANDLE CreateThread(LPVOID safety, SIZE_T stack, LPTHREAD_START_ROUTINE run, LPVOID with, DWORD how, DWORD *id) {
    leitai_object *made = leitai_made(0, 1);
    pthread_attr_t attributes;
    int failed;
    (void)safety; (void)how;
    made->is_thread = 1;
    made->run = run;
    made->with = with;
    made->users = 2;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (stack > 65536) pthread_attr_setstacksize(&attributes, stack);
    failed = pthread_create(&made->thread, &attributes, leitai_run, made);
    pthread_attr_destroy(&attributes);
    if (failed) { free(made); return NULL; }
    if (id) *id = (DWORD)(uintptr_t)made->thread;
    return made;
}
static inline HANDLE CreateEventA(LPVOID safety, BOOL stays, BOOL set, LPCSTR name) {
    (void)safety; (void)name; return leitai_made(set, stays);
}
#define CreateEvent CreateEventA
static inline BOOL SetEvent(HANDLE of) { return leitai_set(of, 1); }
static inline BOOL ResetEvent(HANDLE of) { return leitai_set(of, 0); }
static inline HANDLE CreateMutexA(LPVOID safety, BOOL owned, LPCSTR name) {
    (void)safety; (void)name; return leitai_made(!owned, 0);
}
#define CreateMutex CreateMutexA
static inline BOOL ReleaseMutex(HANDLE of) { return leitai_set(of, 1); }
static inline DWORD WaitForSingleObject(HANDLE of, DWORD ms) {
    leitai_object *object = (leitai_object *)of;
    struct timespec until;
    DWORD came = WAIT_OBJECT_0;
    if ((uintptr_t)of <= 3) {
        struct pollfd input;
        input.fd = (int)(uintptr_t)of - 1;
        input.events = POLLIN;
        return poll(&input, 1, ms == INFINITE ? -1 : (int)ms) > 0 ? WAIT_OBJECT_0 : WAIT_TIMEOUT;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) { until.tv_sec++; until.tv_nsec -= 1000000000; }
    pthread_mutex_lock(&object->lock);
    while (!object->set && came == WAIT_OBJECT_0) {
        if (ms == INFINITE) pthread_cond_wait(&object->changed, &object->lock);
        else if (pthread_cond_timedwait(&object->changed, &object->lock, &until) != 0 && !object->set) came = WAIT_TIMEOUT;
    }
    if (came == WAIT_OBJECT_0 && !object->stays) object->set = 0;
    pthread_mutex_unlock(&object->lock);
    return came;
}
static inline DWORD WaitForMultipleObjects(DWORD count, const HANDLE *of, BOOL all, DWORD ms) {
    LONGLONG until = leitai_ns() + ms * 1000000LL;
    DWORD i = 0;
    for (;;) {
        for (i = 0; i < count; i++) {
            DWORD came = WaitForSingleObject(of[i], all ? ms : 0);
            if (all && came != WAIT_OBJECT_0) return came;
            if (!all && came == WAIT_OBJECT_0) return WAIT_OBJECT_0 + i;
        }
        if (all) return WAIT_OBJECT_0;
        if (ms != INFINITE && leitai_ns() >= until) return WAIT_TIMEOUT;
        Sleep(1);
    }
}
static inline BOOL GetExitCodeThread(HANDLE of, DWORD *code) { *code = ((leitai_object *)of)->code; return TRUE; }
static inline BOOL CloseHandle(HANDLE of) { return (uintptr_t)of <= 3 ? TRUE : leitai_let_go((leitai_object *)of); }
static inline BOOL TerminateThread(HANDLE of, DWORD code) { (void)code; return pthread_cancel(((leitai_object *)of)->thread) == 0; }
static inline HANDLE GetCurrentThread(void) { return NULL; }
static inline HANDLE GetCurrentProcess(void) { return NULL; }
static inline DWORD GetCurrentThreadId(void) { return (DWORD)(uintptr_t)pthread_self(); }
static inline DWORD GetCurrentProcessId(void) { return (DWORD)getpid(); }
static inline BOOL SetThreadPriority(HANDLE of, int to) { (void)of; (void)to; return TRUE; }
static inline BOOL SetPriorityClass(HANDLE of, DWORD to) { (void)of; (void)to; return TRUE; }
static inline DWORD_PTR SetThreadAffinityMask(HANDLE of, DWORD_PTR to) { (void)of; return to; }
static inline BOOL SwitchToThread(void) { return sched_yield() == 0; }
static inline void ExitProcess(UINT code) { exit((int)code); }
static inline void InitializeCriticalSection(CRITICAL_SECTION *of) {
    pthread_mutexattr_t how;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_settype(&how, 1 /* recursive, also where the standard hides its name */);
    pthread_mutex_init(of, &how);
    pthread_mutexattr_destroy(&how);
}
static inline void EnterCriticalSection(CRITICAL_SECTION *of) { pthread_mutex_lock(of); }
static inline BOOL TryEnterCriticalSection(CRITICAL_SECTION *of) { return pthread_mutex_trylock(of) == 0; }
static inline void LeaveCriticalSection(CRITICAL_SECTION *of) { pthread_mutex_unlock(of); }
static inline void DeleteCriticalSection(CRITICAL_SECTION *of) { pthread_mutex_destroy(of); }
#define InterlockedIncrement(at) __sync_add_and_fetch((at), 1)
#define InterlockedDecrement(at) __sync_sub_and_fetch((at), 1)
#define InterlockedExchange(at, value) __sync_lock_test_and_set((at), (value))
#define InterlockedExchangeAdd(at, value) __sync_fetch_and_add((at), (value))
#define InterlockedCompareExchange(at, value, was) __sync_val_compare_and_swap((at), (was), (value))

/* Files and the system. */
static inline DWORD GetLastError(void) { return (DWORD)errno; }
static inline BOOL ReadFile(HANDLE of, LPVOID to, DWORD most, DWORD *done, LPVOID later) {
    ssize_t count = read((int)(uintptr_t)of - 1, to, most);
    (void)later;
    if (done) *done = count > 0 ? (DWORD)count : 0;
    return count > 0;
}
static inline BOOL WriteFile(HANDLE to, LPCVOID from, DWORD bytes, DWORD *done, LPVOID later) {
    ssize_t count = write((int)(uintptr_t)to - 1, from, bytes);
    (void)later;
    if (done) *done = count > 0 ? (DWORD)count : 0;
    return count >= 0;
}
static inline BOOL FlushFileBuffers(HANDLE of) { (void)of; return fflush(NULL) == 0; }
static inline BOOL PeekNamedPipe(HANDLE of, LPVOID to, DWORD most, DWORD *done, DWORD *ready, DWORD *left) {
    int bytes = 0;
    struct pollfd input;
    (void)to; (void)most;
    input.fd = (int)(uintptr_t)of - 1;
    input.events = POLLIN;
    if (ioctl(input.fd, FIONREAD, &bytes) != 0) return FALSE;
    if (done) *done = 0;
    if (ready) *ready = (DWORD)bytes;
    if (left) *left = 0;
    return bytes > 0 || poll(&input, 1, 0) <= 0 || !(input.revents & POLLHUP);
}
static inline DWORD GetFileAttributesA(LPCSTR name) {
    struct stat found;
    if (stat(name, &found) != 0) return INVALID_FILE_ATTRIBUTES;
    return S_ISDIR(found.st_mode) ? FILE_ATTRIBUTE_DIRECTORY : FILE_ATTRIBUTE_NORMAL;
}
#define GetFileAttributes GetFileAttributesA
static inline DWORD GetModuleFileNameA(HMODULE of, LPSTR to, DWORD most) {
    ssize_t count = most ? readlink("/proc/self/exe", to, most - 1) : 0;
    (void)of;
    if (count < 0) count = 0;
    if (most) to[count] = 0;
    return (DWORD)count;
}
#define GetModuleFileName GetModuleFileNameA
static inline DWORD GetCurrentDirectoryA(DWORD most, LPSTR to) { return getcwd(to, most) ? (DWORD)strlen(to) : 0; }
#define GetCurrentDirectory GetCurrentDirectoryA
static inline BOOL SetCurrentDirectoryA(LPCSTR to) { return chdir(to) == 0; }
#define SetCurrentDirectory SetCurrentDirectoryA
static inline BOOL CreateDirectoryA(LPCSTR name, LPVOID safety) { (void)safety; return mkdir(name, 0755) == 0; }
#define CreateDirectory CreateDirectoryA
static inline BOOL DeleteFileA(LPCSTR name) { return unlink(name) == 0; }
#define DeleteFile DeleteFileA
static inline void GetSystemInfo(SYSTEM_INFO *to) {
    to->dwNumberOfProcessors = (DWORD)sysconf(_SC_NPROCESSORS_ONLN);
    to->dwPageSize = (DWORD)sysconf(_SC_PAGESIZE);
}
#endif
