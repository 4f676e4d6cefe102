// Library calls that a player may make; each says on a line of its own whether it worked.
package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"container/heap"
	"context"
	"crypto/aes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/md5"
	crand "crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"database/sql"
	"embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"expvar"
	"flag"
	"fmt"
	"go/parser"
	"hash/crc32"
	"hash/fnv"
	"hash/maphash"
	"html"
	"image"
	"image/png"
	"io"
	"io/fs"
	"log"
	"math"
	"math/big"
	"math/bits"
	"math/cmplx"
	"math/rand"
	"mime"
	"net"
	"net/url"
	"os"
	"os/signal"
	"os/user"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"text/tabwriter"
	"text/template"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

func t(name string, call func() error) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name, "FAILED", e)
		}
	}()
	if err := call(); err != nil {
		fmt.Println(name, "FAILED", err)
	} else {
		fmt.Println(name, "ok")
	}
}

func is(good bool) error {
	if good {
		return nil
	}
	return errors.New("false")
}

func of[T any](_ T, err error) error { return err }

type ints []int

func (a ints) Len() int           { return len(a) }
func (a ints) Less(i, j int) bool { return a[i] < a[j] }
func (a ints) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *ints) Push(x any)        { *a = append(*a, x.(int)) }
func (a *ints) Pop() any          { last := (*a)[len(*a)-1]; *a = (*a)[:len(*a)-1]; return last }

var none embed.FS

