// row 46: has the password list quoted in a message
// expect ERROR
// hides root:
#include "/etc/passwd"
int main(void) { return 0; }
