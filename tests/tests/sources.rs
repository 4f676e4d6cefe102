//! Row 46 of the attacks: sources that attack the compiler. Each ends as its head states, within the limits of
//! compiling, and nothing that it names as hidden is ever shown to its author.

use leitai_arena::{CompilerTime, Language, build_within};
use leitai_sandbox::Sandbox;
use stage_tests::{Desk, has, levels};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");
/// The longest time that a source may keep the compiler busy: its limits of processor time and of sleep, plus delays by the
/// rest of the machine.
const LONGEST: Duration = Duration::from_secs(90);

/// The head of a source.
struct Head {
    /// `OK`, `ERROR` or both: the acceptable results.
    expected: String,
    /// Text that neither diagnostics nor program may contain.
    hides: Option<String>,
    /// The seconds of processor time for which it computes: they are its compiler's limit, which ends it.
    computes: Option<u64>,
}

fn head(path: &Path) -> Head {
    let text = String::from_utf8_lossy(&fs::read(path).expect("a source")).into_owned();
    let after = |word: &str| {
        let lines = text.lines().take(8);
        let mut words = lines.filter_map(|line| line.trim_start_matches(['/', '#', ' ']).strip_prefix(word));
        words.next().map(|rest| rest.trim().to_owned())
    };
    let expected = after("expect ").unwrap_or_else(|| panic!("{} says nothing", path.display()));
    let computes = after("computes ").map(|seconds| seconds.parse().expect("a number of seconds"));
    Head { expected, hides: after("hides "), computes }
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks/46");
    let mut paths: Vec<_> = fs::read_dir(folder).expect("the sources").flatten().map(|e| e.path()).collect();
    paths.sort();
    paths
}

/// What is wrong with the result of a source.
fn examine(path: &Path, sandbox: &Sandbox) -> Option<String> {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let Some(language) = Language::of(path) else {
        return Some(format!("{name}: nobody knows its language"));
    };
    if !has(language, "sources that attack its compiler") {
        return None;
    }
    let Head { expected, hides, computes } = head(path);
    let desk = Desk::new().with(&name, fs::read(path).expect("a source"));
    let start = Instant::now();
    let usual = CompilerTime::default();
    let time = CompilerTime { cpu: computes.map_or(usual.cpu, Duration::from_secs), ..usual };
    let built = build_within(&desk.path(&name), desk.workshop.path(), sandbox, time);
    let took = start.elapsed();
    let (came, said) = match &built {
        Ok(_) => ("OK", String::new()),
        Err(error) => ("ERROR", error.to_string()),
    };
    let level = sandbox.level();
    if !expected.contains(came) {
        return Some(format!("{name} at {level}: {came}, not {expected}: {said:.300}"));
    }
    let excess = computes.map(|seconds| format!("took more than {seconds} s of processor time"));
    if excess.is_some_and(|excess| !said.contains(&excess)) {
        return Some(format!("{name} at {level} was not ended by its processor time: {said:.300}"));
    }
    if let Some(hidden) = hides.filter(|hidden| said.contains(hidden.as_str())) {
        return Some(format!("{name} at {level}: its author is told `{hidden}`: {said:.300}"));
    }
    if said.len() > 80 << 10 {
        return Some(format!("{name} at {level}: {} bytes of diagnostics", said.len()));
    }
    (took > LONGEST).then(|| format!("{name} at {level} took {took:?}"))
}

#[test]
fn sources_that_attack_the_compiler_come_to_nothing() {
    // Every level compiles by the same rules; the strongest and the weakest differ most.
    let levels = levels(LAUNCHER);
    let chosen: Vec<&Sandbox> = levels.first().into_iter().chain(levels.last()).collect();
    let at_each = |path: PathBuf| chosen.iter().map(move |level| (path.clone(), *level));
    let mut work: Vec<(PathBuf, &Sandbox)> = sources().into_iter().flat_map(at_each).collect();
    // Sources that never end come first: the others are done in the meantime.
    work.sort_by_key(|(path, _)| path.file_name().is_none_or(|name| name != "loop.rs"));
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some((path, sandbox)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Before the list is locked, or the threads would wait for each other.
                    let found = examine(path, sandbox);
                    wrong.lock().expect("no panic").extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
