//! The tests' own PostgreSQL server: in a temporary folder, on a socket there, and removed with the tests.

use leitai_testkit::{Need, skip};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};
use std::time::Duration;
use std::{fs, thread};
use tempfile::TempDir;

/// A running server, stopped when dropped.
pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
    running: Mutex<Option<Child>>,
    /// The size of the folder `small` in the server's own, if it is limited.
    room: Option<&'static str>,
    /// The port of this machine on which it also listens, behind a certificate, if any.
    port: Option<u16>,
    /// How its version copies a database file by file. That takes half the processor time and keeps what the first
    /// session derived from the catalog; before 15 it was the only way.
    pub(crate) by_file: &'static str,
    /// Whether it has a database [`TABLES`] to copy from.
    pub(crate) tables: Once,
}

/// The name of the database with all tables and nothing in them.
pub(crate) const TABLES: &str = "tables";

impl Server {
    /// The server of this process's tests, shared while any of them runs. `None` if PostgreSQL is not installed.
    pub(crate) fn shared() -> Option<Arc<Server>> {
        static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = shared.upgrade() {
            return Some(server);
        }
        let server = Arc::new(Server::start(None)?);
        *shared = Arc::downgrade(&server);
        Some(server)
    }

    /// A separate server; if `room` is given, with a disk of its own in `small`, for which we must be root.
    pub(crate) fn start(room: Option<&'static str>) -> Option<Server> {
        let server = Server::set_up(room, None)?;
        server.run();
        Some(server)
    }

    /// A separate server that also listens on a port of this machine, with this certificate and its key.
    pub(crate) fn certified(port: u16, certificate: &str, key: &str) -> Option<Server> {
        let server = Server::set_up(None, Some(port))?;
        for (file, text) in [("server.crt", certificate), ("server.key", key)] {
            let file = server.data().join(file);
            fs::write(&file, text).expect("our folder");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("our file");
            if let Some((uid, gid)) = plain_user() {
                chown(&file, Some(uid), Some(gid)).expect("we are root");
            }
        }
        server.run();
        Some(server)
    }

    /// A standby that follows this server and can only be read.
    pub(crate) fn standby(&self) -> Server {
        let standby = Server::laid_out(self.programs.clone(), None, None);
        let mut copy = self.command("pg_basebackup");
        copy.args(["-U", "leitai", "-R", "-X", "stream", "-c", "fast", "--no-sync", "-h"]).arg(self.socket());
        let copied = copy.arg("-D").arg(standby.data()).output().expect("pg_basebackup starts");
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        standby.run();
        standby
    }

