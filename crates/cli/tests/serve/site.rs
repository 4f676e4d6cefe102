//! A site with its own events, and a minimal browser.

use crate::house::{House, PROGRAM, Stage};
use leitai_arena::Language;
use leitai_hall::{SharedStore, SubmitRules, Submitted};
use leitai_store::Actor;
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long anything that is waited for may take.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// A server with its folder.
pub(super) struct Site {
    pub(super) house: House,
    stage: Option<Stage>,
    pub(super) address: String,
    /// Games that the server plays at once.
    jobs: u32,
    /// The address of its store, if that is not in its folder.
    elsewhere: Option<String>,
    /// How many files it may have open, if that is limited.
    pub(super) files: Option<u32>,
}

impl Site {
    /// Serves these events, given as file names and contents.
    pub(super) fn open(events: &[(&str, &str)]) -> Site {
        Site::playing(2, events)
    }

    /// Like [`Site::open`], on this store.
    pub(super) fn on(store: String, events: &[(&str, &str)]) -> Site {
        Site::begin(2, Some(store), events)
    }

    /// Like [`Site::open`], with that many games at once.
    pub(super) fn playing(jobs: u32, events: &[(&str, &str)]) -> Site {
        Site::begin(jobs, None, events)
    }

    fn begin(jobs: u32, elsewhere: Option<String>, events: &[(&str, &str)]) -> Site {
        let mut site = Site::new(jobs, elsewhere, events);
        site.start();
        site
    }

    /// One that is not served yet.
    pub(super) fn new(jobs: u32, elsewhere: Option<String>, events: &[(&str, &str)]) -> Site {
        let site =
            Site { house: House::open(), stage: None, address: String::new(), jobs, elsewhere, files: None };
        let folder = site.data().join("events");
        fs::create_dir_all(&folder).expect("our folder");
        for (name, text) in events {
            fs::write(folder.join(name), text).expect("our folder");
        }
        site
    }

    pub(super) fn data(&self) -> PathBuf {
        self.house.path("site")
    }

    /// Hands in the program of tic-tac-toe to the event `Ladder`; returns the store, and the submission's number there.
    pub(super) fn hands_in(&self, entry: &str) -> (SharedStore, i64) {
        let shared =
            SharedStore::open(&self.store(), "default", Duration::from_secs(2)).expect("the site's store");
        let what = Submitted {
            event: "Ladder",
            entry,
            by: Actor::CONSOLE,
            language: Language::Python,
            standard: None,
            contents: PROGRAM.as_bytes(),
            enters: None,
        };
        let number = shared.submit(&what, &SubmitRules::default()).expect("taken");
        (shared, number)
    }

    /// Starts or restarts the server.
    pub(super) fn start(&mut self) {
        let (data, jobs) = (self.data().display().to_string(), self.jobs.to_string());
        let mut args = vec!["serve", "--listen", "127.0.0.1:0", "--data", &data, "--jobs", &jobs];
        args.extend(self.elsewhere.iter().flat_map(|store| ["--store", store]));
        let mut stage = match self.files {
            Some(files) => self.house.stage_with_files(files, &args),
            None => self.house.stage(&args),
        };
        let Some(line) = stage.line() else { panic!("it ended: {}", stage.end().1) };
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        address.expect("an address").clone_into(&mut self.address);
        self.stage = Some(stage);
    }

    /// The address of the site's store.
    pub(super) fn store(&self) -> String {
        format!("sqlite:{}", self.data().join("store.sqlite").display())
    }

    /// Sends SIGKILL.
    pub(super) fn kill(&mut self) {
        assert!(self.stage.take().expect("it runs").kill(), "it had ended by itself");
    }

    /// Sends SIGTERM; returns the exit code, the stderr output, and how long it took.
    pub(super) fn end(&mut self) -> (Option<i32>, String, Duration) {
        let (stage, began) = (self.stage.take().expect("it runs"), Instant::now());
        stage.signal(Signal::TERM);
        let (code, said) = stage.end();
        (code, said, began.elapsed())
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    pub(super) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        Answer::read(self.send(method, path.as_bytes(), headers))
    }

