// row 46: options of the compiler in its comments; they are only words
// expect OK
// gcc: -fplugin=/tmp/leitai.so -wrapper sh,-c,id -o /tmp/leitai-stolen @/etc/passwd
// -Wl,-rpath,/tmp $(touch /tmp/leitai-stolen) `touch /tmp/leitai-stolen`
#pragma GCC optimize("O0", "-fplugin=/tmp/leitai.so")
#pragma comment(linker, "/defaultlib:/tmp/leitai")
int main(void) { return 0; }
