//! A server that is killed at any instant while people play at its tables, with each other and with built-in players: every
//! game goes on, no act is played twice, and none is lost that was shown to anybody.

use super::site::{PATIENCE, Site};
use crate::house::Lots;
use leitai_testkit::extent;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The games, each with the opponent: what was placed stays, so that what was lost is seen.
const TABLES: [(&str, &str); 4] =
    [("hex", "person"), ("connect6", "person"), ("hex", "random"), ("dots", "easy")];
/// After each start everybody plays so often: a built-in player has answered by then.
const ACTS: u64 = 2;

/// Where the server is now, and whether everybody is to go.
#[derive(Default)]
pub(super) struct Around {
    pub(super) address: Mutex<String>,
    is_over: AtomicBool,
}

/// An answer: its status, its head and its text; `None` while the server is away.
type Answered = Option<(u16, String, String)>;

impl Around {
    fn ask(&self, path: &str, cookie: &str, form: Option<&str>) -> Answered {
        let address = self.address.lock().expect("nobody panics").clone();
        let mut stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        let (method, body) = (if form.is_some() { "POST" } else { "GET" }, form.unwrap_or_default());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: leitai\r\norigin: http://leitai\r\ncookie: {cookie}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let answer = String::from_utf8(answer).ok()?;
        let (head, text) = answer.split_once("\r\n\r\n")?;
        // One that was cut off is none.
        let length = header(head, "content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        (text.len() == length)
            .then(|| Some((head.get(9..12)?.parse().ok()?, head.to_owned(), text.to_owned())))?
    }

    /// The answer, once the server is there.
    pub(super) fn gets(&self, path: &str, cookie: &str) -> (u16, String, String) {
        let began = Instant::now();
        loop {
            if let Some(answered) = self.ask(path, cookie, None) {
                return answered;
            }
            assert!(began.elapsed() < PATIENCE, "{path}: nobody answers");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let is_it = |line: &&str| line.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
    head.lines().find(is_it)?.split_once(": ").map(|(_, value)| value.trim())
}

fn part<'a>(text: &'a str, before: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split('"').next()
}

/// A JSON text in an attribute of the page.
fn json(page: &str, before: &str) -> Value {
    let text = part(page, before).unwrap_or_default().replace("&quot;", "\"").replace("&amp;", "&");
    serde_json::from_str(&text).unwrap_or_default()
}

/// A guest, the seat, and the acts sent from there.
struct Guest {
    cookie: String,
    token: String,
    seat: String,
    sent: Vec<String>,
    version: u64,
}

impl Guest {
    fn comes(around: &Around) -> Guest {
        let (_, head, text) = around.gets("/play?game=hex", "");
        let cookie =
            header(&head, "set-cookie").and_then(|cookie| cookie.split(';').next()).expect("a cookie");
        let token = part(&text, "name=\"t\" value=\"").expect("a form");
        Guest {
            cookie: cookie.to_owned(),
            token: token.to_owned(),
            seat: String::new(),
            sent: Vec::new(),
            version: 0,
        }
    }

    fn sits(&mut self, seat: &str) {
        seat.clone_into(&mut self.seat);
        (self.sent, self.version) = (Vec::new(), 0);
    }
}

/// One table after the other, of the same people.
struct Table {
    game: &'static str,
    rival: &'static str,
    guests: Vec<Guest>,
    /// What was shown to anybody.
    seen: BTreeSet<String>,
    lots: Lots,
}

impl Table {
    /// Begins a game; one whose beginning was cut off is left alone, and another guest begins.
    fn begins(&mut self, around: &Around) {
        let people = if self.rival == "person" { 2 } else { 1 };
        self.seen.clear();
        loop {
            self.guests = (0..people).map(|_| Guest::comes(around)).collect();
            let form =
                format!("t={}&game={}&rival={}&side=first", self.guests[0].token, self.game, self.rival);
            let Some((303, head, _)) = around.ask("/play", &self.guests[0].cookie, Some(&form)) else {
                continue;
            };
            let own = header(&head, "location").expect("a way there").to_owned();
            let (status, _, page) = around.gets(&own, &self.guests[0].cookie);
            assert_eq!(status, 200, "a table that was begun stands: {page}");
            self.guests[0].sits(&own);
            let Some(other) = self.guests.get_mut(1) else { return };
            let table = format!("{}/", own.rsplit_once('/').expect("a key").0);
            let keys = page
                .split(&table)
                .skip(1)
                .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next());
            let key = keys.into_iter().find(|key| !own.ends_with(key)).expect("an invitation");
            other.sits(&format!("{table}{key}"));
            return;
        }
    }

    /// Looks at both seats, and acts where something is to be done; whether somebody did.
    fn goes_on(&mut self, around: &Around) -> bool {
        let mut acted = false;
        for at in 0..self.guests.len() {
            let guest = &mut self.guests[at];
            let (status, head, page) = around.gets(&guest.seat, &guest.cookie);
            // It was over before the server was killed.
            if status == 303 && header(&head, "location").is_some_and(|there| there.starts_with("/games/")) {
                self.is_right(around);
                self.begins(around);
                return true;
            }
            assert_eq!(status, 200, "{}: the game goes on: {page}", self.game);
            let version = part(&page, "data-version=\"").and_then(|it| it.parse().ok()).expect("a version");
            assert!(version >= guest.version, "{}: {version} comes after {}", self.game, guest.version);
            guest.version = version;
            let places = json(&page, "data-places=\"");
            let stands = |place: &&Value| {
                let spoken = place[3].as_str().unwrap_or_default();
                spoken.contains("stone") || spoken.contains("edge")
            };
            let stand = places.as_array().into_iter().flatten().filter(stands);
            let stand: BTreeSet<_> = stand.filter_map(|place| place[0].as_str().map(str::to_owned)).collect();
            let lost: Vec<_> = self.seen.difference(&stand).collect();
            // A board that is not yet there shows nothing.
            assert!(places.is_null() || lost.is_empty(), "{}: {lost:?} were shown", self.game);
            self.seen.extend(stand);
            if page.contains("data-over=") {
                self.is_right(around);
                self.begins(around);
                return true;
            }
            let mut tree = &json(&page, "data-tree=\"");
            while let Some(all) = tree.as_object().filter(|all| !all.is_empty()) {
                tree = all.values().nth(self.lots.below(all.len() as u64) as usize).expect("one of them");
            }
            let Some(act) = tree.as_str() else { continue };
            guest.sent.push(act.to_owned());
            let form = format!("t={}&version={version}&script=1&act={act}", guest.token);
            acted |=
                around.ask(&guest.seat, &guest.cookie, Some(&form)).is_some_and(|(status, ..)| status == 303);
        }
        acted
    }

    /// In the record of a game that is over stands each act that was sent once at most, in the order in which they were.
    fn is_right(&self, around: &Around) {
        let id = self.guests[0].seat.split('/').nth(2).expect("an id");
        let began = Instant::now();
        let record = loop {
            let (status, _, text) = around.gets(&format!("/games/{id}/record.jsonl"), "");
            if status == 200 {
                break text;
            }
            assert!(began.elapsed() < PATIENCE, "a record: {text}");
            thread::sleep(Duration::from_millis(20));
        };
        let lines: Vec<Value> =
            record.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        for (guest, seat) in self.guests.iter().zip(["first", "second"]) {
            let mut sent = guest.sent.iter();
            for line in lines.iter().filter(|line| line["type"] == "play" && line["by"] == seat) {
                for act in line["acts"].as_array().expect("acts") {
                    let act = act.as_str().expect("text");
                    assert!(
                        sent.any(|one| one == act),
                        "{}: {act} was sent once at most: {record}",
                        self.game
                    );
                }
            }
        }
        let shown = lines
            .iter()
            .filter(|line| line["type"] == "play")
            .flat_map(|line| line["acts"].as_array().into_iter().flatten());
        assert!(shown.count() >= self.seen.len(), "{}: what was shown is in the record", self.game);
    }
}

/// 3 kills always, 50 in a long run, or as many as `LEITAI_TABLE_KILLS` says.
#[test]
fn games_of_people_outlive_a_server_that_is_killed() {
    let times: u32 = extent("LEITAI_TABLE_KILLS", 3, 50);
    let mut site = Site::open(&[]);
    let around = Arc::new(Around::default());
    around.address.lock().expect("nobody panics").clone_from(&site.address);
    let counts: Vec<_> = TABLES.iter().map(|_| Arc::new(AtomicU64::new(0))).collect();
    let tables: Vec<_> = (TABLES.into_iter().zip(&counts).zip(0..))
        .map(|(((game, rival), count), lot)| {
            let (around, count) = (Arc::clone(&around), Arc::clone(count));
            thread::spawn(move || {
                let mut table =
                    Table { game, rival, guests: Vec::new(), seen: BTreeSet::new(), lots: Lots(lot) };
                table.begins(&around);
                while !around.is_over.load(Ordering::Relaxed) {
                    if table.goes_on(&around) {
                        count.fetch_add(1, Ordering::Relaxed);
                    } else {
                        thread::sleep(Duration::from_millis(5));
                    }
                }
                assert!(!table.seen.is_empty(), "{game}: something was shown");
            })
        })
        .collect();
    let all_go_on = || {
        let before: Vec<_> = counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        let began = Instant::now();
        for (at, (count, before)) in counts.iter().zip(before).enumerate() {
            while count.load(Ordering::Relaxed) < before + ACTS {
                assert!(!tables[at].is_finished(), "{:?} failed", TABLES[at]);
                assert!(began.elapsed() < PATIENCE, "{:?} does not go on", TABLES[at]);
                thread::sleep(Duration::from_millis(5));
            }
        }
    };
    let mut lots = Lots(39);
    all_go_on();
    for _ in 0..times {
        thread::sleep(Duration::from_millis(lots.below(300)));
        site.kill();
        site.start();
        around.address.lock().expect("nobody panics").clone_from(&site.address);
        all_go_on();
    }
    around.is_over.store(true, Ordering::Relaxed);
    for table in tables {
        table.join().expect("nothing was lost, and nothing played twice");
    }
    let (code, said, _) = site.end();
    assert_eq!(code, Some(0), "{said}");
}
