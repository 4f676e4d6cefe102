//! A class at a site, on loopback: `cargo bench -p leitai --bench campus -- [STUDENTS [SECONDS]]` (300, 60).
//!
//! STUDENTS students of a roster arrive within SECONDS seconds, evenly spaced: each signs in with the first password,
//! chooses a new one and then a nickname, looks at the board, and submits a program, while 20 visitor pages a second
//! are read and the exhibition plays. Reports the times of a sign-in (its three forms) and of all pages, what became
//! of the programs, and whether a game was put in question. The clients run in this process, on the same cores. Fails
//! if a request is refused or a program does not come into force.
#![expect(clippy::print_stdout, reason = "its words are its result")]

#[path = "../tests/house.rs"]
#[allow(dead_code, reason = "a part is used")]
mod house;
#[path = "served/served.rs"]
#[allow(dead_code, reason = "a part is used")]
mod served;

use house::House;
use serde_json::Value;
use served::{Server, ask, part, questioned};
use std::fmt::Write;
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Visitor pages read per second.
const PAGES: u32 = 20;

/// Interval between two checks of what became of the programs; a check that finds no change is the last.
const LOOK: Duration = Duration::from_secs(30);

/// Plays the first empty cell.
const PROGRAM: &str = r#"import sys
print("Beyond.Game.Tic-tac-toe.1.0", flush=True)
print("Class", flush=True)
for line in sys.stdin:
    line = line.rstrip("\r\n")
    if len(line) == 9 and " " in line:
        print(line.index(" "), flush=True)
"#;

const EVENT: &str = r#"name = "Class"
game = "tictactoe"
preset = "judge"
entries = [{ name = "house", program = "easy" }, { name = "other", program = "easy" }]
[submit]
"#;

/// Response times in milliseconds, and the refused requests.
#[derive(Default)]
struct Measurements {
    signed_in: Mutex<Vec<f64>>,
    pages: Mutex<Vec<f64>>,
    submitted: Mutex<Vec<f64>>,
    refused: Mutex<Vec<String>>,
}

/// One browser with its cookies.
struct Browser<'a> {
    address: &'a str,
    cookies: Vec<(String, String)>,
    found: &'a Measurements,
}

impl Browser<'_> {
    /// Returns the answer and its milliseconds; `None` unless the status is 200 or 303, which is recorded as refused.
    async fn send(&mut self, path: &str, form: Option<&str>) -> Option<(String, f64)> {
        let mut head = String::new();
        if !self.cookies.is_empty() {
            let pairs: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let _ = write!(head, "cookie: {}\r\n", pairs.join("; "));
        }
        if form.is_some() {
            let _ = write!(
                head,
                "origin: http://{}\r\ncontent-type: application/x-www-form-urlencoded\r\n",
                self.address
            );
        }
        let began = Instant::now();
        let answer = ask(self.address, path, &head, form).await;
        let took = began.elapsed().as_secs_f64() * 1e3;
        let Some((200 | 303, text)) = answer else {
            let what = answer.map_or("no answer".to_owned(), |(status, _)| status.to_string());
            self.found.refused.lock().expect("no client panics").push(format!("{path}: {what}"));
            return None;
        };
        for line in text.lines().take_while(|line| !line.trim().is_empty()) {
            let Some((name, value)) = line.split_once(": ") else { continue };
            if name.eq_ignore_ascii_case("set-cookie")
                && let Some((name, value)) = value.split(';').next().and_then(|pair| pair.split_once('='))
            {
                self.cookies.retain(|(known, _)| known != name);
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        Some((text, took))
    }

    async fn read_page(&mut self, path: &str) -> Option<String> {
        let (text, took) = self.send(path, None).await?;
        self.found.pages.lock().expect("no client panics").push(took);
        Some(text)
    }

    /// Sends the form of a page with its token; returns the answer and how long it took.
    async fn form(&mut self, path: &str, fields: &str) -> Option<(String, f64)> {
        let page = self.read_page(path).await?;
        let Some(token) = page.split("name=\"t\" value=\"").nth(1).and_then(|rest| rest.split('"').next())
        else {
            self.found
                .refused
                .lock()
                .expect("no client panics")
                .push(format!("{path}: no form, but {}", page.lines().next().unwrap_or_default()));
            return None;
        };
        self.send(path, Some(&format!("t={token}&{fields}"))).await
    }
}

/// Percent-encodes text as a form does.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut all, byte| {
        if byte.is_ascii_alphanumeric() {
            all.push(char::from(byte));
        } else {
            let _ = write!(all, "%{byte:02X}");
        }
        all
    })
}

