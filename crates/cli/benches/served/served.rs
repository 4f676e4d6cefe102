//! A server under load, asked by plain clients in this process, on the same cores.

use crate::house::House;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A server process, killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    /// Serves the folder `site` of a house; `games` exhibition games run at once.
    pub(crate) fn start(house: &House, games: usize, more: &[&str]) -> Server {
        let mut child = Command::new(house.binary())
            .args([
                "--lang",
                "en",
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--exhibition",
                &games.to_string(),
                "--data",
            ])
            .arg(house.path("site"))
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server");
        let mut said = BufReader::new(child.stdout.take().expect("its words")).lines();
        let line = said.next().expect("an address").expect("text");
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
        // Later output is of no interest, but has to be drained.
        std::thread::spawn(move || said.for_each(drop));
        Server { child, address: address.to_owned() }
    }

    /// The server's resident memory, in kilobytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks for a page, or sends a form to it; `head` holds further lines of the request.
pub(crate) async fn ask(address: &str, path: &str, head: &str, form: Option<&str>) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let method = if form.is_some() { "POST" } else { "GET" };
    let body = form.unwrap_or_default();
    let length = match form {
        Some(form) => format!("content-length: {}\r\n", form.len()),
        None => String::new(),
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\n{head}{length}connection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok()?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.get(9..12)?.parse().ok()?;
    Some((status, answer))
}

/// Raises this process's limit on open files as far as the system permits.
pub(crate) fn raise_files() {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let all = rustix::process::Rlimit { current: files.maximum, maximum: files.maximum };
    let _ = rustix::process::setrlimit(rustix::process::Resource::Nofile, all);
}

/// The quantile of `values` at `share`.
pub(crate) fn part<T: Copy + PartialOrd>(values: &mut [T], share: f64) -> Option<T> {
    values.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    values.get(((values.len() as f64 * share) as usize).min(values.len().saturating_sub(1))).copied()
}

/// Counts the records below a folder whose game was put in question.
pub(crate) fn questioned(folder: &std::path::Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let each = entries.map(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return questioned(&path);
        }
        usize::from(fs::read_to_string(path).is_ok_and(|text| text.contains("\"question\"")))
    });
    each.sum()
}
