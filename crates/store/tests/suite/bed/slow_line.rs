//! A connection to a server that delays every byte, in both directions.

use super::postgres::Server;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fs, io, thread};
use tempfile::TempDir;

/// The near end of a slow line. It adds delay but does not limit throughput.
pub(crate) struct SlowLine {
    folder: TempDir,
}

impl SlowLine {
    /// A line in front of a server; `None` if it has no delay.
    pub(crate) fn before(server: &Server, each_way: Duration) -> io::Result<Option<SlowLine>> {
        if each_way.is_zero() {
            return Ok(None);
        }
        let folder = tempfile::tempdir()?;
        let far = server.folder().join("run").join(NAME);
        let listener = UnixListener::bind(folder.path().join(NAME))?;
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                // A caller without an answer sees the connection end.
                let _ = connect(&near, &far, each_way);
            }
        });
        Ok(Some(SlowLine { folder }))
    }

    pub(crate) fn address(&self, database: &str) -> String {
        format!("postgres://leitai@localhost/{database}?host={}", self.folder.path().display())
    }
}

/// The name of a server's socket in its folder.
const NAME: &str = ".s.PGSQL.5432";

fn connect(near: &UnixStream, far: &Path, each_way: Duration) -> io::Result<()> {
    let far = UnixStream::connect(far)?;
    carry(near.try_clone()?, far.try_clone()?, each_way);
    carry(far, near.try_clone()?, each_way);
    Ok(())
}

fn carry(mut from: UnixStream, mut to: UnixStream, lasting: Duration) {
    let (sent, arrives) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let mut part = vec![0; 65_536];
        while let Ok(size @ 1..) = from.read(&mut part) {
            if sent.send((Instant::now() + lasting, part[..size].to_vec())).is_err() {
                return;
            }
        }
    });
    thread::spawn(move || {
        for (due, part) in arrives {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&part).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}

impl Drop for SlowLine {
    fn drop(&mut self) {
        // Nobody can connect from now on.
        let _ = fs::remove_file(self.folder.path().join(NAME));
    }
}
