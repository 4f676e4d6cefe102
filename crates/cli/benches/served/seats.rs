//! People in their browsers at a table: a connection that waits for what is new, and another for what they send.

use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read as _;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Whatever is waited for comes before that.
const PATIENCE: Duration = Duration::from_secs(90);

/// A connection that stays open.
struct Line {
    address: String,
    stream: Option<BufReader<TcpStream>>,
}

/// What was answered.
pub(crate) struct Answered {
    pub(crate) status: u16,
    head: String,
    text: String,
    /// When its last byte was there.
    at: Instant,
}

impl Answered {
    fn header(&self, name: &str) -> Option<&str> {
        let is_it = |line: &&str| line.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
        self.head.lines().find(is_it)?.split_once(": ").map(|(_, value)| value.trim())
    }
}

impl Line {
    fn to(address: &str) -> Line {
        Line { address: address.to_owned(), stream: None }
    }

    async fn ask(&mut self, path: &str, cookie: &str, form: Option<&str>) -> Option<Answered> {
        let method = if form.is_some() { "POST" } else { "GET" };
        let (body, address) = (form.unwrap_or_default(), &self.address);
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncookie: {cookie}\r\naccept-encoding: gzip\r\n\
            content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        // The server may have closed one that was idle.
        for _ in 0..2 {
            if self.stream.is_none() {
                let stream = TcpStream::connect(&self.address).await.ok()?;
                stream.set_nodelay(true).ok()?;
                self.stream = Some(BufReader::new(stream));
            }
            let stream = self.stream.as_mut()?;
            if stream.write_all(request.as_bytes()).await.is_ok()
                && let Some(answered) = read(stream).await
            {
                return Some(answered);
            }
            self.stream = None;
        }
        None
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<Answered> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await.ok()? == 0 {
            return None;
        }
    }
    let mut answered =
        Answered { status: head.get(9..12)?.parse().ok()?, head, text: String::new(), at: Instant::now() };
    let mut body = Vec::new();
    if let Some(length) = answered.header("content-length") {
        body.resize(length.parse().ok()?, 0);
        stream.read_exact(&mut body).await.ok()?;
    } else if answered.header("transfer-encoding").is_some() {
        loop {
            let mut size = String::new();
            stream.read_line(&mut size).await.ok()?;
            let size = usize::from_str_radix(size.trim(), 16).ok()?;
            let from = body.len();
            body.resize(from + size + 2, 0);
            stream.read_exact(&mut body[from..]).await.ok()?;
            body.truncate(from + size);
            if size == 0 {
                break;
            }
        }
    }
    answered.at = Instant::now();
    if answered.header("content-encoding") == Some("gzip") {
        GzDecoder::new(&body[..]).read_to_string(&mut answered.text).ok()?;
    } else {
        answered.text = String::from_utf8_lossy(&body).into_owned();
    }
    Some(answered)
}

fn part<'a>(text: &'a str, before: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split(['"', '<']).next()
}

/// What is in front of a person.
#[derive(Clone, Default)]
pub(crate) struct Shown {
    pub(crate) version: u64,
    news: u64,
    /// What can be clicked, down to the acts.
    tree: Value,
    pub(crate) is_over: bool,
}

impl Shown {
    fn read(page: &str) -> Option<Shown> {
        let number = |name: &str| part(page, name)?.parse().ok();
        let tree = part(page, "data-tree=\"")?.replace("&quot;", "\"").replace("&amp;", "&");
        Some(Shown {
            version: number("data-version=\"")?,
            news: number("data-news=\"")?,
            tree: serde_json::from_str(&tree).ok()?,
            is_over: page.contains("data-over="),
        })
    }

    /// One of the acts that can be clicked; `None` if it is not this person's turn.
    pub(crate) fn act(&self, mut drawn: u64) -> Option<String> {
        let mut at = &self.tree;
        loop {
            match at {
                Value::String(act) => return Some(act.clone()),
                Value::Object(all) if !all.is_empty() => {
                    drawn =
                        drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    at = all.values().nth((drawn >> 33) as usize % all.len())?;
                }
                _ => return None,
            }
        }
    }
}

/// A person in a browser.
pub(crate) struct Guest {
    line: Line,
    wait: Line,
    cookie: String,
    token: String,
    seat: String,
    pub(crate) shown: Shown,
}

impl Guest {
    /// Somebody whom the site has never seen.
    pub(crate) async fn comes(address: &str) -> Option<Guest> {
        let mut line = Line::to(address);
        let page = line.ask("/play?game=hex", "", None).await?;
        let cookie = page.header("set-cookie")?.split(';').next()?.to_owned();
        let token = part(&page.text, "name=\"t\" value=\"")?.to_owned();
        let wait = Line::to(address);
        Some(Guest { line, wait, cookie, token, seat: String::new(), shown: Shown::default() })
    }

    /// Begins a game against somebody who has the address that is returned.
    pub(crate) async fn begins(&mut self, game: &str) -> Option<String> {
        let form = format!("t={}&game={game}&rival=person&side=first", self.token);
        let begun = self.line.ask("/play", &self.cookie, Some(&form)).await?;
        begun.header("location")?.clone_into(&mut self.seat);
        let page = self.line.ask(&self.seat, &self.cookie, None).await?;
        self.shown = Shown::read(&page.text)?;
        let table = self.seat.rsplit_once('/')?.0;
        let before = format!("{table}/");
        let mut links = page
            .text
            .split(&before)
            .skip(1)
            .filter_map(|rest| rest.split(|sign: char| !sign.is_ascii_alphanumeric()).next());
        links.find(|key| !self.seat.ends_with(key)).map(|key| format!("{table}/{key}"))
    }

    /// Takes the other seat.
    pub(crate) async fn joins(&mut self, seat: &str) -> Option<()> {
        seat.clone_into(&mut self.seat);
        let page = self.line.ask(seat, &self.cookie, None).await?;
        self.shown = Shown::read(&page.text)?;
        Some(())
    }

    /// Loads the page again.
    pub(crate) async fn looks(&mut self) -> Option<()> {
        let page = self.line.ask(&self.seat, &self.cookie, None).await?;
        self.shown = Shown::read(&page.text)?;
        Some(())
    }

    /// Sends an act; says when it began to.
    pub(crate) async fn plays(&mut self, act: &str) -> Option<Instant> {
        let act = act.bytes().fold(String::new(), |said, byte| said + &format!("%{byte:02x}"));
        let form = format!("t={}&version={}&script=1&act={act}", self.token, self.shown.version);
        let began = Instant::now();
        let sent = self.line.ask(&self.seat, &self.cookie, Some(&form)).await?;
        (sent.status == 303).then_some(began)
    }

    /// Waits until the board is another, as an open page does; says when that was there.
    pub(crate) async fn sees(&mut self) -> Option<Instant> {
        let (version, began) = (self.shown.version, Instant::now());
        while began.elapsed() < PATIENCE {
            let path = format!("{}/now?after={}&lang=en", self.seat, self.shown.news);
            let page = self.wait.ask(&path, &self.cookie, None).await?;
            self.shown = Shown::read(&page.text)?;
            if self.shown.version > version || self.shown.is_over {
                return Some(page.at);
            }
        }
        None
    }
}
