// A starter for Phantom Go in Java, `sau` dialect: plays at random.
// 幻影围棋的 Java 语言起步程序，sau 协议：随机走棋。
// leitai check PhantomGo.java --game phantomgo
import java.io.*;
import java.util.*;

public class PhantomGo {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static final int SIZE = 9, POINTS = SIZE * SIZE;
    static final int LAST_TURN = 120; // after so many turns it passes; 此后一律停手
    static final int BLACK = 1, WHITE = 2;
    static final int UNKNOWN = 0, MINE = 1, REFUSED = 2; // what we know of a point; 对每一点的了解

    static int[] board = new int[POINTS]; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    static int me;
    static int turns; // our turns so far; 己方已走的手数
    static int tried; // the point tried last; 最近一次试下的点

    // A game begins: nothing is known of any point. 开局：对各点一无所知。
    static void newGame(int color) {
        Arrays.fill(board, UNKNOWN);
        me = color;
        turns = 0;
    }

    // A turn of ours begins: what was refused before may be free now. 己方回合开始：先前被拒绝的点可能已可下。
    static void newTurn() {
        for (int point = 0; point < POINTS; point++) {
            if (board[point] == REFUSED) board[point] = UNKNOWN;
        }
        turns++;
    }

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // Lists the points worth a try in this turn. 列出本回合可试的点。
    static List<Integer> legalMoves() {
        List<Integer> moves = new ArrayList<>();
        for (int point = 0; point < POINTS; point++) {
            if (board[point] == UNKNOWN) moves.add(point);
        }
        return moves;
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: try next to my stones first.
    // 从合法着法中选一个。例如：先试己方棋子旁边的点。
    static int choose(List<Integer> moves) {
        return moves.get(chance.nextInt(moves.size()));
    }

    // The referee has taken our stone: it stands there. 裁判接受了这一手，己方棋子落定。
    static void play(int point) {
        board[point] = MINE;
    }

    // ---- Points as text · 点的写法 --------------------------------------------------------------
    // "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
    static int readPoint(String text) {
        return (text.charAt(1) - 'A') * SIZE + text.charAt(0) - 'A';
    }

    static String writePoint(int point) {
        return "" + (char) ('A' + point % SIZE) + (char) ('A' + point / SIZE);
    }

    // ---- Turns · 轮流走棋 -----------------------------------------------------------------------
    // Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
    static void captured(String text) {
        for (int i = text.indexOf(' ') + 1; i < text.length(); i += 2) board[readPoint(text.substring(i))] = UNKNOWN;
    }

    // Our turn, or another try in it. 轮到己方，或本回合再试一次。
    static void answer() {
        List<Integer> moves = legalMoves();
        if (!moves.isEmpty() && turns <= LAST_TURN) {
            tried = choose(moves);
            say("move " + writePoint(tried));
        } else {
            say("move pass");
        }
    }

    // Refused. With nothing left to try the turn has passed. 被裁判拒绝；无点可试即视为停手。
    static void refused() {
        board[tried] = REFUSED;
        if (!legalMoves().isEmpty()) answer();
    }

    // ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -------------------------
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
            if (word.equals("accept")) play(tried);
            if (word.equals("refuse")) refused();
            if (word.equals("taked")) captured(rest); // `take` is told of their stones; `take` 所指为对方的子
            // `move go`, `move pass`: the other side has moved; 对方已走或已停手
            if (word.equals("move") || line.equals("new black")) {
                newTurn();
                answer();
            }
            if (word.equals("quit")) break;
        }
    }
}
