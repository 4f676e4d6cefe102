//! Visitors who take all they can get, and a machine that lacks something: neither is any game's fault.

use super::site::{Frames, Site, event, links, until};
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// An event of a few seconds.
fn cup() -> String {
    event("Cup", "tictactoe", "[show]\npace = \"100ms\"\n", &["甲", "乙", "丙"])
}

/// How long a page takes, in seconds.
fn page_time(site: &Site) -> f64 {
    let began = Instant::now();
    assert_eq!(site.get("/health").status, 200);
    began.elapsed().as_secs_f64()
}

/// Half a request, held for as long as the server allows.
fn half(site: &Site) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(&site.address).ok()?;
    stream.write_all(b"GET / HTTP/1.1\r\nhost: leitai\r\nx-a: ").ok()?;
    Some(stream)
}

#[test]
fn whoever_takes_all_connections_keeps_neither_games_nor_visitors_from_theirs() {
    let mut site = Site::open(&[("cup.toml", &cup())]);
    site.kill();
    // 64 connections beside what two games need.
    site.files = Some(320);
    site.start();
    let id = site.event("Cup");
    let game = site.running(&id);
    let mut stream = Frames::open(&site, &format!("/games/{game}/live"), Some("00000000.0"));
    let without = (0..20).map(|_| page_time(&site)).fold(0.0, f64::max);
    let mut halves = Vec::new();
    let mut with: f64 = 0.0;
    for _ in 0..20 {
        halves.extend((0..30).filter_map(|_| half(&site)));
        with = with.max(page_time(&site));
    }
    assert!(halves.len() > 500, "{} were accepted", halves.len());
    assert!(with < 1.0 + 20.0 * without, "a page took {with} s beside them and {without} s without");
    assert!(stream.any(|frame| frame.event == "over"), "who watches is not cut off");
    site.is_over(&id);
    assert!(site.get("/metrics").text().contains("\nleitai_games_stuck 0\n"));
    drop(halves);
    let (_, said, _) = site.end();
    assert!(!said.contains("goes back") && !said.contains("no connection can be accepted"), "{said}");
}

#[test]
fn a_machine_that_lacks_something_pauses_with_its_reason_and_goes_on_by_itself() {
    let mut site = Site::playing(1, &[]);
    site.kill();
    // Nothing can be prepared for any game.
    let temporary = site.house.path("tmp");
    fs::remove_dir_all(&temporary).expect("our folder");
    fs::write(site.data().join("events/cup.toml"), cup()).expect("our folder");
    site.start();
    let id = site.event("Cup");
    // Longer than the three attempts that a game has.
    std::thread::sleep(Duration::from_secs(9));
    let stands = site.json(&format!("/api/v1/events/{id}"));
    assert_eq!((&stands["played"], &stands["stuck"]), (&0.into(), &0.into()), "{stands}");
    fs::create_dir(&temporary).expect("our folder");
    site.is_over(&id);
    assert!(until(|| Some(links(site.get(&format!("/events/{id}?part=games")).text()))).len() > 5);
    let (_, said, _) = site.end();
    let back = said.lines().filter(|line| line.contains("a game goes back")).count();
    assert!((3..30).contains(&back) && said.contains("tmp"), "it pauses, {back} times: {said}");
}
