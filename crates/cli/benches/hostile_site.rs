//! The site beside clients that mean it ill, on loopback:
//! `cargo bench -p leitai --bench hostile_site -- [STREAMS [GAMES [SIGN_INS [HEADS [FORMS [SECONDS]]]]]]`
//! (2000, 8, 10000, 3000, 200, 60; a minute in all: 200 4 500 300 20 10).
//!
//! STREAMS streams follow one game after the other while GAMES games run, for SECONDS seconds: once alone, which is the
//! control, and once while all of this goes on from two hundred addresses, as fast as it is answered: `SIGN_INS` wrong
//! sign-ins, HEADS heads of requests that never end and FORMS forms that come byte by byte, each begun again as soon as
//! it is cut off, addresses and queries of 60 KB, and requests for pages that do not exist. Reports how late the steps
//! reach the streams, the server's memory, what became of the attack, and whether a game was put in question. The
//! clients run in this process, on the same cores. Fails if the 99 % are more than twice as late as without, a stream
//! breaks off, a game is put in question, or the server takes more memory than its ceiling.
#![expect(clippy::print_stdout, reason = "its words are its result")]

#[path = "served/followers.rs"]
mod followers;
#[path = "../tests/house.rs"]
#[allow(dead_code, reason = "a part is used")]
mod house;
#[path = "served/served.rs"]
#[allow(dead_code, reason = "a part is used")]
mod served;

use followers::Followers;
use house::House;
use served::{Server, part, questioned, raise_files};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

/// How many addresses the attack comes from.
const ADDRESSES: usize = 200;
/// How many sign-ins are under way at one time.
const AT_ONCE: usize = 400;
/// The server's memory may grow by this many kilobytes at most, and by 40 for each connection of the attack.
const CEILING_KB: (u64, u64) = (128 << 10, 40);

/// What is attacked, and what became of it.
struct Attack {
    address: SocketAddr,
    is_over: AtomicBool,
    sign_ins: AtomicUsize,
    /// How often each kind of attack met each end: a status, or 0 where the connection was cut off.
    ends: Mutex<BTreeMap<(&'static str, u16), usize>>,
}

impl Attack {
    fn goes_on(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
    }

    fn met(&self, kind: &'static str, status: u16) {
        *self.ends.lock().expect("no client panics").entry((kind, status)).or_default() += 1;
    }

    /// A connection from one of the addresses.
    async fn connect(&self, from: usize) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        let from = 1 + from % ADDRESSES;
        socket.bind(SocketAddr::from(([127, 1, (from / 250) as u8, (from % 250 + 1) as u8], 0))).ok()?;
        socket.connect(self.address).await.ok()
    }

    /// Sends a request and returns the whole answer; `None` if the connection is cut off before it.
    async fn ask(&self, from: usize, request: &[u8]) -> Option<(u16, String)> {
        let mut stream = self.connect(from).await?;
        // What is refused need not have been read.
        let _ = stream.write_all(request).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        Some((answer.get(9..12)?.parse().ok()?, answer))
    }

