// row 46: orders to the assembler: a section of half a terabyte, and a loop without end
// expect ERROR
__asm__(".rept 1000000000\n.quad 1\n.endr\n.org 0x7000000000\n");
int main(void) { return 0; }
