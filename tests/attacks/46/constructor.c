// row 46: would do something while it is linked, if it were run then
// expect OK
__attribute__((constructor)) static void before(void) { __builtin_trap(); }
int main(void) { return 0; }
