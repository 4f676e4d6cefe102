//! From a source file or a folder to something that can be started, with the compilers the machine has.

use crate::player::Launch;
use crate::process::{Exit, Process};
use leitai_sandbox::{Job, Limits, Sandbox};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longest a compiler may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// A language that programs are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Rust.
    Rust,
    /// Go.
    Go,
    /// Java.
    Java,
    /// Python.
    Python,
    /// JavaScript.
    JavaScript,
}

/// Why there is nothing to start.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The path leads nowhere, or cannot be read.
    #[error("{0}: {1}")]
    Missing(PathBuf, io::Error),
    /// No program is known by this ending.
    #[error("{0}: not a program: it is neither executable nor a source file ({endings})", endings = Language::endings())]
    Unknown(PathBuf),
    /// The folder does not say what to start.
    #[error(
        "{0}: no program in this folder; it needs one source file, or main.* , or several C or C++ files"
    )]
    Folder(PathBuf),
    /// The machine has no compiler or interpreter for it.
    #[error("{0} is not installed here; one of these is needed: {1}")]
    NoTool(&'static str, String),
    /// It does not compile; the compiler's own words.
    #[error("{name} does not compile:\n{words}")]
    Compile {
        /// The source's name.
        name: String,
        /// What the compiler said, paths shortened, cut.
        words: String,
    },
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 7] = [
        Language::C,
        Language::Cpp,
        Language::Rust,
        Language::Go,
        Language::Java,
        Language::Python,
        Language::JavaScript,
    ];

    /// The language of a file, by its ending.
    pub fn of(path: &Path) -> Option<Language> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "c" => Language::C,
            "cpp" | "cc" | "cxx" => Language::Cpp,
            "rs" => Language::Rust,
            "go" => Language::Go,
            "java" => Language::Java,
            "py" => Language::Python,
            "js" | "mjs" | "cjs" => Language::JavaScript,
            _ => return None,
        })
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Cpp => "C++",
            Language::Rust => "Rust",
            Language::Go => "Go",
            Language::Java => "Java",
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
        }
    }

    /// The tools that compile or run it, the preferred first.
    const fn tools(self) -> &'static [&'static str] {
        match self {
            Language::C => &["cc", "gcc", "clang"],
            Language::Cpp => &["c++", "g++", "clang++"],
            Language::Rust => &["rustc"],
            Language::Go => &["go"],
            Language::Java => &["javac"],
            Language::Python => &["python3", "python"],
            Language::JavaScript => &["node", "nodejs"],
        }
    }

    /// The tool this machine has for it.
    pub fn tool(self) -> Option<PathBuf> {
        self.tools().iter().find_map(find)
    }

    fn endings() -> &'static str {
        ".c .cpp .rs .go .java .py .js"
    }

    fn needs(self) -> Result<PathBuf, BuildError> {
        self.tool().ok_or_else(|| BuildError::NoTool(self.name(), self.tools().join(", ")))
    }
}

/// Makes what is at `path` (a source file, a folder of sources or an executable) ready to start; compiled
/// files go into `workshop`, a folder of this build alone.
pub fn build(path: &Path, workshop: &Path) -> Result<Launch, BuildError> {
    let missing = |error| BuildError::Missing(path.to_owned(), error);
    let whole = path.canonicalize().map_err(missing)?;
    let meta = fs::metadata(&whole).map_err(missing)?;
    if meta.is_dir() {
        return folder(&whole, path, workshop);
    }
    match Language::of(&whole) {
        Some(language) => sources(language, &[whole], workshop),
        None if is_executable(&meta) => Ok(launch(whole, [])),
        None => Err(BuildError::Unknown(path.to_owned())),
    }
}

/// `named` is how the folder was named by whoever reads the error.
fn folder(folder: &Path, named: &Path, workshop: &Path) -> Result<Launch, BuildError> {
    let missing = |error| BuildError::Missing(named.to_owned(), error);
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(missing)? {
        let path = entry.map_err(missing)?.path();
        if path.is_file() && Language::of(&path).is_some() {
            files.push(path);
        }
    }
    files.sort();
    let main =
        files.iter().find(|path| path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("main")));
    let first = main.or(files.first()).and_then(|path| Some((path.clone(), Language::of(path)?)));
    let Some((first, language)) = first else { return Err(BuildError::Folder(named.to_owned())) };
    let alike: Vec<_> = files.iter().filter(|path| Language::of(path) == Some(language)).cloned().collect();
    match language {
        Language::C | Language::Cpp | Language::Java => sources(language, &alike, workshop),
        _ if main.is_some() || files.len() == 1 => sources(language, &[first], workshop),
        _ => Err(BuildError::Folder(named.to_owned())),
    }
}

/// Several sources of one language make one program; the first one names it.
fn sources(language: Language, files: &[PathBuf], workshop: &Path) -> Result<Launch, BuildError> {
    let tool = language.needs()?;
    let program = workshop.join("program");
    let mut command = Command::new(&tool);
    match language {
        // The dialect of C in which the source texts' own samples (`gets`) still compile.
        Language::C => command.args(["-O2", "-std=gnu99", "-o"]).arg(&program).args(files).arg("-lm"),
        Language::Cpp => command.args(["-O2", "-std=gnu++17", "-o"]).arg(&program).args(files),
        Language::Rust => command.args(["-O", "--edition", "2021", "-o"]).arg(&program).args(files),
        Language::Go => command.args(["build", "-o"]).arg(&program).args(files),
        Language::Java => return java(&tool, files, workshop),
        Language::Python | Language::JavaScript => {
            return Ok(launch(tool, [files[0].clone().into_os_string()]));
        }
    };
    compile(command, &files[0])?;
    Ok(launch(program, []))
}

