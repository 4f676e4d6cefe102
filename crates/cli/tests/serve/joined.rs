//! Programs that play at a table of the site from elsewhere, by `leitai join`.

use super::from_afar::student;
use super::site::{PATIENCE, Site};
use leitai_store::Scope;
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A program that plays at a site.
pub(super) struct Joins {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Joins {
    pub(super) fn begin(site: &Site, token: &Path, args: &[&str]) -> Joins {
        Joins::begin_in(&site.house.path("."), token, args)
    }

    /// The same, in this folder.
    pub(super) fn begin_in(folder: &Path, token: &Path, args: &[&str]) -> Joins {
        let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
        command.args(["--lang", "en", "join"]).args(args).arg("--token-file").arg(token);
        command.args(["--sandbox", "off"]).current_dir(folder);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be started");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Joins { child, lines }
    }

    fn step(&mut self) -> Value {
        self.next_step().expect("a step")
    }

    /// The next step; `None` once there is none.
    pub(super) fn next_step(&mut self) -> Option<Value> {
        let line = self.lines.next()?.expect("text");
        Some(serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}")))
    }

    /// How it ended: its code, what else it printed, and its errors.
    pub(super) fn rest(mut self) -> (Option<i32>, Vec<String>, String) {
        let out: Vec<_> = self.lines.map(|line| line.expect("text")).collect();
        let began = Instant::now();
        while self.child.try_wait().expect("our child").is_none() {
            assert!(began.elapsed() < PATIENCE, "it goes on");
            thread::sleep(Duration::from_millis(20));
        }
        let done = self.child.wait_with_output().expect("our child");
        (done.status.code(), out, String::from_utf8(done.stderr).expect("text"))
    }
}

#[test]
fn programs_of_two_machines_play_at_a_table_of_the_site() {
    let site = Site::open(&[]);
    let [ann, other] = ["token", "other"].map(|name| site.house.path(name));
    fs::write(&ann, student(&site, &[Scope::Play], 1)).expect("our folder");
    fs::write(&other, student(&site, &[Scope::Read], 2)).expect("our folder");
    let server = format!("http://{}", site.address);
    // A guest of the same account, in another seat.
    for (game, dialect) in [("tictactoe", "sau"), ("einstein", "native")] {
        let mut host = Joins::begin(
            &site,
            &ann,
            &[&server, "easy", "--game", game, "--rival", "program", "--seat", "second", "--json"],
        );
        let seat = host.step();
        assert_eq!(
            (&seat["type"], &seat["seat"], &seat["game"]),
            (&"seat".into(), &"second".into(), &game.into())
        );
        let invites = seat["invites"].as_str().expect("a free seat").to_owned();
        let guest = Joins::begin(&site, &ann, &[&invites, "random", "--dialect", dialect]);
        let (code, out, err) = guest.rest();
        assert_eq!(code, Some(0), "{game}: {out:?} {err}");
        assert!(out[0].contains("random sits at First's seat: http://"), "{out:?}");
        let ends = ["won: ", "lost: ", "a draw: "];
        assert!(out.iter().any(|line| ends.iter().any(|end| line.starts_with(end))), "{out:?}");
        assert!(out.last().is_some_and(|line| line.contains("/games/")), "{out:?}");
        let (code, out, err) = host.rest();
        assert_eq!(code, Some(0), "{game}: {out:?} {err}");
        let end: Value = serde_json::from_str(out.last().expect("steps")).expect("JSON");
        assert_eq!((&end["type"], &end["broken_off"]), (&"end".into(), &false.into()), "{game}");
        assert!(out.iter().filter(|line| line.contains("\"told\"")).count() > 4, "{out:?}");
        let replay =
            end["replay"].as_str().and_then(|replay| replay.strip_prefix(&server)).expect("a replay");
        assert_eq!(site.get(replay).status, 200);
    }
    // Who waits for nobody any more.
    let mut host =
        Joins::begin(&site, &ann, &[&server, "easy", "--game", "hex", "--rival", "program", "--json"]);
    let page = host.step()["page"].as_str().expect("a page").to_owned();
    thread::sleep(Duration::from_secs(1));
    let pid = rustix::process::Pid::from_child(&host.child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let (code, _, err) = host.rest();
    assert!(code == Some(130) && err.contains("the game is broken off, without a result"), "{code:?} {err}");
    let page = page.strip_prefix(&server).expect("a page of the site").to_owned();
    let (code, out, err) = Joins::begin(&site, &ann, &[&format!("{server}{page}"), "easy"]).rest();
    assert!(
        code == Some(2) && err.contains("this game is over: the game was broken off"),
        "{code:?} {out:?} {err}"
    );
    // A built-in player of the site, and a program that ends in the middle.
    let (code, out, err) =
        Joins::begin(&site, &ann, &[&server, "best", "--game", "tictactoe", "--rival", "easy"]).rest();
    assert_eq!(code, Some(0), "{out:?} {err}");
    let quits = "cmd:sh -c 'read a; echo \"{\\\"type\\\":\\\"ready\\\"}\"; read b; exit 3'";
    let (code, out, err) = Joins::begin(
        &site,
        &ann,
        &[&server, quits, "--game", "tictactoe", "--rival", "easy", "--dialect", "native"],
    )
    .rest();
    assert_eq!(code, Some(1), "{out:?} {err}");
    assert!(err.contains("sh: exited with code 3"), "{err}");
    for (token, args, said) in [
        (&other, &["easy", "--game", "hex"][..], "play at tables (`play`)"),
        (&ann, &["easy"], "--game"),
        (
            &ann,
            &["easy", "--game", "gomoku", "--preset", "gomocup", "--dialect", "gomocup"],
            "depends on the stage beside it",
        ),
        (&ann, &["easy", "--game", "hex", "--rival", "strongest"], "Choose an opponent."),
        (&ann, &["easy", "--game", "hex", "--preset", "none"], "there is no preset `none`"),
    ] {
        let args = [&[server.as_str()], args].concat();
        let (code, out, err) = Joins::begin(&site, token, &args).rest();
        assert_eq!(code, Some(2), "{out:?} {err}");
        assert!(err.contains(said), "{err}");
    }
    let event = format!("{server}/events/k7f2k7f2");
    let (code, _, err) = Joins::begin(&site, &ann, &[&event, "easy", "--game", "hex"]).rest();
    assert!(code == Some(2) && err.contains("no seat of theirs can be joined"), "{err}");
    let nowhere = format!("{server}/play/k7f2k7f2/x");
    let (code, _, err) = Joins::begin(&site, &ann, &[&nowhere, "easy"]).rest();
    assert!(code == Some(2) && err.contains("There is no such table."), "{err}");
    let (code, _, err) = Joins::begin(&site, &ann, &[&nowhere, "easy", "--game", "hex"]).rest();
    assert!(code == Some(2) && err.contains("leave out --game"), "{err}");
}

/// A line to a site that can be cut, and that leads to another one once it is told so.
pub(super) struct BadLine {
    pub(super) address: String,
    pub(super) site: Arc<Mutex<String>>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl BadLine {
    pub(super) fn to(site: &Site) -> BadLine {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("a port").to_string();
        let site = Arc::new(Mutex::new(site.address.clone()));
        let open = Arc::<Mutex<Vec<TcpStream>>>::default();
        let (all, there) = (Arc::clone(&open), Arc::clone(&site));
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let to = there.lock().expect("whole").clone();
                let Ok(far) = TcpStream::connect(to) else { continue };
                let both = [near.try_clone(), far.try_clone()].map(|stream| stream.expect("a descriptor"));
                all.lock().expect("whole").extend(both);
                for (mut from, mut to) in [
                    (near.try_clone().expect("a descriptor"), far.try_clone().expect("a descriptor")),
                    (far, near),
                ] {
                    thread::spawn(move || {
                        let mut bytes = [0; 4096];
                        while let Ok(count @ 1..) = from.read(&mut bytes) {
                            if to.write_all(&bytes[..count]).is_err() {
                                break;
                            }
                        }
                        let _ = to.shutdown(Shutdown::Write);
                    });
                }
            }
        });
        BadLine { address, site, open }
    }

