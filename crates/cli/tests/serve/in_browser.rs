//! `leitai play --web`: the page of a game, served to this machine alone.

use crate::house::House;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn the_page_of_a_game_is_served_with_what_was_asked_for() {
    let house = House::open();
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command
        .args(["--lang", "en", "play", "hex", "--web", "--position", "D4 E5"])
        .current_dir(house.path("."));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it can be started");
    let said = BufReader::new(child.stdout.take().expect("a pipe")).lines().next();
    let line = said.expect("a line").expect("text");
    let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).expect("an address");
    let (host, page) = address.split_once('/').expect("a page");
    assert!(page.starts_with("play?game=hex&"), "{line}");
    let mut stream = TcpStream::connect(host).expect("it listens");
    write!(stream, "GET /{page} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it answers");
    child.kill().expect("our child");
    child.wait().expect("our child");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("D4 E5"), "{answer}");
}
