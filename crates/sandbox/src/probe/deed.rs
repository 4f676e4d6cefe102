//! What a probe is asked to do.

use crate::Level;
use std::ffi::OsString;
use std::path::PathBuf;

/// The argument by which a binary is asked to be the probe.
pub const PROBE: &str = "sandbox-probe";

/// What the probe is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Tries every [`Door`](super::Door) and says on a line each what came of it: see [`reported`](super::reported).
    Doors(Box<Bait>),
    /// Makes a system call of another kind of machine; says [`GOT`](super::GOT) if it lives on.
    Foreign,
    /// Another deed, by another thread.
    By(Hand, Box<Deed>),
    /// Takes private memory, `0` MB of it, one MB after the other.
    Private(u32),
    /// The same from the heap.
    Heap(u32),
    /// The same by shared mappings of a device, each dropped from sight once it is filled.
    Device(u32),
    /// The same in pipes.
    Pipes(u32),
    /// The same with memory that is shared: a mapping, a nameless file, a file in memory.
    Shared(u32),
    /// Four processes take that many MB each.
    Family(u32),
    /// Starts that many processes, and leaves while they stay.
    Forks(u32),
    /// Starts that many threads.
    Threads(u32),
    /// Leaves a process behind that has cut every tie to it.
    Daemon,
    /// Uses that many milliseconds of processor time, says on a line how many nanoseconds it used, and waits.
    Burn(u32),
    /// Works for ever.
    Spin,
    /// The same with so many threads that let each other go on.
    Crowd(u32),
    /// The same with a timer that lets it go on.
    Timer,
    /// The same with every tie to its parent cut.
    Cling,
    /// Waits until its input ends.
    Wait,
    /// Outside of any sandbox: is a stage at this level with one program, [`Deed::Cling`]; says [`GOT`](super::GOT) when that runs,
    /// and waits to be killed.
    Stage(Level),
}

/// Which thread does a deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// A second one, while the first waits.
    Other,
    /// A second one, when the first has left.
    Left,
}

/// What lies outside for the probe to reach after.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bait {
    /// A file that every user of the machine may read.
    pub file: PathBuf,
    /// A folder that every user may write.
    pub folder: PathBuf,
    /// A port of this machine that is listened to; 0 if there is none.
    pub port: u16,
    /// A socket in the file system that is listened to.
    pub socket: PathBuf,
    /// Processes of the same user: one to look into, one to signal.
    pub victims: [u32; 2],
    /// The cores that it may not move to.
    pub cores: Vec<usize>,
}

impl Bait {
    /// A socket for datagrams beside the other.
    pub fn datagrams(&self) -> PathBuf {
        self.socket.with_extension("datagrams")
    }
}

impl Deed {
    /// The arguments that ask for it, [`PROBE`] first. `tag` stands on the command line of all that comes of it.
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

    /// Reads them, but for [`PROBE`] and the tag.
    pub(super) fn read(args: impl Iterator<Item = OsString>) -> Option<Deed> {
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
            Deed::Stage(Level::Rootless),
        ];
        for deed in deeds {
            assert_eq!(Deed::read(deed.args("tag").into_iter().skip(2)), Some(deed));
        }
        assert_eq!(Deed::read(["dance", "1"].map(Into::into).into_iter()), None);
    }
}