    fn cut(&self) {
        for stream in self.open.lock().expect("whole").drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

#[test]
fn a_line_that_is_cut_goes_on_where_it_was() {
    let site = Site::open(&[]);
    let token = site.house.path("token");
    fs::write(&token, student(&site, &[Scope::Play], 1)).expect("our folder");
    let line = BadLine::to(&site);
    let server = format!("http://{}", line.address);
    let args = [&server, "random", "--game", "dots", "--rival", "program", "--json"];
    let mut cut = Joins::begin(&site, &token, &args);
    let invites = cut.step()["invites"].as_str().expect("a free seat").replace(&line.address, &site.address);
    let whole = Joins::begin(&site, &token, &[&invites, "random", "--json"]);
    let mut steps: Vec<Value> = Vec::new();
    let told = |steps: &[Value]| -> Vec<String> {
        let reports = steps.iter().filter(|step| step["type"] == "told");
        reports.map(|step| step["report"].as_str().expect("a report").to_owned()).collect()
    };
    loop {
        let step = cut.step();
        steps.push(step.clone());
        if step["type"] == "told" && [3, 11, 20].contains(&told(&steps).len()) {
            line.cut();
        }
        if step["type"] == "end" {
            break;
        }
    }
    let (code, out, err) = whole.rest();
    assert_eq!(code, Some(0), "{err}");
    let others: Vec<Value> = out.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(told(&steps), told(&others), "each once, and in order");
    let count = |what: &str| steps.iter().filter(|step| step["type"] == what).count();
    assert!(count("cut") >= 2 && count("cut") == count("back"), "{steps:?}");
    assert_eq!(
        (cut.rest().0, others.last().map(|end| &end["winner"])),
        (Some(0), steps.last().map(|end| &end["winner"]))
    );
}
