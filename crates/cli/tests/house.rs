//! A place for events, with its own copy of the binary, so that its processes are recognised by their file, and its
//! own temporary folder, so that leftovers are seen.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Says its opening words, then plays the first empty cell.
pub(crate) const PROGRAM: &str = r#"import sys
print("Beyond.Game.Tic-tac-toe.1.0", flush=True)
print("Good", flush=True)
for line in sys.stdin:
    line = line.rstrip("\r\n")
    if len(line) == 9 and " " in line:
        print(line.index(" "), flush=True)
"#;

/// How long the kernel may take to end the processes and cgroups of a killed stage.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long something may take that this machine does alone, on a busy day too.
const LONG: Duration = Duration::from_mins(2);

/// Waits until it is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < LONG, "not within {LONG:?}: {what}");
        sleep(Duration::from_millis(5));
    }
}

/// The lines that a command printed, as JSON.
pub(crate) fn lines(output: &Output) -> Vec<Value> {
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) struct House {
    folder: TempDir,
    stages: BTreeSet<u32>,
    /// Whether its commands start with a umask that takes nothing from anybody.
    pub(crate) is_careless: bool,
    /// How often programs were seen running.
    pub(crate) saw_programs: u32,
}

impl House {
    pub(crate) fn open() -> House {
        let folder = tempfile::tempdir().expect("a folder");
        let house = House { folder, stages: BTreeSet::new(), is_careless: false, saw_programs: 0 };
        fs::create_dir(house.temp()).expect("our folder");
        // Copied by a separate process: a child forked by another test at that moment would keep the copy open for
        // writing.
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_leitai")).arg(house.binary()).status();
        assert!(copied.expect("cp").success());
        house
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn binary(&self) -> PathBuf {
        self.path("leitai")
    }

    /// The temporary folder of its commands.
    pub(crate) fn temp(&self) -> PathBuf {
        self.path("tmp")
    }

    /// Writes an event's file: a double round robin of six entries, all with this program.
    pub(crate) fn event(&self, name: &str, program: &str) -> PathBuf {
        let mut text = format!("name = {name:?}\ngame = \"tictactoe\"\nseed = \"2024\"\n");
        text += "clock = \"start=60s,game=60s\"\n[sandbox]\nat-least = \"off\"\n";
        for entry in ["甲", "乙", "丙", "丁", "戊", "己"] {
            text += &format!("[[entries]]\nname = \"{entry}\"\nprogram = {program:?}\n");
        }
        let file = self.path(&format!("{name}.toml"));
        fs::write(&file, text).expect("our folder");
        file
    }

    pub(crate) fn leitai(&self, args: &[&str]) -> Command {
        let mut command = Command::new(if self.is_careless { "sh".into() } else { self.binary() });
        if self.is_careless {
            command.args(["-c", "umask 0; exec \"$0\" \"$@\""]).arg(self.binary());
        }
        command.args(["--lang", "en"]).args(args).env("TMPDIR", self.temp()).stdin(Stdio::null());
        command
    }

    pub(crate) fn done(&self, args: &[&str]) -> Output {
        self.leitai(args).output().expect("it starts")
    }

    /// Starts a command that is going to be killed or disturbed.
    pub(crate) fn stage(&mut self, args: &[&str]) -> Stage {
        let command = self.leitai(args);
        self.begin(command)
    }

    /// Like [`House::stage`], with a limit on open files that it cannot raise.
    pub(crate) fn stage_with_files(&mut self, files: u32, args: &[&str]) -> Stage {
        let of_stage = self.leitai(args);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {files} && exec \"$@\""), "sh"]);
        command.arg(of_stage.get_program()).args(of_stage.get_args());
        command.env("TMPDIR", self.temp()).stdin(Stdio::null());
        self.begin(command)
    }

    fn begin(&mut self, mut command: Command) -> Stage {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        self.stages.insert(child.id());
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Stage { child, output }
    }

    /// Processes of this house's binary, including the programs in their sandboxes.
    pub(crate) fn processes(&self) -> Vec<Pid> {
        let file = fs::metadata(self.binary()).expect("our binary");
        let entries = fs::read_dir("/proc").expect("/proc").flatten();
        let runs_it = |entry: &fs::DirEntry| {
            fs::metadata(entry.path().join("exe"))
                .is_ok_and(|exe| (exe.dev(), exe.ino()) == (file.dev(), file.ino()))
        };
        let pids = entries.filter(runs_it).filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter_map(Pid::from_raw).collect()
    }

    /// The processes other than the stage itself.
    pub(crate) fn programs(&mut self, stage: &Stage) -> Vec<Pid> {
        let mut all = self.processes();
        all.retain(|pid| *pid != Pid::from_child(&stage.child));
        self.saw_programs += u32::from(!all.is_empty());
        all
    }

    /// Waits until nothing runs any more.
    pub(crate) fn is_still(&self) {
        let start = Instant::now();
        while !self.processes().is_empty() {
            assert!(start.elapsed() < PATIENCE, "{:?} are left", self.processes());
            sleep(Duration::from_millis(5));
        }
    }

    /// Checks that nothing is left of any stage but what it was to keep.
    pub(crate) fn is_clean(&self) {
        self.is_still();
        let left: Vec<_> = fs::read_dir(self.temp()).expect("our folder").flatten().collect();
        assert!(left.is_empty(), "{left:?} are left");
        let groups = groups(Path::new("/sys/fs/cgroup"), 4);
        for stage in &self.stages {
            let name = format!("leitai-{stage}-");
            assert!(!groups.iter().any(|group| group.starts_with(&name)), "a group of {stage} is left");
        }
    }
}

