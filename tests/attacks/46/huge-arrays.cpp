// row 46: many gigabytes of data
// expect ERROR
template <int N> struct Big { static char data[1 << 28]; };
template <int N> char Big<N>::data[1 << 28] = {N + 1};
template <int N> int sum() { return Big<N>::data[3] + sum<N - 1>(); }
template <> int sum<0>() { return 0; }
int main() { return sum<64>(); }
