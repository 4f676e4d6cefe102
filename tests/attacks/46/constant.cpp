// row 46: computes for ever while it is compiled
// expect ERROR
constexpr int spin(unsigned long depth)
{
    int sum = 0;
    for (unsigned long i = 0; i < depth; i++)
        for (unsigned long j = 0; j < depth; j++)
            sum ^= static_cast<int>(i * j);
    return sum;
}
static_assert(spin(1000000) == 1, "");
int main() { return 0; }
