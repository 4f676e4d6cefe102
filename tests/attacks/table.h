// A contestant of tic-tac-toe in the `beyond` dialect who has something else in mind, and says truthfully what
// came of it: on stderr one line for every deed, `blocked: NAME (WHY)`, `OPEN: NAME` or `done: NAME`.
#ifndef TABLE_H
#define TABLE_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define MB (1L << 20)

static char **facts;
static char board[256];

// What the examiner let it know: the value of the argument `name=value`, or nothing.
static inline const char *fact(const char *name)
{
    size_t length = strlen(name);
    for (char **word = facts; word && *word; word++)
        if (strncmp(*word, name, length) == 0 && (*word)[length] == '=')
            return *word + length + 1;
    return "";
}

static inline int is_case(const char *name)
{
    return strcmp(fact("case"), name) == 0;
}

// One line on stderr in one write, so that lines of several processes do not mix.
__attribute__((format(printf, 1, 2))) static inline void report(const char *format, ...)
{
    char line[512];
    va_list words;
    va_start(words, format);
    int length = vsnprintf(line, sizeof line - 1, format, words);
    va_end(words);
    if (length > (int)sizeof line - 2)
        length = sizeof line - 2;
    line[length++] = '\n';
    if (write(2, line, length) < 0)
        return;
}

static inline void blocked(const char *name, int error)
{
    const char *why = error ? strerrorname_np(error) : "no effect";
    report("blocked: %s (%s)", name, why ? why : "?");
}

static inline void opened(const char *name)
{
    report("OPEN: %s", name);
}

// It was done; whether it had an effect shows elsewhere.
static inline void done(const char *name)
{
    report("done: %s", name);
}

// The result of a call: -1 is a refusal.
static inline long door(const char *name, long result)
{
    int error = errno;
    if (result == -1)
        blocked(name, error);
    else
        opened(name);
    return result;
}

// Something that has no error number.
static inline void door_if(const char *name, int is_open)
{
    if (is_open)
        opened(name);
    else
        blocked(name, 0);
}

// A file that should not be had; it is closed again.
static inline void door_file(const char *name, const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
    door(name, fd);
    if (fd >= 0)
        close(fd);
}

// A list that is made up for programs has the stage's own name in its first line.
static inline void door_list(const char *name, const char *path)
{
    char line[256] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    long got = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;
    if (fd >= 0)
        close(fd);
    line[strcspn(line, "\n")] = '\0';
    door(name, got > 0 && !strstr(line, "leitai") ? 0 : -1);
}

static inline void nap(long milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&time, &time) == -1 && errno == EINTR)
        ;
}

static inline void say(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t count = write(1, text, length);
        if (count < 0 && errno != EINTR)
            return;
        if (count > 0)
            text += count, length -= count;
    }
}

static inline void say_line(const char *text)
{
    say(text, strlen(text));
    say("\n", 1);
}

// The next line without its end, read byte by byte so that nothing is kept back; 0 when there are no more.
static inline int hear(void)
{
    size_t length = 0;
    for (char byte;;) {
        ssize_t count = read(0, &byte, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return 0;
        if (byte == '\n')
            break;
        if (length < sizeof board - 1)
            board[length++] = byte;
    }
    board[length] = '\0';
    return 1;
}

static inline void opening_words(void)
{
    say_line("Beyond.Game.Tic-tac-toe.1.0\nKnave");
}

// The opening words; returns when its side is told.
static inline void sit(int count, char **words)
{
    facts = words + (count > 0);
    report("at the table");
    opening_words();
    if (!hear())
        exit(98);
}

// Waits to be asked; leaves when the game is over.
static inline void be_asked(void)
{
    if (!hear())
        exit(0);
}

// The first free cell.
static inline char *choice(void)
{
    static char text[2];
    const char *cell = strchr(board, ' ');
    text[0] = cell ? '0' + (cell - board) : '0';
    return text;
}

static inline void answer(void)
{
    say_line(choice());
}

// Plays to the end.
static inline void play_on(void)
{
    for (;;) {
        answer();
        be_asked();
    }
}

static inline void begin(int count, char **words)
{
    sit(count, words);
    be_asked();
}

static inline void hang(void)
{
    for (;;)
        pause();
}
#endif
