//! A site accessed over the network with a token.

use crate::failure::Failure;
use leitai_check::Finding;
use leitai_core::{Lang, Seat, Sentence, sentence};
use leitai_sandbox::system::terminal::Raw;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// The environment variable with the token, if no file is named.
const VARIABLE: &str = "LEITAI_TOKEN";
/// How long a server may stay silent.
const PATIENCE: Duration = Duration::from_secs(30);
/// More than any answer of a site.
const LARGEST: u64 = 16 << 20;

/// A submission as the server reports it.
#[derive(Deserialize)]
pub(crate) struct SubmissionReport {
    pub(crate) id: i64,
    pub(crate) state: String,
    pub(crate) why: Option<String>,
    pub(crate) compiler: Option<String>,
    #[serde(default)]
    pub(crate) findings: Vec<Finding>,
}

/// A seat at a table, as the server reports it.
#[derive(Deserialize)]
pub(crate) struct SeatReport {
    pub(crate) id: String,
    pub(crate) key: String,
    pub(crate) game: String,
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) seat: Seat,
    pub(crate) page: String,
    pub(crate) invites: Option<String>,
    pub(crate) ways_ms: [Option<u64>; 2],
    pub(crate) end: Option<SeatEndReport>,
}

impl SeatReport {
    /// `ID/KEY`.
    pub(crate) fn place(&self) -> String {
        format!("{}/{}", self.id, self.key)
    }
}

/// How its game ended.
#[derive(Clone, Deserialize)]
pub(crate) struct SeatEndReport {
    pub(crate) winner: Option<Seat>,
    pub(crate) reason: String,
    pub(crate) broken_off: bool,
    pub(crate) replay: Option<String>,
}

/// Test games as the server reports them.
#[derive(Deserialize, Serialize)]
pub(crate) struct TrialReport {
    pub(crate) id: i64,
    pub(crate) is_over: bool,
    pub(crate) ahead: Option<u64>,
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
    pub(crate) games: Vec<TrialGameReport>,
}

/// One of them.
#[derive(Deserialize, Serialize)]
pub(crate) struct TrialGameReport {
    pub(crate) seat: Seat,
    pub(crate) state: String,
    pub(crate) said: Option<String>,
    pub(crate) page: Option<String>,
}

/// A site, and somebody's token for it.
pub(crate) struct Far {
    /// `HOST:PORT`, and the prefix of every path.
    host: String,
    below: String,
    token: String,
    lang: Lang,
}

impl Far {
    /// The site at an address, with the token from a file, from the environment, or typed in: never from the command
    /// line, which every process on the machine can read.
    pub(crate) fn new(address: &str, token: Option<&Path>, lang: Lang) -> Result<Far, Failure> {
        let Some(rest) = address.strip_prefix("http://") else {
            return Err(Failure::Usage(sentence!(
                "a site's address is `http://HOST[:PORT]`; behind HTTPS, use a tunnel to the server's own port",
                "网站地址应为 `http://主机[:端口]`；在 HTTPS 之后时，请通过隧道连接服务器自身的端口"
            )));
        };
        let (host, below) = rest.split_once('/').unwrap_or((rest, ""));
        let host = if host.rsplit(']').next().unwrap_or(host).contains(':') {
            host.to_owned()
        } else {
            format!("{host}:80")
        };
        let below = if below.trim_end_matches('/').is_empty() {
            String::new()
        } else {
            format!("/{}", below.trim_end_matches('/'))
        };
        Ok(Far { host, below, token: read_token(token, lang)?, lang })
    }

    /// Looks up the id of an event by its name, or by the id itself.
    pub(crate) fn event(&self, wanted: &str) -> Result<String, Failure> {
        let all = self.ask("GET", "/api/v1/events", &[])?;
        let all = all["events"].as_array().cloned().unwrap_or_default();
        let is_it = |event: &&Value| event["name"] == wanted || event["id"] == wanted;
        let names: Vec<_> = all.iter().filter_map(|event| event["name"].as_str()).collect();
        if let Some(id) = all.iter().find(is_it).and_then(|event| event["id"].as_str()) {
            Ok(id.to_owned())
        } else {
            let names = names.join(", ");
            Err(Failure::Usage(sentence!(
                "the site has no event \"{wanted}\"; it has: {names}",
                "网站没有赛事“{wanted}”；现有：{names}"
            )))
        }
    }