/// Runs one student from the first sign-in to the submitted program; `None` if anything was refused.
async fn student(address: String, event: String, number: usize, found: Arc<Measurements>) -> Option<()> {
    let mut browser = Browser { address: &address, cookies: Vec::new(), found: &found };
    let (_, signed_in) =
        browser.form("/sign-in", &format!("number=s{number}&password=s{number}&back=")).await?;
    let choice = format!("password=campus+horse+{number}&again=campus+horse+{number}");
    let (_, chosen) = browser.form("/first", &choice).await?;
    let (_, named) = browser.form("/first", &format!("nickname=nick{number}")).await?;
    found.signed_in.lock().expect("no client panics").push(signed_in + chosen + named);
    browser.read_page(&format!("/events/{event}")).await?;
    let source = encoded(&format!("{PROGRAM}# {number}\n"));
    let submit = format!("/events/{event}/submit");
    let (answer, took) = browser.form(&submit, &format!("language=main.py&text={source}")).await?;
    if !answer.contains("/submissions/") {
        found.refused.lock().expect("no client panics").push(format!("{number}: not taken"));
        return None;
    }
    found.submitted.lock().expect("no client panics").push(took);
    Some(())
}

/// The event's id.
async fn class(address: &str) -> Option<String> {
    let (_, answer) = ask(address, "/api/v1/events", "", None).await?;
    let events: Value = serde_json::from_str(answer.split_once("\r\n\r\n")?.1.trim()).ok()?;
    let event = events["events"].as_array()?.iter().find(|event| event["name"] == "Class")?;
    Some(event["id"].as_str()?.to_owned())
}

/// How many submissions are in force, and how many failed.
async fn ended(address: &str, event: &str) -> (usize, usize) {
    let answer = ask(address, &format!("/events/{event}/submissions.csv"), "", None).await;
    let text = answer.map(|(_, text)| text).unwrap_or_default();
    let stand = |words: &[&str]| words.iter().map(|words| text.matches(&format!(",{words},")).count()).sum();
    let failed = ["does not compile", "refused", "failed the protocol check", "failed its validation games"];
    (stand(&["current program"]), stand(&failed))
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let (students, seconds) =
        (numbers.first().copied().unwrap_or(300), numbers.get(1).copied().unwrap_or(60) as u64);
    let house = House::open();
    fs::create_dir_all(house.path("site/events")).expect("our folder");
    fs::write(house.path("site/events/class.toml"), EVENT).expect("our folder");
    let roster: String =
        (0..students).flat_map(|number| [format!("s{number},"), format!("Name {number}\n")]).collect();
    fs::write(house.path("roster.csv"), format!("number,name\n{roster}")).expect("our folder");
    let [site, roster] = ["site", "roster.csv"].map(|name| house.path(name).display().to_string());
    let imported = house.done(&["people", "import", &roster, "--data", &site]);
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    let server = Server::start(&house, 4, &[]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let found = Arc::new(Measurements::default());
    runtime.block_on(async {
        tokio::time::sleep(Duration::from_secs(5)).await;
        let event = class(&server.address).await.expect("the event");
        let before = server.memory();
        let began = Instant::now();
        let mut coming = tokio::time::interval(Duration::from_secs(seconds) / students as u32);
        let visitors = {
            let (address, found, event) = (server.address.clone(), Arc::clone(&found), event.clone());
            tokio::spawn(async move {
                let mut tick = tokio::time::interval(Duration::from_secs(1) / PAGES);
                loop {
                    tick.tick().await;
                    let (address, found, event) = (address.clone(), Arc::clone(&found), event.clone());
                    tokio::spawn(async move {
                        let mut browser = Browser { address: &address, cookies: Vec::new(), found: &found };
                        browser.read_page(&format!("/events/{event}")).await
                    });
                }
            })
        };
        let mut tasks = Vec::new();
        for number in 0..students {
            coming.tick().await;
            tasks.push(tokio::spawn(student(
                server.address.clone(),
                event.clone(),
                number,
                Arc::clone(&found),
            )));
        }
        for task in tasks {
            // Refused requests are in the list already.
            let _ = task.await.expect("no client panics");
        }
        visitors.abort();
        println!(
            "{students} students in {:.1} s: {before} kB before, {} kB after",
            began.elapsed().as_secs_f64(),
            server.memory()
        );
        let mut last = (usize::MAX, usize::MAX);
        let mut now = ended(&server.address, &event).await;
        while now.0 + now.1 < students && now != last {
            tokio::time::sleep(LOOK).await;
            (last, now) = (now, ended(&server.address, &event).await);
            println!("after {:.0} s: {} in force, {} failed", began.elapsed().as_secs_f64(), now.0, now.1);
        }
        assert_eq!(now, (students, 0), "in force and failed");
    });
    for (what, values) in
        [("sign-ins", &found.signed_in), ("pages", &found.pages), ("programs handed in", &found.submitted)]
    {
        let mut values = std::mem::take(&mut *values.lock().expect("no client panics"));
        println!(
            "{} {what}: p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms",
            values.len(),
            part(&mut values, 0.5).unwrap_or(0.0),
            part(&mut values, 0.95).unwrap_or(0.0),
            part(&mut values, 0.99).unwrap_or(0.0)
        );
    }
    let refused = std::mem::take(&mut *found.refused.lock().expect("no client panics"));
    println!("{} games put in question", questioned(&house.path("site")));
    assert!(refused.is_empty(), "{} refused, as {:?}", refused.len(), &refused[..refused.len().min(5)]);
}
