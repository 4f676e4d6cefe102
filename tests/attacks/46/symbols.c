// row 46: a name that is megabytes long, by the preprocessor
// expect ERROR
#define J(a, b) a##b
#define K(a, b) J(a, b)
#define X1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
#define X2 K(X1, X1)
#define X3 K(X2, X2)
#define R(x) x x x x x x x x x x x x x x x x
#define S(x) R(R(R(R(R(R(R(x)))))))
char *text = S("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
int main(void) { return X3; }
