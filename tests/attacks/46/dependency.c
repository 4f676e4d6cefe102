// row 46: has a file written beside the program
// expect ERROR
#pragma GCC dependency "/etc/passwd"
#pragma GCC pch_preprocess "/tmp/leitai.gch"
int main(void) { return 0; }
