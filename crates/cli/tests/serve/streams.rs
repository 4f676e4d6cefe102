//! What is sent to a page while it is open.

use super::site::{Frame, Frames, PATIENCE, Site, event, on_board, until};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Slow enough to be watched.
const SLOW: &str = "[show]\npace = \"150ms\"\n";

/// The life and the number of a mark `LIFE.N`.
fn mark(frame: &Frame) -> (String, u64) {
    let id = frame.id.as_deref().expect("a mark");
    let (life, number) = id.split_once('.').expect("a life");
    (life.to_owned(), number.parse().expect("a number"))
}

#[test]
fn who_comes_back_gets_what_was_missed_and_who_is_from_elsewhere_all() {
    let site = Site::open(&[("slow.toml", &event("Slow", "tictactoe", SLOW, &["甲", "乙"]))]);
    let id = site.event("Slow");
    let game = site.running(&id);
    let path = format!("/games/{game}/live");
    let start = until(|| on_board(&site.get(&format!("/games/{game}"))));
    let mut first = Frames::open(&site, &path, Some(&start));
    let seen: Vec<_> = first.by_ref().take_while(|frame| frame.event == "steps").take(3).collect();
    assert_eq!(seen.len(), 3, "a game of ten steps");
    let (life, number) = mark(&seen[0]);
    for (at, frame) in (number..).zip(&seen) {
        assert_eq!(mark(frame), (life.clone(), at));
        assert_eq!(frame.data["g"], game.as_str());
    }
    // A client cut off after the first frame gets exactly the same bytes that followed it.
    let back = Frames::open(&site, &path, seen[0].id.as_deref());
    let again: Vec<_> = back.take(2).collect();
    assert_eq!(again, seen[1..]);
    let from = format!("{path}?from={}", seen[0].id.as_deref().expect("a mark"));
    assert_eq!(Frames::open(&site, &from, None).take(2).collect::<Vec<_>>(), seen[1..]);
    // A mark of another life, one that was never issued, and none at all.
    let other = format!("{:08x}.{number}", !u32::from_str_radix(&life, 16).expect("a life"));
    for last in [other.as_str(), &format!("{life}.99999"), "nonsense", ""] {
        let frame = Frames::open(&site, &path, Some(last)).next().expect("the whole");
        assert_eq!((frame.event.as_str(), &frame.data["g"]), ("whole", &game.as_str().into()), "{last:?}");
    }
    // A client that stays gets every step once, and the end.
    let mut next = mark(&seen[2]).1 + 1;
    let mut is_over = false;
    for frame in first {
        if frame.event == "over" {
            assert_eq!(frame.data["g"], game.as_str());
            is_over = true;
            break;
        }
        assert_eq!((frame.event.as_str(), mark(&frame)), ("steps", (life.clone(), next)));
        next += 1;
    }
    assert!(is_over, "nobody said that it ended");
    let late = Frames::open(&site, &path, seen[2].id.as_deref());
    let late: Vec<_> = late.take_while(|frame| frame.event == "steps").map(|frame| mark(&frame).1).collect();
    assert!(late.is_empty() || late.iter().copied().eq(mark(&seen[2]).1 + 1..next), "{late:?}");
}

#[test]
fn a_game_that_nobody_knows_any_more_is_over_and_an_event_tells_of_its_table() {
    let site = Site::open(&[("slow.toml", &event("Slow", "tictactoe", SLOW, &["甲", "乙", "丙"]))]);
    let id = site.event("Slow");
    let gone = Frames::open(&site, "/live?games=abcdefgh@00000000.3", None).next().expect("a word");
    assert_eq!((gone.event.as_str(), &gone.data["g"]), ("over", &"abcdefgh".into()));
    let alone = site.get("/games/abcdefgh/live");
    assert!(
        alone.status == 404 && alone.text().contains("no such game"),
        "nothing can follow: {}",
        alone.text()
    );
    let table = format!("/live?events={id}@0");
    let mut frames = Frames::open(&site, &table, None);
    let mut versions = Vec::new();
    while versions.len() < 3 {
        let frame = frames.next().expect("it goes on");
        assert_eq!((frame.event.as_str(), &frame.data["e"]), ("table", &id.as_str().into()));
        versions.push(frame.data["v"].as_u64().expect("a number"));
    }
    assert!(versions.is_sorted_by(|a, b| a < b), "{versions:?}");
    let mut hall = Frames::open(&site, "/live?hall=0", None);
    assert!(hall.next().is_some_and(|frame| frame.event == "hall" && frame.data["v"].as_u64() > Some(0)));
}

