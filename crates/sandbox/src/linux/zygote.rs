//! The zygote: a single-threaded process with little memory, started once from the stage's own binary, whose forks
//! become the programs. A fork takes a tenth of the time of executing the binary for each program, and the stage, which
//! has threads, never forks.

use crate::arguments::{ASKED, SERVE};
use crate::error::named;
use crate::linux::launch_order::{LaunchOrder, PIPES};
use crate::linux::outside;
use crate::posix::busy_file::retry_while_busy;
use leitai_lang::{Sentence, sentence};
use rustix::io::{Errno, retry_on_intr};
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType, send,
    sendmsg, socketpair,
};
use rustix::process::Pid;
use std::ffi::OsString;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Longer than any but the busiest machine takes to copy a small process.
const PATIENCE: Duration = Duration::from_secs(10);
/// Stack size of the zygote's parent thread, which only starts the zygote and waits for it.
const STACK: usize = 64 << 10;

/// A request to start the zygote: the sender through which the link to the zygote is returned.
type Wish = SyncSender<io::Result<OwnedFd>>;

/// The stage's end of the zygote, which is started when first needed, and again after it was lost: because something
/// killed it, or because it did not answer in time. When dropped, the zygote exits and takes any programs that are still
/// running with it.
#[derive(Debug)]
pub(crate) struct Zygote {
    launcher: PathBuf,
    /// The thread whose child the zygote is, and with it every program. A parent-death signal is tied to this thread,
    /// so it must outlive all of them.
    parent: SyncSender<Wish>,
    link: Mutex<Option<OwnedFd>>,
}

impl Zygote {
    /// Starts it, so that it can clear away whatever this process makes from now on. `launcher` is a binary that calls
    /// [`launch_if_asked`](crate::launch_if_asked) first. It is told how the control groups of this process are called,
    /// and in which folders they are made.
    pub(crate) fn new(launcher: &Path, label: &str, places: &[&Path]) -> io::Result<Zygote> {
        let (parent, wishes) = sync_channel(0);
        let file = launcher.to_owned();
        let own: [OsString; 2] = [std::process::id().to_string().into(), format!("{label}-").into()];
        let places: Vec<OsString> = own.into_iter().chain(places.iter().map(Into::into)).collect();
        let thread = std::thread::Builder::new().name("zygote".to_owned()).stack_size(STACK);
        thread.spawn(move || be_parent(&file, &places, &wishes))?;
        let zygote = Zygote { launcher: launcher.to_owned(), parent, link: Mutex::new(None) };
        let link = zygote.start()?;
        *zygote.link.lock().unwrap_or_else(PoisonError::into_inner) = Some(link);
        Ok(zygote)
    }

    /// The path of the zygote's binary.
    pub(crate) fn launcher(&self) -> &Path {
        &self.launcher
    }

    /// Has a fork of the zygote carry out the order with these pipes; the fork is a child of this process and soon the
    /// leader of a group of its own.
    ///
    /// If the zygote is lost, this errors, and another takes its place. The order may have been carried out all the same:
    /// with these pipes and this order nothing else may be launched then, and once they and the order's control group
    /// are dropped, whatever was forked ends before it becomes the program.
    pub(crate) fn launch(&self, order: &LaunchOrder, pipes: [BorrowedFd<'_>; PIPES]) -> io::Result<Pid> {
        let text = serde_json::to_vec(order)?;
        let mut link = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        let open = match &mut *link {
            Some(open) => open,
            none => none.insert(self.start()?),
        };
        let answer = exchange(open, &text, pipes);
        if answer.is_err() {
            // A late one that is hung up on would take the stage for gone: this ends it first.
            *link = self.start().ok();
        }
        answer.and_then(read).map_err(|error| {
            let launcher = self.launcher.display();
            let why = Sentence::of(&error);
            let why = sentence!("the launcher {launcher}: {why}", "启动器 {launcher}：{why}"; why);
            io::Error::new(error.kind(), why)
        })
    }

    /// Starts a zygote, after the end of any that was started before.
    fn start(&self) -> io::Result<OwnedFd> {
        let (wish, answer) = sync_channel(1);
        let gone = || Sentence::new("the zygote's parent has ended", "启动进程的父线程已不在");
        self.parent.send(wish).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }
}

/// Decodes an answer: a process id, or a negated error number.
fn read(answer: i32) -> io::Result<Pid> {
    match Pid::from_raw(answer) {
        Some(pid) if answer > 0 => Ok(pid),
        _ => Err(io::Error::from_raw_os_error(-answer)),
    }
}

fn exchange(link: &OwnedFd, text: &[u8], pipes: [BorrowedFd<'_>; PIPES]) -> io::Result<i32> {
    let size = u32::try_from(text.len()).map_err(io::Error::other)?.to_ne_bytes();
    let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
    let mut rights = SendAncillaryBuffer::new(&mut room);
    rights.push(SendAncillaryMessage::ScmRights(&pipes));
    // A signal to the stage is not an answer: the order must not be sent twice.
    retry_on_intr(|| sendmsg(link, &[IoSlice::new(&size)], &mut rights, SendFlags::NOSIGNAL))?;
    let mut rest = text;
    while !rest.is_empty() {
        rest = &rest[retry_on_intr(|| send(link, rest, SendFlags::NOSIGNAL))?..];
    }
    let mut answer = [0; 4];
    match retry_on_intr(|| rustix::io::read(link, &mut answer)) {
        Ok(4) => Ok(i32::from_ne_bytes(answer)),
        Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
        Err(Errno::AGAIN) => {
            let seconds = PATIENCE.as_secs();
            let why = sentence!("no answer within {seconds} s", "{seconds} 秒内没有应答");
            Err(io::Error::new(io::ErrorKind::TimedOut, why))
        }
        Err(error) => Err(error.into()),
    }
}

fn be_parent(launcher: &Path, places: &[OsString], wishes: &Receiver<Wish>) {
    let mut living: Option<Child> = None;
    for wish in wishes {
        // One that is late must not carry out an order of which nobody knows any more. Its programs live on.
        if let Some(mut lost) = living.take() {
            let _ = lost.kill();
            let _ = lost.wait();
        }
        let started = start(launcher, places).map(|(child, link)| {
            living = Some(child);
            link
        });
        // The requesting thread waits for the answer.
        let _ = wish.send(started);
    }
    // By now its link is closed.
    if let Some(mut zygote) = living {
        let _ = zygote.wait();
    }
}

fn start(launcher: &Path, places: &[OsString]) -> io::Result<(Child, OwnedFd)> {
    let (link, inside) = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
    set_socket_timeout(&link, Timeout::Recv, Some(PATIENCE))?;
    let mut command = outside::own(launcher, [ASKED, SERVE]);
    command.args(places);
    command.env_clear().current_dir("/");
    command.stdin(inside).stdout(Stdio::null()).stderr(Stdio::null());
    let child = retry_while_busy(|| command.spawn());
    let child = child.map_err(|error| named(launcher, &error))?;
    // From here on it ignores what is sent to our group. If it says nothing, the first order will tell why.
    let _ = retry_on_intr(|| rustix::io::read(&link, &mut [0; 1]));
    Ok((child, link))
}
