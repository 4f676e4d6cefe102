// A starter for ⟨game⟩ in Java, `⟨dialect⟩` dialect: plays at random.
// ⟨棋⟩的 Java 语言起步程序，⟨dialect⟩ 协议：随机走棋。
// leitai check ⟨check⟩
import java.io.*;
import java.util.*;

public class ⟨class⟩ {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- ⟨say⟩ ----------------------------------------------------------------------------------
    // Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    // ---- ⟨words⟩ --------------------------------------------------------------------------------
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = input.readLine()) != null; ) { // until the platform has gone; 直到平台退出
            String word = line.split(" ", 2)[0], rest = line.substring(word.length()).trim(); // what follows; 其后的内容

    // ---- ⟨points⟩ -------------------------------------------------------------------------------
    // "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
    static int readPoint(String text) {
        return (text.charAt(1) - 'A') * SIZE + text.charAt(0) - 'A';
    }

    static String writePoint(int point) {
        return "" + (char) ('A' + point % SIZE) + (char) ('A' + point / SIZE);
    }

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

    // ---- The rules: any empty point will do · 规则：落在任一空位 --------------------------------
    // Lists the empty points. 列出全部空位。
    static List<Integer> legalMoves() {
        List<Integer> moves = new ArrayList<>();
        for (int point = 0; point < POINTS; point++) {
            if (board[point] == EMPTY) moves.add(point);
        }
        return moves;
    }

    // ---- Points as text · 点的写法 --------------------------------------------------------------
    ⟨points⟩

    // ---- Turns: one stone at a time · 轮流走棋：每次一子 ----------------------------------------
    ⟨points⟩

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

    // ---- Turns: a move names its points · 轮流走棋：着法写作各点 --------------------------------
    ⟨points⟩

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
    ⟨say⟩

    public static void main(String[] args) throws IOException {
        ⟨words⟩
            if (word.equals("name?")) say("name Starter");
            if (word.equals("new")) newGame(rest.equals("black") ? BLACK : WHITE);
            if (word.equals("move")) opponent(rest);
            if (word.equals("move") || line.equals("new black")) answer(); // black begins; 黑方先行
            if (word.equals("quit")) break;
        }
    }
}

    // ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -------------------------
    ⟨say⟩

    public static void main(String[] args) throws IOException {
        ⟨words⟩
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

    // ---- The conversation in native · 用 native 协议与平台通信 ----------------------------------
    ⟨say⟩

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

    // ---- The conversation in judge · 用 judge 协议与平台通信 ------------------------------------
    ⟨say⟩

    public static void main(String[] args) throws IOException {
        ⟨words⟩
            if (word.equals("START")) {
                newGame(Integer.parseInt(rest));
                say("OK");
            }
            if (word.equals("PLACE")) opponent(rest);
            if (word.equals("TURN")) answer();
            if (word.equals("END")) break;
        }
    }
}

    // ---- The conversation in junqi · 用 junqi 协议与平台通信 ------------------------------------
    ⟨say⟩

    public static void main(String[] args) throws IOException {
        ⟨words⟩
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

    // ---- The conversation in beyond · 用 beyond 协议与平台通信 ----------------------------------
    ⟨say⟩

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
