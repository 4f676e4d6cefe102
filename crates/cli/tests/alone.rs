//! `leitai` alone at a terminal: the programs and the site of whoever only started it.

use crate::at_terminal::AtTerminal;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// What is answered at a path of a page without style or script.
fn get(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("it listens");
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[test]
fn alone_at_a_terminal_it_opens_the_site_and_a_second_one_says_where_the_first_is() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bot.py"), "print()").expect("our folder");
    let mut first = AtTerminal::start(&["--lang", "en"], folder.path());
    let said = first.sees(" in a browser");
    first.sees("this machine's site");
    let address = said.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    first.sees("leitai-site");
    first.sees("continues where it stopped");
    let (host, path) = address.trim_start_matches("http://").split_once('/').expect("a path with a key");
    assert!(host.starts_with("127.0.0.1:"), "this machine alone: {address}");
    let page = get(host, path);
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("My programs") && page.contains(">bot.py<"),
        "{page}"
    );
    let site =
        page.split("href=\"http://").find_map(|link| link.split_once("/play\"")).expect("a way to play").0;
    let front = get(site, "");
    assert!(front.starts_with("HTTP/1.1 200") && front.contains("href=\"/play\""), "{front}");
    assert!(get(site, path).starts_with("HTTP/1.1 404"), "the site knows nothing of it");

    let mut second = AtTerminal::start(&["--lang", "zh"], folder.path());
    second.sees(&format!("网站已在运行：{address}"));
    assert!(second.leaves().success());

    let pid = Pid::from_raw(first.id().cast_signed()).expect("a process");
    kill_process(pid, Signal::INT).expect("ours");
    assert!(first.leaves().success());
    let kept = folder.path().join("leitai-site");
    assert!(kept.join("store.sqlite").is_file() && kept.join("events/demo.toml").is_file());
}
