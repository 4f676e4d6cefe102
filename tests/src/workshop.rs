//! Turns attacks into programs.

use crate::attack::Attack;
use crate::lack::tool;
use leitai_arena::Language;
use leitai_testkit::Need;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io};

/// A folder of sources, and a folder of their compiled programs, which are kept for the next time.
#[derive(Clone, Debug)]
pub struct Workshop {
    sources: PathBuf,
    programs: PathBuf,
}

/// How to start a program.
#[derive(Clone, Debug)]
pub struct Start {
    /// The program.
    pub program: PathBuf,
    /// Its first arguments.
    pub args: Vec<OsString>,
    /// What it must be able to read besides itself.
    pub reads: Vec<PathBuf>,
}

impl Start {
    fn alone(program: PathBuf) -> Start {
        Start { program, args: Vec::new(), reads: Vec::new() }
    }

    fn interpreted(program: PathBuf, source: PathBuf) -> Start {
        Start { program, args: vec![source.clone().into()], reads: vec![source] }
    }
}

impl Workshop {
    /// Creates `programs` if it does not exist.
    pub fn new(sources: &Path, programs: &Path) -> io::Result<Workshop> {
        fs::create_dir_all(programs)?;
        Ok(Workshop { sources: sources.canonicalize()?, programs: programs.canonicalize()? })
    }

    /// The source of an attack.
    pub fn source(&self, attack: &Attack) -> PathBuf {
        self.sources.join(&attack.file)
    }

    /// Makes a program from a source unless that was done before; `None` if its language is not installed.
    pub fn make(&self, file: &str) -> Result<Option<Start>, String> {
        let source = self.sources.join(file);
        match source.extension().and_then(|ending| ending.to_str()) {
            Some("c") => self.compile_c(&source).map(|program| Some(Start::alone(program))),
            Some("java") => self.compile_java(&source),
            Some("py") => Ok(interpreter("python3").map(|program| Start::interpreted(program, source))),
            Some("js") => Ok(interpreter("node").map(|program| Start::interpreted(program, source))),
            _ => Err(format!("{}: nobody knows its language", source.display())),
        }
    }

    /// The need for making a program from a source with that name.
    pub fn need(file: &str) -> Need {
        let language = Language::of(Path::new(file));
        tool(language.unwrap_or_else(|| panic!("{file}: nobody knows its language")))
    }

    /// Makes programs from all these sources, two at a time.
    pub fn make_all(&self, files: &[String]) -> Result<(), String> {
        let (even, odd) = files.split_at(files.len() / 2);
        let make = |files: &[String]| files.iter().try_for_each(|file| self.make(file).map(|_| ()));
        std::thread::scope(|scope| {
            let other = scope.spawn(|| make(odd));
            make(even).and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    fn compile_c(&self, source: &Path) -> Result<PathBuf, String> {
        let made = self.place(source)?;
        if !made.exists() {
            let draft = draft(&made);
            let mut compiler = Command::new("cc");
            compiler.args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"]);
            run(compiler.arg(&draft).arg(source).args(["-lrt", "-ldl"]))?;
            // Another process may have been quicker and have started its program, so that one is not replaced.
            let placed =
                fs::hard_link(&draft, &made).or_else(|error| made.exists().then_some(()).ok_or(error));
            let _ = fs::remove_file(&draft);
            placed.map_err(|error| format!("{}: {error}", made.display()))?;
        }
        Ok(made)
    }

    fn compile_java(&self, source: &Path) -> Result<Option<Start>, String> {
        let (Some(java), Some(javac)) = (interpreter("java"), interpreter("javac")) else { return Ok(None) };
        let made = self.place(source)?;
        if !made.exists() {
            let draft = draft(&made);
            run(Command::new(javac).arg("-d").arg(&draft).arg(source))?;
            if fs::rename(&draft, &made).is_err() {
                // Another process was quicker.
                let _ = fs::remove_dir_all(&draft);
            }
        }
        let text = fs::read_to_string(source).map_err(|error| format!("{}: {error}", source.display()))?;
        let class = text.split("class ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let class = class.ok_or_else(|| format!("{}: it has no class", source.display()))?;
        let args = vec!["-cp".into(), made.clone().into(), class.into()];
        Ok(Some(Start { program: java, args, reads: vec![made] }))
    }

    /// A path that depends on the content of the source and of everything it may include.
    fn place(&self, source: &Path) -> Result<PathBuf, String> {
        let mut content = DefaultHasher::new();
        for file in [source.to_owned(), self.sources.join("table.h"), self.sources.join("draughts.h")] {
            let text = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            text.hash(&mut content);
        }
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        Ok(self.programs.join(format!("{stem}-{:016x}", content.finish())))
    }
}

/// A unique name for an unfinished program, so that nobody starts it.
fn draft(made: &Path) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    made.with_extension(format!("{}-{number}", std::process::id()))
}

/// The system's interpreter; another user has no access to those in a user's own folders.
fn interpreter(name: &str) -> Option<PathBuf> {
    Some(PathBuf::from("/usr/bin").join(name)).filter(|path| path.exists())
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}
