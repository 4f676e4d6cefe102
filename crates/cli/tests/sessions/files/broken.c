#include <stdio.h>
int main(void) { retrun 0; }
