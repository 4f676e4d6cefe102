//! Connections that tolerate slow clients, but not clients that have stopped: who reads nothing, or does not finish what
//! he asks, is cut off.

use leitai_sandbox::system::take_over_port;
use std::future::Future;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

/// How much data to one client may wait in the system (which takes up to twice that): enough for 300 kB a second to
/// the other side of the world, and little for two thousand clients that read nothing.
const WAITING: u32 = 64 << 10;
/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;
/// The bytes that a client for whom data wait must accept in the time for which it may read nothing, 800 a second by
/// default: otherwise one that reads a byte now and then would keep an answer for ever.
const LEAST: usize = 16 << 10;
/// How many times as long as for the rest of a request a client may take before it begins one.
const IDLE: u32 = 3;
/// The bytes of a request's head that any connection may have kept for it.
const SMALL_HEAD: usize = 16 << 10;
/// How many connections may have more of a head kept at one time: enough to tell each that it is too long.
static LARGE_HEADS: Semaphore = Semaphore::const_new(64);

/// Listens at an address.
pub(crate) fn listen(at: SocketAddr) -> io::Result<TcpListener> {
    let socket = if at.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    take_over_port(&socket)?;
    socket.set_send_buffer_size(WAITING)?;
    socket.bind(at)?;
    socket.listen(BACKLOG)
}

/// Listens at an address; where its port is 0, at the port of last time if that is free.
pub(crate) fn listen_again(at: SocketAddr, last: Option<u16>) -> io::Result<TcpListener> {
    let last = last.filter(|_| at.port() == 0).and_then(|port| listen(SocketAddr::new(at.ip(), port)).ok());
    last.map_or_else(|| listen(at), Ok)
}

/// Whose turn it is on a connection. A client's turn lasts from the end of an answer to the end of its next request's
/// head.
#[derive(Clone, Default)]
pub(crate) struct Turns(Arc<AtomicU64>);

impl Turns {
    /// Gives the turn to the other side.
    pub(crate) fn pass(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of the turn; the client has the even ones.
    fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A connection that fails if nothing can be written for too long, or a request's head takes too long to arrive.
pub(crate) struct PatientStream<S = TcpStream> {
    stream: S,
    patience: Duration,
    /// A timer that runs while data wait to be written, and how many bytes were accepted since it began.
    stalled: Option<Pin<Box<Sleep>>>,
    taken: usize,
    turns: Turns,
    head: Head,
}

/// What has arrived of a request's head.
#[derive(Default)]
struct Head {
    /// The turn to which this belongs.
    turn: u64,
    bytes: usize,
    deadline: Option<Pin<Box<Sleep>>>,
    room: Option<SemaphorePermit<'static>>,
}

impl Head {
    /// Counts bytes that have arrived at `now`.
    fn grows(&mut self, bytes: usize, now: Instant, patience: Duration) -> io::Result<()> {
        if self.bytes == 0 && bytes > 0 {
            self.deadline = Some(Box::pin(sleep_until(now + patience)));
        }
        self.bytes += bytes;
        if self.bytes > SMALL_HEAD && self.room.is_none() {
            let room = LARGE_HEADS.try_acquire();
            self.room = Some(room.map_err(|_| io::Error::from(io::ErrorKind::QuotaExceeded))?);
        }
        Ok(())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> PatientStream<S> {
    /// A connection on which the client has the first turn.
    pub(crate) fn new(stream: S, patience: Duration, turns: Turns) -> PatientStream<S> {
        PatientStream { stream, patience, stalled: None, taken: 0, turns, head: Head::default() }
    }

    /// Writes as much as is accepted of these many bytes.
    fn bounded(
        &mut self,
        cx: &mut Context<'_>,
        bytes: usize,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = write(Pin::new(&mut self.stream), cx) {
            let written = written?;
            self.taken += written;
            if written >= bytes || self.taken >= LEAST {
                (self.stalled, self.taken) = (None, 0);
            }
            return Poll::Ready(Ok(written));
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Fails when the client has taken too long for its request. It begins with the next one only once it has read the
    /// last answer.
    fn is_in_time(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        let idle = IDLE * self.patience;
        let deadline = self.head.deadline.get_or_insert_with(|| Box::pin(sleep(idle)));
        while deadline.as_mut().poll(cx).is_ready() {
            if self.stalled.is_none() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            deadline.as_mut().reset(Instant::now() + idle);
        }
        Ok(())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for PatientStream<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = to.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, to);
        let turn = this.turns.now();
        if turn != this.head.turn {
            this.head = Head { turn, ..Head::default() };
        }
        // A body has a pace of its own.
        if turn % 2 == 1 {
            return read;
        }
        let bytes = to.filled().len() - before;
        if bytes > 0 {
            this.head.grows(bytes, Instant::now(), this.patience)?;
        }
        this.is_in_time(cx)?;
        read
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for PatientStream<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.get_mut().bounded(cx, bytes.len(), |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let bytes = parts.iter().map(|part| part.len()).sum();
        self.get_mut().bounded(cx, bytes, |stream, cx| stream.poll_write_vectored(cx, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    const PATIENCE: Duration = Duration::from_millis(400);

    /// How long an endless answer lasts to a client that reads this many bytes sixteen times in the time for which it may
    /// read nothing; `None` if it lasts.
    async fn lasts(bytes: usize) -> Option<Duration> {
        let (ours, mut theirs) = duplex(1024);
        let mut ours = PatientStream::new(ours, PATIENCE, Turns::default());
        let began = Instant::now();
        let writes = async {
            let why = loop {
                if let Err(why) = ours.write_all(&[b'x'; 4096]).await {
                    break why;
                }
            };
            assert_eq!(why.kind(), io::ErrorKind::TimedOut);
            began.elapsed()
        };
        let reads = async {
            let mut taken = vec![0; bytes];
            while began.elapsed() < 5 * PATIENCE && theirs.read_exact(&mut taken).await.is_ok() {
                sleep(PATIENCE / 16).await;
            }
        };
        tokio::select! {
            lasted = writes => Some(lasted),
            () = reads => None,
        }
    }

    #[tokio::test]
    async fn who_reads_next_to_nothing_is_cut_off_and_who_is_slow_stays() {
        let lasted = lasts(LEAST / 64).await.expect("it ends");
        assert!(lasted >= PATIENCE && lasted < 4 * PATIENCE, "{lasted:?}");
        assert_eq!(lasts(LEAST / 4).await, None);
    }
}