/// The names of cgroups.
fn groups(folder: &Path, depth: u32) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut names = Vec::new();
    for entry in folders {
        names.push(entry.file_name().to_string_lossy().into_owned());
        if depth > 1 {
            names.extend(groups(&entry.path(), depth - 1));
        }
    }
    names
}

/// A running command; killed when dropped.
pub(crate) struct Stage {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Stage {
    /// Its next line; `None` at the end.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        Some(line.trim_end().to_owned()).filter(|line| !line.is_empty())
    }

    /// Its next line on stderr, while it keeps running.
    pub(crate) fn complaint(&mut self) -> String {
        let stderr = self.child.stderr.as_mut().expect("stderr");
        let (mut line, mut byte) = (Vec::new(), [0]);
        // Byte by byte: what follows is left for a reader of the rest.
        while std::io::Read::read(stderr, &mut byte).expect("text") > 0 && byte != *b"\n" {
            line.push(byte[0]);
        }
        String::from_utf8(line).expect("text")
    }

    /// Sends SIGKILL; returns true if it had not exited already.
    pub(crate) fn kill(mut self) -> bool {
        let _ = self.child.kill();
        self.child.wait().expect("it ends").code().is_none()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// The memory that it has had at most, in KiB. From now on what it says on stderr is dropped.
    pub(crate) fn most_memory(&mut self) -> u64 {
        if let Some(mut stderr) = self.child.stderr.take() {
            std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        }
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
        most.expect("a system with /proc").trim().parse().expect("a number")
    }

    /// Waits for its end; returns the exit code and its stderr.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        while self.line().is_some() {}
        let mut said = String::new();
        let mut stderr = self.child.stderr.take().expect("stderr");
        std::io::Read::read_to_string(&mut stderr, &mut said).expect("text");
        (self.child.wait().expect("it ends").code(), said)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What other users of the machine can get at in a folder, with its mode: where a folder is closed, nothing below it.
pub(crate) fn within_reach(path: &Path) -> Vec<String> {
    let Ok(known) = fs::symlink_metadata(path) else { return Vec::new() };
    let mut found = Vec::new();
    if known.mode() & 0o077 != 0 && !known.is_symlink() {
        found.push(format!("{} {:o}", path.display(), known.mode() & 0o7777));
    }
    if known.is_dir() && known.mode() & 0o011 != 0 {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        found.extend(entries.flat_map(|entry| within_reach(&entry.path())));
    }
    found
}

/// All files and folders of a folder, itself among them, that are not their owner's alone, with their modes.
pub(crate) fn open_to_others(path: &Path) -> Vec<String> {
    let Ok(known) = fs::symlink_metadata(path) else { return Vec::new() };
    let is_open = known.mode() & 0o077 != 0 && !known.is_symlink();
    let mut found: Vec<_> =
        is_open.then(|| format!("{} {:o}", path.display(), known.mode() & 0o7777)).into_iter().collect();
    if known.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        found.extend(entries.flat_map(|entry| open_to_others(&entry.path())));
    }
    found
}

/// The ids of the results in a journal, in its order.
pub(crate) fn results(journal: &Path) -> Vec<String> {
    let text = fs::read_to_string(journal).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let played = lines.filter(|line| line["body"]["type"] == "played");
    played.filter_map(|line| Some(line["body"]["result"]["id"].as_str()?.to_owned())).collect()
}

/// Checks that each result is listed once and has a record that verifies; returns the number of results.
pub(crate) fn is_whole(house: &House, folder: &Path) -> usize {
    let kept = results(&folder.join("journal.jsonl"));
    let records = is_verified(house, folder);
    let results: BTreeSet<_> = kept.iter().map(|id| format!("{id}.jsonl")).collect();
    assert_eq!(results.len(), kept.len(), "a result stands twice: {kept:?}");
    assert_eq!(records, results);
    results.len()
}

/// Verifies an event's records, and returns their names.
pub(crate) fn is_verified(house: &House, folder: &Path) -> BTreeSet<String> {
    let games = fs::read_dir(folder.join("games")).expect("records").flatten();
    let records: BTreeSet<_> = games.map(|game| game.file_name().to_string_lossy().into_owned()).collect();
    let files: Vec<_> =
        records.iter().map(|name| folder.join("games").join(name).display().to_string()).collect();
    let mut args = vec!["verify", "-q"];
    args.extend(files.iter().map(String::as_str));
    let verified = house.done(&args);
    let said = String::from_utf8_lossy(&verified.stdout);
    assert!(files.is_empty() || verified.status.success(), "{said}");
    records
}

/// Pseudo-random numbers: a failing run can be repeated.
pub(crate) struct Lots(pub(crate) u64);

impl Lots {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 31)) % end
    }
}
