// row 46: asks for the names of host files by the preprocessor
// expect ERROR
// hides it sees the
#if __has_include("/etc/passwd")
#error it sees the password list
#endif
#if __has_include("/root/.bashrc")
#error it sees the home folder
#endif
#error it sees nothing
int main(void) { return 0; }
