//! Reading request bodies completely, and at a minimum pace: a slow upload would keep others out for as long as it
//! lasts. All that is being uploaded together has a maximum size.

use crate::refusal::Refused;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::{HeaderMap, header};
use futures_util::future::poll_fn;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

/// The minimum pace of an upload.
#[derive(Clone, Copy)]
struct Pace {
    /// The time allowed in any case, however little is sent.
    grace: Duration,
    /// How many bytes earn one more second.
    least: usize,
}

/// Half a megabit a second, which any line that loads these pages achieves: 20 MB may take six minutes.
const PACE: Pace = Pace { grace: Duration::from_secs(20), least: 64 << 10 };

/// Reads a body of at most this many bytes. Refused if it breaks off, is larger, or comes too slowly: at no time
/// may it have taken longer than the grace and the bytes received so far allow.
pub(crate) async fn arrived(body: Body, most: usize) -> Result<Bytes, Refused> {
    arrived_at(body, most, PACE).await
}

async fn arrived_at(mut body: Body, most: usize, pace: Pace) -> Result<Bytes, Refused> {
    let start = Instant::now();
    let mut all = Vec::new();
    loop {
        let earned = Duration::from_secs_f64(all.len() as f64 / pace.least as f64);
        let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let frame = timeout_at(start + pace.grace + earned, next).await.map_err(|_| Refused::too_slow())?;
        let Some(frame) = frame else { return Ok(all.into()) };
        let Ok(frame) = frame else { return Err(Refused::broken_off()) };
        // Trailers do not matter.
        let Ok(bytes) = frame.into_data() else { continue };
        if all.len() + bytes.len() > most {
            return Err(Refused::too_large(most));
        }
        all.extend_from_slice(&bytes);
    }
}

/// The maximum size of a body for which no room is needed, in bytes.
pub(crate) const SMALL: usize = 16 << 10;
/// How many KB of larger bodies are read at one time; others wait for room.
const ROOM: u32 = 160 << 10;
/// How long they wait.
const PATIENCE: Duration = Duration::from_secs(20);

/// The large uploads of a site that are under way.
pub(crate) struct Uploads {
    free: Arc<Semaphore>,
    /// How many of each kind each person is sending.
    sending: Mutex<BTreeMap<(String, UploadKind), u8>>,
}

/// What a large body holds until it has been handled: its sender's turn, and room.
pub(crate) struct Room {
    _turn: UploadTurn,
    _permit: OwnedSemaphorePermit,
}

/// A kind of large uploads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UploadKind {
    Form,
    Report,
}

impl UploadKind {
    /// How many of them a person may send at one time.
    fn at_once(self) -> u8 {
        match self {
            UploadKind::Form => 4,
            UploadKind::Report => 1,
        }
    }
}

impl Default for Uploads {
    fn default() -> Uploads {
        Uploads { free: Arc::new(Semaphore::new(ROOM as usize)), sending: Mutex::default() }
    }
}

impl Uploads {
    /// The maximum size of a body of this person's, of at most `most` bytes, and the room that it takes unless it is
    /// small. Refused if it says that it is larger, if as many of the same kind are under way as may be at one time, or
    /// if there is no room for it.
    pub(crate) async fn room(
        self: &Arc<Uploads>,
        headers: &HeaderMap,
        number: &str,
        most: usize,
        kind: UploadKind,
    ) -> Result<(usize, Option<Room>), Refused> {
        let said = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let said = said.unwrap_or(most);
        if said > most {
            return Err(Refused::too_large(most));
        }
        if said <= SMALL {
            return Ok((said, None));
        }
        let turn = UploadTurn::take(self, number, kind).ok_or_else(Refused::one_at_a_time)?;
        let kilobytes = (said >> 10) as u32 + 1;
        match timeout(PATIENCE, Arc::clone(&self.free).acquire_many_owned(kilobytes)).await {
            Ok(Ok(permit)) => Ok((said, Some(Room { _turn: turn, _permit: permit }))),
            _ => Err(Refused::no_room(PATIENCE)),
        }
    }
}

/// A person's turn to send something large.
struct UploadTurn(Arc<Uploads>, (String, UploadKind));

