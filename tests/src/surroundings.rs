//! What attacks may look for around a game: a secret, listeners, an uninvolved process.

use crate::workshop::Workshop;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::{env, fs};
use tempfile::TempDir;

/// Folders in which any user can usually write.
const PUBLIC: [&str; 5] = ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run"];
/// The name of everything that an attack creates contains one of these.
const MARKS: [&str; 4] = ["leitai-attack", "leitai-mailbox", "leitai-twin", "leitai-stolen"];

/// All the surroundings, removed when dropped.
#[derive(Debug)]
pub struct Surroundings {
    folder: TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    path: UnixListener,
    hidden: UnixListener,
    hidden_name: String,
    /// An uninvolved process, which exits when its input is closed.
    bystander: Child,
    /// What the bystander heard.
    heard: BufReader<ChildStdout>,
    before: BTreeSet<PathBuf>,
}

impl Surroundings {
    /// Sets everything up; from now on this process's working directory is an empty folder, and its environment stays
    /// that of the caller.
    pub fn new(workshop: &Workshop) -> io::Result<Surroundings> {
        let folder = tempfile::Builder::new().prefix("leitai-examined").tempdir()?;
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        fs::create_dir(folder.path().join("home"))?;
        fs::create_dir(folder.path().join("here"))?;
        fs::write(folder.path().join("home/secret"), "a secret\n")?;
        fs::write(folder.path().join("home/record"), "a record\n")?;
        env::set_current_dir(folder.path().join("here"))?;
        // Core files are left here.
        let most = getrlimit(Resource::Core).maximum;
        setrlimit(Resource::Core, Rlimit { current: most, maximum: most })?;

        let tcp = TcpListener::bind("127.0.0.1:0")?;
        let udp = UdpSocket::bind(tcp.local_addr()?)?;
        let path = UnixListener::bind(folder.path().join("home/socket"))?;
        let hidden_name = format!("leitai-{}", std::process::id());
        let hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&hidden_name)?)?;
        tcp.set_nonblocking(true)?;
        udp.set_nonblocking(true)?;
        path.set_nonblocking(true)?;
        hidden.set_nonblocking(true)?;

        let start = workshop.make("bystander.c").map_err(io::Error::other)?;
        let program = start.ok_or_else(|| io::Error::other("there is no bystander"))?.program;
        let mut bystander = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let heard = bystander.stdout.take().ok_or_else(|| io::Error::other("a pipe is missing"))?;
        let mut heard = BufReader::new(heard);
        heard.read_line(&mut String::new())?;
        Ok(Surroundings { folder, tcp, udp, path, hidden, hidden_name, bystander, heard, before: littered() })
    }

    /// What attacks are told about the surroundings.
    pub fn facts(&self) -> io::Result<Vec<String>> {
        let home = self.folder.path().join("home");
        let inside = |name: &str| home.join(name).display().to_string();
        let host = rustix::system::uname();
        Ok(vec![
            format!("home={}", home.display()),
            format!("secret={}", inside("secret")),
            format!("record={}", inside("record")),
            format!("unix={}", inside("socket")),
            format!("abstract={}", self.hidden_name),
            format!("port={}", self.tcp.local_addr()?.port()),
            format!("bystander={}", self.bystander.id()),
            format!("stage-pid={}", std::process::id()),
            format!("stage={}", env::current_exe()?.display()),
            format!("hostname={}", host.nodename().to_string_lossy()),
        ])
    }

    /// The harm that the attacks did here, one sentence each.
    pub fn harm(mut self) -> io::Result<Vec<String>> {
        let mut harm = Vec::new();
        let reached = [
            ("over TCP", self.tcp.accept().is_ok()),
            ("over UDP", self.udp.recv(&mut [0; 16]).is_ok()),
            ("by a socket's path", self.path.accept().is_ok()),
            ("by a socket's hidden name", self.hidden.accept().is_ok()),
        ];
        harm.extend(
            reached.iter().filter(|(_, is)| *is).map(|(how, _)| format!("somebody was reached {how}")),
        );
        if self.bystander.try_wait()?.is_some() {
            harm.push("the bystander is gone".to_owned());
        }
        drop(self.bystander.stdin.take());
        let mut signals = String::new();
        self.heard.read_to_string(&mut signals)?;
        self.bystander.wait()?;
        if !signals.is_empty() {
            harm.push(format!("the bystander got signals {}", signals.replace('\n', " ")));
        }
        let home = self.folder.path().join("home");
        for (name, text) in [("secret", "a secret\n"), ("record", "a record\n")] {
            if fs::read_to_string(home.join(name)).ok().as_deref() != Some(text) {
                harm.push(format!("the {name} was changed"));
            }
        }
        let known = ["record", "secret", "socket"].map(|name| home.join(name));
        let here = listed(&self.folder.path().join("here"));
        let left = here.into_iter().chain(listed(&home)).chain(littered());
        let new = left.filter(|path| !known.contains(path) && !self.before.contains(path));
        harm.extend(new.map(|path| format!("{} was left", path.display())));
        Ok(harm)
    }
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Files that attacks left in public folders.
fn littered() -> BTreeSet<PathBuf> {
    let all = PUBLIC.iter().flat_map(|folder| listed(Path::new(folder)));
    all.filter(|path| MARKS.iter().any(|mark| path.to_string_lossy().contains(mark))).collect()
}
