//! `leitai` alone at a terminal: the site of whoever only started it.

use crate::at_terminal::AtTerminal;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

#[test]
fn alone_at_a_terminal_it_opens_the_site_and_a_second_one_says_where_the_first_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = AtTerminal::start(&["--lang", "en"], folder.path());
    let said = first.sees(" in a browser");
    let address = said.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    first.sees("leitai-site");
    first.sees("continues where it stopped");
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    assert!(host.starts_with("127.0.0.1:"), "this machine alone: {address}");
    let mut stream = TcpStream::connect(host).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("href=\"/play\""), "{answer}");

    let mut second = AtTerminal::start(&["--lang", "zh"], folder.path());
    second.sees(&format!("网站已在运行：{address}"));
    assert!(second.leaves().success());

    let pid = Pid::from_raw(first.id().cast_signed()).expect("a process");
    kill_process(pid, Signal::INT).expect("ours");
    assert!(first.leaves().success());
    let kept = folder.path().join("leitai-site");
    assert!(kept.join("store.sqlite").is_file() && kept.join("events/demo.toml").is_file());
}
