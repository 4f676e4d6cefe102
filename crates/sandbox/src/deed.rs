//! The tasks of a probe and their command line.

use crate::sandbox_level::SandboxLevel;
use std::ffi::OsString;
use std::path::PathBuf;

/// The first argument that makes the binary act as the probe.
pub const PROBE: &str = "sandbox-probe";

/// Written for every MB, process or thread that the probe obtained.
pub const GOT: u8 = b'#';
/// Written when the probe was refused one.
pub const REFUSED: u8 = b'x';

/// The tag by which an examiner finds its probes; it also tells them who it is.
pub fn tag(number: u32) -> String {
    format!("examined-by-{}-{number}", std::process::id())
}

/// A task of the probe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Tries every [`Door`](crate::Door) and reports each on a line; see [`reported`](crate::reported).
    Doors(Box<Bait>),
    /// Makes a system call of another architecture; writes [`GOT`](crate::GOT) if it survives.
    Foreign,
    /// Another task, run by another thread.
    By(Hand, Box<Deed>),
    /// Allocates this many MB of private memory, one MB at a time.
    Private(u32),
    /// As `Private`, but from the heap.
    Heap(u32),
    /// As `Private`, but by shared mappings of a device, each unmapped once it is filled.
    Device(u32),
    /// As `Private`, but in pipes.
    Pipes(u32),
    /// As `Private`, but with shared memory: a mapping, an unnamed file, a file in memory.
    Shared(u32),
    /// Four processes allocate this many MB each.
    Family(u32),
    /// Starts this many processes and exits while they stay.
    Forks(u32),
    /// Starts this many threads.
    Threads(u32),
    /// Leaves a fully detached process behind.
    Daemon,
    /// Uses this many milliseconds of processor time, writes the nanoseconds used on a line, and waits.
    Burn(u32),
    /// Computes for ever.
    Spin,
    /// As `Spin`, but with this many threads that resume each other.
    Crowd(u32),
    /// As `Spin`, but with a timer that resumes it.
    Timer,
    /// As `Spin`, but fully detached from its parent.
    Cling,
    /// Waits until its input ends.
    Wait,
    /// Outside any sandbox: acts as a stage at this level with one program, [`Deed::Cling`]; writes [`GOT`](crate::GOT)
    /// once that is running, and waits to be killed.
    Stage(SandboxLevel),
}

/// Which thread runs a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// A second thread, while the first waits.
    Other,
    /// A second thread, after the first has exited.
    Left,
}

/// Bait outside the sandbox that the probe tries to reach.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bait {
    /// A file that every user of the machine may read.
    pub file: PathBuf,
    /// A folder that every user may write.
    pub folder: PathBuf,
    /// A local TCP port with a listener; 0 if there is none.
    pub port: u16,
    /// A socket in the file system with a listener.
    pub socket: PathBuf,
    /// Process ids of the same user: one to inspect, one to signal.
    pub victims: [u32; 2],
    /// Cores that the probe must not be able to move to.
    pub cores: Vec<usize>,
}

impl Bait {
    /// The path of a datagram socket next to `socket`.
    pub fn datagrams(&self) -> PathBuf {
        self.socket.with_extension("datagrams")
    }
}