    /// Sends a request, and returns the stream of the answer.
    pub(super) fn send(&self, method: &str, path: &[u8], headers: &[(&str, &str)]) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let mut request = [method.as_bytes(), b" ", path, b" HTTP/1.1\r\nhost: leitai\r\n"].concat();
        for (name, value) in headers {
            request.extend(format!("{name}: {value}\r\n").bytes());
        }
        request.extend(b"connection: close\r\n\r\n");
        stream.write_all(&request).expect("it listens");
        BufReader::new(stream)
    }

    /// The status and location of the answer to a sign-in with this number and password.
    pub(super) fn signs_in(&self, number: &str, password: &str) -> (u16, Option<String>) {
        let page = self.get("/sign-in");
        let cookie = page.header("set-cookie").and_then(|cookie| cookie.split(';').next());
        let token = page.text().split("name=\"t\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        let body = format!("number={number}&password={password}&t={}", token.expect("a form"));
        let (length, origin) = (body.len().to_string(), format!("http://{}", "leitai"));
        let headers = [
            ("cookie", cookie.expect("a cookie")),
            ("content-type", "application/x-www-form-urlencoded"),
            ("content-length", &length),
            ("origin", &origin),
        ];
        let mut stream = self.send("POST", b"/sign-in", &headers);
        stream.get_mut().write_all(body.as_bytes()).expect("it listens");
        let answer = Answer::read(stream);
        (answer.status, answer.header("location").map(str::to_owned))
    }

    /// The memory that the server has had at most, in KiB. From now on what it says is dropped.
    pub(super) fn most_memory(&mut self) -> u64 {
        self.stage.as_mut().expect("it runs").most_memory()
    }

    pub(super) fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        serde_json::from_str(answer.text()).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The id of an event, once it has begun.
    pub(super) fn event(&self, name: &str) -> String {
        let is_it = |event: &Value| event["name"] == name && event["version"].as_u64() > Some(1);
        let found = until(|| {
            let events = self.json("/api/v1/events");
            events["events"].as_array().expect("events").iter().find(|event| is_it(event)).cloned()
        });
        found["id"].as_str().expect("an address").to_owned()
    }

    /// Waits until an event is over.
    pub(super) fn is_over(&self, event: &str) {
        let path = format!("/api/v1/events/{event}");
        until(|| (self.json(&path)["state"] == "over").then_some(()));
    }

    /// The id of a running game of an event, once there is one.
    pub(super) fn running(&self, event: &str) -> String {
        let running = until(|| {
            let games = self.json("/api/v1/live");
            games["games"].as_array().expect("games").iter().find(|game| game["event"] == event).cloned()
        });
        running["id"].as_str().expect("an address").to_owned()
    }

    /// The addresses of the finished games of an event.
    pub(super) fn games(&self, event: &str) -> Vec<String> {
        let page = self.get(&format!("/api/v1/events/{event}/games"));
        let id = |link: &String| link.strip_prefix("/games/")?.split('/').next().map(str::to_owned);
        let links = links(page.text());
        let mut games: Vec<_> = links.iter().filter_map(id).map(|id| format!("/games/{id}")).collect();
        games.sort_unstable();
        games.dedup();
        games
    }
}

/// The position of a game's page (`LIFE.N`), if there is a board on it.
pub(super) fn on_board(page: &Answer) -> Option<String> {
    page.text().contains("<div class=\"board\"><svg").then(|| mark_on(page))
}

/// The position of a game's page (`LIFE.N`).
pub(super) fn mark_on(page: &Answer) -> String {
    let mark = page.text().split("data-live=\"").nth(1).and_then(|rest| rest.split('"').next());
    mark.unwrap_or_else(|| panic!("no mark on {}", page.text())).to_owned()
}