    /// Waits until everything stored on another server so far is here too.
    pub(crate) fn follow(&self, first: &Server) {
        let kept = first.sql("postgres", "SELECT pg_current_wal_lsn()");
        let here = format!("SELECT pg_last_wal_replay_lsn() >= '{kept}'");
        for _ in 0..600 {
            if self.sql("postgres", &here) == "t" {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("the standby does not follow");
    }

    fn set_up(room: Option<&'static str>, port: Option<u16>) -> Option<Server> {
        let Some(programs) = programs() else {
            skip(Need::Postgres, "the store on PostgreSQL (initdb not found; install postgresql)");
            return None;
        };
        let server = Server::laid_out(programs, room, port);
        server.copy_cluster();
        Some(server)
    }

    /// Its folder, without any data.
    fn laid_out(programs: PathBuf, room: Option<&'static str>, port: Option<u16>) -> Server {
        let folder = tempfile::Builder::new().prefix("pg").tempdir_in(place()).expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("our folder");
        let socket = folder.path().join("run");
        fs::create_dir(&socket).expect("our folder");
        let running = Mutex::new(None);
        let by_file = if release(&programs) < 15 { "" } else { "STRATEGY FILE_COPY" };
        let server = Server { folder, programs, running, room, port, by_file, tables: Once::new() };
        if let Some((uid, gid)) = plain_user() {
            chown(server.folder.path(), Some(uid), Some(gid)).expect("we are root");
            chown(&socket, Some(uid), Some(gid)).expect("we are root");
        }
        server
    }

    /// Creates its data by copying what `initdb` of this version made for this user's first server, since `initdb`
    /// takes a second of processor time.
    fn copy_cluster(&self) {
        // Only a crate's integration tests have a folder of their own that stays.
        let Some(stays) = option_env!("CARGO_TARGET_TMPDIR") else { return self.make_cluster() };
        let version = version(&self.programs);
        let owner = plain_user().map_or_else(|| rustix::process::geteuid().as_raw(), |(uid, _)| uid);
        let name = version.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-");
        let kept = Path::new(stays).join(format!("{name}-{owner}-1MB"));
        if !kept.exists() {
            self.make_cluster();
            let draft = tempfile::tempdir_in(stays).expect("a folder");
            copy(&self.data(), &draft.path().join("data"));
            // Another process may have been quicker: either result will do.
            let _ = fs::rename(draft.path().join("data"), &kept);
            return;
        }
        copy(&kept, &self.data());
    }

    fn make_cluster(&self) {
        let mut initdb = self.command("initdb");
        initdb.args(["-A", "trust", "-U", "leitai", "-E", "UTF8", "--locale=C", "--no-sync"]);
        // A segment is 16 MB by default: a third of what is copied for each server.
        initdb.args(["--wal-segsize=1", "-D"]);
        let made = initdb.arg(self.data()).output().expect("initdb starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    /// Ends it as a crash would, in the middle of its work, and starts it again.
    pub(crate) fn restart(&self) {
        self.crash();
        self.run();
    }

    /// Ends it as a crash would.
    pub(crate) fn crash(&self) {
        self.end("QUIT");
    }

    pub(crate) fn address(&self, database: &str) -> String {
        format!("postgres://leitai@localhost/{database}?host={}", self.socket().display())
    }

    /// Runs a statement as its administrator.
    pub(crate) fn sql(&self, database: &str, text: &str) -> String {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.envs(self.port.map(|port| ("PGPORT", port.to_string())));
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "leitai", "-d", database, "-h"]);
        let done = psql.arg(self.socket()).args(["-c", text]).output().expect("psql starts");
        assert!(done.status.success(), "{text}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The server's own process.
    pub(crate) fn pid(&self) -> String {
        let file = fs::read_to_string(self.data().join("postmaster.pid")).expect("it runs");
        file.lines().next().expect("a line").to_owned()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    /// A command for one of the server's programs, which refuse to run as root.
    fn command(&self, program: &str) -> Command {
        let path = self.programs.join(program);
        let Some((uid, gid)) = plain_user() else { return Command::new(path) };
        let mut command = Command::new("setpriv");
        command.arg(format!("--reuid={uid}")).arg(format!("--regid={gid}")).arg("--clear-groups");
        command.arg(path);
        command
    }

    /// Starts it behind a shell that ends it when we end, in whatever way.
    pub(crate) fn run(&self) {
        let postgres = self.command("postgres");
        let mut shell = Command::new("sh");
        let mut mount = String::new();
        if let (Some(room), Some((uid, gid))) = (self.room, plain_user()) {
            shell = Command::new("unshare");
            shell.args(["--mount", "sh"]);
            let small = self.folder.path().join("small");
            fs::create_dir_all(&small).expect("our folder");
            mount = format!("mount -t tmpfs -o size={room},uid={uid},gid={gid} none {} && ", small.display());
        }
        // Nothing may stay in memory if we end abruptly.
        let clear = format!("rm -rf {}", self.folder.path().display());
        let script = format!(
            "{mount}{{ \"$@\" </dev/null & server=$!; trap : TERM; read how || clear='{clear}'; \
             kill -${{how:-INT}} $server; wait; $clear; }}"
        );
        shell.args(["-c", &script, "sh"]).arg(postgres.get_program()).args(postgres.get_args());
        shell.arg("-D").arg(self.data()).arg("-k").arg(self.socket());
        for setting in ["fsync=off", "max_connections=60", "shared_buffers=16MB", "max_wal_size=128MB"] {
            shell.args(["-c", setting]);
        }
        match self.port {
            // The socket's name includes the port too.
            Some(port) => {
                shell.args(["-c", "listen_addresses=127.0.0.1", "-c", "ssl=on", "-p", &port.to_string()])
            }
            None => shell.args(["-c", "listen_addresses="]),
        };
        let log = fs::OpenOptions::new().create(true).append(true).open(self.folder.path().join("log"));
        let log = log.expect("our folder");
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(shell.spawn().expect("starts"));
        for _ in 0..600 {
            let mut ready = Command::new(self.programs.join("pg_isready"));
            ready.envs(self.port.map(|port| ("PGPORT", port.to_string())));
            if ready.arg("-q").arg("-h").arg(self.socket()).status().is_ok_and(|status| status.success()) {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        panic!("the server did not start: {log}");
    }

    /// Ends it by this signal: `QUIT` as a crash would, `INT` without waiting for anybody.
    pub(crate) fn end(&self, how: &str) {
        use std::io::Write;
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut running) = running {
            let mut input = running.stdin.take().expect("an input");
            writeln!(input, "{how}").expect("the shell listens");
            running.wait().expect("ends");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end("INT");
    }
}

/// Where temporary files are written: in memory if there is plenty of it, so that nothing waits for a disk.
pub(crate) fn place() -> PathBuf {
    const PLENTY: u64 = 4 << 30;
    let memory = PathBuf::from("/dev/shm");
    let free = rustix::fs::statvfs(&memory).map_or(0, |disk| disk.f_bavail * disk.f_frsize);
    let is_ours = rustix::fs::access(&memory, rustix::fs::Access::WRITE_OK).is_ok();
    if is_ours && free >= PLENTY { memory } else { std::env::temp_dir() }
}

/// The folder of the server's programs: Debian's newest, or one on the path.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<_> = debian.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let all = ["initdb", "postgres", "psql", "pg_isready"];
    folders.into_iter().find(|folder| all.iter().all(|program| folder.join(program).is_file()))
}

/// The server's version string: `postgres (PostgreSQL) 15.4 …`.
fn version(programs: &Path) -> String {
    let said = Command::new(programs.join("postgres")).arg("--version").output();
    String::from_utf8_lossy(&said.expect("postgres starts").stdout).trim().to_owned()
}

/// The first number of its version.
fn release(programs: &Path) -> u32 {
    let version = version(programs);
    let digits = version.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

/// Copies a folder, preserving owners and permissions.
fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").args([from, to]).status();
    assert!(copied.expect("cp").success(), "{} was not copied", from.display());
}

/// The user that the server runs as if we are root: `postgres`, or else `nobody`.
fn plain_user() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let id = |name: &str| {
        let line = users.lines().find(|line| line.starts_with(&format!("{name}:")))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    id("postgres").or_else(|| id("nobody"))
}
