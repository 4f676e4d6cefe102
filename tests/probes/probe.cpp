// Library calls that a player may make; each says on a line of its own whether it worked.
#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <bitset>
#include <cfenv>
#include <chrono>
#include <clocale>
#include <cmath>
#include <codecvt>
#include <complex>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <deque>
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <grp.h>
#include <iconv.h>
#include <iomanip>
#include <iostream>
#include <langinfo.h>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <numeric>
#include <optional>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <queue>
#include <random>
#include <regex>
#include <sched.h>
#include <semaphore.h>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <thread>
#include <tuple>
#include <ucontext.h>
#include <unistd.h>
#include <unordered_map>
#include <valarray>
#include <variant>
#include <vector>
#include <wordexp.h>

template <class Call> static void t(const char *name, Call call)
{
    errno = 0;
    try {
        if (call())
            std::printf("%s ok\n", name);
        else
            std::printf("%s FAILED %s\n", name, std::strerror(errno));
    } catch (const std::exception &error) {
        std::printf("%s FAILED %s\n", name, error.what());
    }
}

static std::string zone(const char *name)
{
    setenv("TZ", name, 1);
    tzset();
    time_t now = 0;
    char text[64] = "";
    std::strftime(text, sizeof text, "%z", std::localtime(&now));
    unsetenv("TZ");
    tzset();
    return text;
}

static bool named_semaphore()
{
    sem_t *one = sem_open("/leitai-probe", O_CREAT, 0600, 1);
    bool good = one != SEM_FAILED && sem_wait(one) == 0 && sem_post(one) == 0;
    sem_unlink("/leitai-probe");
    return good;
}

static bool resolves(const char *name)
{
    addrinfo *found = nullptr;
    bool good = getaddrinfo(name, nullptr, nullptr, &found) == 0;
    if (good)
        freeaddrinfo(found);
    return good;
}

static bool converts(const char *from, const char *to)
{
    iconv_t one = iconv_open(to, from);
    return one != (iconv_t)-1 && iconv_close(one) == 0;
}

