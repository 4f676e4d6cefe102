/* Wine 8 has no bcryptprimitives.dll, which Rust's library asks for random bytes. Every Windows since 7 has it.
   Wine 8 没有 bcryptprimitives.dll，而 Rust 标准库向它索取随机数；Windows 7 以来都自带。 */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE place, SIZE_T length) {
    return SystemFunction036(place, (ULONG)length);
}
