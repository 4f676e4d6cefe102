// row 46: includes itself, twice each time
// expect ERROR
#include __FILE__
#include __FILE__
int main(void) { return 0; }
