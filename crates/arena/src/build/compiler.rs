//! One run of a compiler in the sandbox, supervised.

use super::error::{BuildError, Excess};
use super::hearing::Hearing;
use super::limits::{COMPILER_FILES, COMPILER_MEMORY, COMPILER_PROCESSES, COMPILER_WRITES};
use super::shortage::{Left, is_out_of_memory};
use super::spent::Spent;
use super::tool::Tool;
use crate::exit::Exit;
use crate::process::{NotRunning, Process};
use leitai_core::sentence;
use leitai_sandbox::{Job, Limits, Output, Sandbox, Size};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the compiler is checked.
const LOOK: Duration = Duration::from_millis(20);
/// How often its files are checked.
const LOOK_AT_FILES: Duration = Duration::from_millis(100);
/// How often its output is passed on.
const TELL: Duration = Duration::from_millis(200);

/// The folders of one build.
pub(super) struct BuildFolders {
    /// The sources, which the compiler reads; it runs here.
    pub(super) source: PathBuf,
    /// What the compiler produces.
    pub(super) out: PathBuf,
    /// Its temporary files.
    pub(super) temporary: PathBuf,
}

impl BuildFolders {
    pub(super) fn in_folder(workshop: &Path) -> BuildFolders {
        let [source, out, temporary] = ["source", "out", "tmp"].map(|name| workshop.join(name));
        BuildFolders { source, out, temporary }
    }

    pub(super) fn folders(&self) -> [&Path; 3] {
        [&self.source, &self.out, &self.temporary]
    }
}

/// A compiler and its command line.
pub(super) struct Compiler {
    pub(super) tool: Tool,
    /// Paths in the arguments are relative to the sources.
    pub(super) args: Vec<OsString>,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) reads: Vec<PathBuf>,
    /// See [`Limits::reserves`].
    pub(super) reserves: bool,
}

impl Compiler {
    /// The same compiler with other arguments.
    pub(super) fn with_args(&self, args: Vec<OsString>) -> Compiler {
        let Compiler { tool, env, reads, reserves, .. } = self;
        Compiler { tool: tool.clone(), args, env: env.clone(), reads: reads.clone(), reserves: *reserves }
    }

