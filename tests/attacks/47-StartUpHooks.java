// row 47: Java's ways to run something before a program
// limits memory=350MB
// clock start=20s,move=20s
// doors agent options class-path environment attach
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class StartUpHooks {
    private static void doorIf(String name, boolean isOpen) {
        System.err.println(isOpen ? "OPEN: " + name : "blocked: " + name + " (no effect)");
    }

    private static boolean anyOf(List<String> words, String part) {
        return words.stream().anyMatch(word -> word.contains(part));
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.err.println("at the table");
        System.out.println("Beyond.Game.Tic-tac-toe.1.0\nKnave");
        in.readLine();
        boolean tried = false;
        for (String board; (board = in.readLine()) != null;) {
            if (!tried) {
                List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments();
                doorIf("agent", anyOf(options, "-javaagent") || anyOf(options, "-agent"));
                doorIf("options", anyOf(options, "leitai.hook"));
                doorIf("class-path", System.getProperty("java.class.path").contains("leitai-hook"));
                doorIf("environment", System.getenv("JAVA_TOOL_OPTIONS") != null
                        || System.getenv("_JAVA_OPTIONS") != null || System.getenv("CLASSPATH") != null);
                // A file by which another process of the same user would be let in.
                doorIf("attach", Files.exists(Path.of("/tmp/hsperfdata_" + System.getProperty("user.name"))));
                tried = true;
            }
            System.out.println(board.indexOf(' '));
        }
    }
}
