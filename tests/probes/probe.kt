// Library calls that a player may make; each says on a line of its own whether it worked.
import java.net.InetAddress
import java.nio.charset.Charset
import java.security.MessageDigest
import java.security.SecureRandom
import java.time.ZoneId
import java.time.ZonedDateTime
import java.util.Locale
import java.util.PriorityQueue
import java.util.concurrent.Executors
import kotlin.concurrent.thread
import kotlin.concurrent.timer
import kotlin.math.sqrt
import kotlin.system.exitProcess
import kotlin.system.measureNanoTime
import kotlin.system.measureTimeMillis

fun t(name: String, call: () -> Any?) {
    try {
        if (call() == false) throw IllegalStateException("false")
        println("$name ok")
    } catch (error: Throwable) {
        println("$name FAILED " + error.toString().replace('\n', ' '))
    }
}

enum class Colour { BLACK, WHITE }
data class Move(val x: Int, val y: Int)
sealed class Answer
object Pass : Answer()
class Play(val move: Move) : Answer()
class Board { val cells by lazy { IntArray(9) }; lateinit var name: String; operator fun get(i: Int) = cells[i] }
inline fun <reified T> named() = T::class.java.simpleName
tailrec fun sum(n: Int, all: Int = 0): Int = if (n == 0) all else sum(n - 1, all + n)

fun main(args: Array<String>) {
    t("user.name") { System.getProperty("user.name") != "?" }
    t("user.home") { System.getProperty("user.home") != "?" }
    t("host.localhost") { InetAddress.getByName("localhost") }
    t("host.own") { InetAddress.getLocalHost().hostName }
    t("zone.own") { ZoneId.systemDefault() }
    t("zone.shanghai") { ZonedDateTime.now(ZoneId.of("Asia/Shanghai")).offset.totalSeconds == 28800 }
    t("time.measure") { measureTimeMillis { } >= 0 }
    t("time.nano") { measureNanoTime { } >= 0 }
    t("time.sleep") { Thread.sleep(1) }
    t("time.timer") { timer(daemon = true, period = 1000) { }.cancel() }
    t("locale.chinese") { Locale.CHINA.getDisplayCountry(Locale.CHINA) == "中国" }
    t("locale.format") { "%.2f".format(Locale.ROOT, 1.5) == "1.50" }
    t("encode.gb18030") { "擂台".toByteArray(Charset.forName("GB18030")).size == 4 }
    t("encode.utf8") { "棋".toByteArray().size == 3 }
    t("random.own") { kotlin.random.Random.nextInt(5) }
    t("random.seed") { kotlin.random.Random(1).nextDouble() }
    t("random.java") { java.util.Random().nextInt() }
    t("random.secure") { SecureRandom().nextInt() }
    t("random.shuffled") { listOf(1, 2).shuffled() }
    t("random.uuid") { java.util.UUID.randomUUID() }
    t("random.any") { listOf(1, 2).random() }
    t("hash.md5") { MessageDigest.getInstance("MD5").digest(ByteArray(1)) }
    t("thread.start") { thread { }.join() }
    t("thread.daemon") { thread(isDaemon = true) { } }
    t("thread.pool") { val pool = Executors.newFixedThreadPool(2); pool.submit { }.get(); pool.shutdown() }
    t("thread.lock") { synchronized(Pass) { 1 } }
    t("thread.volatile") { java.util.concurrent.atomic.AtomicInteger().incrementAndGet() == 1 }
    t("thread.parallel") { listOf(1, 2).parallelStream().mapToInt { it }.sum() == 3 }
    t("system.processors") { Runtime.getRuntime().availableProcessors() > 0 }
    t("system.memory") { Runtime.getRuntime().maxMemory() > 0 }
    t("system.environment") { System.getenv("PATH")!! }
    t("file.list") { java.io.File(".").list()!! }
    t("file.self") { java.io.File("/proc/self/status").readText() }
    t("file.null") { java.io.File("/dev/null").writeText("a") }
    t("file.random") { java.io.File("/dev/urandom").inputStream().use { it.read() >= 0 } }
    t("file.reader") { "a\nb".reader().readLines().size == 2 }
    t("file.lines") { "a\nb".lineSequence().count() == 2 }
    t("text.regex") { Regex("\\p{IsHan}+").matches("棋") }
    t("text.split") { "a,b".split(",").size == 2 }
    t("text.template") { "${1 + 1}" == "2" }
    t("text.raw") { """a
        |b""".trimMargin().length == 3 }
    t("text.builder") { buildString { append(1) } == "1" }
    t("text.number") { "1".toIntOrNull() == 1 }
    t("text.pad") { "1".padStart(3) == "  1" }
    t("math.sqrt") { sqrt(4.0) == 2.0 }
    t("math.round") { kotlin.math.round(1.6) == 2.0 }
    t("math.unsigned") { Integer.toUnsignedString(-1).length == 10 }
    t("math.big") { 2.toBigInteger().pow(100).bitCount() == 1 }
    t("math.bits") { 6 and 3 == 2 && 1 shl 4 == 16 }
    t("list.sort") { listOf(2, 1).sorted().first() == 1 }
    t("list.group") { listOf(1, 2, 3).groupBy { it % 2 }.size == 2 }
    t("list.fold") { listOf(1, 2).fold(0) { a, b -> a + b } == 3 }
    t("list.zip") { listOf(1).zip(listOf(2)).size == 1 }
    t("list.window") { (1..5).windowed(2).size == 4 }
    t("list.chunk") { (1..5).chunked(2).size == 3 }
    t("list.map") { mutableMapOf(1 to 2).getOrPut(3) { 4 } == 4 }
    t("list.set") { setOf(1, 2).intersect(setOf(2)).size == 1 }
    t("list.array") { Array(3) { IntArray(3) }[2][2] == 0 }
    t("list.queue") { PriorityQueue<Int>(compareBy { -it }).apply { addAll(listOf(1, 2)) }.peek() == 2 }
    t("list.sequence") { generateSequence(1) { it * 2 }.take(5).last() == 16 }
    t("list.build") { sequence { yield(1) }.first() == 1 }
    t("list.minimum") { listOf(2, 1).minBy { it } }
    t("list.associate") { listOf(1).associateWith { it }.size == 1 }
    t("list.partition") { listOf(1, 2).partition { it > 1 }.first.size == 1 }
    t("list.flat") { listOf(listOf(1)).flatten().size == 1 }
    t("list.range") { (9 downTo 1 step 2).count() == 5 }
    t("class.data") { Move(1, 2) == Move(1, 2).copy() }
    t("class.component") { val (x, y) = Move(1, 2); x + y == 3 }
    t("class.enum") { Colour.valueOf("BLACK").ordinal == 0 }
    t("class.when") { when (val a: Answer = Play(Move(0, 0))) { is Pass -> false; is Play -> a.move.x == 0 } }
    t("class.lazy") { Board()[0] == 0 }
    t("class.late") { Board().apply { name = "a" }.name == "a" }
    t("class.reified") { named<Move>() == "Move" }
    t("class.recursion") { sum(100000) > 0 }
    t("class.object") { Pass.toString().isNotEmpty() }
    t("class.null") { (null as String?)?.length ?: 0 == 0 }
    t("class.reference") { listOf("a").map(String::length) == listOf(1) }
    t("class.run") { 1.let { it + 1 }.also { }.run { this } == 2 }
    t("class.result") { runCatching { error("a") }.isFailure }
    t("class.require") { require(true); check(true) }
    t("class.use") { "a".byteInputStream().use { it.read() } }
    exitProcess(0)
}