/// A public class must stand in a file of its name, whatever the file was called when it was handed in.
fn java(tool: &Path, files: &[PathBuf], workshop: &Path) -> Result<Launch, BuildError> {
    let mut copies = Vec::new();
    let mut main = OsString::from("Main");
    for (i, file) in files.iter().enumerate() {
        let text = fs::read(file).map_err(|error| BuildError::Missing(file.clone(), error))?;
        let text_seen = String::from_utf8_lossy(&text);
        let class = public_class(&text_seen).map_or_else(|| stem(file), OsString::from);
        if i == 0 || text_seen.contains("static void main(") {
            main.clone_from(&class);
        }
        let mut name = class;
        name.push(".java");
        let copy = workshop.join(name);
        fs::write(&copy, text).map_err(|error| BuildError::Missing(copy.clone(), error))?;
        copies.push(copy);
    }
    let mut command = Command::new(tool);
    command.args(["-encoding", "UTF-8", "-d"]).arg(workshop).args(&copies);
    compile(command, &files[0])?;
    let java = find("java").ok_or_else(|| BuildError::NoTool("Java", "java".to_owned()))?;
    let args = ["-Xshare:auto".into(), "-XX:TieredStopAtLevel=1".into(), "-cp".into(), workshop.into(), main];
    Ok(launch(java, args))
}

fn public_class(text: &str) -> Option<&str> {
    let after = text.split("public class ").nth(1).or_else(|| text.split("public final class ").nth(1))?;
    let name = after.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    Some(name).filter(|name| !name.is_empty())
}

fn compile(mut command: Command, source: &Path) -> Result<(), BuildError> {
    let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let fail = |words: String| BuildError::Compile { name: name.clone(), words };
    if let Some(folder) = source.parent() {
        command.current_dir(folder);
    }
    let job = Job {
        program: command.get_program().into(),
        args: command.get_args().map(OsStr::to_owned).collect(),
        env: Vec::new(),
        folder: command.get_current_dir().unwrap_or(Path::new("/")).to_owned(),
        reads: Vec::new(),
        writes: Vec::new(),
        limits: Limits::default(),
    };
    let mut compiler = Process::start(&Sandbox::off(), job).map_err(|error| fail(error.to_string()))?;
    let until = Instant::now() + PATIENCE;
    let exit = loop {
        compiler.drain_log();
        compiler.listen();
        while compiler.inbox.line().is_some() {}
        if let Some(exit) = compiler.exit(Duration::from_millis(5)) {
            compiler.drain_log();
            break exit;
        }
        if Instant::now() > until {
            break compiler.end(Duration::ZERO);
        }
    };
    if exit == Exit::Code(0) {
        return Ok(());
    }
    let folder = format!("{}/", source.parent().unwrap_or(Path::new("")).display());
    let mut words = compiler.log().concat().replace(&folder, "");
    if exit == Exit::Killed {
        words.push_str("\nthe compiler took more than a minute");
    }
    Err(fail(words))
}

fn launch<const N: usize>(program: PathBuf, args: [OsString; N]) -> Launch {
    let reads = args.iter().map(PathBuf::from).filter(|path| path.is_absolute()).collect();
    Launch::Command { program: program.into(), args: args.into(), folder: None, reads, family: false }
}

fn stem(path: &Path) -> OsString {
    path.file_stem().unwrap_or(OsStr::new("Main")).to_owned()
}

/// The file that a command line starts by this word: a path, or a name on the search path. Errors with
/// [`PermissionDenied`](io::ErrorKind::PermissionDenied) where what is there cannot be executed.
pub fn locate(program: &OsStr) -> io::Result<PathBuf> {
    if program.as_encoded_bytes().contains(&b'/') {
        let file = PathBuf::from(program);
        return if fs::metadata(&file).map(|meta| is_executable(&meta))? {
            Ok(file)
        } else {
            Err(Errno::ACCESS.into())
        };
    }
    find(program).ok_or_else(|| Errno::NOENT.into())
}

/// The interpreter behind a name: version managers put scripts of their own in its place, which need the whole
/// of the user's files. Asked once, outside of any sandbox: it is the machine's own program.
pub(crate) fn behind(program: PathBuf) -> PathBuf {
    static KNOWN: Mutex<BTreeMap<PathBuf, PathBuf>> = Mutex::new(BTreeMap::new());
    let name = program.file_name().and_then(OsStr::to_str).unwrap_or("");
    let is_script = || {
        fs::File::open(&program).and_then(|mut file| {
            let mut start = [0; 2];
            file.read_exact(&mut start).map(|()| &start == b"#!")
        })
    };
    if !name.starts_with("python") || !is_script().unwrap_or(false) {
        return program;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(&program) {
        return found.clone();
    }
    let asked = Command::new(&program).args(["-c", "import sys; print(sys.executable)"]).output();
    let answer = asked.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let found = answer.map(|path| PathBuf::from(path.trim())).filter(|path| path.is_file());
    let found = found.unwrap_or_else(|| program.clone());
    known.insert(program, found.clone());
    found
}

/// The file of that name on the search path.
fn find(tool: impl AsRef<OsStr>) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(tool.as_ref()));
    files.find(|file| fs::metadata(file).is_ok_and(|meta| is_executable(&meta)))
}

fn is_executable(meta: &fs::Metadata) -> bool {
    meta.is_file() && meta.permissions().mode() & 0o111 != 0
}