int main()
{
    setvbuf(stdout, nullptr, _IOLBF, 0);
    t("user.pwd", [] { return getpwuid(getuid()); });
    t("user.named", [] { auto one = getpwuid(getuid()); return one && getpwnam(one->pw_name); });
    t("user.grp", [] { return getgrgid(getgid()); });
    t("user.home", [] { return getenv("HOME"); });
    t("host.name", [] { char name[256]; return gethostname(name, sizeof name) == 0 && *name; });
    t("host.uname", [] { utsname name; return uname(&name) == 0; });
    t("host.localhost", [] { return resolves("localhost"); });
    t("host.own", [] { char name[256]; return gethostname(name, sizeof name) == 0 && resolves(name); });
    t("host.old", [] { return gethostbyname("localhost"); });
    t("host.address", [] { in_addr one; return inet_pton(AF_INET, "127.0.0.1", &one) == 1; });
    t("semaphore.named", named_semaphore);
    t("semaphore.plain", [] { sem_t one; return sem_init(&one, 0, 1) == 0 && sem_wait(&one) == 0; });
    t("zone.shanghai", [] { return zone("Asia/Shanghai") == "+0800"; });
    t("zone.tokyo", [] { return zone(":Asia/Tokyo") == "+0900"; });
    t("zone.local", [] { time_t now = time(nullptr); return std::localtime(&now); });
    t("time.now", [] { return time(nullptr) > 0; });
    t("time.clock", [] { return clock() != (clock_t)-1; });
    t("time.day", [] { timeval now; return gettimeofday(&now, nullptr) == 0; });
    t("time.steady", [] { return std::chrono::steady_clock::now().time_since_epoch().count() > 0; });
    t("time.system", [] { return std::chrono::system_clock::now().time_since_epoch().count() > 0; });
    t("time.precise", [] { return std::chrono::high_resolution_clock::now().time_since_epoch().count() > 0; });
    t("time.process", [] { timespec now; return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0; });
    t("time.thread", [] { timespec now; return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0; });
    t("time.resolution", [] { timespec now; return clock_getres(CLOCK_MONOTONIC, &now) == 0; });
    t("time.sleep", [] { return usleep(100) == 0; });
    t("time.sleep-for", [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); return true; });
    t("time.times", [] { tms used; return times(&used) != (clock_t)-1; });
    t("time.put", [] { time_t now = 0; std::ostringstream out; out << std::put_time(std::gmtime(&now), "%F"); return out.str() == "1970-01-01"; });
    t("time.alarm", [] { itimerval none = {}; return setitimer(ITIMER_REAL, &none, nullptr) == 0; });
    t("time.fd", [] { return timerfd_create(CLOCK_MONOTONIC, 0) >= 0; });
    t("locale.set", [] { return std::setlocale(LC_ALL, ""); });
    t("locale.utf8", [] { return std::setlocale(LC_ALL, "C.UTF-8"); });
    t("locale.chinese", [] { return std::setlocale(LC_ALL, "zh_CN.UTF-8"); });
    t("locale.global", [] { std::locale::global(std::locale("")); return true; });
    t("locale.classic", [] { std::locale::global(std::locale::classic()); return true; });
    t("locale.codeset", [] { return *nl_langinfo(CODESET); });
    t("locale.sync", [] { std::ios::sync_with_stdio(false); std::cin.tie(nullptr); return true; });
    t("encode.wide", [] { std::setlocale(LC_ALL, "C.UTF-8"); wchar_t wide[8]; return std::mbstowcs(wide, "棋", 8) == 1; });
    t("encode.gb18030", [] { return converts("UTF-8", "GB18030"); });
    t("encode.gbk", [] { return converts("GBK", "UTF-8"); });
    t("encode.big5", [] { return converts("BIG5", "UTF-8"); });
    t("encode.utf16", [] { return converts("UTF-16LE", "UTF-8"); });
    t("encode.codecvt", [] { return std::wstring_convert<std::codecvt_utf8<wchar_t>>().from_bytes("棋").size() == 1; });
    t("random.device", [] { return std::random_device()() != 1; });
    t("random.urandom", [] { return std::random_device("/dev/urandom")() != 1; });
    t("random.twister", [] { return std::mt19937_64(std::random_device{}())() != 1; });
    t("random.rand", [] { std::srand((unsigned)time(nullptr)); return std::rand() >= 0; });
    t("random.get", [] { char bytes[8]; return getrandom(bytes, sizeof bytes, 0) == 8; });
    t("random.entropy", [] { char bytes[8]; return getentropy(bytes, sizeof bytes) == 0; });
    t("random.normal", [] { std::mt19937 one(1); return std::normal_distribution<>()(one) < 100; });
    t("random.auxiliary", [] { return getauxval(AT_RANDOM) != 0; });
    t("thread.start", [] { std::thread([] {}).join(); return true; });
    t("thread.async", [] { return std::async(std::launch::async, [] { return 1; }).get() == 1; });
    t("thread.many", [] { std::vector<std::thread> all; for (int i = 0; i < 16; i++) all.emplace_back([] {}); for (auto &one : all) one.join(); return true; });
    t("thread.wait", [] { std::mutex m; std::unique_lock lock(m); std::condition_variable c; return c.wait_for(lock, std::chrono::milliseconds(1)) == std::cv_status::timeout; });
    t("thread.shared", [] { std::shared_mutex m; return m.try_lock_shared(); });
    t("thread.atomic", [] { std::atomic<long> a{0}; return ++a == 1; });
    t("thread.once", [] { std::once_flag flag; std::call_once(flag, [] {}); return true; });
    t("thread.local", [] { thread_local int a = 1; return a == 1; });
    t("thread.cores", [] { return std::thread::hardware_concurrency() > 0; });
    t("thread.affinity", [] { cpu_set_t set; return sched_getaffinity(0, sizeof set, &set) == 0; });
    t("thread.name", [] { return pthread_setname_np(pthread_self(), "probe") == 0; });
    t("thread.yield", [] { return sched_yield() == 0; });
    t("thread.stack", [] { pthread_attr_t a; pthread_attr_init(&a); return pthread_attr_setstacksize(&a, 64 << 20) == 0; });
    t("thread.event", [] { return eventfd(0, 0) >= 0; });
    t("memory.new", [] { return std::make_unique<char[]>(1 << 20) != nullptr; });
    t("memory.map", [] { return mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; });
    t("memory.advise", [] { void *at = mmap(nullptr, 1 << 21, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); return madvise(at, 1 << 21, MADV_HUGEPAGE) == 0 || errno == EINVAL; });
    t("memory.aligned", [] { return aligned_alloc(64, 1024); });
    t("memory.stack", [] { rlimit limit; return getrlimit(RLIMIT_STACK, &limit) == 0; });
    t("memory.usage", [] { rusage used; return getrusage(RUSAGE_SELF, &used) == 0; });
    t("memory.system", [] { struct sysinfo info; return sysinfo(&info) == 0; });
    t("memory.pages", [] { return sysconf(_SC_PAGESIZE) > 0 && sysconf(_SC_NPROCESSORS_ONLN) > 0; });
    t("file.list", [] { return std::filesystem::directory_iterator(".") != std::filesystem::directory_iterator(); });
    t("file.cwd", [] { return !std::filesystem::current_path().empty(); });
    t("file.null", [] { return (std::ofstream("/dev/null") << 1 << std::flush).good(); });
    t("file.self", [] { std::string word; return (std::ifstream("/proc/self/status") >> word).good(); });
    t("file.exe", [] { return !std::filesystem::read_symlink("/proc/self/exe").empty(); });
    t("file.pipe", [] { int ends[2]; return pipe(ends) == 0; });
    t("file.terminal", [] { return isatty(0) == 0 || true; });
    t("file.nonblocking", [] { int flags = fcntl(0, F_GETFL); return flags >= 0; });
    t("file.temporary", [] { return !std::filesystem::temp_directory_path().empty() || true; });
    t("wait.poll", [] { pollfd one = {0, POLLIN, 0}; return poll(&one, 1, 0) >= 0; });
    t("wait.select", [] { fd_set set; FD_ZERO(&set); timeval none = {}; return select(0, &set, nullptr, nullptr, &none) == 0; });
    t("wait.epoll", [] { return epoll_create1(0) >= 0; });
    t("signal.handler", [] { return std::signal(SIGTERM, SIG_DFL) != SIG_ERR; });
    t("signal.mask", [] { sigset_t set; sigemptyset(&set); return sigprocmask(SIG_BLOCK, &set, nullptr) == 0; });
    t("signal.stack", [] { stack_t stack; return sigaltstack(nullptr, &stack) == 0; });
    t("signal.raise", [] { std::signal(SIGUSR1, SIG_IGN); return std::raise(SIGUSR1) == 0; });
    t("process.pid", [] { return getpid() > 0; });
    t("process.environment", [] { return setenv("A", "1", 1) == 0; });
    t("process.nice", [] { return getpriority(PRIO_PROCESS, 0) >= -20; });
    t("process.exit", [] { return std::atexit([] {}) == 0; });
    t("process.trace", [] { void *at[4]; return backtrace(at, 4) > 0; });
    t("process.context", [] { ucontext_t one; return getcontext(&one) == 0; });
    t("library.math", [] { return dlopen("libm.so.6", RTLD_NOW); });
    t("library.own", [] { return dlsym(RTLD_DEFAULT, "printf"); });
    t("text.regex", [] { return std::regex_match("aa", std::regex("a+")); });
    t("text.stream", [] { int a = 0; std::istringstream("1") >> a; return a == 1; });
    t("text.words", [] { wordexp_t words; return wordexp("a b", &words, WRDE_NOCMD) == 0; });
    t("text.number", [] { return std::stod("1.5") == 1.5; });
    t("math.gamma", [] { return std::abs(std::tgamma(5) - 24) < 1e-9; });
    t("math.round", [] { return std::fesetround(FE_TONEAREST) == 0; });
    t("math.complex", [] { return std::abs(std::complex<double>(3, 4)) == 5; });
    t("math.sum", [] { std::valarray<int> a{1, 2}; return a.sum() == 3 && std::gcd(4, 6) == 2; });
    t("list.sort", [] { std::vector<int> a{2, 1}; std::sort(a.begin(), a.end()); return a[0] == 1; });
    t("list.map", [] { std::unordered_map<std::string, int> a{{"a", 1}}; return a.at("a") == 1; });
    t("list.queue", [] { std::priority_queue<int> a; a.push(1); return a.top() == 1; });
    t("list.bits", [] { return std::bitset<64>(7).count() == 3; });
    t("list.variant", [] { return std::get<int>(std::variant<int, char>(1)) == 1; });
    t("list.optional", [] { return std::optional<int>(1).has_value(); });
}