impl Deed {
    /// The command-line arguments for the task, [`PROBE`] first. `tag` appears on the command line of every process it
    /// starts.
    pub fn args(&self, tag: &str) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec![PROBE.into(), tag.into()];
        let (name, number) = match self {
            Deed::Doors(bait) => {
                args.push("doors".into());
                args.extend([bait.file.clone().into(), bait.folder.clone().into()]);
                args.extend([bait.socket.clone().into(), bait.port.to_string().into()]);
                args.extend(bait.victims.map(|victim| victim.to_string().into()));
                args.extend(bait.cores.iter().map(|core| core.to_string().into()));
                return args;
            }
            Deed::By(hand, deed) => {
                args.push(if *hand == Hand::Left { "left" } else { "other" }.into());
                args.extend(deed.args(tag).into_iter().skip(2));
                return args;
            }
            Deed::Foreign => ("foreign", 0),
            Deed::Heap(mb) => ("heap", *mb),
            Deed::Device(mb) => ("device", *mb),
            Deed::Pipes(mb) => ("pipes", *mb),
            Deed::Crowd(threads) => ("crowd", *threads),
            Deed::Timer => ("timer", 0),
            Deed::Cling => ("cling", 0),
            Deed::Private(mb) => ("private", *mb),
            Deed::Shared(mb) => ("shared", *mb),
            Deed::Family(mb) => ("family", *mb),
            Deed::Forks(count) => ("forks", *count),
            Deed::Threads(count) => ("threads", *count),
            Deed::Daemon => ("daemon", 0),
            Deed::Burn(ms) => ("burn", *ms),
            Deed::Spin => ("spin", 0),
            Deed::Wait => ("wait", 0),
            Deed::Stage(level) => {
                args.extend(["stage".into(), level.name().into()]);
                return args;
            }
        };
        args.extend([name.into(), number.to_string().into()]);
        args
    }

    /// Parses the arguments after [`PROBE`] and the tag; `None` if they are not a task.
    pub(crate) fn read(args: impl Iterator<Item = OsString>) -> Option<Deed> {
        let mut args: Box<dyn Iterator<Item = OsString>> = Box::new(args.collect::<Vec<_>>().into_iter());
        let name = args.next()?;
        let name = name.to_str()?;
        if let Some(hand) =
            [("other", Hand::Other), ("left", Hand::Left)].into_iter().find(|(it, _)| *it == name)
        {
            return Some(Deed::By(hand.1, Box::new(Deed::read(args)?)));
        }
        if name == "doors" {
            let [file, folder, socket] = [args.next()?, args.next()?, args.next()?].map(PathBuf::from);
            let mut numbers = args.map_while(|arg| arg.to_str()?.parse::<u32>().ok());
            let port = numbers.next()? as u16;
            let victims = [numbers.next()?, numbers.next()?];
            let cores = numbers.map(|core| core as usize).collect();
            return Some(Deed::Doors(Box::new(Bait { file, folder, port, socket, victims, cores })));
        }
        let what = args.next()?;
        if name == "stage" {
            return Some(Deed::Stage(what.to_str()?.parse().ok()?));
        }
        let number = what.to_str()?.parse().ok()?;
        Some(match name {
            "foreign" => Deed::Foreign,
            "private" => Deed::Private(number),
            "heap" => Deed::Heap(number),
            "device" => Deed::Device(number),
            "pipes" => Deed::Pipes(number),
            "crowd" => Deed::Crowd(number),
            "timer" => Deed::Timer,
            "cling" => Deed::Cling,
            "shared" => Deed::Shared(number),
            "family" => Deed::Family(number),
            "forks" => Deed::Forks(number),
            "threads" => Deed::Threads(number),
            "daemon" => Deed::Daemon,
            "burn" => Deed::Burn(number),
            "spin" => Deed::Spin,
            "wait" => Deed::Wait,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deed_reads_back_as_asked_for() {
        let bait = Bait {
            file: "/tmp/a b".into(),
            folder: "/tmp".into(),
            port: 8080,
            socket: "/tmp/s".into(),
            victims: [17, 18],
            cores: vec![0, 3],
        };
        let deeds = [
            Deed::Doors(Box::new(bait)),
            Deed::Foreign,
            Deed::Private(200),
            Deed::By(Hand::Left, Box::new(Deed::Heap(3))),
            Deed::By(Hand::Other, Box::new(Deed::Spin)),
            Deed::Device(4),
            Deed::Pipes(5),
            Deed::Crowd(6),
            Deed::Timer,
            Deed::Cling,
            Deed::Shared(1),
            Deed::Family(40),
            Deed::Forks(64),
            Deed::Threads(9),
            Deed::Daemon,
            Deed::Burn(100),
            Deed::Spin,
            Deed::Wait,
            Deed::Stage(SandboxLevel::Rootless),
        ];
        for deed in deeds {
            assert_eq!(Deed::read(deed.args("tag").into_iter().skip(2)), Some(deed));
        }
        assert_eq!(Deed::read(["dance", "1"].map(Into::into).into_iter()), None);
    }
}