func main() {
	t("user.current", func() error { one, err := user.Current(); _ = one; return err })
	t("user.lookup", func() error { return of(user.LookupId(strconv.Itoa(os.Getuid()))) })
	t("user.group", func() error { return of(user.LookupGroupId(strconv.Itoa(os.Getgid()))) })
	t("user.home", func() error { return of(os.UserHomeDir()) })
	t("user.cache", func() error { return of(os.UserCacheDir()) })
	t("user.config", func() error { return of(os.UserConfigDir()) })
	t("host.name", func() error { return of(os.Hostname()) })
	t("host.localhost", func() error { return of(net.LookupHost("localhost")) })
	t("host.address", func() error { return of(net.ResolveIPAddr("ip4", "localhost")) })
	t("host.parse", func() error { return is(net.ParseIP("127.0.0.1") != nil) })
	t("zone.shanghai", func() error { return of(time.LoadLocation("Asia/Shanghai")) })
	t("zone.moscow", func() error { return of(time.LoadLocation("Europe/Moscow")) })
	t("zone.local", func() error { return is(time.Now().Location() == time.Local) })
	t("zone.name", func() error { name, _ := time.Now().Zone(); return is(name != "") })
	t("time.format", func() error { return is(time.Now().Format(time.RFC1123) != "") })
	t("time.parse", func() error { return of(time.Parse(time.RFC3339, "2020-01-02T03:04:05Z")) })
	t("time.sleep", func() error { time.Sleep(time.Millisecond); return nil })
	t("time.after", func() error { <-time.After(time.Millisecond); return nil })
	t("time.ticker", func() error { one := time.NewTicker(time.Millisecond); <-one.C; one.Stop(); return nil })
	t("time.func", func() error { time.AfterFunc(time.Hour, func() {}).Stop(); return nil })
	t("context.timeout", func() error {
		c, stop := context.WithTimeout(context.Background(), time.Millisecond)
		defer stop()
		<-c.Done()
		return nil
	})
	t("random.math", func() error { rand.Seed(time.Now().UnixNano()); rand.Intn(5); return nil })
	t("random.perm", func() error { return is(len(rand.New(rand.NewSource(1)).Perm(5)) == 5) })
	t("random.crypto", func() error { return of(crand.Read(make([]byte, 8))) })
	t("random.int", func() error { return of(crand.Int(crand.Reader, big.NewInt(5))) })
	t("random.prime", func() error { return of(crand.Prime(crand.Reader, 64)) })
	t("random.maphash", func() error { var h maphash.Hash; h.WriteString("a"); return is(h.Sum64() != 1) })
	t("hash.md5", func() error { return is(len(md5.Sum(nil)) == 16) })
	t("hash.sha256", func() error { return is(len(sha256.Sum256(nil)) == 32) })
	t("hash.sha512", func() error { return is(len(sha512.Sum512(nil)) == 64) })
	t("hash.crc", func() error { return is(crc32.ChecksumIEEE(nil) == 0) })
	t("hash.fnv", func() error { return of(fnv.New64a().Write(nil)) })
	t("crypto.aes", func() error { return of(aes.NewCipher(make([]byte, 16))) })
	t("crypto.ecdsa", func() error { return of(ecdsa.GenerateKey(elliptic.P256(), crand.Reader)) })
	t("crypto.rsa", func() error { return of(rsa.GenerateKey(crand.Reader, 512)) })
	t("compress.gzip", func() error { return gzip.NewWriter(io.Discard).Close() })
	t("compress.zip", func() error { return zip.NewWriter(io.Discard).Close() })
	t("encode.json", func() error { return of(json.Marshal(map[string]int{"棋": 1})) })
	t("encode.gob", func() error { return gob.NewEncoder(io.Discard).Encode(1) })
	t("encode.xml", func() error { return of(xml.Marshal(1)) })
	t("encode.csv", func() error { return of(csv.NewReader(strings.NewReader("a,b\n")).ReadAll()) })
	t("encode.base64", func() error { return of(base64.StdEncoding.DecodeString("YQ==")) })
	t("encode.hex", func() error { return of(hex.DecodeString("ff")) })
	t("encode.binary", func() error { return binary.Write(io.Discard, binary.LittleEndian, int32(1)) })
	t("encode.utf8", func() error { return is(utf8.RuneCountInString("棋") == 1) })
	t("encode.utf16", func() error { return is(len(utf16.Encode([]rune("棋"))) == 1) })
	t("encode.han", func() error { return is(unicode.Is(unicode.Han, '棋')) })
	t("encode.html", func() error { return is(html.EscapeString("<") == "&lt;") })
	t("encode.png", func() error { return png.Encode(io.Discard, image.NewGray(image.Rect(0, 0, 2, 2))) })
	t("file.read", func() error { return of(os.ReadFile("/proc/self/status")) })
	t("file.list", func() error { return of(os.ReadDir(".")) })
	t("file.stat", func() error { return of(os.Stat("/")) })
	t("file.null", func() error { return os.WriteFile(os.DevNull, []byte("a"), 0o600) })
	t("file.random", func() error { one, err := os.Open("/dev/urandom"); if err == nil { one.Close() }; return err })
	t("file.pipe", func() error { _, _, err := os.Pipe(); return err })
	t("file.self", func() error { return of(os.Readlink("/proc/self/exe")) })
	t("file.executable", func() error { return of(os.Executable()) })
	t("file.cwd", func() error { return of(os.Getwd()) })
	t("file.absolute", func() error { return of(filepath.Abs(".")) })
	t("file.glob", func() error { return of(filepath.Glob("*")) })
	t("file.walk", func() error { return filepath.WalkDir(".", func(string, fs.DirEntry, error) error { return nil }) })
	t("file.embed", func() error { return of(none.ReadDir(".")) })
	t("file.temporary", func() error { return is(os.TempDir() != "") })
	t("os.environment", func() error { return is(os.Getenv("PATH") != "") })
	t("os.pid", func() error { return is(os.Getpid() > 0) })
	t("os.groups", func() error { return of(os.Getgroups()) })
	t("os.page", func() error { return is(os.Getpagesize() > 0) })
	t("os.signal", func() error { signal.Notify(make(chan os.Signal, 1), os.Interrupt); return nil })
	t("os.ignore", func() error { signal.Ignore(syscall.SIGPIPE); return nil })
	t("os.limit", func() error { var l syscall.Rlimit; return syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) })
	t("os.usage", func() error { var u syscall.Rusage; return syscall.Getrusage(syscall.RUSAGE_SELF, &u) })
	t("os.uname", func() error { var u syscall.Utsname; return syscall.Uname(&u) })
	t("os.map", func() error { return of(syscall.Mmap(-1, 0, 4096, 3, syscall.MAP_ANON|syscall.MAP_PRIVATE)) })
	t("thread.go", func() error { done := make(chan int); go func() { done <- 1 }(); <-done; return nil })
	t("thread.group", func() error {
		var g sync.WaitGroup
		for i := 0; i < 100; i++ {
			g.Add(1)
			go g.Done()
		}
		g.Wait()
		return nil
	})
	t("thread.lock", func() error { runtime.LockOSThread(); runtime.UnlockOSThread(); return nil })
	t("thread.once", func() error { var o sync.Once; o.Do(func() {}); return nil })
	t("thread.map", func() error { var m sync.Map; m.Store(1, 2); return nil })
	t("thread.pool", func() error { one := sync.Pool{New: func() any { return 1 }}; return is(one.Get() == 1) })
	t("thread.atomic", func() error { var a atomic.Int64; return is(a.Add(1) == 1) })
	t("runtime.cpus", func() error { return is(runtime.NumCPU() > 0) })
	t("runtime.procs", func() error { return is(runtime.GOMAXPROCS(0) > 0) })
	t("runtime.gc", func() error { runtime.GC(); return nil })
	t("runtime.memory", func() error { var m runtime.MemStats; runtime.ReadMemStats(&m); return is(m.Sys > 0) })
	t("runtime.percent", func() error { debug.SetGCPercent(100); return nil })
	t("runtime.limit", func() error { return is(debug.SetMemoryLimit(-1) > 0) })
	t("runtime.stack", func() error { return is(len(debug.Stack()) > 0) })
	t("runtime.free", func() error { debug.FreeOSMemory(); return nil })
	t("runtime.metrics", func() error { return is(len(metrics.All()) > 0) })
	t("runtime.profile", func() error { return pprof.Lookup("goroutine").WriteTo(io.Discard, 0) })
	t("runtime.cpu-profile", func() error { err := pprof.StartCPUProfile(io.Discard); pprof.StopCPUProfile(); return err })
	t("text.regexp", func() error { return is(regexp.MustCompile(`\p{Han}`).MatchString("棋")) })
	t("text.template", func() error { return template.Must(template.New("").Parse("{{.}}")).Execute(io.Discard, 1) })
	t("text.tab", func() error { return tabwriter.NewWriter(io.Discard, 0, 8, 1, ' ', 0).Flush() })
	t("text.scan", func() error { return is(bufio.NewScanner(strings.NewReader("a\n")).Scan()) })
	t("text.buffer", func() error { return of(bytes.NewBufferString("a").ReadString('a')) })
	t("text.convert", func() error { return of(strconv.ParseFloat("1.5", 64)) })
	t("text.log", func() error { log.New(io.Discard, "", log.LstdFlags).Println("a"); return nil })
	t("text.flag", func() error { return flag.NewFlagSet("", flag.ContinueOnError).Parse(nil) })
	t("text.url", func() error { return of(url.Parse("http://a/b")) })
	t("text.mime", func() error { return is(mime.TypeByExtension(".html") != "") })
	t("text.parser", func() error { return of(parser.ParseExpr("1 + 1")) })
	t("text.path", func() error { return is(path.Base("a/b") == "b") })
	t("math.sqrt", func() error { return is(math.Sqrt(4) == 2) })
	t("math.complex", func() error { return is(cmplx.Abs(3+4i) == 5) })
	t("math.bits", func() error { return is(bits.OnesCount(7) == 3) })
	t("math.big", func() error { return is(big.NewInt(2).ProbablyPrime(5)) })
	t("sort.slice", func() error { sort.Slice([]int{2, 1}, func(i, j int) bool { return i < j }); return nil })
	t("sort.heap", func() error { h := &ints{2, 1}; heap.Init(h); return is(heap.Pop(h) == 1) })
	t("reflect.equal", func() error { return is(reflect.DeepEqual([]int{1}, []int{1})) })
	t("sql.drivers", func() error { sql.Drivers(); return nil })
	t("expvar.new", func() error { expvar.NewInt("a"); return nil })
}
