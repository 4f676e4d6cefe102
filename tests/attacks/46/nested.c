// row 46: brackets without end
// expect OK
#define P(x) ((((((((((((((((x))))))))))))))))
#define Q(x) P(P(P(P(P(P(P(P(x))))))))
int main(void) { return Q(Q(Q(Q(Q(Q(Q(Q(Q(Q(Q(Q(Q(Q(Q(Q(1)))))))))))))))); }
