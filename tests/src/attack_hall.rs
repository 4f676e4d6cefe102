//! A place from which every user may play the attacks.

use crate::attack::{Choice, attacks};
use crate::lack::{need, some_level};
use crate::workshop::Workshop;
use leitai_sandbox::Level;
use leitai_testkit::{skip, skips_in};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A user who owns nothing.
const NOBODY: u32 = 61_813;
/// Words that must not reach a program, and hooks that would run before it.
const ENVIRONMENT: [(&str, &str); 11] = [
    ("LEITAI_SECRET", "secret"),
    ("LD_LIBRARY_PATH", "/nonexistent"),
    ("PYTHONPATH", "/nonexistent"),
    ("PYTHONSTARTUP", "/nonexistent"),
    ("NODE_OPTIONS", "--no-deprecation"),
    ("NODE_PATH", "/nonexistent"),
    ("JAVA_TOOL_OPTIONS", "-Dleitai.hook=1"),
    ("CLASSPATH", "/leitai-hook"),
    ("BASH_ENV", "/nonexistent"),
    ("PERL5OPT", "-w"),
    ("GCONV_PATH", "/nonexistent"),
];
/// What `examine` leaves with where the level cannot be set up.
pub const UNAVAILABLE: i32 = 3;

/// A folder that every user may read, with the examiner, the attacks and what they were compiled to.
#[derive(Debug)]
pub struct AttackHall {
    folder: TempDir,
}

impl AttackHall {
    /// `examine` is the examiner; in `kept` stay the programs for the next time.
    ///
    /// # Panics
    /// Where an attack cannot be compiled, or the folder cannot be written.
    pub fn new(examine: &Path, kept: &Path) -> AttackHall {
        AttackHall { folder: furnished(examine, kept).expect("a folder for all") }
    }

    /// An examination of these attacks at that level as that user, or as whoever runs this.
    pub fn examiner(&self, level: Level, choice: &Choice, user: Option<u32>) -> Command {
        let hall = self.folder.path();
        let mut command = Command::new(hall.join("examine"));
        command
            .arg(level.name())
            .args(["attacks", "programs"].map(|name| hall.join(name)))
            .arg(choice.word());
        // What a killed stage leaves of its own goes with the hall.
        command.envs(ENVIRONMENT).env("TMPDIR", hall.join("tmp")).current_dir("/");
        if let Some(user) = user {
            command.uid(user).gid(user);
        }
        command
    }

    /// Examines at these levels as that user, or as whoever runs this. What the examiners say besides that all is well.
    ///
    /// # Panics
    /// Where something is not as it must be.
    pub fn examine(&self, user: Option<u32>, choice: &Choice, levels: &[Level]) -> String {
        let (mut wrong, mut told) = (String::new(), String::new());
        let (mut lacking, mut examined) = (BTreeMap::<_, u32>::new(), 0);
        for level in levels {
            let output = self.examiner(*level, choice, user).output().expect("an examiner");
            let said = said(&output);
            let is_news = |line: &&str| !["ok ", "skipped: "].iter().any(|it| line.starts_with(it));
            let lines = || said.lines().filter(is_news).chain([""]).collect::<Vec<_>>().join("\n");
            skips_in(&said).for_each(|(need, _)| *lacking.entry(need).or_default() += 1);
            examined += usize::from(level.confines() && output.status.code() != Some(UNAVAILABLE));
            match output.status.code() {
                Some(0) => told += &lines(),
                Some(UNAVAILABLE) => {
                    skip(need(*level), &format!("the attacks{}: {}", whose(user), said.trim_end()));
                }
                _ => wrong += &lines(),
            }
        }
        assert!(wrong.is_empty(), "as user {user:?}:\n{wrong}");
        for (need, attacks) in lacking {
            skip(need, &format!("{attacks} attacks{} (not installed)", whose(user)));
        }
        some_level(examined > 0);
        told
    }
}

/// The user as whom a plain user's examinations are made: none where whoever runs this is one.
pub fn plain_user() -> Option<u32> {
    rustix::process::geteuid().is_root().then_some(NOBODY)
}

/// As whom, where it is said.
pub fn whose(user: Option<u32>) -> &'static str {
    if user.is_some() { " as a plain user" } else { "" }
}

/// All that an examiner printed.
pub fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said)).concat()
}

fn furnished(examine: &Path, kept: &Path) -> io::Result<TempDir> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
    let workshop = Workshop::new(&sources, kept)?;
    let mut files: Vec<_> =
        attacks(&sources).map_err(io::Error::other)?.into_iter().map(|attack| attack.file).collect();
    files.extend(["honest.c", "bystander.c"].map(str::to_owned));
    files.dedup();
    workshop.make_all(&files).map_err(io::Error::other)?;
    let hall = tempfile::Builder::new().prefix("leitai-hall").tempdir()?;
    copy(&sources, &hall.path().join("attacks"))?;
    copy(kept, &hall.path().join("programs"))?;
    copy(examine, &hall.path().join("examine"))?;
    fs::create_dir(hall.path().join("tmp"))?;
    fs::set_permissions(hall.path().join("tmp"), fs::Permissions::from_mode(0o1777))?;
    fs::set_permissions(hall.path(), fs::Permissions::from_mode(0o755))?;
    Ok(hall)
}

/// Copies a file or a folder, readable to all.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else {
        fs::copy(from, to)?;
    }
    let mode =
        if from.is_dir() || fs::metadata(from)?.permissions().mode() & 0o100 != 0 { 0o755 } else { 0o644 };
    fs::set_permissions(to, fs::Permissions::from_mode(mode))
}
