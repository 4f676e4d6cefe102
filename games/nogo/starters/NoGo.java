// A starter for NoGo in Java, `sau` dialect: plays at random.
// 不围棋的 Java 语言起步程序，sau 协议：随机走棋。
// leitai check NoGo.java --game nogo
import java.io.*;
import java.util.*;

public class NoGo {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static final int SIZE = 9;

    // ---- Stones · 棋子 --------------------------------------------------------------------------
    static final int POINTS = SIZE * SIZE, EMPTY = 0, BLACK = 1, WHITE = 2;

    static int[] board = new int[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    static int me; // BLACK or WHITE; 己方颜色

    // A game begins on an empty board. 在空棋盘上开始新的一局。
    static void newGame(int color) {
        Arrays.fill(board, EMPTY);
        me = color;
    }

    // Puts a stone on the board. 在棋盘上落子。
    static void play(int move, int color) {
        board[move] = color;
    }

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // The points beside this one. 相邻的点。
    static List<Integer> neighbours(int point) {
        int x = point % SIZE, y = point / SIZE;
        List<Integer> around = new ArrayList<>();
        if (x > 0) around.add(point - 1);
        if (x < SIZE - 1) around.add(point + 1);
        if (y > 0) around.add(point - SIZE);
        if (y < SIZE - 1) around.add(point + SIZE);
        return around;
    }

    // Has this stone's chain an empty point beside it? `seen`: stones visited. 这枚棋子所在的块有没有气？
    static boolean hasLiberty(int point, boolean[] seen) {
        seen[point] = true;
        for (int beside : neighbours(point)) {
            if (board[beside] == EMPTY) return true;
            if (board[beside] == board[point] && !seen[beside] && hasLiberty(beside, seen)) return true;
        }
        return false;
    }

    // After our stone on this empty point, has every chain on the board a liberty? 己方在此空位落子后，每一块是否都有气？
    static boolean isLegal(int point) {
        board[point] = me;
        boolean legal = true;
        for (int stone = 0; stone < POINTS; stone++) {
            if (board[stone] != EMPTY && !hasLiberty(stone, new boolean[POINTS])) legal = false;
        }
        board[point] = EMPTY;
        return legal;
    }

    // Lists our legal points. 列出己方合法的点。
    static List<Integer> legalMoves() {
        List<Integer> moves = new ArrayList<>();
        for (int point = 0; point < POINTS; point++) {
            if (board[point] == EMPTY && isLegal(point)) moves.add(point);
        }
        return moves;
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: leave the other side as few points as you can.
    // 从合法着法中选一个。例如：让对方可下的点尽量少。
    static int choose(List<Integer> moves) {
        return moves.get(chance.nextInt(moves.size()));
    }

    // ---- Turns: one stone at a time · 轮流走棋：每次一子 ----------------------------------------
    // "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
    static int readPoint(String text) {
        return (text.charAt(1) - 'A') * SIZE + text.charAt(0) - 'A';
    }

    static String writePoint(int point) {
        return "" + (char) ('A' + point % SIZE) + (char) ('A' + point / SIZE);
    }

    // Takes in the opponent's stone. 记下对手的落子。
    static void opponent(String text) {
        play(readPoint(text), BLACK + WHITE - me);
    }

    // Our turn. 轮到己方。
    static void answer() {
        List<Integer> moves = legalMoves();
        if (moves.isEmpty()) return; // the game is over; 对局已结束
        int move = choose(moves);
        play(move, me);
        say("move " + writePoint(move));
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
