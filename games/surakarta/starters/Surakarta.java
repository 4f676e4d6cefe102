// A starter for Surakarta in Java, `sau` dialect: plays at random.
// 苏拉卡尔塔棋的 Java 语言起步程序，sau 协议：随机走棋。
// leitai check Surakarta.java --game surakarta
import java.io.*;
import java.util.*;

public class Surakarta {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static final int SIZE = 6, POINTS = SIZE * SIZE, EMPTY = 0, BLACK = 1, WHITE = 2;

    static int[] board = new int[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    static int me;

    // Point i of track k: a loop of four lines of six points, an arc after each. 轨道 k 的第 i 点：四条线各六点，线间为弧。
    static int track(int k, int i) {
        int along = i % 6, line = i / 6; // line 0 runs to the right, then down, left, up; 依次向右、下、左、上
        if (line == 0) return k * SIZE + along;
        if (line == 1) return along * SIZE + 5 - k;
        return POINTS - 1 - track(k, i - 12); // the other half lies opposite; 另一半与之对称
    }

    // A game begins: black has the two top rows, white the two bottom rows. 开局：黑占上两行，白占下两行。
    static void newGame(int color) {
        for (int point = 0; point < POINTS; point++) board[point] = point < 12 ? BLACK : point < 24 ? EMPTY : WHITE;
        me = color;
    }

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // Where a capture along track k lands, one way (1 or -1); -1 if there is none. 沿轨道一个方向能吃到的位置；不能吃为 -1。
    static int capture(int k, int at, int way) {
        int start = track(k, at), arcs = 0;
        for (int step = 0; step < 24; step++) {
            int next = (at + way + 24) % 24, to = track(k, next);
            if (at / 6 != next / 6) arcs++;
            at = next;
            if (board[to] == EMPTY || to == start) continue; // its own start counts as empty; 自己的起点视为空
            return arcs > 0 && board[to] != me ? to : -1;
        }
        return -1;
    }

    // Lists our legal moves: {from, to}. 列出己方合法着法：{起点, 终点}。
    static List<int[]> legalMoves() {
        List<int[]> moves = new ArrayList<>();
        for (int start = 0; start < POINTS; start++) {
            if (board[start] != me) continue;
            for (int y = Math.max(start / SIZE - 1, 0); y <= Math.min(start / SIZE + 1, SIZE - 1); y++) {
                for (int x = Math.max(start % SIZE - 1, 0); x <= Math.min(start % SIZE + 1, SIZE - 1); x++) {
                    if (board[y * SIZE + x] == EMPTY) moves.add(new int[] {start, y * SIZE + x});
                }
            }
            for (int i = 0; i < 2 * 2 * 24; i++) { // both tracks, both ways, every place; 两条轨道、两个方向、各点
                int k = 1 + i % 2, at = i / 4, to = track(k, at) != start ? -1 : capture(k, at, i / 2 % 2 * 2 - 1);
                if (to >= 0) moves.add(new int[] {start, to});
            }
        }
        return moves;
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: capture whenever you can.
    // 从合法着法中选一个。例如：能吃则吃。
    static int[] choose(List<int[]> moves) {
        return moves.get(chance.nextInt(moves.size()));
    }

    // Moves a stone on the board. 在棋盘上走子。
    static void play(int[] move) {
        board[move[1]] = board[move[0]];
        board[move[0]] = EMPTY;
    }

    // ---- Turns: a move names its points · 轮流走棋：着法写作各点 --------------------------------
    // "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
    static int readPoint(String text) {
        return (text.charAt(1) - 'A') * SIZE + text.charAt(0) - 'A';
    }

    static String writePoint(int point) {
        return "" + (char) ('A' + point % SIZE) + (char) ('A' + point / SIZE);
    }

    // Takes in the opponent's move, point by point. 逐点记下对手的着法。
    static void opponent(String text) {
        int[] move = new int[text.length() / 2];
        for (int i = 0; i < move.length; i++) move[i] = readPoint(text.substring(2 * i));
        play(move);
    }

    // Our turn. 轮到己方。
    static void answer() {
        List<int[]> moves = legalMoves();
        if (moves.isEmpty()) return; // the game is over; 对局已结束
        int[] move = choose(moves);
        play(move);
        String text = "move ";
        for (int point : move) text += writePoint(point);
        say(text);
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