/// The kinds of all frames until the server ends the stream.
fn all(frames: Frames) -> Vec<String> {
    frames.map(|frame| frame.event).collect()
}

#[test]
fn a_stream_ends_with_its_games_and_not_before() {
    let site = Site::open(&[("two.toml", &event("Two", "tictactoe", SLOW, &["甲", "乙", "丙", "丁"]))]);
    let id = site.event("Two");
    let [one, other] = until(|| {
        let games = site.json("/api/v1/live");
        let games = games["games"].as_array().expect("games").iter().map(|game| game["id"].clone());
        games.map(|id| id.as_str().expect("an address").to_owned()).collect::<Vec<_>>().try_into().ok()
    });
    let mut hall = Frames::open(&site, &format!("/live?games={one}&events={id}@0"), None);
    let kinds = all(Frames::open(&site, &format!("/live?games={one},{other}"), None));
    assert_eq!(kinds.iter().filter(|kind| *kind == "over").count(), 2, "{kinds:?}");
    assert_eq!(kinds.last().map(String::as_str), Some("over"));
    assert!(kinds.iter().any(|kind| kind == "steps"), "{kinds:?}");
    // For a game that is over, each stream says so, and nothing else.
    assert_eq!(all(Frames::open(&site, &format!("/live?games={one}"), None)).last().unwrap(), "over");
    // For an event, more may always follow.
    assert!(hall.any(|frame| frame.event == "over" && frame.data["g"] == one.as_str()));
    assert!(hall.any(|frame| frame.event == "table"));
}

/// A client that requests a page again and again, and never reads an answer.
#[test]
fn who_reads_nothing_is_cut_off() {
    let mut site = Site::open(&[]);
    site.end();
    fs::write(site.data().join("leitai.toml"), "patience = 1\n").expect("our folder");
    site.start();
    let page = site.get("/docs/native");
    assert_eq!(page.status, 200);
    let size = page.body.len();
    let (asked, began) = (2_000, Instant::now());
    let mut stream = TcpStream::connect(&site.address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    let request = "GET /docs/native HTTP/1.1\r\nhost: leitai\r\n\r\n".repeat(asked);
    // Nor does the server keep reading where nobody takes its answers.
    stream.set_nonblocking(true).expect("a socket");
    let _ = stream.write_all(request.as_bytes());
    stream.set_nonblocking(false).expect("a socket");
    std::thread::sleep(Duration::from_secs(3));
    let mut taken = Vec::new();
    let _ = stream.read_to_end(&mut taken);
    assert!(
        began.elapsed() < PATIENCE && taken.len() < asked * size / 2,
        "{} of {}",
        taken.len(),
        asked * size
    );
}

#[test]
fn a_server_that_is_asked_to_end_closes_its_streams_and_is_gone() {
    let mut site = Site::open(&[("slow.toml", &event("Slow", "nogo", SLOW, &["甲", "乙"]))]);
    let id = site.event("Slow");
    let game = site.running(&id);
    let mut open: Vec<_> = (0..20)
        .map(|at| match at % 3 {
            0 => Frames::open(&site, &format!("/live?games={game}&events={id}&hall=1"), None),
            1 => Frames::open(&site, &format!("/games/{game}/live"), None),
            _ => Frames::open(&site, "/live?hall=999999", None),
        })
        .collect();
    until(|| (site.json("/health")["streams"] == 20).then_some(()));
    let (code, said, took) = site.end();
    assert!(code == Some(0) && took.as_secs() < 10, "{code:?} after {took:?}: {said}");
    for frames in &mut open {
        // Each stream has its end; none waits for a timeout.
        assert!(frames.count() < 1000);
    }
    site.house.is_still();
}
