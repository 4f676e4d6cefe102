// A starter for tic-tac-toe in Java, `beyond` dialect: plays at random.
// 井字棋的 Java 语言起步程序，beyond 协议：随机走棋。
// leitai check TicTacToe.java --game tictactoe
import java.io.*;
import java.util.*;

public class TicTacToe {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static String board = ""; // nine of 'X', 'O', ' ' from the platform; 平台发来的九个字符
    static String me = ""; // "X" or "O"; 己方棋子

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // Lists the empty cells. 列出全部空格。
    static List<Integer> legalMoves() {
        List<Integer> moves = new ArrayList<>();
        for (int cell = 0; cell < 9; cell++) {
            if (board.charAt(cell) == ' ') moves.add(cell);
        }
        return moves;
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: Can I win at once? Must I stop a line?
    // 从合法着法中选一个。例如：我能否立即取胜？是否必须阻挡对方？
    static int choose(List<Integer> moves) {
        return moves.get(chance.nextInt(moves.size()));
    }

    // ---- Turns · 轮流走棋 -----------------------------------------------------------------------
    // Our turn. 轮到己方。
    static void answer() {
        List<Integer> moves = legalMoves();
        if (moves.isEmpty()) return; // the board is full; 棋盘已满
        say("" + choose(moves));
    }

    // ---- The conversation in beyond · 用 beyond 协议与平台通信 ----------------------------------
    // Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        say("Beyond.Game.Tic-tac-toe.1.0");
        say("Starter");
        for (String line; (line = input.readLine()) != null; ) { // until the platform has gone; 直到平台退出
            if (line.equals("X") || line.equals("O")) {
                me = line;
                System.err.println("I am " + me); // stderr is for your own notes; stderr 可用来输出调试信息
            } else if (line.length() == 9) { // blanks are empty cells: no trim; 空格就是空位，不可去掉
                board = line;
                answer();
            }
        }
    }
}
