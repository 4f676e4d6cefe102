//! Carrying HTTP over connections, within their ceilings and deadlines.

use crate::client::Peer;
use crate::connections::{Connections, Full, Place};
use crate::log;
use crate::patient::{PatientStream, Turns};
use crate::under_way::{Kept, UnderWay};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use futures_util::future::Either;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use leitai_core::Words;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tower_service::Service as _;

/// The maximum size of a request's head. An address of this length is refused with a page by the site, a longer one
/// with its status alone.
const LONGEST_HEAD: usize = 64 << 10;
/// How long to wait for a descriptor where there is none for a newcomer.
const NO_DESCRIPTOR: Duration = Duration::from_millis(200);
/// How often it is said that newcomers cannot be accepted, or are turned away.
const SAID: Duration = Duration::from_mins(1);

/// What a newcomer is told for whom there is no connection; reading his request would take one.
const TURNED_AWAY: Words = Words::new(
    "The site has as many connections as it can take. Try again in a few seconds.",
    "本站连接数已满，请稍后再试。",
);
const TURNED_AWAY_HEAD: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n\
    retry-after: 5\r\ncache-control: no-store\r\nconnection: close\r\n\r\n";

/// How connections are served.
pub(crate) struct Manner<P> {
    pub(crate) connections: Arc<Connections>,
    /// Where requests are answered: never on the threads that carry connections, so that no request, whatever is in it,
    /// delays what others are being sent.
    pub(crate) pages: Handle,
    /// How long a client may read nothing, or take for its request.
    pub(crate) patience: Duration,
    /// Whether an address speaks for many clients, and so is not held to the ceiling of one address.
    pub(crate) is_proxy: P,
}

/// Accepts connections and answers their requests until `closing` is set, and then waits until all have ended: those
/// that wait for a request at once, the others with the answer that is under way.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    manner: Manner<impl Fn(IpAddr) -> bool>,
    mut closing: watch::Receiver<bool>,
) {
    let Manner { connections, pages, patience, is_proxy } = manner;
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let mut said = Said::default();
    loop {
        let accepted = tokio::select! {
            biased;
            _ = closing.wait_for(|closing| *closing) => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_the_client(&error) => continue,
            Err(error) => {
                said.say("no connection can be accepted", &error.to_string());
                sleep(NO_DESCRIPTOR).await;
                continue;
            }
        };
        let counted = (!is_proxy(from.ip())).then(|| from.ip());
        let place = match connections.enter(counted) {
            Ok(place) => Arc::new(place),
            Err(full) => {
                turn_away(stream, full, from, &mut said);
                continue;
            }
        };
        let (answers, closing, open) = ((routes.clone(), pages.clone()), closing.clone(), open.clone());
        tokio::spawn(async move {
            carry(stream, from, place, answers, patience, closing).await;
            drop(open);
        });
    }
    drop((listener, open));
    let _ = all_closed.recv().await;
}

