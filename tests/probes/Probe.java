// Library calls that a player may make; each says on a line of its own whether it worked.
import java.io.*;
import java.math.*;
import java.net.*;
import java.nio.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.security.*;
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.*;
import java.util.stream.*;
import java.util.zip.*;

public class Probe {
    interface Call {
        Object call() throws Throwable;
    }

    static void t(String name, Call call) {
        try {
            if (Boolean.FALSE.equals(call.call())) throw new IllegalStateException("false");
            System.out.println(name + " ok");
        } catch (Throwable error) {
            System.out.println(name + " FAILED " + String.valueOf(error).replace('\n', ' '));
        }
    }

    enum Colour { BLACK, WHITE }

    record Move(int x, int y) { }

    public static void main(String[] words) throws Exception {
        String[] classes = {
            "java.util.logging.Logger", "java.util.prefs.Preferences", "javax.crypto.Cipher", "java.sql.Timestamp",
            "javax.xml.parsers.SAXParserFactory", "java.beans.PropertyChangeSupport", "java.rmi.Remote", "javax.script.ScriptEngineManager",
            "java.lang.management.ManagementFactory", "java.net.http.HttpClient", "javax.management.MBeanServer", "java.lang.invoke.MethodHandles",
            "java.util.concurrent.ForkJoinPool", "java.awt.Point", "java.awt.geom.Point2D", "javax.naming.InitialContext",
        };
        for (String name : classes) t("load." + name, () -> Class.forName(name));
        t("user.name", () -> !System.getProperty("user.name").equals("?"));
        t("user.home", () -> !System.getProperty("user.home").equals("?"));
        t("host.localhost", () -> InetAddress.getByName("localhost"));
        t("host.own", () -> InetAddress.getLocalHost().getHostName());
        t("host.loopback", () -> InetAddress.getLoopbackAddress());
        t("zone.own", () -> ZoneId.systemDefault());
        t("zone.shanghai", () -> ZonedDateTime.now(ZoneId.of("Asia/Shanghai")).getOffset().getTotalSeconds() == 28800);
        t("zone.all", () -> ZoneId.getAvailableZoneIds().size() > 300);
        t("zone.old", () -> TimeZone.getDefault().getID());
        t("zone.calendar", () -> Calendar.getInstance().getTime());
        t("time.local", () -> LocalDateTime.now().toString());
        t("time.instant", () -> Instant.now());
        t("time.nano", () -> System.nanoTime());
        t("time.format", () -> DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.CHINA).format(LocalDate.now()));
        t("time.simple", () -> new SimpleDateFormat("yyyy年MM月dd日").format(new Date()));
        t("time.sleep", () -> { Thread.sleep(1); return null; });
        t("locale.own", () -> Locale.getDefault().toString());
        t("locale.chinese", () -> Locale.CHINA.getDisplayCountry(Locale.CHINA).equals("中国"));
        t("locale.number", () -> NumberFormat.getInstance(Locale.GERMANY).format(1.5).equals("1,5"));
        t("locale.collator", () -> Collator.getInstance(Locale.CHINA).compare("安", "柏") < 0);
        t("locale.message", () -> MessageFormat.format("{0,number}", 1));
        t("locale.break", () -> BreakIterator.getWordInstance(Locale.CHINA));
        t("charset.own", () -> Charset.defaultCharset().newEncoder().canEncode('棋'));
        t("charset.gb18030", () -> new String("擂台".getBytes("GB18030"), "GB18030").equals("擂台"));
        t("charset.big5", () -> new String("擂".getBytes("Big5"), "Big5").equals("擂"));
        t("charset.all", () -> Charset.availableCharsets().size() > 100);
        t("charset.normal", () -> Normalizer.normalize("é", Normalizer.Form.NFD).length() == 2);
        t("random.math", () -> Math.random());
        t("random.util", () -> new Random().nextInt(5));
        t("random.secure", () -> new SecureRandom().nextInt());
        t("random.strong", () -> SecureRandom.getInstanceStrong().nextInt());
        t("random.seed", () -> new SecureRandom().generateSeed(8).length == 8);
        t("random.thread", () -> ThreadLocalRandom.current().nextInt());
        t("random.splittable", () -> new SplittableRandom().nextInt());
        t("random.uuid", () -> UUID.randomUUID());
        t("random.shuffle", () -> { Collections.shuffle(new ArrayList<>(List.of(1, 2))); return null; });
        t("hash.md5", () -> MessageDigest.getInstance("MD5").digest(new byte[1]));
        t("hash.sha3", () -> MessageDigest.getInstance("SHA3-256").digest(new byte[1]));
        t("hash.providers", () -> Security.getProviders().length > 3);
        t("crypto.aes", () -> javax.crypto.Cipher.getInstance("AES"));
        t("crypto.mac", () -> javax.crypto.Mac.getInstance("HmacSHA256"));
        t("crypto.key", () -> KeyPairGenerator.getInstance("EC").generateKeyPair());
        t("thread.start", () -> { Thread one = new Thread(() -> { }); one.start(); one.join(); return null; });
        t("thread.stack", () -> { Thread one = new Thread(null, () -> { }, "deep", 64 << 20); one.start(); one.join(); return null; });
        t("thread.pool", () -> { var pool = Executors.newFixedThreadPool(2); var got = pool.submit(() -> 1).get(); pool.shutdown(); return got; });
        t("thread.cached", () -> { var pool = Executors.newCachedThreadPool(); pool.submit(() -> 1).get(); pool.shutdownNow(); return null; });
        t("thread.scheduled", () -> { var pool = Executors.newScheduledThreadPool(1); pool.schedule(() -> 1, 1, TimeUnit.MILLISECONDS).get(); pool.shutdown(); return null; });
        t("thread.fork", () -> ForkJoinPool.commonPool().submit(() -> 1).get());
        t("thread.future", () -> CompletableFuture.supplyAsync(() -> 1).get());
        t("thread.parallel", () -> IntStream.range(0, 100).parallel().sum() == 4950);
        t("thread.timer", () -> { Timer timer = new Timer(true); timer.schedule(new TimerTask() { public void run() { } }, 1); return null; });
        t("thread.lock", () -> new java.util.concurrent.locks.ReentrantLock().tryLock());
        t("thread.latch", () -> new CountDownLatch(0).await(1, TimeUnit.SECONDS));
        t("thread.atomic", () -> new AtomicLong().incrementAndGet());
        t("thread.map", () -> new ConcurrentHashMap<>(Map.of(1, 2)).get(1));
        t("thread.hook", () -> { Runtime.getRuntime().addShutdownHook(new Thread(() -> { })); return null; });
        t("thread.local", () -> ThreadLocal.withInitial(() -> 1).get());
        t("system.processors", () -> Runtime.getRuntime().availableProcessors() > 0);
        t("system.memory", () -> Runtime.getRuntime().maxMemory() > 0);
        t("system.gc", () -> { System.gc(); return null; });
        t("system.environment", () -> System.getenv("PATH") != null);
        t("system.temporary", () -> System.getProperty("java.io.tmpdir"));
        t("system.pid", () -> ProcessHandle.current().pid() > 0);
        t("system.handle", () -> ProcessHandle.current().info().command());
        t("system.beans", () -> java.lang.management.ManagementFactory.getRuntimeMXBean().getUptime());
        t("system.memory-bean", () -> java.lang.management.ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
        t("system.threads-bean", () -> java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        t("system.os-bean", () -> java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        t("file.list", () -> new File(".").list() != null);
        t("file.exists", () -> Files.exists(Path.of("/")));
        t("file.null", () -> { try (var out = new FileOutputStream("/dev/null")) { out.write(1); } return null; });
        t("file.random", () -> { try (var in = new FileInputStream("/dev/urandom")) { return in.read() >= 0; } });
        t("file.self", () -> Files.readString(Path.of("/proc/self/status")).length() > 0);
        t("file.system", () -> FileSystems.getDefault().getSeparator());
        t("file.resource", () -> Probe.class.getResource("Probe.class") != null);
        t("buffer.direct", () -> ByteBuffer.allocateDirect(1024).capacity() == 1024);
        t("stream.object", () -> { new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(List.of(1)); return null; });
        t("stream.reader", () -> new BufferedReader(new StringReader("a")).readLine().equals("a"));
        t("stream.scanner", () -> new Scanner("1 2").nextInt() == 1);
        t("stream.formatter", () -> String.format("%5.2f%n", 1.5).contains("1.50"));
        t("zip.deflate", () -> { new GZIPOutputStream(new ByteArrayOutputStream()).close(); return null; });
        t("zip.crc", () -> new CRC32().getValue() == 0);
        t("xml.parse", () -> javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream("<a/>".getBytes())));
        t("regex.match", () -> Pattern.compile("\\p{IsHan}+").matcher("棋").matches());
        t("regex.split", () -> "a,b".split(",").length == 2);
        t("big.power", () -> BigInteger.TWO.pow(100).isProbablePrime(5) == false);
        t("big.decimal", () -> new BigDecimal("1.1").sqrt(MathContext.DECIMAL64));
        t("util.base64", () -> Base64.getEncoder().encodeToString(new byte[3]));
        t("util.bits", () -> new BitSet(64).cardinality() == 0);
        t("util.queue", () -> new PriorityQueue<>(List.of(2, 1)).peek() == 1);
        t("util.stream", () -> Stream.of(1, 2).collect(Collectors.toMap(x -> x, x -> x)).size() == 2);
        t("util.enum", () -> new EnumMap<Colour, Integer>(Map.of(Colour.BLACK, 1)).size() == 1);
        t("util.record", () -> new Move(1, 2).equals(new Move(1, 2)));
        t("util.optional", () -> Optional.of(1).isPresent());
        t("util.properties", () -> { new Properties().load(new StringReader("a=b")); return null; });
        t("util.logging", () -> { java.util.logging.Logger.getLogger("a").fine("a"); return null; });
        t("util.bundle", () -> ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT));
        t("reflect.call", () -> Math.class.getMethod("abs", int.class).invoke(null, -1).equals(1));
        t("reflect.proxy", () -> java.lang.reflect.Proxy.newProxyInstance(Probe.class.getClassLoader(), new Class<?>[] {Runnable.class}, (a, b, c) -> null));
        t("reflect.handle", () -> java.lang.invoke.MethodHandles.lookup().findStatic(Math.class, "abs", java.lang.invoke.MethodType.methodType(int.class, int.class)));
        t("reflect.loader", () -> ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).findFirst());
        t("image.buffer", () -> new java.awt.image.BufferedImage(2, 2, java.awt.image.BufferedImage.TYPE_INT_RGB).getRGB(0, 0) != 1);
        System.exit(0);
    }
}