/// Waits until `look` finds something, and returns that.
pub(super) fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "nothing came of it");
        sleep(Duration::from_millis(20));
    }
}

/// The addresses of this site between quotation marks, without fragments and without those that set the language.
pub(super) fn links(page: &str) -> Vec<String> {
    let is_link = |text: &&str| {
        text.starts_with('/')
            && !text.starts_with("//")
            && !text.contains(['<', '>', ' '])
            && !text.contains("lang=")
    };
    let quoted = page.split('"').filter(is_link).map(|link| link.replace("&amp;", "&"));
    quoted.filter_map(|link| link.split('#').next().map(str::to_owned)).collect()
}

/// A complete answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn read(mut stream: BufReader<TcpStream>) -> Answer {
        let (status, headers) = head(&mut stream);
        let mut answer = Answer { status, headers, body: Vec::new() };
        let is_chunked = answer.header("transfer-encoding") == Some("chunked");
        let read = if is_chunked {
            Chunks { stream, left: 0 }.read_to_end(&mut answer.body)
        } else {
            stream.read_to_end(&mut answer.body)
        };
        read.expect("its end");
        answer
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("text")
    }
}

fn head(stream: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("a head");
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let status = lines.first().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
    let pairs = lines[1..].iter().filter_map(|line| line.split_once(": "));
    (status, pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect())
}

/// Decodes a chunked body.
struct Chunks {
    stream: BufReader<TcpStream>,
    left: usize,
}

impl Read for Chunks {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 {
            let mut line = String::new();
            while line.trim().is_empty() {
                line.clear();
                if self.stream.read_line(&mut line)? == 0 {
                    return Ok(0);
                }
            }
            self.left = usize::from_str_radix(line.trim(), 16).expect("a length");
        }
        let most = self.left.min(bytes.len());
        let read = self.stream.read(&mut bytes[..most])?;
        self.left -= read;
        Ok(read)
    }
}

/// A message of a stream.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Frame {
    pub(super) id: Option<String>,
    pub(super) event: String,
    pub(super) data: Value,
    /// The text as received.
    pub(super) text: String,
}

/// The stream of a page.
pub(super) struct Frames(BufReader<Chunks>);

impl Frames {
    pub(super) fn open(site: &Site, path: &str, last: Option<&str>) -> Frames {
        let last: Vec<_> = last.map(|last| ("last-event-id", last)).into_iter().collect();
        let mut stream = site.send("GET", path.as_bytes(), &last);
        let (status, headers) = head(&mut stream);
        let kind = headers.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.as_str());
        assert_eq!((status, kind), (200, Some("text/event-stream")), "{path}");
        Frames(BufReader::new(Chunks { stream, left: 0 }))
    }
}

impl Iterator for Frames {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        let mut frame = Frame { id: None, event: String::new(), data: Value::Null, text: String::new() };
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).expect("text") == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("id", id)) => frame.id = Some(id.to_owned()),
                Some(("event", event)) => event.clone_into(&mut frame.event),
                Some(("data", data)) => frame.data = serde_json::from_str(data).expect("JSON"),
                // Between two frames: a retry time, or a keep-alive.
                _ if frame.event.is_empty() => continue,
                _ => return Some(frame),
            }
            frame.text.push_str(&line);
        }
    }
}

/// The file of an event of built-in players: its head, then the name of each entry.
pub(super) fn event(name: &str, game: &str, more: &str, entries: &[&str]) -> String {
    let mut text = format!("name = {}\ngame = {game:?}\nseed = \"7\"\n", toml(name));
    text += "clock = \"start=60s,game=60s\"\n";
    text += more;
    text += "\n[sandbox]\nat-least = \"off\"\n";
    for entry in entries {
        text += &format!("[[entries]]\nname = {}\nprogram = \"random\"\n", toml(entry));
    }
    text
}

/// Quotes any text for a TOML file.
pub(super) fn toml(text: &str) -> String {
    serde_json::to_string(text).expect("text")
}
