//! The line to a seat of a site: a WebSocket that is opened again where it is cut. Lines are counted in both directions,
//! so that each arrives once (`docs/join.md`). A site that was started anew counts from the beginning, in another
//! conversation.

use crate::failure::Failure;
use crate::far::Far;
use leitai_core::{Sentence, sentence};
use leitai_sandbox::system::{BorrowedFd, of_connection};
use serde_json::Value;
use std::collections::VecDeque;
use std::io;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::{HeaderName, HeaderValue};
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket};

/// How long a site is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// A site that says nothing for so long is away: it asks for a sign of life every few seconds.
const SILENT: Duration = Duration::from_secs(15);
/// How often a line that is cut is tried again, and for how long: a site that is there waits less, and says that it is over;
/// one that is away comes back in less.
const AGAIN: Duration = Duration::from_secs(1);
const AWAY: Duration = Duration::from_mins(10);

/// The line to a seat.
pub(super) struct SeatLine<'a> {
    site: &'a Far,
    path: String,
    socket: Option<WebSocket<TcpStream>>,
    /// The conversation that the site holds, and how many lines of it were heard.
    talk: Option<u64>,
    heard: u64,
    /// Whether it holds another one than before, and how many answers of the program the record held then.
    anew: Option<u64>,
    /// The lines said since the last connection, and the number of the first of them.
    said: VecDeque<String>,
    first: u64,
    /// When the site was last heard, since when the line is cut, and when it was last tried.
    seen: Instant,
    cut: Option<Instant>,
    tried: Instant,
}

/// What comes from the site.
pub(super) enum FromSite {
    Line(String),
    /// The site was started anew and holds the conversation again, from its first line. The record holds so many answers of
    /// the program.
    Anew(u64),
    Nothing,
    /// Nothing more will come.
    Over,
}

/// Why a line was not opened.
enum Unopened {
    /// It may be opened later.
    Away(Sentence),
    /// It will not.
    Refused(Failure),
}

impl<'a> SeatLine<'a> {
    /// Opens the line at this path of the site, which has said that there is one. Where the site is away it is cut.
    pub(super) fn connect(site: &'a Far, path: String) -> Result<SeatLine<'a>, Failure> {
        let now = Instant::now();
        let mut line = SeatLine {
            site,
            path,
            socket: None,
            talk: None,
            heard: 0,
            anew: None,
            said: VecDeque::new(),
            first: 0,
            seen: now,
            cut: None,
            tried: now,
        };
        match line.open() {
            Ok(()) => {}
            // It has just said where the seat is: it may be being started anew.
            Err(Unopened::Away(_)) => line.is_cut(),
            Err(Unopened::Refused(failure)) => return Err(failure),
        }
        Ok(line)
    }

    /// What is to be watched for lines, while it is open.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.socket.as_ref().and_then(|socket| of_connection(socket.get_ref()))
    }

    /// Since when it is cut.
    pub(super) fn cut(&self) -> Option<Instant> {
        self.cut
    }

    fn open(&mut self) -> Result<(), Unopened> {
        let talk = self.talk.map(|talk| format!("&talk={talk}")).unwrap_or_default();
        let (host, address, headers) = self.site.socket(&format!("{}?heard={}{talk}", self.path, self.heard));
        let away =
            |error: &io::Error| Unopened::Away(sentence!("{host}: {error}", "{host}：{error}"; host, error));
        let mut request =
            address.into_client_request().map_err(|_| Unopened::Refused(self.site.unclear()))?;
        for (name, value) in headers {
            if let Ok(value) = HeaderValue::from_str(&value) {
                request.headers_mut().insert(HeaderName::from_static(name), value);
            }
        }
        let mut places = host.to_socket_addrs().map_err(|error| away(&error))?;
        let place = places.next().ok_or_else(|| away(&io::ErrorKind::NotFound.into()))?;
        let stream = TcpStream::connect_timeout(&place, PATIENCE).map_err(|error| away(&error))?;
        let _ = stream.set_nodelay(true);
        stream.set_read_timeout(Some(PATIENCE)).map_err(|error| away(&error))?;
        let (socket, answer) = tungstenite::client(request, stream).map_err(|error| match error {
            HandshakeError::Failure(Error::Http(answer)) => {
                let body = answer.body().as_deref().unwrap_or_default();
                let told: Value = serde_json::from_slice(body).unwrap_or_default();
                let status = answer.status().as_u16();
                let said = told["error"].as_str().map_or_else(|| format!("HTTP {status}"), str::to_owned);
                let said = sentence!("{host}: {said}", "{host}：{said}"; host, said);
                if status >= 500 { Unopened::Away(said) } else { Unopened::Refused(Failure::Stage(said)) }
            }
            HandshakeError::Failure(Error::Io(error)) => away(&error),
            _ => Unopened::Away(sentence!("{host} did not answer", "{host} 没有应答"; host)),
        })?;
        let number = |name| answer.headers().get(name).and_then(|number| number.to_str().ok()?.parse().ok());
        let unclear = || Unopened::Refused(self.site.unclear());
        let known: u64 = number("leitai-heard").ok_or_else(unclear)?;
        let talk: u64 = number("leitai-talk").ok_or_else(unclear)?;
        if self.talk.replace(talk).is_some_and(|before| before != talk) {
            self.anew = Some(number("leitai-answered").ok_or_else(unclear)?);
            (self.heard, self.first) = (0, 0);
            self.said.clear();
        }
        socket.get_ref().set_nonblocking(true).map_err(|error| away(&error))?;
        while self.first < known && self.said.pop_front().is_some() {
            self.first += 1;
        }
        (self.socket, self.seen, self.cut) = (Some(socket), Instant::now(), None);
        for at in 0..self.said.len() {
            let again = self.said[at].clone();
            self.send(again);
        }
        Ok(())
    }

