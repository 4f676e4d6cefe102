// row 46: takes a host file in by the assembler
// expect ERROR
// hides root:
__asm__(".section .rodata\n.globl stolen\nstolen: .incbin \"/etc/passwd\"\n.byte 0\n");
extern const char stolen[];
extern int puts(const char *);
int main(void) { return puts(stolen); }
