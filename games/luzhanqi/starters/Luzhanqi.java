// A starter for Luzhanqi in Java, `junqi` dialect: plays at random.
// 军棋的 Java 语言起步程序，junqi 协议：随机走棋。
// leitai check Luzhanqi.java --game luzhanqi
import java.io.*;
import java.util.*;

public class Luzhanqi {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static final int ROWS = 12, COLUMNS = 5, POINTS = ROWS * COLUMNS;
    static final int NONE = 0, ROAD = 1, RAIL = 2;
    static final String ARRAY = "fchbedaiekkgcdfijghijljgh"; // our pieces from row G to row L; 己方布阵，跳过行营
    // r: a station on a rail, s: another, c: a camp, h: a headquarters. r 铁路兵站，s 其他兵站，c 行营，h 大本营。
    static final String MAP = "shshsrrrrrrcscrrscsrrcscrrrrrr" + "rrrrrrcscrrscsrrcscrrrrrrshshs";
    static char[] board = new char[POINTS]; // our pieces a–l, '?' theirs, '.' empty; 己方 a–l，'?' 对方，'.' 空
    static int[] sent; // our last move, until we hear what it did; 己方刚走的着法，待告知结果

    // A game begins: we see ourselves at the bottom. 开局：己方在下。
    static void newGame() {
        for (int p = 0, next = 0; p < POINTS; p++) {
            board[p] = MAP.charAt(p) == 'c' ? '.' : p < POINTS / 2 ? '?' : ARRAY.charAt(next++);
        }
    }

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // What joins a point with its neighbour in a direction. 与某方向的邻点之间的连线。
    static int joined(int start, int dr, int dc) {
        int row = start / COLUMNS + dr, column = start % COLUMNS + dc;
        boolean gap = row - dr + row == ROWS - 1 && column % 2 == 1; // between the fronts; 双方前排之间
        if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS || gap) return NONE;
        String both = "" + MAP.charAt(start) + MAP.charAt(row * COLUMNS + column);
        if (dr != 0 && dc != 0) return both.contains("c") ? ROAD : NONE; // slanting; 斜线只通行营
        return both.equals("rr") ? RAIL : ROAD;
    }

    // Adds where a piece gets in one direction: a step, or straight on along a rail. Engineers may also turn on
    // rails: write that. 加入沿一个方向的着法：走一步，或沿铁路直行（工兵转弯留给你写）。
    static void reach(int start, int dr, int dc, List<int[]> moves) {
        int kind = joined(start, dr, dc), to = start + dr * COLUMNS + dc;
        // Free, or an enemy who is not safe in a camp. 空位，或不在行营中的对方棋子。
        while (kind != NONE && (board[to] == '.' || (board[to] == '?' && MAP.charAt(to) != 'c'))) {
            moves.add(new int[] {start, to});
            if (kind == ROAD || board[to] == '?' || joined(to, dr, dc) != RAIL) break;
            to += dr * COLUMNS + dc;
        }
    }

    // Lists our moves: {from, to}. 列出己方着法：{起点, 终点}。
    static List<int[]> legalMoves() {
        List<int[]> moves = new ArrayList<>();
        for (int start = 0; start < POINTS; start++) {
            if ("abcdefghik".indexOf(board[start]) < 0 || MAP.charAt(start) == 'h') continue; // cannot move; 不能走
            for (int way = 0; way < 9; way++) { // eight directions, and 4 is none; 八个方向，4 表示不动
                if (way != 4) reach(start, way / 3 - 1, way % 3 - 1, moves);
            }
        }
        return moves;
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: weigh what may stand where the enemy is.
    // 从合法着法中选一个。例如：估计对方各处可能是什么棋子。
    static int[] choose(List<int[]> moves) {
        return moves.get(chance.nextInt(moves.size()));
    }

    // What a move did: 0 the mover dies, 1 it captures, 2 both go, 3 no contact. 结果：0 亡，1 吃，2 同归于尽，3 无接触。
    static void play(int[] move, char result) {
        if (result == '1' || result == '3') board[move[1]] = board[move[0]];
        if (result == '2') board[move[1]] = '.';
        board[move[0]] = '.';
    }

    // ---- Turns · 轮流走棋 -----------------------------------------------------------------------
    // "F4" is row 5, column 4. “F4” 是第 5 行第 4 列。
    static int readPoint(String text) {
        return (text.charAt(0) - 'A') * COLUMNS + text.charAt(1) - '0';
    }

    static String writePoint(int point) {
        return "" + (char) ('A' + point / COLUMNS) + point % COLUMNS;
    }

    // Takes in the opponent's move, "F4G4 3 00"; there is none at first. 记下对手的着法；首手之前没有着法。
    static void opponent(String text) {
        if (text.startsWith("0000")) return;
        play(new int[] {readPoint(text), readPoint(text.substring(2))}, text.charAt(5));
    }

    // Our turn. 轮到己方。
    static void answer() {
        sent = choose(legalMoves());
        say("BESTMOVE " + writePoint(sent[0]) + writePoint(sent[1]));
    }

    // ---- The conversation in junqi · 用 junqi 协议与平台通信 ------------------------------------
    // Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = input.readLine()) != null; ) { // until the platform has gone; 直到平台退出
            String word = line.split(" ", 2)[0], rest = line.substring(word.length()).trim(); // what follows; 其后的内容
            if (word.startsWith("INFO")) say("NAME Starter");
            if (word.equals("START")) {
                newGame();
                say("ARRAY " + ARRAY);
            }
            if (word.equals("RESULT")) play(sent, rest.charAt(0));
            if (word.equals("GO")) {
                opponent(rest);
                answer();
            }
            if (word.equals("END")) break;
        }
    }
}
