// row 46: a constant too large for a class, and one that computes for ever in no time
// expect ERROR
public class Processor {
    static final String A = "aaaaaaaaaaaaaaaa", B = A + A + A + A + A + A + A + A + A + A + A + A + A + A + A + A;
    static final String C = B + B + B + B + B + B + B + B + B + B + B + B + B + B + B + B;
    static final String D = C + C + C + C + C + C + C + C + C + C + C + C + C + C + C + C;
    static final String E = D + D + D + D + D + D + D + D + D + D + D + D + D + D + D + D;
    static final String F = E + E + E + E + E + E + E + E + E + E + E + E + E + E + E + E;
    static final String G = F + F + F + F + F + F + F + F + F + F + F + F + F + F + F + F;
    static final String H = G + G + G + G + G + G + G + G + G + G + G + G + G + G + G + G;

    public static void main(String[] args) {
        System.out.println(H);
    }
}
