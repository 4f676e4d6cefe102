// row 46: messages without end
// expect ERROR
#define E undeclared_;
#define F(x) x x x x x x x x x x x x x x x x
int main() { F(F(F(F(E)))) }