    /// Says a line; what cannot leave now is said when the line is back.
    pub(super) fn say(&mut self, line: &str) {
        self.said.push_back(line.to_owned());
        self.send(line.to_owned());
    }

    fn send(&mut self, line: String) {
        let Some(socket) = &mut self.socket else { return };
        match socket.send(Message::text(line)) {
            Ok(()) => {}
            // The rest is sent with what follows.
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => self.is_cut(),
        }
    }

    fn is_cut(&mut self) {
        self.socket = None;
        self.cut.get_or_insert_with(Instant::now);
    }

    /// The next line of the site, if one has come; opens the line again where it is cut. Errors once that is in vain.
    pub(super) fn next(&mut self) -> Result<FromSite, Failure> {
        if self.socket.is_none() && self.tried.elapsed() >= AGAIN {
            self.tried = Instant::now();
            let is_late = self.cut.is_none_or(|cut| cut.elapsed() >= AWAY);
            match self.open() {
                Err(Unopened::Refused(failure)) => return Err(failure),
                Err(Unopened::Away(why)) if is_late => return Err(Failure::Stage(why)),
                Ok(()) | Err(Unopened::Away(_)) => {}
            }
        }
        if let Some(answered) = self.anew.take() {
            return Ok(FromSite::Anew(answered));
        }
        let Some(socket) = &mut self.socket else { return Ok(FromSite::Nothing) };
        let _ = socket.flush();
        match socket.read() {
            Ok(Message::Text(line)) => {
                (self.heard, self.seen) = (self.heard + 1, Instant::now());
                Ok(FromSite::Line(line.to_string()))
            }
            Ok(Message::Close(Some(frame))) if frame.code == CloseCode::Normal => Ok(FromSite::Over),
            Ok(Message::Close(Some(frame))) if frame.code != CloseCode::Away => {
                let reason = frame.reason.to_string();
                Err(Failure::Stage(sentence!(
                    "the site closed the line: {reason}",
                    "网站关闭了线路：{reason}"
                )))
            }
            Ok(Message::Close(_)) => {
                self.is_cut();
                Ok(FromSite::Nothing)
            }
            Ok(_) => {
                // The sign of life leaves at once.
                let _ = socket.flush();
                self.seen = Instant::now();
                Ok(FromSite::Nothing)
            }
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                if self.seen.elapsed() > SILENT {
                    self.is_cut();
                }
                Ok(FromSite::Nothing)
            }
            Err(_) => {
                self.is_cut();
                Ok(FromSite::Nothing)
            }
        }
    }

    /// Takes leave: the seat's program will not come back.
    pub(super) fn leave(&mut self) {
        let Some(socket) = &mut self.socket else { return };
        let _ = socket.get_ref().set_nonblocking(false);
        let _ = socket.close(Some(CloseFrame { code: CloseCode::Normal, reason: "".into() }));
        // The frame has left once the site has answered it.
        for _ in 0..9 {
            if socket.read().is_err() {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;
    use std::net::TcpListener;

    /// A site that is killed between two answers is no reason to give a seat up.
    #[test]
    fn a_site_that_is_away_when_the_line_is_first_opened_is_tried_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let token = folder.path().join("token");
        std::fs::write(&token, "leitai-x").expect("our folder");
        let nobody = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port");
        let site = Far::new(&format!("http://{nobody}"), Some(&token), Lang::En).expect("an address");
        let Ok(mut line) = SeatLine::connect(&site, "/api/v1/play/k7/x2/line".to_owned()) else {
            panic!("it gave up");
        };
        assert!(line.cut().is_some() && line.fd().is_none());
        line.say("{}");
        assert!(matches!(line.next(), Ok(FromSite::Nothing)), "what was said waits");
    }
}
