//! What one program of a stage can learn of another without a clock: everything that it can read is read twice, and in
//! between a neighbour in another sandbox acts, or rests. What differs only when it acts must be in the table of
//! `docs/security.md`. A separate program, because nothing else may run beside it.
#![expect(clippy::print_stderr, reason = "what was found")]

use leitai_sandbox::{Cell, Job, Launched, Launching, Sandbox, SandboxLevel};
use rustix::fs::{Advice, fadvise, fsync};
use stage_tests::{Workshop, levels};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");
/// How often the neighbour acts, and how often it rests. What changes by chance is taken for a channel less than once in
/// 924 times, and in both series less than once in 850,000 times.
const ROUNDS: usize = 6;
/// The same as `page-cache` in another place: faults that did not need the disk.
const ALIASES: [(&str, &str); 1] = [("read./proc/self/stat:6", "page-cache")];
/// A channel that is always open: without it the test would have seen nothing.
const SEEN: &str = "futex";

/// A program that does what it is told.
struct Observer {
    _cell: Cell,
    to: File,
    from: BufReader<File>,
}

/// What was read, by name.
type Sight = BTreeMap<String, i64>;
/// By how much each number differed.
type Changes = BTreeMap<String, Vec<u64>>;

impl Observer {
    fn start(sandbox: &Sandbox, program: &Path, file: &Path) -> Observer {
        let mut job = Job::of(program, Vec::new());
        job.reads.push(file.to_owned());
        let (running, cell) = sandbox.launch(&job).expect("launched");
        assert_eq!(running.launching.map(Launching::finish), Some(Launched::Running));
        Observer { _cell: cell, to: running.stdin.into(), from: BufReader::new(File::from(running.stdout)) }
    }

    fn ask(&mut self, what: &str) -> Sight {
        writeln!(self.to, "{what}").expect("it listens");
        let mut sight = Sight::new();
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("text") > 0, "it left at `{what}`");
            let Some((name, value)) = line.trim_end().rsplit_once(' ') else { return sight };
            sight.insert(name.to_owned(), value.parse().expect("a number"));
        }
    }
}

/// A pair of programs, and a file that both may read.
struct Pair {
    looks: Observer,
    acts: Observer,
    file: PathBuf,
}

impl Pair {
    fn start(sandbox: &Sandbox, program: &Path, file: &Path) -> Pair {
        let start = || Observer::start(sandbox, program, file);
        Pair { looks: start(), acts: start(), file: file.to_owned() }
    }

    fn look(&mut self) -> Sight {
        // Out of memory, so that it is there again only for who reads it.
        let file = File::open(&self.file).expect("the file");
        fsync(&file).and_then(|()| fadvise(&file, 0, None, Advice::DontNeed)).expect("a file on a disk");
        self.looks.ask(&format!("look {}", self.file.display()))
    }

    /// By how much everything differs after this.
    fn differs(&mut self, what: &str) -> Vec<(String, u64)> {
        let before = self.look();
        let file = File::open(&self.file).expect("the file");
        fadvise(&file, 0, None, Advice::DontNeed).expect("a file on a disk");
        self.acts.ask(what);
        let after = self.looks.ask(&format!("look {}", self.file.display()));
        self.acts.ask("undo");
        let change = |(name, value): (&String, &i64)| {
            let change = after.get(name).map_or(1, |now| now.abs_diff(*value));
            (name.clone(), if name.ends_with('#') { change.min(1) } else { change })
        };
        before.iter().map(change).collect()
    }

    /// What differs much more whenever the neighbour acts than ever when it rests.
    fn channels(&mut self) -> BTreeSet<String> {
        let act = format!("act {}", self.file.display());
        let [mut acting, mut resting] = [Changes::new(), Changes::new()];
        for round in 0..2 * ROUNDS {
            // Acts and rests alternate as in ABBA, so that nothing that grows tells them apart.
            let (what, changes) =
                if matches!(round % 4, 0 | 3) { (act.as_str(), &mut acting) } else { ("rest", &mut resting) };
            for (name, change) in self.differs(what) {
                changes.entry(name).or_default().push(change);
            }
        }
        let stands_out = |(name, changes): &(&String, &Vec<u64>)| {
            let quiet = resting.get(*name).and_then(|all| all.iter().max()).copied().unwrap_or(0);
            changes.len() == ROUNDS && changes.iter().all(|change| *change > 2 * quiet)
        };
        acting.iter().filter(stands_out).map(|(name, _)| name.clone()).collect()
    }
}

/// The channels that `docs/security.md` names, with the levels at which each is open.
fn named() -> BTreeMap<String, String> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/security.md"));
    let page = page.expect("the page");
    let of_row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let name = cells.next()?.strip_prefix('`')?.strip_suffix('`')?.to_owned();
        Some((name, cells.next()?.to_owned()))
    };
    let section = page.split("## Storage channels").nth(1).expect("a section about them");
    section.split("\n## ").next().into_iter().flat_map(str::lines).filter_map(of_row).collect()
}

#[test]
fn what_a_neighbour_does_shows_only_where_the_page_says_so() {
    let known = named();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("channels");
    let workshop = Workshop::new(&sources, &kept).expect("a workshop");
    let program = workshop.make("observer.c").expect("a program").expect("a compiler").program;
    let folder = tempfile::tempdir_in(&kept).expect("a folder on a disk");
    let file = folder.path().join("read-by-both");
    fs::write(&file, vec![7; 64 << 10]).expect("a file");
    for sandbox in levels(LAUNCHER) {
        let level = sandbox.level();
        let series = || Pair::start(&sandbox, &program, &file).channels();
        let (once, twice) = (series(), series());
        let open: BTreeSet<&String> = once.intersection(&twice).collect();
        eprintln!("open at {level}: {open:?}");
        assert!(open.iter().any(|name| name.starts_with(SEEN)), "nothing was seen at {level}");
        assert_eq!(unnamed(level, &open, &known), BTreeSet::new(), "open at {level}, and not on the page");
    }
}

/// Those that the page does not say to be open at this level.
fn unnamed<'a>(
    level: SandboxLevel,
    open: &BTreeSet<&'a String>,
    known: &BTreeMap<String, String>,
) -> BTreeSet<&'a str> {
    let is_known = |name: &str| known.get(name).is_some_and(|levels| levels.contains(level.name()));
    let channel = |name: &'a str| {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, channel)| *channel);
        alias.unwrap_or_else(|| name.split_once('.').map_or(name, |(channel, _)| channel))
    };
    open.iter().copied().filter(|name| !is_known(channel(name))).map(String::as_str).collect()
}
