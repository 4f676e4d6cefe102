// row 46: templates that need each other without end
// expect ERROR
template <unsigned long N, unsigned long M> struct Deep {
    static constexpr unsigned long value = Deep<N + 1, M * 2 + 1>::value + Deep<N + 1, M * 2>::value;
};
int main() { return Deep<0, 0>::value; }