    /// Submits a source to the event with this id; `choice` is the language in which it is compiled, and its
    /// standard.
    pub(crate) fn submit(
        &self,
        event: &str,
        choice: &str,
        contents: &[u8],
    ) -> Result<SubmissionReport, Failure> {
        let choice = percent(choice);
        let path = format!("/api/v1/events/{event}/submissions?language={choice}");
        self.read(self.ask("POST", &path, contents)?)
    }

    /// Orders test games in the event with this id; `fields` are those of the API.
    pub(crate) fn tries(
        &self,
        event: &str,
        fields: &[(&str, &str)],
        contents: &[u8],
    ) -> Result<TrialReport, Failure> {
        let path = format!("/api/v1/events/{event}/trials?{}", query(fields));
        self.read(self.ask("POST", &path, contents)?)
    }

    /// Reads test games that the token's owner ordered.
    pub(crate) fn trial(&self, id: i64) -> Result<TrialReport, Failure> {
        self.read(self.ask("GET", &format!("/api/v1/trials/{id}"), &[])?)
    }

    /// The site's address of a page.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://{}{}{path}", self.host, self.below)
    }

    /// Begins a game at a table; `fields` are those of the API.
    pub(crate) fn begin(&self, fields: &[(&str, &str)]) -> Result<SeatReport, Failure> {
        self.read(self.ask("POST", &format!("/api/v1/play?{}", query(fields)), &[])?)
    }

    /// The seat at `ID/KEY`, which is taken for a program if nobody has it.
    pub(crate) fn seat(&self, place: &str) -> Result<SeatReport, Failure> {
        self.read(self.ask("GET", &format!("/api/v1/play/{place}?by=program"), &[])?)
    }

    /// Leaves the seat at `ID/KEY`, which breaks its game off.
    pub(crate) fn leave(&self, place: &str) -> Result<SeatReport, Failure> {
        self.read(self.ask("POST", &format!("/api/v1/play/{place}/leave"), &[])?)
    }

    /// What opens a WebSocket at a path of the API: `HOST:PORT`, the address, and what it asks with.
    pub(crate) fn socket(&self, path: &str) -> (&str, String, [(&'static str, String); 2]) {
        let headers =
            [("authorization", format!("Bearer {}", self.token)), ("accept-language", self.lang.to_string())];
        (&self.host, format!("ws://{}{}{path}", self.host, self.below), headers)
    }

    /// Reads one of the token owner's submissions.
    pub(crate) fn submission(&self, id: i64) -> Result<SubmissionReport, Failure> {
        self.read(self.ask("GET", &format!("/api/v1/submissions/{id}"), &[])?)
    }

    fn read<T: DeserializeOwned>(&self, value: Value) -> Result<T, Failure> {
        serde_json::from_value(value).map_err(|_| self.unclear())
    }

    pub(crate) fn unclear(&self) -> Failure {
        let host = &self.host;
        Failure::Stage(sentence!(
            "{host} is not a Leitai site of this version",
            "{host} 不是此版本的擂台网站"
        ))
    }

    /// Sends one request over its own connection; a refusal is reported in the site's words.
    fn ask(&self, method: &str, path: &str, body: &[u8]) -> Result<Value, Failure> {
        let failed = |error: io::Error| {
            let host = &self.host;
            Failure::Stage(sentence!("{host}: {error}", "{host}：{error}"; host, error))
        };
        let mut stream = TcpStream::connect(&self.host).map_err(failed)?;
        stream
            .set_read_timeout(Some(PATIENCE))
            .and_then(|()| stream.set_write_timeout(Some(PATIENCE)))
            .map_err(failed)?;
        let (host, below, token, lang, length) =
            (&self.host, &self.below, &self.token, self.lang, body.len());
        let head = format!(
            "{method} {below}{path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\naccept-language: {lang}\r\n\
             content-type: application/octet-stream\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
        );
        stream.write_all(&[head.as_bytes(), body].concat()).map_err(failed)?;
        let mut answer = Vec::new();
        stream.take(LARGEST).read_to_end(&mut answer).map_err(failed)?;
        let (status, body) = parted(&answer).ok_or_else(|| self.unclear())?;
        let value: Value = serde_json::from_slice(&body).map_err(|_| self.unclear())?;
        if (200..300).contains(&status) {
            return Ok(value);
        }
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let said = Sentence::quoted(format!("{} {}", text("error"), text("advice")).trim());
        Err(if status < 500 { Failure::Usage(said) } else { Failure::Stage(said) })
    }
}

/// Fields as a query.
fn query(fields: &[(&str, &str)]) -> String {
    let fields: Vec<_> = fields.iter().map(|(name, value)| format!("{name}={}", percent(value))).collect();
    fields.join("&")
}

/// A value of a query: every byte that is neither a letter nor a digit as `%` and two digits.
fn percent(value: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(one).collect()
}

/// Splits an answer into status and body.
fn parted(answer: &[u8]) -> Option<(u16, Vec<u8>)> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = str::from_utf8(&answer[..end]).ok()?;
    let status = head.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    let body = &answer[end + 4..];
    if !head.to_ascii_lowercase().contains("\r\ntransfer-encoding: chunked") {
        return Some((status, body.to_vec()));
    }
    let (mut rest, mut whole) = (body, Vec::new());
    loop {
        let line = rest.windows(2).position(|window| window == b"\r\n")?;
        let length =
            usize::from_str_radix(str::from_utf8(&rest[..line]).ok()?.split(';').next()?.trim(), 16).ok()?;
        if length == 0 {
            return Some((status, whole));
        }
        whole.extend(rest.get(line + 2..line + 2 + length)?);
        rest = rest.get(line + 2 + length + 2..)?;
    }
}

