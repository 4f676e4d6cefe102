// A starter for dots and boxes in Java, `sau` dialect: plays at random.
// 点格棋的 Java 语言起步程序，sau 协议：随机走棋。
// leitai check Dots.java --game dots
import java.io.*;
import java.util.*;

public class Dots {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static final int LINES = 6; // lines of dots each way; 横竖各 6 条线
    static final int PLACES = 5; // edges along a line; 每条线上 5 条边
    static final int BLACK = 0, WHITE = 1;

    static boolean[][][] drawn; // drawn[way][line][place]: way 0 across, 1 upright; 已连的边：方向 0 横 1 竖，第几条线，第几段
    static int me;

    // A game begins without edges. 开始新的一局，尚无任何边。
    static void newGame(int color) {
        drawn = new boolean[2][LINES][PLACES];
        me = color;
    }

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // Lists the edges not yet drawn: {way, line, place}. 列出未连的边。
    static List<int[]> legalMoves() {
        List<int[]> edges = new ArrayList<>();
        for (int way = 0; way < 2; way++) {
            for (int line = 0; line < LINES; line++) {
                for (int place = 0; place < PLACES; place++) {
                    if (!drawn[way][line][place]) edges.add(new int[] {way, line, place});
                }
            }
        }
        return edges;
    }

    // Is the box between this line and the next complete? 此线与下一条线之间的格子是否已围成？
    static boolean box(int way, int line, int place) {
        if (line < 0 || line == PLACES) return false; // outside; 界外
        boolean[][] along = drawn[way], across = drawn[1 - way];
        return along[line][place] && along[line + 1][place] && across[place][line] && across[place + 1][line];
    }

    // Has this edge completed a box? Then the turn goes on. 这条边是否围成了格子？若是则继续连。
    static boolean closesBox(int[] edge) {
        return box(edge[0], edge[1] - 1, edge[2]) || box(edge[0], edge[1], edge[2]);
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: never draw the third side of a box.
    // 从合法着法中选一个。例如：不要给格子画上第三条边。
    static int[] choose(List<int[]> moves) {
        return moves.get(chance.nextInt(moves.size()));
    }

    // Draws an edge. 连一条边。
    static void play(int[] edge) {
        drawn[edge[0]][edge[1]][edge[2]] = true;
    }

    // ---- Turns · 轮流走棋 -----------------------------------------------------------------------
    // "BAC" is upright, line 0, place 2. “BAC” 是竖边，第 0 条线，第 2 段。
    static int[] readEdge(String text) {
        return new int[] {text.charAt(0) - 'A', text.charAt(1) - 'A', text.charAt(2) - 'A'};
    }

    static String writeEdge(int[] edge) {
        return "" + (char) ('A' + edge[0]) + (char) ('A' + edge[1]) + (char) ('A' + edge[2]);
    }

    // Takes in the opponent's turn: "2 ACBADE" are two edges. 记下对手的一手：“2 ACBADE” 为两条边。
    static void opponent(String text) {
        for (int i = text.indexOf(' ') + 1; i < text.length(); i += 3) play(readEdge(text.substring(i, i + 3)));
    }

    // Our turn: edges, until one completes no box. 轮到己方：连到不再围成格子为止。
    static void answer() {
        int number = 0;
        String edges = "";
        for (boolean again = true; again && !legalMoves().isEmpty(); number++) {
            int[] edge = choose(legalMoves());
            play(edge);
            edges += writeEdge(edge);
            again = closesBox(edge);
        }
        if (number > 0) say("move " + number + " " + edges);
    }

    // ---- The conversation in sau · 用 sau 协议与平台通信 ----------------------------------------
    // Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = input.readLine()) != null; ) { // until the platform has gone; 直到平台退出
            String word = line.split(" ", 2)[0], rest = line.substring(word.length()).trim(); // what follows; 其后的内容
            if (word.equals("name?")) say("name Starter");
            if (word.equals("new")) newGame(rest.equals("black") ? BLACK : WHITE);
            if (word.equals("move")) opponent(rest);
            if (word.equals("move") || line.equals("new black")) answer(); // black begins; 黑方先行
            if (word.equals("quit")) break;
        }
    }
}
