// A starter for draughts in Java, `judge` dialect: plays at random.
// 国际跳棋的 Java 语言起步程序，judge 协议：随机走棋。
// leitai check Draughts.java --game draughts
import java.io.*;
import java.util.*;

public class Draughts {
    static final Random chance = new java.security.SecureRandom(); // other games each time; 每次随机不同

    // ---- The board · 棋盘 -----------------------------------------------------------------------
    static final int SIZE = 8, SQUARES = SIZE * SIZE;
    static final int EMPTY = 0, MAN = 1, KING = 2, JUMPED = 9; // ours; theirs are -MAN, -KING; 己方为正，对方为负
    static final int[][] DIAGONALS = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}; // {row, column}

    static int[] board = new int[SQUARES]; // square = row * SIZE + column; 格 = 行 * SIZE + 列
    static int forward; // rows our men go: -1 up (black), +1 down (white); 己方兵的前进方向

    // A game begins: 1 we are black, in rows 5 to 7; 2 white. 开局：1 执黑，在 5 至 7 行；2 执白。
    static void newGame(int color) {
        forward = color == 1 ? -1 : 1;
        for (int square = 0; square < SQUARES; square++) {
            int row = square / SIZE, column = square % SIZE;
            boolean used = (row + column) % 2 == 1 && row != 3 && row != 4; // dark squares; 深色格
            board[square] = !used ? EMPTY : row > 4 == (color == 1) ? MAN : -MAN;
        }
    }

    // ---- The rules: which moves are there? · 规则：有哪些着法？ ---------------------------------
    // The square so many steps away; -1 outside. 若干步之外的格；界外为 -1。
    static int away(int square, int[] way, int steps) {
        int row = square / SIZE + way[0] * steps, column = square % SIZE + way[1] * steps;
        return row >= 0 && row < SIZE && column >= 0 && column < SIZE ? row * SIZE + column : -1;
    }

    // Adds the ways to go on jumping, and keeps the longest only. What was jumped stays till the end, but is not
    // jumped twice. 继续跳吃，有多吃多，只留最长的路径。被跳的子走完才取走，途中不可重跳。
    static void jump(int[] path, List<int[]> longest) {
        for (int[] way : DIAGONALS) {
            int here = path[path.length - 1], over = away(here, way, 1), to = away(here, way, 2);
            if (to < 0 || board[to] != EMPTY || board[over] >= 0) continue;
            int[] longer = Arrays.copyOf(path, path.length + 1);
            longer[path.length] = to;
            if (!longest.isEmpty() && longest.get(0).length < longer.length) longest.clear();
            if (longest.isEmpty() || longest.get(0).length == longer.length) longest.add(longer);
            board[over] += JUMPED;
            jump(longer, longest);
            board[over] -= JUMPED;
        }
    }

    // Lists our legal moves, each the squares visited. 列出己方合法着法，每个着法是经过的各格。
    static List<int[]> legalMoves() {
        List<int[]> steps = new ArrayList<>(), captures = new ArrayList<>();
        for (int start = 0; start < SQUARES; start++) {
            int piece = board[start];
            if (piece <= 0) continue;
            board[start] = EMPTY; // it has left its square; 跳吃途中起点视为空格
            jump(new int[] {start}, captures);
            board[start] = piece;
            for (int[] way : DIAGONALS) {
                int to = away(start, way, 1);
                boolean mayStep = piece == KING || way[0] == forward; // men go forward only; 兵只能向前
                if (mayStep && to >= 0 && board[to] == EMPTY) steps.add(new int[] {start, to});
            }
        }
        return captures.isEmpty() ? steps : captures; // whoever can capture must; 有吃必吃
    }

    // ---- Your strategy goes here · 你的策略写在这里 ---------------------------------------------
    // Chooses one of the legal moves. An idea: crown a man; keep the back row.
    // 从合法着法中选一个。例如：争取升王；守住底线。
    static int[] choose(List<int[]> moves) {
        return moves.get(chance.nextInt(moves.size()));
    }

    // Plays a move: takes off what is jumped, crowns who ends on the far row. 走子：取走被跳的子，抵达底线升王。
    static void play(int[] path) {
        int piece = board[path[0]], end = path[path.length - 1], farRow = piece * forward < 0 ? 0 : SIZE - 1;
        for (int i = 1; i < path.length; i++) {
            board[path[i - 1]] = EMPTY;
            if (Math.abs(path[i] - path[i - 1]) > SIZE + 1) board[(path[i - 1] + path[i]) / 2] = EMPTY; // jumped; 被跳
        }
        board[end] = end / SIZE == farRow ? Integer.signum(piece) * KING : piece;
    }

    // ---- Turns · 轮流走棋 -----------------------------------------------------------------------
    // Takes in the opponent's move, "2 5,4 4,5": how many squares, then each. 记下对手的着法：格数，各格“行,列”。
    static void opponent(String text) {
        play(Arrays.stream(text.split(" ")).skip(1).mapToInt(at -> (at.charAt(0) - '0') * SIZE + at.charAt(2) - '0').toArray());
    }

    // Our turn. 轮到己方。
    static void answer() {
        int[] path = choose(legalMoves());
        play(path);
        String text = "" + path.length;
        for (int square : path) text += " " + square / SIZE + "," + square % SIZE;
        say(text);
    }

    // ---- The conversation in judge · 用 judge 协议与平台通信 ------------------------------------
    // Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = input.readLine()) != null; ) { // until the platform has gone; 直到平台退出
            String word = line.split(" ", 2)[0], rest = line.substring(word.length()).trim(); // what follows; 其后的内容
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