/// Carries one connection to its end.
async fn carry(
    stream: TcpStream,
    from: SocketAddr,
    place: Arc<Place>,
    (routes, pages): (Router, Handle),
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    // Only the last piece of an answer would be held back.
    let _ = stream.set_nodelay(true);
    let turns = Turns::default();
    let stream = PatientStream::new(stream, patience, turns.clone());
    let service = service_fn(|request: Request<Incoming>| {
        let Some(answering) = place.begin() else {
            return Either::Left(std::future::ready(Err(io::Error::from(io::ErrorKind::ConnectionAborted))));
        };
        turns.pass();
        let under_way = UnderWay::new(answering, turns.clone());
        let kept = Kept::new(Arc::clone(&place), turns.clone());
        let (mut routes, pages) = (routes.clone(), pages.clone());
        Either::Right(async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(from));
            request.extensions_mut().insert(kept);
            // Ends with this future: nothing is made for a client that has gone.
            let mut making = JoinSet::new();
            making.spawn_on(async move { routes.call(request).await }, &pages);
            match making.join_next().await {
                Some(Ok(Ok(answer))) => Ok(answer.map(|body| Carried { body, _under_way: under_way })),
                // It panicked, or the server is ending.
                _ => Err(io::Error::from(io::ErrorKind::ConnectionAborted)),
            }
        })
    });
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_header_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut is_closing = false;
    loop {
        tokio::select! {
            biased;
            // A client's errors are its own affair.
            _ = connection.as_mut() => return,
            () = place.sent_away() => return,
            _ = closing.wait_for(|closing| *closing), if !is_closing => {
                is_closing = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// The body of an answer that is under way.
struct Carried {
    body: Body,
    _under_way: UnderWay,
}

impl HttpBody for Carried {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Whether only this connection failed.
fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Tells a newcomer that there is no connection for him, as far as this can be done at once.
fn turn_away(stream: TcpStream, full: Full, from: SocketAddr, said: &mut Said) {
    match full {
        Full::Everywhere => said.say("all connections are taken", &from.ip().to_string()),
        Full::ForThisAddress => said.say("all connections of one address are taken", &from.ip().to_string()),
    }
    let Ok(stream) = stream.into_std() else { return };
    // There may be no room, or nobody.
    let told = format!("{TURNED_AWAY_HEAD}{}\n{}\n", TURNED_AWAY.en, TURNED_AWAY.zh);
    let _ = io::Write::write(&mut &stream, told.as_bytes());
    let _ = stream.shutdown(std::net::Shutdown::Write);
}

/// When something was said last.
#[derive(Default)]
struct Said(Option<Instant>);

impl Said {
    fn say(&mut self, what: &str, why: &str) {
        if self.0.is_none_or(|last| last.elapsed() >= SAID) {
            self.0 = Some(Instant::now());
            log::warn(what, &[("why", why)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections::Ceilings;
    use crate::patient::listen;
    use axum::routing::get;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const PATIENCE: Duration = Duration::from_millis(400);
    /// How long the worst request keeps a thread.
    const BUSY: Duration = Duration::from_secs(2);

    /// Counts the responses being sent.
    struct Open(Arc<AtomicUsize>);

    impl Drop for Open {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// An endless body.
    fn endless(open: &Arc<AtomicUsize>) -> Body {
        open.fetch_add(1, Ordering::Relaxed);
        let (bytes, open) = (Bytes::from(vec![b'x'; 4096]), Open(Arc::clone(open)));
        Body::from_stream(futures_util::stream::unfold(open, move |open| {
            let bytes = bytes.clone();
            async move { Some((Ok::<_, Infallible>(bytes), open)) }
        }))
    }

    /// The address of a server with these ceilings, how many endless answers it is sending, and what ends it.
    fn served(all: usize, of_one_address: usize) -> (SocketAddr, Arc<AtomicUsize>, watch::Sender<bool>) {
        served_by(Handle::current(), all, of_one_address)
    }

    fn served_by(
        pages: Handle,
        all: usize,
        of_one_address: usize,
    ) -> (SocketAddr, Arc<AtomicUsize>, watch::Sender<bool>) {
        let listener = listen(([127, 0, 0, 1], 0).into()).expect("it listens");
        let (address, open) = (listener.local_addr().expect("it listens"), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&open);
        let large = || async { vec![b'x'; 8 << 20] };
        let routes = Router::new()
            .route("/", get(move || async move { endless(&counted) }))
            .route("/short", get(|| async { "short" }))
            .route("/busy", get(|| async { std::thread::sleep(BUSY) }))
            .route("/large", get(large));
        let (close, closing) = watch::channel(false);
        let connections = Connections::new(Ceilings { all, of_one_address });
        let manner = Manner { connections, pages, patience: PATIENCE, is_proxy: |_| false };
        tokio::spawn(serve(listener, routes, manner, closing));
        (address, open, close)
    }

    async fn connected(address: SocketAddr, said: &[u8]) -> TcpStream {
        let mut client = TcpStream::connect(address).await.expect("it listens");
        client.write_all(said).await.expect("it listens");
        client
    }

    /// What is left to read until the server closes the connection.
    async fn rest(client: &mut TcpStream) -> String {
        let mut rest = Vec::new();
        let _ = client.read_to_end(&mut rest).await;
        String::from_utf8_lossy(&rest).into_owned()
    }

    const SHORT: &[u8] = b"GET /short HTTP/1.1\r\nhost: leitai\r\n\r\n";

    async fn answers(client: &mut TcpStream) -> bool {
        if client.write_all(SHORT).await.is_err() {
            return false;
        }
        let mut read = Vec::new();
        while !read.ends_with(b"short") {
            match client.read_buf(&mut read).await {
                Ok(1..) => {}
                _ => return false,
            }
        }
        read.starts_with(b"HTTP/1.1 200")
    }

    /// A client that has requested an endless response and read its beginning, and the number being sent.
    async fn ask() -> (TcpStream, Arc<AtomicUsize>, watch::Sender<bool>) {
        let (address, open, close) = served(16, 16);
        let mut client = connected(address, b"GET / HTTP/1.1\r\nhost: leitai\r\n\r\n").await;
        client.read_exact(&mut [0; 64]).await.expect("it answers");
        assert_eq!(open.load(Ordering::Relaxed), 1);
        (client, open, close)
    }

    /// Half a head, also one that grows byte by byte, is cut off in time, however it begins; who asks again and again
    /// within the time stays, and so does one that reads an answer for longer than it may ask.
    #[tokio::test]
    async fn who_does_not_finish_his_request_is_cut_off() {
        let (address, _, _close) = served(64, 64);
        let began = Instant::now();
        let halves =
            [&b"G"[..], b"GET / HTTP/1.1\r\nhost: x\r\nx-a: ", b"GET /short HTTP/1.1\r\nhost: x\r\n"];
        let halves = halves.map(|half| async move {
            let mut client = connected(address, half).await;
            while client.write_all(b"x").await.is_ok() && began.elapsed() < 20 * PATIENCE {
                sleep(PATIENCE / 8).await;
            }
            began.elapsed()
        });
        let second = async {
            let mut client = connected(address, b"").await;
            assert!(answers(&mut client).await, "the first is whole");
            client.write_all(b"GET /").await.expect("it is open");
            rest(&mut client).await;
            began.elapsed()
        };
        let idle = async {
            rest(&mut connected(address, b"").await).await;
            began.elapsed()
        };
        let steady = async {
            let mut client = connected(address, b"").await;
            for _ in 0..10 {
                assert!(answers(&mut client).await, "after {:?}", began.elapsed());
                sleep(PATIENCE / 2).await;
            }
            assert!(began.elapsed() > 4 * PATIENCE);
        };
        let reader = async {
            let mut client = connected(address, b"GET /large HTTP/1.1\r\nhost: x\r\n\r\n").await;
            let (mut read, mut bytes) = (0, vec![0; 512 << 10]);
            while read < 8 << 20 {
                read += client.read(&mut bytes).await.expect("it goes on");
                sleep(PATIENCE / 4).await;
            }
            assert!(began.elapsed() > 4 * PATIENCE, "longer than an idle connection may be");
        };
        let halves = futures_util::future::join_all(halves);
        let (halves, second, idle, (), ()) = tokio::join!(halves, second, idle, steady, reader);
        for took in halves.into_iter().chain([second]) {
            assert!(took >= PATIENCE && took < 15 * PATIENCE, "{took:?}");
        }
        assert!(idle >= 3 * PATIENCE, "{idle:?}");
    }

    #[tokio::test]
    async fn half_heads_of_one_address_make_room_for_whole_ones() {
        let (address, _, _close) = served(64, 8);
        let mut halves = Vec::new();
        for _ in 0..40 {
            halves.push(connected(address, b"GET / HTTP/1.1\r\n").await);
            let mut whole = connected(address, b"").await;
            assert!(answers(&mut whole).await, "beside {} halves", halves.len());
        }
        // The control: connections that are being answered are not displaced, and the next one is told so.
        let (address, open, close) = served(64, 8);
        let mut streams = Vec::new();
        for _ in 0..8 {
            let mut client = connected(address, b"GET / HTTP/1.1\r\nhost: leitai\r\n\r\n").await;
            client.read_exact(&mut [0; 64]).await.expect("it answers");
            streams.push(client);
        }
        let said = rest(&mut connected(address, b"").await).await;
        assert!(said.starts_with("HTTP/1.1 503 ") && said.contains("连接数已满"), "{said}");
        assert_eq!(open.load(Ordering::Relaxed), 8);
        drop(streams.pop());
        while open.load(Ordering::Relaxed) > 7 {
            sleep(Duration::from_millis(5)).await;
        }
        sleep(Duration::from_millis(50)).await;
        assert!(answers(&mut connected(address, b"").await).await);
        close.send_replace(true);
    }

    #[tokio::test]
    async fn many_large_heads_are_not_kept() {
        let (address, _, _close) = served(500, 500);
        let head = [b"GET /short HTTP/1.1\r\nx-a: ", vec![b'a'; 40 << 10].as_slice()].concat();
        let mut halves = Vec::new();
        for _ in 0..200 {
            halves.push(connected(address, &head[..head.len() / 2]).await);
            // Those beyond the ceiling are closed, so not all of it can be sent.
            let _ = halves.last_mut().expect("it was pushed").write_all(&head[head.len() / 2..]).await;
        }
        let began = Instant::now();
        let mut cut = 0;
        for half in &mut halves {
            let is_cut = tokio::time::timeout(Duration::from_millis(1), half.read(&mut [0])).await.is_ok();
            cut += usize::from(is_cut);
        }
        assert!(began.elapsed() > PATIENCE || cut >= 136, "{cut} are cut off at once");
        // The control: small heads are.
        let mut whole = connected(address, b"").await;
        assert!(answers(&mut whole).await);
    }

    #[tokio::test]
    async fn closing_waits_for_answers_and_not_for_those_who_wait() {
        let (address, open, close) = served(16, 16);
        let mut waits = [connected(address, b"").await, connected(address, b"GET / HT").await];
        let mut stream = connected(address, b"GET / HTTP/1.1\r\nhost: leitai\r\n\r\n").await;
        stream.read_exact(&mut [0; 64]).await.expect("it answers");
        close.send_replace(true);
        rest(&mut waits[0]).await;
        assert_eq!(open.load(Ordering::Relaxed), 1, "it goes on");
        stream.read_exact(&mut vec![0; 1 << 20]).await.expect("it goes on");
        assert!(TcpStream::connect(address).await.is_err());
    }

    /// The longest pause of an answer that never pauses, while `beside` runs.
    async fn longest_pause(address: SocketAddr, beside: impl Future<Output = ()>) -> Duration {
        let mut client = connected(address, b"GET / HTTP/1.1\r\nhost: leitai\r\n\r\n").await;
        let (mut bytes, mut longest, began) = (vec![0; 64 << 10], Duration::ZERO, Instant::now());
        let reads = async {
            while began.elapsed() < BUSY {
                let before = Instant::now();
                client.read_exact(&mut bytes).await.expect("it goes on");
                longest = longest.max(before.elapsed());
            }
        };
        tokio::join!(reads, beside);
        longest
    }

    #[tokio::test]
    async fn no_request_keeps_the_thread_that_carries_the_others() {
        let pages = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().expect("threads");
        let (address, _, _close) = served_by(pages.handle().clone(), 16, 16);
        let without = longest_pause(address, async {}).await;
        let hostile = async {
            let ask = b"GET /busy HTTP/1.1\r\nhost: leitai\r\nconnection: close\r\n\r\n";
            rest(&mut connected(address, ask).await).await;
        };
        let with = longest_pause(address, hostile).await;
        assert!(with < BUSY / 4 + 2 * without, "{with:?} beside the worst request, {without:?} without");
        pages.shutdown_background();
    }

    #[tokio::test]
    async fn who_reads_nothing_is_cut_off() {
        let ((mut client, open, _close), began) = (ask().await, Instant::now());
        while open.load(Ordering::Relaxed) > 0 {
            assert!(began.elapsed() < Duration::from_secs(30), "it waits for ever");
            sleep(Duration::from_millis(10)).await;
        }
        assert!(began.elapsed() >= PATIENCE, "cut off after {:?}", began.elapsed());
        // What was sent can be read, followed by the end.
        let mut taken = Vec::new();
        let _ = client.read_to_end(&mut taken).await;
        assert!(taken.len() < 16 << 20, "{} bytes lay in the system", taken.len());
    }

    #[tokio::test]
    async fn who_reads_slowly_and_steadily_stays() {
        let ((mut client, open, _close), began) = (ask().await, Instant::now());
        let mut bytes = vec![0; 64 << 10];
        while began.elapsed() < 5 * PATIENCE {
            client.read_exact(&mut bytes).await.expect("it goes on");
            sleep(PATIENCE / 8).await;
        }
        assert_eq!(open.load(Ordering::Relaxed), 1);
    }
}
