// row 46: text that a linker would take for orders
// expect ERROR
INPUT(/etc/passwd)
OUTPUT(/tmp/leitai-stolen)
int main(void) { return 0; }
