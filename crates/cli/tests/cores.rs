//! Stages on one machine coordinate: no two of them work on one core, a stage frees its core however it ends, and the
//! holder of a core is named.

#[path = "cores/of_one_stage.rs"]
mod of_one_stage;
#[path = "cores/told.rs"]
mod told;

use leitai_arena::{Affinity, GameCores, Ponder};
use leitai_core::Sentence;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than other tests on this machine hold a core, and than a game takes to begin.
const PATIENCE: Duration = Duration::from_mins(2);
/// Runs the tests one after the other: each is about who has the cores.
static ALONE: Mutex<()> = Mutex::new(());

/// Locks out the other tests here, and returns the cores of this process.
fn alone() -> (MutexGuard<'static, ()>, Vec<usize>) {
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let set = sched_getaffinity(None).expect("our own");
    (alone, (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect())
}

/// A program that does `deed` before each move, and plays the first legal one.
fn bot(folder: &Path, name: &str, deed: &str) -> PathBuf {
    let file = folder.join(name);
    let text = format!(
        "import sys, time\n\
         print('Beyond.Game.Tic-tac-toe.1.0\\nbot', flush=True)\n\
         sys.stdin.readline()\n\
         for board in sys.stdin:\n    \
             t = time.process_time()\n    \
             {deed}\n    \
             print(board.index(' '), flush=True)\n"
    );
    fs::write(&file, text).expect("our folder");
    file
}

const WORKS: &str = "while time.process_time() - t < 0.02: pass";
const SLEEPS: &str = "time.sleep(300)";
/// So that it is seen, and ends by itself.
const NAPS: &str = "time.sleep(2)";

/// A stage that plays the bot against itself.
struct Stage(Child);

impl Stage {
    fn start(bot: &Path, args: &[&str]) -> Stage {
        let bot = bot.to_str().expect("text");
        Stage::does(&[&["match", "tictactoe", bot, bot], args].concat())
    }

    /// A command that plays games.
    fn does(args: &[&str]) -> Stage {
        let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
        command.args(args).env("LANG", "C.UTF-8");
        command.env_remove("LC_ALL").env_remove("LEITAI_LANG").current_dir("/");
        Stage(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts"))
    }

    /// A stage confined to these cores from its start.
    fn on<const N: usize>(cores: [usize; N], bot: &Path, args: &[&str]) -> Stage {
        Stage::confined(cores, || Stage::start(bot, args))
    }

    fn confined<const N: usize>(cores: [usize; N], start: impl FnOnce() -> Stage) -> Stage {
        let before = sched_getaffinity(None).expect("our own");
        let mut set = CpuSet::new();
        for core in cores {
            set.set(core);
        }
        sched_setaffinity(None, &set).expect("one of ours");
        let stage = start();
        sched_setaffinity(None, &before).expect("as before");
        stage
    }

    /// The programs of the stage, each with the cores that it may use.
    fn programs(&self) -> BTreeMap<u32, String> {
        self.among(&programs())
    }

    fn among(&self, programs: &BTreeMap<u32, RunningProgram>) -> BTreeMap<u32, String> {
        let stage = self.0.id().to_string();
        let ours = programs.iter().filter(|(_, program)| program.above.contains(&stage));
        ours.map(|(pid, program)| (*pid, program.place.clone())).collect()
    }

    fn is_over(&mut self) -> bool {
        self.0.try_wait().expect("our child").is_some()
    }

    /// The exit code, and what it printed on stdout and stderr.
    fn end(mut self) -> (Option<i32>, [String; 2]) {
        // Neither output fills a pipe.
        let mut said = [String::new(), String::new()];
        self.0.stdout.take().expect("a pipe").read_to_string(&mut said[0]).expect("text");
        self.0.stderr.take().expect("a pipe").read_to_string(&mut said[1]).expect("text");
        (self.0.wait().expect("our child").code(), said)
    }

    /// Reads its stderr up to that word.
    fn says(&mut self, word: &str) -> String {
        let (mut said, mut some) = (Vec::new(), [0; 512]);
        let stderr = self.0.stderr.as_mut().expect("a pipe");
        while !String::from_utf8_lossy(&said).contains(word) {
            let got = stderr.read(&mut some).expect("a pipe");
            assert!(got > 0, "it left: {}", String::from_utf8_lossy(&said));
            said.extend(&some[..got]);
        }
        String::from_utf8(said).expect("text")
    }
}

/// A program of some stage.
struct RunningProgram {
    /// Its parent and that one's: with namespaces, it is below the first process of its namespace.
    above: [String; 2],
    /// The cores that it may use.
    place: String,
}

/// All bots that run on this machine.
fn programs() -> BTreeMap<u32, RunningProgram> {
    let of = |path: PathBuf| {
        let pid = path.file_name()?.to_str()?.parse().ok()?;
        let is_program = fs::read_to_string(path.join("cmdline")).ok()?.contains("/program/bot-");
        let parent = is_program.then(|| field(&path, "PPid:"))??;
        let above = field(&Path::new("/proc").join(&parent), "PPid:")?;
        Some((pid, RunningProgram { above: [parent, above], place: field(&path, "Cpus_allowed_list:")? }))
    };
    fs::read_dir("/proc").expect("processes").flatten().filter_map(|entry| of(entry.path())).collect()
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A field of a process's status.
fn field(process: &Path, name: &str) -> Option<String> {
    let status = fs::read_to_string(process.join("status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned())
}

/// Whether that process still exists, alive, on these cores.
fn is_on(pid: u32, place: &str) -> bool {
    let process = Path::new("/proc").join(pid.to_string());
    let is_alive = field(&process, "State:").is_some_and(|state| !state.starts_with(['Z', 'X']));
    is_alive && field(&process, "Cpus_allowed_list:").is_some_and(|cores| cores == place)
}

fn until(what: &str, mut due: impl FnMut() -> bool) {
    let start = Instant::now();
    while !due() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(5));
    }
}

/// Holds a core as a stage does, once those that came before have had it.
fn hold(core: usize) -> GameCores {
    let game = Sentence::new("a game of ours", "我们的一局");
    let holds = move || Affinity::Auto.settle(0, &[core], Ponder::Off, &game, &|| false);
    // On a thread of its own, which is pinned to it.
    std::thread::spawn(holds).join().expect("no panic").expect("nothing stops it")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Observations of stages that played at the same time.
#[derive(Default, Debug)]
struct Seen {
    /// How often two of them were on one core, and on different ones.
    together: u32,
    apart: u32,
    /// The most stages that had programs at one moment.
    most: usize,
    cores: BTreeSet<usize>,
    /// Games that an honest program lost on time, except disturbed ones.
    lost: Vec<Value>,
}

/// How often four matches are looked at.
const TIMES: u32 = 10;

/// Runs four matches of one job each, begun together, and again until something was seen: on a busy machine others may
/// have a core all the while, or two programs may never be there at the moments when this looks.
fn four_at_once(bot: &Path, affinity: &str, is_seen: impl Fn(&Seen) -> bool) -> Seen {
    let mut seen = Seen::default();
    let is_seen = (0..TIMES).any(|_| {
        looks_at_four(bot, affinity, &mut seen);
        is_seen(&seen)
    });
    assert!(is_seen, "they never worked at one time: {seen:?}");
    seen
}

fn looks_at_four(bot: &Path, affinity: &str, seen: &mut Seen) {
    let limits = ["--clock", "start=10s,move=1s", "--affinity", affinity];
    let args = [&["--games", "6", "--jobs", "1", "--json"][..], &limits].concat();
    let mut stages: Vec<Stage> = (0..4).map(|_| Stage::start(bot, &args)).collect();
    until("four matches end", || {
        let mut all = programs();
        // They were listed one after the other: those that still exist existed at the same time.
        all.retain(|pid, program| is_on(*pid, &program.place));
        let working = stages.iter().map(|stage| stage.among(&all));
        // A program started a moment ago may not be placed yet.
        let core = |place: &String| place.parse::<usize>().ok();
        let places = working.map(|programs| programs.values().filter_map(core).collect::<BTreeSet<_>>());
        let places: Vec<_> = places.filter(|places| !places.is_empty()).collect();
        for (i, one) in places.iter().enumerate() {
            for other in &places[i + 1..] {
                *(if one.is_disjoint(other) { &mut seen.apart } else { &mut seen.together }) += 1;
            }
        }
        seen.most = seen.most.max(places.len());
        seen.cores.extend(places.into_iter().flatten());
        stages.iter_mut().all(Stage::is_over)
    });
    for stage in stages.drain(..) {
        let (code, [printed, said]) = stage.end();
        assert_eq!(code, Some(0), "{said}");
        let games = printed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        seen.lost.extend(games.filter(|line| {
            let late = line["verdict"] == "TimeLimit" || line["verdict"] == "NotReady";
            late && line["disturbed"] != true
        }));
    }
}

#[test]
fn stages_beside_each_other_never_work_on_one_core() {
    let (_alone, cores) = alone();
    let folder = folder();
    let bot = bot(folder.path(), "bot-works.py", WORKS);
    let are_side_by_side = |seen: &Seen| seen.apart > 0 && seen.cores.len() > 1;
    let seen = four_at_once(&bot, "auto", |seen| cores.len() < 2 || are_side_by_side(seen));
    assert!(seen.together == 0 && seen.most <= cores.len() && seen.lost.is_empty(), "{seen:?}");
    if cores.len() < 2 {
        leitai_testkit::skip(leitai_testkit::Need::Cores, "stages side by side");
        return;
    }
    // The control: stages that claim no cores meet.
    four_at_once(&bot, "shared", |seen| seen.together > 0);
}

#[test]
fn a_stage_that_is_killed_frees_its_core_and_was_named() {
    let (_alone, cores) = alone();
    let (folder, core) = (folder(), cores[0]);
    let sleeps = bot(folder.path(), "bot-sleeps.py", SLEEPS);
    let works = bot(folder.path(), "bot-works.py", WORKS);
    let mut holder = Stage::on([core], &sleeps, &["--games", "1", "--clock", "start=10s,move=299s"]);
    until("it plays", || holder.programs().len() == 2);
    let mut next = Stage::on([core], &works, &["--games", "2", "--jobs", "1", "-q"]);
    let said = next.says("\n");
    let wanted = format!("core {core} by leitai match (process {}, user ", holder.0.id());
    assert!(said.starts_with("waiting for a free core of 1; in use: ") && said.contains(&wanted), "{said}");
    assert_eq!(next.programs(), BTreeMap::new(), "it waits");
    holder.0.kill().expect("our child");
    // Not for the rest of its match: it was killed, and is not waited for.
    let killed = Instant::now();
    until("it plays", || !next.programs().is_empty() || next.is_over());
    assert!(killed.elapsed() < Duration::from_secs(10), "{:?}", killed.elapsed());
    let (code, said) = next.end();
    assert_eq!(code, Some(0), "{said:?}");
}

#[test]
fn whoever_squats_is_named_in_both_languages_and_can_be_shared_with() {
    let (_alone, cores) = alone();
    let (folder, core) = (folder(), cores[0]);
    let works = bot(folder.path(), "bot-works.py", WORKS);
    let held = hold(core);
    let me = std::process::id();
    let args = ["--games", "1", "--jobs", "1", "-q"];
    let mut english = Stage::on([core], &works, &args);
    let mut chinese = Stage::on([core], &works, &[&args[..], &["--lang", "zh"]].concat());
    let said = english.says("\n");
    assert!(said.contains(&format!("(process {me}, user ")), "{said}");
    let said = chinese.says("\n");
    assert!(said.contains("等待空闲核心") && said.contains(&format!("（进程 {me}，用户 ")), "{said}");
    // A stage that asks to shares the core, and its record says so.
    let out = folder.path().join("out");
    let sharing = ["--affinity", "shared", "--out", out.to_str().expect("text")];
    let (code, said) = Stage::on([core], &works, &[&args[..], &sharing].concat()).end();
    assert_eq!(code, Some(0), "{said:?}");
    let record = fs::read_to_string(out.join("game-000000.jsonl")).expect("a record");
    assert!(record.lines().next().expect("a line").contains("\"affinity\":\"shared\""), "{record}");
    assert!(!english.is_over() && !chinese.is_over(), "they wait");
    drop(held);
    for stage in [english, chinese] {
        let (code, said) = stage.end();
        assert_eq!(code, Some(0), "{said:?}");
    }
}

/// A holder of a core that never accepts a connection, or whose queue is full, keeps a stage waiting; the stage says
/// so, and plays once the core is free.
#[test]
fn a_holder_that_hears_nobody_is_told_of_and_waited_for() {
    let (_alone, cores) = alone();
    let (folder, core) = (folder(), cores[0]);
    let works = bot(folder.path(), "bot-works.py", WORKS);
    for hears in
        ["", "s.listen(0); l = [socket.socket(1, 2049) for _ in range(9)]; [c.connect_ex(n) for c in l]; "]
    {
        let script = format!(
            "import socket, time\nn = '\\0leitai-core-{core}'; s = socket.socket(1, 1); print(1, flush=True)\n\
             while True:\n    try: s.bind(n); break\n    except OSError: time.sleep(0.001)\n\
             {hears}print(2, flush=True); input()"
        );
        let mut squatter = Command::new("python3");
        squatter.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Another stage on this machine may have the core just now; the squatter joins no line.
        let held = hold(core);
        let mut squatter = squatter.stderr(Stdio::null()).spawn().expect("Python");
        let mut says = || squatter.stdout.as_mut().expect("a pipe").read_exact(&mut [0; 2]).expect("it says");
        says();
        drop(held);
        says();
        let mut stage = Stage::on([core], &works, &["--games", "1", "--jobs", "1", "-q"]);
        let said = stage.says("\n");
        assert!(said.contains(&format!("core {core} by an unknown user")), "{said}");
        squatter.kill().expect("our child");
        squatter.wait().expect("our child");
        let (code, said) = stage.end();
        assert_eq!(code, Some(0), "{said:?}");
    }
}

#[test]
fn programs_that_think_all_the_time_have_a_core_each_or_are_refused() {
    let (_alone, cores) = alone();
    let folder = folder();
    let sleeps = bot(folder.path(), "bot-sleeps.py", SLEEPS);
    // More than can fit, whatever the cores are made of.
    let jobs = (cores.len() / 2 + 1).to_string();
    for (lang, words) in [("en", "each program needs a core of its own"), ("zh", "每个程序独占一个核心")]
    {
        let args = ["--ponder", "on", "--jobs", &jobs, "--games", "100", "--lang", lang];
        let (code, [_, said]) = Stage::start(&sleeps, &args).end();
        assert!(code == Some(2) && said.contains(words), "{code:?} {said}");
    }
    if cores.len() < 2 {
        leitai_testkit::skip(leitai_testkit::Need::Cores, "programs that think all the time");
        return;
    }
    let args = ["--ponder", "on", "--jobs", "1", "--games", "1", "--clock", "start=10s,move=299s"];
    let stage = Stage::start(&sleeps, &args);
    let mut places = Vec::new();
    until("both are on one core each", || {
        places = stage.programs().into_values().collect();
        places.len() == 2 && places.iter().all(|place| place.parse::<usize>().is_ok())
    });
    assert_ne!(places[0], places[1]);
    // Nobody else works on these cores at that time.
    for place in &places {
        let name = SocketAddr::from_abstract_name(format!("leitai-core-{place}")).expect("a name");
        assert!(UnixListener::bind_addr(&name).is_err(), "core {place} is claimed");
    }
}

/// A game that needs two cores is not starved by stages that take one at a time, and of two such games neither blocks
/// the other.
#[test]
fn a_game_that_needs_two_cores_gets_them_while_others_play_on_one() {
    let (_alone, cores) = alone();
    if cores.len() < 2 {
        leitai_testkit::skip(leitai_testkit::Need::Cores, "two cores at once");
        return;
    }
    let folder = folder();
    let bot = bot(folder.path(), "bot-works.py", WORKS);
    let clock = ["--clock", "start=10s,move=5s", "-q"];
    // More games than end during this test. Two of each take turns on a core, so that it is never released unasked.
    let jobs = (2 * cores.len()).to_string();
    let single = [&["--games", "100000", "--jobs", &jobs][..], &clock].concat();
    let mut singles: Vec<_> = (0..2).map(|_| Stage::start(&bot, &single)).collect();
    until("both sides of the machine are busy", || singles.iter().any(|stage| stage.programs().len() >= 4));
    let couple = [&["--ponder", "on", "--games", "3", "--jobs", "1"][..], &clock].concat();
    for mut stage in [0, 1].map(|_| Stage::start(&bot, &couple)) {
        until("it has had two cores", || stage.is_over());
        let (code, said) = stage.end();
        assert_eq!(code, Some(0), "{said:?}");
    }
    assert!(!singles.iter_mut().any(Stage::is_over), "they play on");
}

/// Nobody who asks later has a core before a stage that needs two, which says from the first whom it waits for: for all
/// that hold its cores. The control is another that asks last and has its turn after all of them.
#[test]
fn a_stage_that_needs_two_cores_waits_for_those_before_it_alone() {
    let (_alone, cores) = alone();
    let &[first, second, ..] = cores.as_slice() else {
        leitai_testkit::skip(leitai_testkit::Need::Cores, "two cores at once");
        return;
    };
    let folder = folder();
    let naps = bot(folder.path(), "bot-naps.py", NAPS);
    let works = bot(folder.path(), "bot-works.py", WORKS);
    let held = [first, second].map(hold);
    let couple = |lang| {
        let rules = ["--ponder", "on", "--games", "1", "--jobs", "1", "-q", "--lang", lang];
        let clock = ["--clock", "start=10s,move=299s"];
        let mut stage = Stage::on([first, second], &naps, &[&rules[..], &clock].concat());
        let said = stage.says("\n");
        (stage, said)
    };
    let (mut gone, said) = couple("zh");
    let me = std::process::id();
    for core in [first, second] {
        let holder = format!("核心 {core} 由 ");
        assert!(
            said.contains(&holder) && said.matches(&format!("（进程 {me}，用户 ")).count() == 2,
            "{said}"
        );
    }
    let (early, said) = couple("en");
    for core in [first, second] {
        assert!(said.contains(&format!("core {core} by ")), "{said}");
    }
    assert!(said.contains("waiting for a free core for each program, two of 2; in use: "), "{said}");
    let args = ["--games", "1", "--jobs", "1", "-q"];
    let mut singles: Vec<_> = (0..6).map(|_| Stage::on([first, second], &works, &args)).collect();
    for stage in &mut singles {
        assert!(stage.says("\n").contains("waiting for a free core of 2; in use: "));
    }
    let (late, _) = couple("en");
    // The place of one that is killed is free, although it was the first.
    gone.0.kill().expect("our child");
    drop(held);
    let mut over = 0;
    let mut plays = |stage: &Stage| {
        until("it plays on two cores", || {
            over = singles.iter_mut().map(|stage| usize::from(stage.is_over())).sum();
            stage.programs().len() == 2
        });
        over
    };
    // One may have the second core while this one is handed the first, and one more each time that it is too slow.
    let over = plays(&early);
    assert!(over <= 2, "{over} of 6 that came later have played before");
    // It hands its cores on when its game has ended; one that were killed would leave them to whoever is quickest.
    let over = plays(&late);
    assert!(over >= 4, "it came last, and {over} of the 6 that came before have played");
    let (code, said) = early.end();
    assert_eq!(code, Some(0), "{said:?}");
}
