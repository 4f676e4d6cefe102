/* What Visual C++ has in the standard headers, and others have not. */
#ifndef LEITAI_MSVC_H
#define LEITAI_MSVC_H
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#define __cdecl
#define __stdcall
#define __fastcall
#define __forceinline inline
#define __declspec(what)
#define _CRT_SECURE_NO_WARNINGS
#define _TRUNCATE ((size_t)-1)
#define _countof(array) (sizeof(array) / sizeof(array)[0])
#define _MAX_PATH 260
#define __max(a, b) ((a) > (b) ? (a) : (b))
#define __min(a, b) ((a) < (b) ? (a) : (b))
#define _I64_MAX INT64_MAX
#define _I64_MIN INT64_MIN
typedef int errno_t;
typedef size_t rsize_t;

/* Each %s, %c and %[ has a pointer and the room at it; the room becomes the width where none was given. */
#define LEITAI_SCANNED 16
static inline int leitai_scan(FILE *from, const char *text, const char *format, va_list words) {
    char own[1024];
    void *to[LEITAI_SCANNED] = {0};
    size_t used = 0, count = 0;
    while (*format && used + 32 < sizeof own && count < LEITAI_SCANNED) {
        char width[16] = "", kind[8] = "";
        size_t digits = 0, letters = 0;
        int is_kept = 1;
        if (*format != '%') { own[used++] = *format++; continue; }
        own[used++] = *format++;
        if (*format == '%') { own[used++] = *format++; continue; }
        if (*format == '*') { is_kept = 0; own[used++] = *format++; }
        while (isdigit((unsigned char)*format) && digits + 1 < sizeof width) width[digits++] = *format++;
        if (!strncmp(format, "I64", 3)) { kind[letters++] = 'l'; kind[letters++] = 'l'; format += 3; }
        while (*format && strchr("hljztL", *format) && letters + 1 < sizeof kind) kind[letters++] = *format++;
        if (is_kept) to[count++] = va_arg(words, void *);
        if (is_kept && (*format == 's' || *format == 'c' || *format == 'S' || *format == 'C' || *format == '[')) {
            unsigned room = va_arg(words, unsigned);
            if (!digits && *format != 'c' && *format != 'C' && room > 1) snprintf(width, sizeof width, "%u", room - 1);
        }
        used += (size_t)snprintf(own + used, sizeof own - used, "%s%s", width, kind);
        if (*format == '[') {
            own[used++] = *format++;
            if (*format == '^') own[used++] = *format++;
            if (*format == ']') own[used++] = *format++;
            while (*format && *format != ']' && used + 32 < sizeof own) own[used++] = *format++;
        }
        if (*format) own[used++] = *format++;
    }
    own[used] = 0;
#define LEITAI_TO to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7], to[8], to[9], to[10], to[11], to[12], to[13], to[14], to[15]
    return text ? sscanf(text, own, LEITAI_TO) : fscanf(from, own, LEITAI_TO);
}
static inline int scanf_s(const char *format, ...) {
    va_list words;
    va_start(words, format);
    int read = leitai_scan(stdin, NULL, format, words);
    va_end(words);
    return read;
}
static inline int fscanf_s(FILE *from, const char *format, ...) {
    va_list words;
    va_start(words, format);
    int read = leitai_scan(from, NULL, format, words);
    va_end(words);
    return read;
}
static inline int sscanf_s(const char *text, const char *format, ...) {
    va_list words;
    va_start(words, format);
    int read = leitai_scan(NULL, text, format, words);
    va_end(words);
    return read;
}
#define printf_s printf
#define fprintf_s fprintf
static inline int vsprintf_s(char *to, size_t room, const char *format, va_list words) {
    return vsnprintf(to, room, format, words);
}
static inline int sprintf_s(char *to, size_t room, const char *format, ...) {
    va_list words;
    va_start(words, format);
    int count = vsnprintf(to, room, format, words);
    va_end(words);
    return count;
}
#define _snprintf snprintf
#define _vsnprintf vsnprintf
static inline int _snprintf_s(char *to, size_t room, size_t most, const char *format, ...) {
    va_list words;
    va_start(words, format);
    int count = vsnprintf(to, most < room ? most + 1 : room, format, words);
    va_end(words);
    return count;
}
static inline errno_t strncpy_s(char *to, size_t room, const char *from, size_t most) {
    size_t length = strnlen(from, most < room ? most : room);
    if (room == 0) return EINVAL;
    if (length >= room) length = room - 1;
    memcpy(to, from, length);
    to[length] = 0;
    return 0;
}
static inline errno_t strcpy_s(char *to, size_t room, const char *from) { return strncpy_s(to, room, from, room); }
static inline errno_t strcat_s(char *to, size_t room, const char *from) {
    size_t length = strnlen(to, room);
    return strcpy_s(to + length, room - length, from);
}
static inline errno_t strncat_s(char *to, size_t room, const char *from, size_t most) {
    size_t length = strnlen(to, room);
    return strncpy_s(to + length, room - length, from, most);
}
static inline errno_t memcpy_s(void *to, size_t room, const void *from, size_t bytes) {
    if (bytes > room) return ERANGE;
    memcpy(to, from, bytes);
    return 0;
}
#define memmove_s memcpy_s
#define strtok_s strtok_r
static inline char *gets_s(char *to, size_t room) {
    if (!fgets(to, (int)room, stdin)) return NULL;
    to[strcspn(to, "\r\n")] = 0;
    return to;
}
static inline errno_t fopen_s(FILE **to, const char *name, const char *how) {
    *to = fopen(name, how);
    return *to ? 0 : errno;
}
static inline errno_t freopen_s(FILE **to, const char *name, const char *how, FILE *from) {
    *to = freopen(name, how, from);
    return *to ? 0 : errno;
}
static inline errno_t localtime_s(struct tm *to, const time_t *at) { return localtime_r(at, to) ? 0 : EINVAL; }
static inline errno_t gmtime_s(struct tm *to, const time_t *at) { return gmtime_r(at, to) ? 0 : EINVAL; }
static inline errno_t ctime_s(char *to, size_t room, const time_t *at) { return room >= 26 && ctime_r(at, to) ? 0 : EINVAL; }
static inline errno_t rand_s(unsigned *to) { *to = (unsigned)rand() << 16 ^ (unsigned)rand(); return 0; }
#define _strdup strdup
#define _stricmp strcasecmp
#define stricmp strcasecmp
#define strcmpi strcasecmp
#define _strnicmp strncasecmp
#define strnicmp strncasecmp
#define _fileno fileno
#define _isatty isatty
#define _setmode(file, mode) 0
#define _O_BINARY 0
#define _O_TEXT 0
#define _atoi64 atoll
#define _strtoui64 strtoull
#define _fseeki64 fseeko
#define _ftelli64 ftello
static inline char *itoa(int number, char *to, int base) {
    char digits[40];
    int length = 0, at = 0;
    unsigned left = base == 10 && number < 0 ? 0u - (unsigned)number : (unsigned)number;
    if (base < 2 || base > 36) base = 10;
    do digits[length++] = "0123456789abcdefghijklmnopqrstuvwxyz"[left % (unsigned)base]; while (left /= (unsigned)base);
    if (base == 10 && number < 0) to[at++] = '-';
    while (length) to[at++] = digits[--length];
    to[at] = 0;
    return to;
}
#define _itoa itoa
static inline errno_t _itoa_s(int number, char *to, size_t room, int base) {
    char digits[40];
    return strcpy_s(to, room, itoa(number, digits, base));
}
static inline char *strlwr(char *text) {
    for (char *at = text; *at; at++) *at = (char)tolower((unsigned char)*at);
    return text;
}
static inline char *strupr(char *text) {
    for (char *at = text; *at; at++) *at = (char)toupper((unsigned char)*at);
    return text;
}
#define _strlwr strlwr
#define _strupr strupr
static inline void __debugbreak(void) { abort(); }

#ifdef __cplusplus
#define leitai_cpp extern "C++"
leitai_cpp template <size_t N> inline errno_t strcpy_s(char (&to)[N], const char *from) { return strcpy_s(to, N, from); }
leitai_cpp template <size_t N> inline errno_t strcat_s(char (&to)[N], const char *from) { return strcat_s(to, N, from); }
leitai_cpp template <size_t N> inline errno_t strncpy_s(char (&to)[N], const char *from, size_t most) {
    return strncpy_s(to, N, from, most);
}
leitai_cpp template <size_t N> inline char *gets_s(char (&to)[N]) { return gets_s(to, N); }
leitai_cpp template <size_t N, class... Words> inline int sprintf_s(char (&to)[N], const char *format, Words... words) {
    return snprintf(to, N, format, words...);
}
leitai_cpp template <size_t N> inline errno_t _itoa_s(int number, char (&to)[N], int base) { return _itoa_s(number, to, N, base); }
#endif
#endif
