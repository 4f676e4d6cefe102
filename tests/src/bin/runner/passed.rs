//! What passed before and cannot come out otherwise now: a program is not run again while nothing that its tests depend on
//! has changed.

use crate::program::{Outcome, Program};
use crate::reads::add_files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Variables that change no result: what is run, where lists and results are put, and how long a program may take. What passed
/// with less of it is run again where all is asked for, since nothing kept counts there.
const NEUTRAL: &[&str] = &[
    "LEITAI_QUICK",
    "LEITAI_SKIPPED",
    "LEITAI_TEST_EXAMPLES",
    "LEITAI_TEST_LIMIT",
    "LEITAI_TEST_PASSED",
    "LEITAI_TEST_SITE",
];
/// How variables begin that direct builds or tests.
const DIRECTING: &[&str] = &["LEITAI_", "UPDATE_GOLDEN", "CARGO_", "RUST"];

/// What is known of a program that passed.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Pass {
    /// A hash of everything on which its tests depend.
    depends_on: u64,
    /// How many of its tests passed.
    pub(crate) tests: u64,
    /// The lines by which its tests reported what the machine lacks.
    pub(crate) skipped: String,
}

/// The passes of earlier runs, and of this one.
pub(crate) struct Passes {
    /// Where they are kept.
    file: PathBuf,
    by_name: BTreeMap<String, Pass>,
    /// What every program of this run depended on when the run began.
    began: BTreeMap<String, u64>,
}

impl Passes {
    /// Reads the passes kept in a file; a file that is missing or cannot be read holds none.
    pub(crate) fn read(file: PathBuf, programs: &[Program]) -> Passes {
        let by_name =
            fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        Passes { file, by_name, began: depend_on(programs.iter()) }
    }

    /// What is known of a program, if nothing on which its tests depend has changed since it passed.
    pub(crate) fn of(&self, program: &Program) -> Option<&Pass> {
        let pass = self.by_name.get(&program.name)?;
        (self.began.get(&program.name) == Some(&pass.depends_on)).then_some(pass)
    }

    /// Keeps the passes of a run that has ended, for the next one. What has changed since the run began may have been read
    /// before or after, and what may have been read without being declared may change unseen, so such a pass proves nothing.
    pub(crate) fn keep(mut self, passed: &[(Program, Outcome)]) -> std::io::Result<()> {
        let now = depend_on(passed.iter().map(|(program, _)| program));
        for (program, outcome) in passed {
            let depends_on = now[&program.name];
            if self.began.get(&program.name) == Some(&depends_on) && outcome.strays.is_empty() {
                let pass = Pass { depends_on, tests: outcome.passed, skipped: outcome.skipped.clone() };
                self.by_name.insert(program.name.clone(), pass);
            }
        }
        let fresh = self.file.with_extension("new");
        fs::write(&fresh, serde_json::to_vec(&self.by_name)?)?;
        fs::rename(fresh, self.file)
    }
}

/// A hash of everything on which the tests of each program depend.
fn depend_on<'a>(programs: impl Iterator<Item = &'a Program>) -> BTreeMap<String, u64> {
    let (machine, mut known) = (machine(), BTreeMap::new());
    let mut of = |program: &Program| {
        let Some(reads) = &program.reads else { return house() };
        let mut all = machine.clone();
        reads.add_to(&mut all, &mut known);
        all.finish()
    };
    programs.map(|program| (program.name.clone(), of(program))).collect()
}

/// A hash of everything on which any test may depend: the machine and the whole repository.
fn house() -> u64 {
    let mut all = machine();
    add_files(Path::new("."), &|_| true, &mut all);
    all.finish()
}

/// What tests find of the machine: the system since it was started, the rights and cores of this process, the programs that
/// are installed, and the variables that direct tests.
fn machine() -> DefaultHasher {
    let mut all = DefaultHasher::new();
    for file in ["/proc/sys/kernel/osrelease", "/proc/sys/kernel/random/boot_id", "/proc/self/cgroup"] {
        fs::read(file).unwrap_or_default().hash(&mut all);
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let rights =
        |line: &&str| ["Uid:", "Cap", "NoNewPrivs:", "Seccomp:"].iter().any(|word| line.starts_with(word));
    status.lines().filter(rights).for_each(|line| line.hash(&mut all));
    std::thread::available_parallelism().map_or(1, usize::from).hash(&mut all);
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Whatever is installed or removed changes its folder.
    std::env::split_paths(&path).for_each(|folder| add_version(&folder, &mut all));
    let variables = std::env::vars_os().filter(|(name, _)| {
        let name = name.to_string_lossy();
        DIRECTING.iter().any(|begin| name.starts_with(begin)) && !NEUTRAL.contains(&name.as_ref())
    });
    variables.collect::<BTreeMap<_, _>>().hash(&mut all);
    all
}

/// Adds a file or a folder by its name, size and time of the last change, without reading it.
fn add_version(path: &Path, all: &mut DefaultHasher) {
    path.hash(all);
    let version = fs::metadata(path).map(|data| (data.len(), data.mtime(), data.mtime_nsec(), data.ino()));
    version.ok().hash(all);
}
