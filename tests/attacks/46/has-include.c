// row 46: asks for the names of host files by the preprocessor
// expect ERROR
// hides it sees the
#if __has_include("/etc/passwd")
#error it sees the password list
#endif
#if __has_include("/etc/hostname")
#error it sees the name of the machine
#endif
#error it sees nothing
int main(void) { return 0; }
