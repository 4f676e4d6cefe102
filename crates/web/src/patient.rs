//! Connections that tolerate slow readers, but not readers that have stopped.

use axum::serve::Listener;
use std::future::Future;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{Sleep, sleep};

/// How much data to one client may wait in the system (which takes up to twice that): enough for 300 kB a second to
/// the other side of the world, and little for two thousand clients that read nothing.
const WAITING: u32 = 64 << 10;
/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// A listener that cuts off clients which accept none of the waiting data for a time. Those that keep reading stay,
/// however slow.
pub(crate) struct PatientListener {
    listener: TcpListener,
    patience: Duration,
}

impl PatientListener {
    /// Binds the address.
    pub(crate) fn bind(listen: SocketAddr, patience: Duration) -> io::Result<PatientListener> {
        let socket = if listen.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.set_send_buffer_size(WAITING)?;
        socket.bind(listen)?;
        Ok(PatientListener { listener: socket.listen(BACKLOG)?, patience })
    }
}

impl Listener for PatientListener {
    type Io = PatientStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (PatientStream, SocketAddr) {
        let (stream, from) = Listener::accept(&mut self.listener).await;
        (PatientStream { stream, patience: self.patience, stalled: None }, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that fails if nothing can be written for too long.
pub(crate) struct PatientStream {
    stream: TcpStream,
    patience: Duration,
    /// A timer that runs while data wait to be written.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl PatientStream {
    fn bounded<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let written = write(Pin::new(&mut self.stream), cx);
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, to)
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.get_mut().bounded(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.get_mut().bounded(cx, |stream, cx| stream.poll_write_vectored(cx, parts))
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
    use axum::Router;
    use axum::body::{Body, Bytes};
    use axum::routing::get;
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Instant;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const PATIENCE: Duration = Duration::from_millis(400);

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

    /// A client that has requested an endless response and read its beginning, and the number being sent.
    async fn ask() -> (TcpStream, Arc<AtomicUsize>) {
        let listener = PatientListener::bind(([127, 0, 0, 1], 0).into(), PATIENCE).expect("it listens");
        let address = listener.local_addr().expect("it listens");
        let open = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&open);
        let routes = Router::new().route("/", get(move || async move { endless(&counted) }));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let mut client = TcpStream::connect(address).await.expect("it listens");
        client.write_all(b"GET / HTTP/1.1\r\nhost: leitai\r\n\r\n").await.expect("it listens");
        client.read_exact(&mut [0; 64]).await.expect("it answers");
        assert_eq!(open.load(Ordering::Relaxed), 1);
        (client, open)
    }

    #[tokio::test]
    async fn who_reads_nothing_is_cut_off() {
        let ((mut client, open), began) = (ask().await, Instant::now());
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
        let ((mut client, open), began) = (ask().await, Instant::now());
        let mut bytes = vec![0; 64 << 10];
        while began.elapsed() < 5 * PATIENCE {
            client.read_exact(&mut bytes).await.expect("it goes on");
            sleep(PATIENCE / 8).await;
        }
        assert_eq!(open.load(Ordering::Relaxed), 1);
    }
}