    /// Signs in with wrong passwords under names that nobody has, until all are done.
    async fn sign_in(&self, from: usize, all: usize) {
        let host = self.address;
        let page = format!("GET /sign-in HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        let Some((_, page)) = self.ask(from, page.as_bytes()).await else { return };
        let part = |from: &str, to| page.split(from).nth(1).and_then(|rest| rest.split(to).next());
        let Some((cookie, token)) = part("lt-form=", ';').zip(part("name=\"t\" value=\"", '"')) else {
            return;
        };
        while self.goes_on() {
            let number = self.sign_ins.fetch_add(1, Ordering::Relaxed);
            if number >= all {
                return;
            }
            let form = format!("number=nobody{number}&password=wrong&back=&t={token}");
            let request = format!(
                "POST /sign-in HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncookie: lt-form={cookie}\r\n\
                 content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{form}",
                form.len()
            );
            self.met(
                "wrong sign-ins",
                self.ask(from, request.as_bytes()).await.map_or(0, |(status, _)| status),
            );
        }
    }

    /// Sends this and then a byte a second, again and again.
    async fn drip(&self, kind: &'static str, from: usize, begins: &[u8]) {
        while self.goes_on() {
            if let Some(mut stream) = self.connect(from).await
                && stream.write_all(begins).await.is_ok()
            {
                let mut answer = [0; 12];
                loop {
                    match tokio::time::timeout(Duration::from_secs(1), stream.read(&mut answer)).await {
                        Err(_) if stream.write_all(b"x").await.is_ok() && self.goes_on() => continue,
                        Ok(Ok(12)) => {
                            let status =
                                std::str::from_utf8(&answer[9..]).ok().and_then(|code| code.parse().ok());
                            self.met(kind, status.unwrap_or(0));
                        }
                        _ if self.goes_on() => self.met(kind, 0),
                        _ => {}
                    }
                    break;
                }
            } else {
                self.met(kind, 0);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }

    async fn repeat(&self, kind: &'static str, from: usize, path: &str) {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        while self.goes_on() {
            self.met(kind, self.ask(from, request.as_bytes()).await.map_or(0, |(status, _)| status));
        }
    }

    /// All of it, until it is over.
    async fn run(self: Arc<Attack>, [sign_ins, heads, forms]: [usize; 3]) {
        let mut all = JoinSet::new();
        for from in 0..AT_ONCE.min(sign_ins) {
            let attack = Arc::clone(&self);
            all.spawn(async move { attack.sign_in(from, sign_ins).await });
        }
        for from in 0..heads {
            let attack = Arc::clone(&self);
            all.spawn(
                async move { attack.drip("half heads", from, b"GET / HTTP/1.1\r\nhost: x\r\nx-a: ").await },
            );
        }
        for from in 0..forms {
            let attack = Arc::clone(&self);
            let host = self.address;
            let begins = format!(
                "POST /sign-in HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncontent-length: 9999\r\n\r\nt="
            );
            all.spawn(async move { attack.drip("slow forms", from, begins.as_bytes()).await });
        }
        let long = "a".repeat(60_000);
        for (from, (kind, path)) in [
            ("long paths", format!("/{long}")),
            ("long paths", format!("/events/{long}")),
            ("long queries", format!("/?{long}")),
            ("long queries", format!("/set?back=/{long}")),
            ("no such pages", format!("/{}", &long[..1000])),
            ("no such pages", "/evnets".to_owned()),
        ]
        .into_iter()
        .enumerate()
        {
            let attack = Arc::clone(&self);
            all.spawn(async move { attack.repeat(kind, from, &path).await });
        }
        all.join_all().await;
    }
}

/// What was measured of one run.
struct Run {
    steps: usize,
    p50: i64,
    p99: i64,
    broken: usize,
    memory_kb: u64,
    questioned: usize,
}

/// Serves for that long, beside the attack if there is one.
fn run(streams: usize, games: usize, seconds: u64, extent: Option<[usize; 3]>) -> Run {
    let house = House::open();
    let server = Server::start(&house, games, &[]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut memory_kb = 0;
    let (mut late, broken) = runtime.block_on(async {
        // Until all games have begun.
        tokio::time::sleep(Duration::from_secs(5)).await;
        let mut followers = Followers::open(&server.address, streams).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        let attack = extent.map(|extent| {
            let address = server.address.parse().expect("an address");
            let attack = Arc::new(Attack {
                address,
                is_over: AtomicBool::new(false),
                sign_ins: AtomicUsize::new(0),
                ends: Mutex::default(),
            });
            let of_thread = Arc::clone(&attack);
            // On a thread of its own, which lets the others go first: attackers do not share the server's cores with it.
            let thread = std::thread::spawn(move || {
                let this = rustix::thread::gettid();
                rustix::process::setpriority_process(Some(this), 10).expect("everybody may give way");
                let runtime =
                    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
                runtime.block_on(of_thread.run(extent));
            });
            (attack, thread)
        });
        followers.begin_anew();
        let until = Instant::now() + Duration::from_secs(seconds);
        followers.lead(until, || memory_kb = memory_kb.max(server.memory())).await;
        let found = followers.found();
        if let Some((attack, thread)) = attack {
            attack.is_over.store(true, Ordering::Relaxed);
            // What still waits for an answer ends with the server.
            drop(thread);
            for ((kind, status), count) in &*attack.ends.lock().expect("no client panics") {
                let end = if *status == 0 { "cut off".to_owned() } else { status.to_string() };
                println!("  {kind}: {count} × {end}");
            }
        }
        found
    });
    let steps = late.len();
    let (p50, p99) = (part(&mut late, 0.5).unwrap_or(0), part(&mut late, 0.99).unwrap_or(0));
    let questioned = questioned(&house.path("site/exhibition"));
    drop(server);
    Run { steps, p50, p99, broken, memory_kb, questioned }
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let number = |at: usize, usual| numbers.get(at).copied().unwrap_or(usual);
    let (streams, games, seconds) = (number(0, 2_000), number(1, 8), number(5, 60) as u64);
    let extent @ [sign_ins, heads, forms] = [number(2, 10_000), number(3, 3_000), number(4, 200)];
    raise_files();
    println!(
        "{streams} streams, {games} games; {sign_ins} wrong sign-ins, {heads} half heads, {forms} slow forms"
    );
    let [control, hostile] = [None, Some(extent)].map(|extent| run(streams, games, seconds, extent));
    for (name, run) in [("alone", &control), ("beside the attack", &hostile)] {
        println!(
            "{name}: {} steps, p50 {} ms, p99 {} ms, {} kB at most, {} streams broken off, {} games put in question",
            run.steps, run.p50, run.p99, run.memory_kb, run.broken, run.questioned
        );
    }
    let ratio = hostile.p99 as f64 / control.p99.max(1) as f64;
    let grown = hostile.memory_kb.saturating_sub(control.memory_kb);
    let ceiling = CEILING_KB.0 + CEILING_KB.1 * (AT_ONCE.min(sign_ins) + heads + forms) as u64;
    println!("the 99 % are {ratio:.2} times as late; {grown} kB more, of {ceiling} kB that may be");
    assert!(control.steps > 0 && hostile.steps > 0, "nothing was measured");
    assert_eq!((hostile.broken, hostile.questioned), (0, 0));
    assert!(ratio <= 2.0, "the streams are late");
    assert!(grown <= ceiling, "the server takes too much memory");
}
