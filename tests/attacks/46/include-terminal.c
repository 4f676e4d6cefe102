// row 46: waits for somebody to type
// expect ERROR
#include "/dev/stdin"
int nothing[-1];
int main(void) { return 0; }