    /// Compiles, and returns the compiler's output. `shorten` puts paths in the output as the author knows them;
    /// `hearing` receives the output while it comes, and may stop the compiler.
    pub(super) fn run(
        &self,
        build: &BuildFolders,
        sandbox: &Sandbox,
        (spent, hearing): (&mut Spent, Option<&Hearing<'_>>),
        name: &str,
        shorten: impl Fn(String) -> String,
    ) -> Result<String, BuildError> {
        let mut compiler = Process::start(sandbox, self.job(build))
            .map_err(|why| BuildError::stage(&self.tool.file, &why.into()))?;
        // The compiler gets no input.
        compiler.stdin.close();
        let heard = |words: String| hearing.is_none_or(|hearing| hearing.goes_on(&shorten(words)));
        let mut left = Left::default();
        let (exit, ended) = watch(&mut compiler, build, spent, &mut left, &heard);
        match compiler.not_running() {
            Some(NotRunning::Sandbox(why) | NotRunning::Program(why)) => {
                return Err(BuildError::Stage(why.clone()));
            }
            None => compiler.log_said(),
        }
        let excess = match ended {
            Some(Ended::Excess(excess)) => Some(excess),
            Some(Ended::Starved) => {
                let (got, within) = (spent.cpu.as_secs(), spent.time.wall.as_secs());
                return Err(BuildError::Stage(sentence!(
                    "the machine is too busy: the compiler got {got} s of processor time within {within} s; try again when it \
                     has less to do",
                    "本机太忙，编译器在 {within} 秒内只得到 {got} 秒处理器时间；请在空闲时再试"
                )));
            }
            None => None,
        };
        let words = shorten(compiler.log());
        let name = name.to_owned();
        // What the stage saw it use too much of, it had.
        let lacked = left.lacked(exit, &words).filter(|_| excess.is_none() && !compiler.is_over_memory());
        if let Some(lacked) = lacked {
            return Err(BuildError::stage(&self.tool.file, &lacked));
        }
        match excess.or_else(|| excess_of(&mut compiler, exit, spent, &words)) {
            Some(what) => Err(BuildError::Exceeded { name, what, words }),
            None if exit == Exit::Code(0) => Ok(words),
            None if words.trim().is_empty() => Err(BuildError::Silent { name, exit }),
            None => Err(BuildError::Compile { name, words }),
        }
    }

    fn job(&self, build: &BuildFolders) -> Job {
        let temporary = build.temporary.clone().into_os_string();
        let own = ["HOME", "TMPDIR", "TMP", "TEMP"].map(|name| (name.into(), temporary.clone()));
        let limits = Limits {
            memory: COMPILER_MEMORY,
            processes: COMPILER_PROCESSES,
            threads: COMPILER_PROCESSES,
            scratch: Size(0),
            reserves: self.reserves,
            gives_way: false,
            output: Output::default(),
        };
        Job {
            program: self.tool.file.clone(),
            runtime: self.tool.runtime,
            args: self.args.clone(),
            env: own.into_iter().chain(self.env.iter().cloned()).collect(),
            folder: build.source.clone(),
            reads: self.reads.iter().chain([&build.source]).cloned().collect(),
            writes: vec![build.out.clone(), build.temporary.clone()],
            cores: Vec::new(),
            limits,
        }
    }
}

/// Why the compiler was ended.
#[derive(PartialEq, Eq, Debug)]
enum Ended {
    /// It used too much.
    Excess(Excess),
    /// The machine did not let it work.
    Starved,
}

/// Waits for the compiler to end, or kills it when it used more than it may. `heard` is called with its output at
/// intervals, and returns whether to continue; `left` looks at the machine meanwhile.
fn watch(
    compiler: &mut Process,
    build: &BuildFolders,
    spent: &mut Spent,
    left: &mut Left,
    heard: &dyn Fn(String) -> bool,
) -> (Exit, Option<Ended>) {
    let start = Instant::now();
    let (mut looked, mut told, mut last) = (start, start, start);
    let (before, mut cpu) = (*spent, Accumulated::default());
    loop {
        compiler.drain_log();
        compiler.look_at_launch();
        compiler.listen();
        compiler.log_said();
        if let Some(exit) = compiler.exit(LOOK) {
            left.look(compiler.cell.peak());
            // The rest of its output, and of its files.
            compiler.end(Duration::ZERO);
            compiler.listen();
            return (exit, grown(build).map(Ended::Excess));
        }
        if told.elapsed() > TELL {
            told = Instant::now();
            if !heard(compiler.log()) {
                return (compiler.end(Duration::ZERO), None);
            }
        }
        let mut excess = None;
        if looked.elapsed() > LOOK_AT_FILES {
            excess = grown(build);
            left.look(compiler.cell.peak());
            looked = Instant::now();
        }
        spent.cpu = before.cpu + cpu.add(compiler.cell.cpu());
        spent.wall = before.wall + start.elapsed();
        let since = last.elapsed();
        last += since;
        if compiler.cell.sleeps() {
            spent.asleep += since;
        }
        if compiler.is_over_memory() {
            excess = Some(Excess::Memory);
        }
        let excess = excess.or_else(|| spent.excess()).map(Ended::Excess);
        let ended = excess.or_else(|| (spent.wall > spent.time.wall).then_some(Ended::Starved));
        if ended.is_some() {
            return (compiler.end(Duration::ZERO), ended);
        }
    }
}

/// Processor time of all processes seen alive at some check, accumulated from the time of those alive now.
#[derive(Default)]
struct Accumulated {
    ended: Duration,
    last: Duration,
}

impl Accumulated {
    fn add(&mut self, living: Duration) -> Duration {
        self.ended += self.last.saturating_sub(living);
        self.last = living;
        self.ended + living
    }
}

/// What the compiler has written too much of, if anything.
fn grown(build: &BuildFolders) -> Option<Excess> {
    fn walk(folder: &Path, bytes: &mut u64, files: &mut usize) {
        // Files that vanish during the walk are not counted.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(meta) = entry.metadata() else { continue };
            if meta.is_dir() {
                walk(&entry.path(), bytes, files);
            } else {
                *bytes += meta.len();
                *files += 1;
            }
        }
    }
    let (mut bytes, mut files) = (0, 0);
    walk(&build.out, &mut bytes, &mut files);
    walk(&build.temporary, &mut bytes, &mut files);
    if bytes > COMPILER_WRITES {
        Some(Excess::Written)
    } else {
        (files > COMPILER_FILES).then_some(Excess::Files)
    }
}

/// What the compiler exceeded, judging by its exit and its output.
fn excess_of(compiler: &mut Process, exit: Exit, spent: &Spent, words: &str) -> Option<Excess> {
    const XCPU: i32 = 24;
    const XFSZ: i32 = 25;
    if compiler.is_over_memory() {
        return Some(Excess::Memory);
    }
    let failed = exit != Exit::Code(0);
    match exit {
        Exit::Signal(XCPU) => Some(Excess::Processor(spent.time.cpu.as_secs())),
        Exit::Signal(XFSZ) => Some(Excess::Written),
        _ if failed && (words.contains("File too large") || words.contains("File size limit")) => {
            Some(Excess::Written)
        }
        _ if failed && is_out_of_memory(words) => Some(Excess::Memory),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::CompilerTime;
    use super::*;

    /// One that does nothing, and one that works, under the same limits.
    #[test]
    fn a_compiler_that_only_sleeps_is_ended_by_that() {
        let workshop = std::env::temp_dir().join(format!("leitai-compiler-{}", std::process::id()));
        fs::create_dir(&workshop).expect("a folder");
        let build = BuildFolders::in_folder(&workshop);
        for folder in build.folders() {
            fs::create_dir(folder).expect("a folder");
        }
        let tool = Tool::named("sh".as_ref()).expect("a shell");
        let short = Duration::from_secs(1);
        for (script, excess) in
            [("exec sleep 60", Excess::Asleep(1)), ("while :; do :; done", Excess::Processor(1))]
        {
            let args = ["-c", script].map(OsString::from).into();
            let compiler =
                Compiler { tool: tool.clone(), args, env: Vec::new(), reads: Vec::new(), reserves: false };
            let time = CompilerTime { cpu: short, asleep: short, ..CompilerTime::default() };
            let run = compiler.run(&build, &Sandbox::off(), (&mut Spent::of(time), None), "a", |words| words);
            let Err(BuildError::Exceeded { what, .. }) = run else { panic!("{script}: {run:?}") };
            assert_eq!(what, excess, "{script}");
        }
        fs::remove_dir_all(workshop).expect("ours");
    }
}
