// row 46: reads a device that never ends
// expect ERROR
#include "/dev/zero"
int main(void) { return 0; }
