// row 46: takes the compiler's environment in
// expect OK|ERROR
// hides LEITAI_SECRET
__asm__(".section .rodata\n.globl stolen\nstolen: .incbin \"/proc/self/environ\"\n.byte 0\n.previous\n");
#include "/proc/self/environ"
int main(void) { return 0; }
