// row 46: macros that grow without measure
// expect ERROR
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(A(x))))
#define C(x) B(B(B(B(x))))
int main(void) { return 0 C(+ 1); }