fn read_token(file: Option<&Path>, lang: Lang) -> Result<String, Failure> {
    let text = match file {
        Some(file) => fs::read_to_string(file).map_err(|error| Failure::file(file, &error))?,
        None => match std::env::var(VARIABLE) {
            Ok(text) => text,
            Err(_) => typed(lang).map_err(|error| Failure::Usage(Sentence::of(&error)))?,
        },
    };
    let token = text.trim();
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Failure::Usage(sentence!(
            "a token is needed: create one on the page /account/tokens, and give its file with --token-file, or set \
             {VARIABLE}",
            "需要令牌：请在 /account/tokens 页面创建，并用 --token-file 指定其文件，或放入环境变量 {VARIABLE}"
        )));
    }
    Ok(token.to_owned())
}

/// Reads a line from the keyboard without echo; from a pipe, its first line.
fn typed(lang: Lang) -> io::Result<String> {
    let stdin = io::stdin();
    let mut line = String::new();
    if !stdin.is_terminal() {
        stdin.read_line(&mut line)?;
        return Ok(line);
    }
    let asked = sentence!("token: ", "令牌：");
    write!(io::stderr(), "{}", asked.to(lang))?;
    let silent = Raw::silent()?;
    let read = stdin.read_line(&mut line);
    drop(silent);
    writeln!(io::stderr())?;
    read.map(|_| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_whole_and_in_chunks() {
        let whole = b"HTTP/1.1 401 Unauthorized\r\ncontent-type: x\r\n\r\n{}";
        assert_eq!(parted(whole), Some((401, b"{}".to_vec())));
        let chunks =
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4;x=1\r\n\":1}\r\n0\r\n\r\n";
        assert_eq!(parted(chunks), Some((200, b"{\"a\":1}".to_vec())));
        for broken in [
            &b""[..],
            b"HTTP/1.1 200 OK\r\n",
            b"SSH-2.0\r\n\r\n",
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nx",
        ] {
            assert_eq!(parted(broken), None, "{broken:?}");
        }
    }

    #[test]
    fn an_address_is_http_and_a_token_is_a_word() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), " leitai_0a \n").expect("our file");
        let far = |address| Far::new(address, Some(file.path()), Lang::En);
        let read = far("http://10.0.0.1/").expect("an address");
        assert_eq!(
            (read.host.as_str(), read.below.as_str(), read.token.as_str()),
            ("10.0.0.1:80", "", "leitai_0a")
        );
        let read = far("http://[::1]:8080/site/").expect("an address");
        assert_eq!((read.host.as_str(), read.below.as_str()), ("[::1]:8080", "/site"));
        assert!(matches!(far("https://leitai.example"), Err(Failure::Usage(_))));
        fs::write(file.path(), "two words").expect("our file");
        assert!(matches!(far("http://10.0.0.1"), Err(Failure::Usage(_))));
    }
}
