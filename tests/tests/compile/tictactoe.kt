// Tic-tac-toe in Kotlin, `beyond` dialect: plays the first empty cell.
fun say(line: String) {
    println(line)
    System.out.flush()
}

fun main(args: Array<String>) {
    say("Beyond.Game.Tic-tac-toe.1.0")
    say("Kotlin")
    while (true) {
        val line = readLine() ?: break
        val empty = if (line.length == 9) line.indexOf(' ') else -1
        if (empty >= 0) say(empty.toString())
    }
}
