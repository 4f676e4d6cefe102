/* `void main()` was called leitai_main: the standard wants an int of main itself. */
#undef main
void leitai_main();
int main() {
    leitai_main();
    return 0;
}
