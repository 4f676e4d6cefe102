// row 42: system calls of other tables, round the filter
// case i386: of 32 bits
// doors i386-getpid i386-socket
// expect F: BLOCKED|CRASH  R: BLOCKED|CRASH  N: BLOCKED|CRASH  P: OPEN|BLOCKED|CRASH
// case x32: of 64 bits with 32-bit pointers
// doors x32-getpid x32-socket
// expect F: BLOCKED|CRASH  R: BLOCKED|CRASH  N: BLOCKED|CRASH  P: OPEN|BLOCKED
// case beyond: of numbers that there are not
// doors negative huge high-bits
// expect F: BLOCKED|CRASH  R: BLOCKED|CRASH  N: BLOCKED|CRASH  P: OPEN|BLOCKED
#include "table.h"
#include <sys/socket.h>

#ifdef __x86_64__
static long kernel_result(long result)
{
    if (result >= 0 || result < -4095)
        return result;
    errno = (int)-result;
    return -1;
}

static long i386(int number, int a, int b, int c)
{
    long result;
    // The registers above the low half, and eight to eleven, do not survive.
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory", "r8", "r9", "r10", "r11");
    return kernel_result((int)result);
}

static long raw(long number, long a, long b, long c)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "memory", "rcx", "r11");
    return kernel_result(result);
}
#else
// Tables that this processor has not.
static long i386(int number, int a, int b, int c)
{
    (void)number, (void)a, (void)b, (void)c;
    errno = ENOSYS;
    return -1;
}

static long raw(long number, long a, long b, long c)
{
    return i386((int)number, (int)a, (int)b, (int)c);
}
#endif

int main(int count, char **words)
{
    begin(count, words);
    if (is_case("i386")) {
        door("i386-getpid", i386(20, 0, 0, 0));
        door("i386-socket", i386(359, AF_INET, SOCK_STREAM, 0));
    } else if (is_case("x32")) {
        door("x32-getpid", raw(0x40000000 | SYS_getpid, 0, 0, 0));
        door("x32-socket", raw(0x40000000 | SYS_socket, AF_INET, SOCK_STREAM, 0));
    } else {
        door("negative", raw(-1, 0, 0, 0));
        door("huge", raw(0x7fffffff, 0, 0, 0));
        // The kernel looks at the low half only: so must the filter.
        door("high-bits", raw((long)(0xffffffff00000000UL | SYS_socket), AF_INET, SOCK_STREAM, 0));
    }
    play_on();
}
