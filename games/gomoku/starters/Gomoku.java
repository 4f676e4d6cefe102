// A starter for Gomoku in Java, `native` dialect: plays at random.
// 五子棋的 Java 语言起步程序，native 协议：随机走棋。
// leitai check Gomoku.java --game gomoku
import java.io.*;
import java.util.*;

public class Gomoku {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The moves: the platform lists them · 着法：由平台列出 ----------------------------------
    // Takes the list of legal moves out of a line of JSON: …"moves":["A1","B2"]… 从一行 JSON 中取出合法着法列表。
    static List<String> legalMoves(String line) {
        String list = after(line, "\"moves\":[");
        return Arrays.asList(list.substring(1, list.indexOf("\"]")).split("\",\""));
    }

    // The text behind `key`; empty if it is not there. key 之后的文本；没有则为空。
    static String after(String line, String key) {
        int at = line.indexOf(key);
        return at < 0 ? "" : line.substring(at + key.length());
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves, such as "H8". An idea: a stone beside my last one.
    // 从合法着法（如 "H8"）中选一个。例如：紧挨着己方上一枚棋子落子。
    static String choose(List<String> moves) {
        String move = moves.get(chance.nextInt(moves.size()));
        // Two passes in a row are a draw: rather play a stone. 双方连续放弃即和棋，应尽量落子。
        return move.equals("pass") && moves.size() > 1 ? choose(moves) : move;
    }

    // Takes in what has happened: "first H8", "second swap", … Keep a board here.
    // 得知发生了什么：如 "first H8"、"second swap"。可在此记录棋盘。
    static void learn(String report) {
        System.err.println(report); // stderr is for your own notes; stderr 可用来输出调试信息
    }

    // ---- The conversation in native · 用 native 协议与平台通信 ----------------------------------
    // Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    // Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
    static void answer(String line) {
        String move = choose(legalMoves(line));
        say("{\"type\":\"play\",\"moves\":[\"" + move + "\"]}");
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = input.readLine()) != null; ) { // until the platform has gone; 直到平台退出
            String type = after(line, "\"type\":\"");
            if (type.startsWith("hello")) { // we want the list of legal moves; 请平台附上合法着法
                say("{\"type\":\"ready\",\"name\":\"Starter\",\"moves\":true}");
            } else if (type.startsWith("turn")) {
                answer(line);
            } else if (type.startsWith("told")) {
                learn(after(line, "\"report\":"));
            } else if (type.startsWith("end")) {
                break;
            }
        }
    }
}
