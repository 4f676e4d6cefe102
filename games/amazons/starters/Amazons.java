// A starter for Amazons in Java, `sau` dialect: plays at random.
// 亚马逊棋的 Java 语言起步程序，sau 协议：随机走棋。
// leitai check Amazons.java --game amazons
import java.io.*;
import java.util.*;

public class Amazons {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static final int SIZE = 10, POINTS = SIZE * SIZE;
    static final int EMPTY = 0, BLACK = 1, WHITE = 2, ARROW = 3;

    static int[] board = new int[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    static int me;

    // A game begins: four amazons each, black at the bottom. 开局：双方各四枚，黑方在下。
    static void newGame(int color) {
        Arrays.fill(board, EMPTY);
        for (int top : new int[] {3, 6, 30, 39}) {
            board[top] = WHITE;
            board[POINTS - 1 - top] = BLACK;
        }
        me = color;
    }

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // Lists the points that a queen reaches from here. 列出“皇后走法”可到的点。
    static List<Integer> queen(int start) {
        List<Integer> reached = new ArrayList<>();
        for (int way = 0; way < 9; way++) {
            int dx = way % 3 - 1, dy = way / 3 - 1; // eight directions, and 4 is none; 八个方向，4 表示不动
            int x = start % SIZE + dx, y = start / SIZE + dy;
            while (way != 4 && x >= 0 && x < SIZE && y >= 0 && y < SIZE && board[y * SIZE + x] == EMPTY) {
                reached.add(y * SIZE + x);
                x += dx;
                y += dy;
            }
        }
        return reached;
    }

    // Lists our legal moves: {from, to, arrow}. 列出己方合法着法：{起点, 落点, 障碍}。
    static List<int[]> legalMoves() {
        List<int[]> moves = new ArrayList<>();
        for (int start = 0; start < POINTS; start++) {
            if (board[start] != me) continue;
            List<Integer> ways = queen(start);
            board[start] = EMPTY; // the arrow may fly over the square just left; 箭可以射过刚离开的格子
            for (int to : ways) {
                for (int arrow : queen(to)) moves.add(new int[] {start, to, arrow});
            }
            board[start] = me;
        }
        return moves;
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: leave the other side as few moves as you can.
    // 从合法着法中选一个。例如：让对方可走的着法尽量少。
    static int[] choose(List<int[]> moves) {
        return moves.get(chance.nextInt(moves.size()));
    }

    // Moves an amazon and shoots its arrow. 走子并放置障碍。
    static void play(int[] move) {
        board[move[1]] = board[move[0]];
        board[move[0]] = EMPTY;
        board[move[2]] = ARROW;
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
