// Connect6 in Java, `sau` dialect: plays random empty points.
// 六子棋，Java 语言，sau 协议：随机选空位落子。
// leitai check Connect6.java --game connect6
import java.io.*;
import java.util.*;

public class Connect6 {
    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static final int SIZE = 19, POINTS = SIZE * SIZE;
    static final int EMPTY = 0, BLACK = 1, WHITE = 2;

    static int[] board = new int[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    static int me; // BLACK or WHITE; 己方颜色

    // A game begins on an empty board. 在空棋盘上开始新的一局。
    static void newGame(int color) {
        Arrays.fill(board, EMPTY);
        me = color;
    }

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // Lists the empty points. 列出全部空位。
    static List<Integer> legalMoves() {
        List<Integer> moves = new ArrayList<>();
        for (int point = 0; point < POINTS; point++) {
            if (board[point] == EMPTY) moves.add(point);
        }
        return moves;
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: lengthen my longest line.
    // 从合法着法中选一个。例如：延长己方最长的一线。
    static int choose(List<Integer> moves) {
        return moves.get(new Random().nextInt(moves.size()));
    }

    // Puts a stone on the board. 在棋盘上落子。
    static void play(int move, int color) {
        board[move] = color;
    }

    // ---- The conversation · 与平台通信 ----------------------------------------------------------
    // Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    // "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
    static int readPoint(String text) {
        return (text.charAt(1) - 'A') * SIZE + text.charAt(0) - 'A';
    }

    static String writePoint(int point) {
        return "" + (char) ('A' + point % SIZE) + (char) ('A' + point / SIZE);
    }

    // Takes in the opponent's stones: "move JJ@@" is one, "move ABCD" two. 记下对手的落子：“JJ@@” 一子，“ABCD” 两子。
    static void opponent(String[] words) {
        for (int i = 0; i + 2 <= words[1].length(); i += 2) {
            String stone = words[1].substring(i, i + 2);
            if (!stone.equals("@@")) play(readPoint(stone), BLACK + WHITE - me);
        }
    }

    // Our turn: black begins with one stone, then two a turn. 轮到己方：黑方第一手一子，此后每手两子。
    static void answer() {
        int empty = legalMoves().size(), stones = empty == POINTS ? 1 : 2;
        if (empty < stones) return; // the game is over; 对局已结束
        String text = "";
        for (int i = 0; i < stones; i++) {
            int move = choose(legalMoves());
            play(move, me);
            text += writePoint(move);
        }
        say("move " + text + (stones == 1 ? "@@" : ""));
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        String line;
        while ((line = input.readLine()) != null) { // until the platform has gone; 直到平台退出
            String[] words = line.trim().split(" ");
            if (words[0].equals("name?")) say("name Starter");
            if (words[0].equals("new")) newGame(words[1].equals("black") ? BLACK : WHITE);
            if (words[0].equals("move")) opponent(words);
            if (words[0].equals("move") || line.trim().equals("new black")) answer(); // black begins; 黑方先行
            if (words[0].equals("quit")) break;
        }
    }
}
