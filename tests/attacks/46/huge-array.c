// row 46: a gigabyte of data that is not nought
// expect ERROR
char big[1 << 30] = {1};
int main(void) { return big[5]; }