impl UploadTurn {
    /// Takes a turn; `None` while this person has all.
    fn take(uploads: &Arc<Uploads>, number: &str, kind: UploadKind) -> Option<UploadTurn> {
        let mut sending = uploads.sending.lock().unwrap_or_else(PoisonError::into_inner);
        let of = (number.to_owned(), kind);
        let count = sending.entry(of.clone()).or_default();
        (*count < kind.at_once()).then(|| {
            *count += 1;
            UploadTurn(Arc::clone(uploads), of)
        })
    }
}

impl Drop for UploadTurn {
    fn drop(&mut self) {
        let mut sending = self.0.sending.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sending.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                sending.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::tests::Tried;
    use axum::http::{Request, StatusCode, header};
    use axum::response::IntoResponse as _;
    use futures_util::stream;
    use leitai_store::Role;
    use tokio::time::sleep;
    use tower_service::Service as _;

    /// A body of this many pieces of this many bytes, at this interval.
    fn pieces(count: usize, bytes: usize, apart: Duration) -> Body {
        let piece = move |at: usize| async move {
            if !apart.is_zero() {
                sleep(apart).await;
            }
            (at < count).then(|| (Ok::<_, std::io::Error>(vec![b'x'; bytes]), at + 1))
        };
        Body::from_stream(stream::unfold(0, piece))
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
    }

    #[test]
    fn what_drips_is_ended_and_what_comes_at_a_pace_is_taken() {
        let pace = Pace { grace: Duration::from_millis(200), least: 100_000 };
        let ms = Duration::from_millis;
        let came = |count, bytes, apart| {
            let (start, body) = (Instant::now(), pieces(count, bytes, apart));
            let came = runtime().block_on(arrived_at(body, 50_000, pace));
            let status = came.as_ref().map(Bytes::len).map_err(|_| ());
            (status, came.err().map(|refused| refused.into_response().status()), start.elapsed())
        };
        // The attack, one byte at a time for a minute, and the control, the same bytes at once.
        let (_, status, took) = came(6_000, 1, ms(10));
        assert_eq!(status, Some(StatusCode::REQUEST_TIMEOUT));
        assert!(took < ms(2_000), "{took:?}");
        assert_eq!(came(6_000, 1, ms(0)).0, Ok(6_000));
        // Longer than the grace, but fast enough.
        let (came_whole, _, took) = came(16, 3_000, ms(20));
        assert!(came_whole == Ok(48_000) && took > ms(300), "{came_whole:?} {took:?}");
        assert_eq!(came(2, 30_000, ms(0)).1, Some(StatusCode::PAYLOAD_TOO_LARGE));
    }

    #[test]
    fn who_sends_two_reports_at_once_is_told_and_others_have_room() {
        let tried = Tried::open();
        let [slow, other] = ["2571", "2572"].map(|number| tried.settled(number, Role::Captain).cookies);
        let request = |cookies: &std::collections::BTreeMap<String, String>, body: Body| {
            let cookies: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let request = Request::builder().method("POST").uri("/events/k7f2k7f2/report");
            let request =
                request.header(header::HOST, "leitai.test").header(header::ORIGIN, "http://leitai.test");
            request.header(header::COOKIE, cookies.join("; ")).body(body).expect("a request")
        };
        let asks = |cookies: &_, body| {
            let (mut router, request) = (tried.router(), request(cookies, body));
            async move { router.call(request).await.expect("it always answers").status() }
        };
        let never = Body::from_stream(stream::pending::<Result<Vec<u8>, std::io::Error>>());
        tried.runtime.block_on(async {
            let first = tokio::spawn(asks(&slow, never));
            // A second one that overtook the first would have the turn instead.
            let is_sending = || !tried.site.uploads.sending.lock().expect("nobody failed").is_empty();
            while !is_sending() {
                sleep(Duration::from_millis(10)).await;
            }
            let second = asks(&slow, Body::from("t=0")).await;
            assert_eq!(second, StatusCode::TOO_MANY_REQUESTS, "one at a time");
            // With room the request gets as far as its token, which is wrong.
            assert_eq!(asks(&other, Body::from("t=0")).await, StatusCode::FORBIDDEN);
            first.abort();
            assert!(first.await.is_err(), "it was under way");
            assert_eq!(asks(&slow, Body::from("t=0")).await, StatusCode::FORBIDDEN, "his line broke: again");
        });
    }
}
