//! From sources to a program that can be started: the compiler's run, and what is kept of its output.

use super::cache::{Cache, Key};
use super::compiler::{BuildFolders, Compiler};
use super::cookbook::recipe_of;
use super::error::BuildError;
use super::files::{File, lay, taken};
use super::habits::{Habits, ROUNDS};
use super::hearing::Hearing;
use super::limits::CompilerTime;
use super::recipe::{Arg, Recipe};
use super::sources::Sources;
use super::spent::Spent;
use crate::launch::Launch;
use leitai_core::Sentence;
use leitai_protocol::printable;
use leitai_sandbox::system::files;
use leitai_sandbox::{Runtime, Sandbox};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

/// A file among the build output that is not part of the program: the notes on what its sources were given.
const NOTES: &str = ".leitai-notes";

/// Bytes that must be free on the disk where a compiler failed for its failure to be the source's.
const LEAST_ROOM: u64 = 4 << 20;

/// A program that was built.
#[derive(Clone, Debug)]
pub struct Built {
    /// How it is started.
    pub launch: Launch,
    /// The compiler's output, usually warnings: paths shortened, cut. Empty if it printed nothing, or if nothing was
    /// compiled or the program was compiled earlier.
    pub words: String,
    /// What was done for the program unasked, as notes for people, also if it was compiled earlier: stand-ins for
    /// headers of other platforms, files that were left out.
    pub notes: Vec<Sentence>,
}

/// How much a compiler may use, and where its output is kept.
#[derive(Clone, Copy, Default)]
pub(super) struct CompileOptions<'a> {
    pub(super) time: CompilerTime,
    pub(super) cache: Option<&'a Cache>,
    /// Whether to compile even if it was compiled before.
    pub(super) anew: bool,
    /// Receives the compiler's output while it runs.
    pub(super) hearing: Option<&'a Hearing<'a>>,
}

/// Compiles the sources, and assembles what is started.
pub(super) fn make(
    mut sources: Sources,
    workshop: &Path,
    sandbox: &Sandbox,
    CompileOptions { time, cache, anew, hearing }: CompileOptions<'_>,
) -> Result<Built, BuildError> {
    let stage = |error: io::Error| BuildError::stage(workshop, &error);
    let called = sources.first().name.clone();
    let recipe = recipe_of(&mut sources)?;
    let program = workshop.join("program");
    open_folder(workshop)
        .and_then(|()| fs::create_dir(&program))
        .and_then(|()| open_folder(&program))
        .map_err(stage)?;
    let (mut words, mut notes) = (String::new(), sources.notes.clone());
    if let Some(compiler) = &recipe.compiler {
        let key = cache.and_then(|cache| Some((cache, Key::of(&sources, compiler).ok()?)));
        let kept = key.as_ref().filter(|_| !anew).and_then(|(cache, key)| cache.find(key));
        let is_new = kept.is_none();
        let mut made = if let Some(made) = kept {
            made
        } else {
            let made;
            (made, words) =
                compiled(&recipe, compiler, &sources, &called, (workshop, sandbox, time, hearing))?;
            made
        };
        if let Some(file) = recipe.made()
            && !made.iter().any(|made| made.name == Path::new(file))
        {
            let words = format!("the compiler made no {file}");
            return Err(BuildError::Compile { name: sources.title, words });
        }
        if let (true, Some((cache, key))) = (is_new, &key) {
            // If the cache cannot store it, it is compiled again next time.
            let _ = cache.keep(key, &made);
        }
        if let Some(at) = made.iter().position(|file| file.name == Path::new(NOTES)) {
            notes.extend(read_notes(&made.remove(at)));
        }
        lay(&made, &program).map_err(stage)?;
    }
    // The program reads other files of its folder: modules, tables, weights.
    if recipe.compiler.is_none() || sources.files.len() > 1 {
        lay(&sources.files, &program).map_err(stage)?;
    }
    Ok(Built { launch: launch(&recipe, &program), words, notes })
}

/// Writes one line per note.
fn write_notes(notes: &[Sentence]) -> File {
    let text: String = notes.iter().map(|note| note.line() + "\n").collect();
    File { name: NOTES.into(), bytes: text.into_bytes(), executable: false }
}

fn read_notes(file: &File) -> Vec<Sentence> {
    String::from_utf8_lossy(&file.bytes).lines().map(Sentence::of_line).collect()
}

/// Runs the compiler, and returns the files it made and its output. If it fails for lack of something that can be
/// supplied, it is run again with that, within the time limit of one run.
fn compiled(
    recipe: &Recipe,
    compiler: &Compiler,
    sources: &Sources,
    called: &Path,
    (workshop, sandbox, time, hearing): (&Path, &Sandbox, CompilerTime, Option<&Hearing<'_>>),
) -> Result<(Vec<File>, String), BuildError> {
    let stage = |error: io::Error| BuildError::stage(workshop, &error);
    let build = BuildFolders::in_folder(workshop);
    for folder in build.folders() {
        fs::create_dir(folder).and_then(|()| open_folder(folder)).map_err(stage)?;
    }
    lay(sources.for_the_compiler(), &build.source).map_err(stage)?;
    let name = sources.first().name.display().to_string();
    let folders = build.folders().map(|folder| format!("{}/", folder.display()));
    let shorten = |words: String| {
        let words = folders.iter().fold(words, |words, folder| words.replace(folder, ""));
        let words = words.replace("../out/", "").replace("./", "");
        if sources.first().name == called && sources.files.len() > 1 {
            words
        } else {
            words.replace(&name, &sources.title)
        }
    };
    let (mut spent, mut habits) = (Spent::of(time), Habits::default());
    let mut run = compiler.run(&build, sandbox, (&mut spent, hearing), &sources.title, shorten);
    for _ in 0..ROUNDS {
        let Err(BuildError::Compile { words, .. }) = &run else { break };
        // What one says that takes other arguments is not understood here.
        if compiler.tool.studio().is_some() {
            break;
        }
        let learned = habits.learn(words, sources).map_err(|lacking| BuildError::NoLibrary {
            name: sources.title.clone(),
            header: printable(lacking.header.as_bytes()),
            library: lacking.library.name,
            package: lacking.library.package,
        })?;
        if !learned {
            break;
        }
        lay(&habits.files(), &build.source).map_err(stage)?;
        let again = compiler.with_args(habits.args(&compiler.args, sources));
        run = again.run(&build, sandbox, (&mut spent, hearing), &sources.title, shorten);
    }
    let words = match run {
        Err(BuildError::Compile { .. } | BuildError::Silent { .. }) if is_full(workshop) => {
            return Err(stage(io::ErrorKind::StorageFull.into()));
        }
        // It names each file that it compiles, and is told to say nothing else.
        Ok(_) if compiler.tool.studio().is_some() => String::new(),
        run => run?,
    };
    let mut made = taken(&build.out).map_err(stage)?;
    let notes = habits.notes(sources);
    if !notes.is_empty() {
        made.push(write_notes(&notes));
    }
    for file in &mut made {
        // Compilers that may not change modes cannot make the program executable themselves.
        file.executable |= recipe.made().is_some_and(|program| file.name == Path::new(program));
    }
    for folder in build.folders() {
        // Whatever remains is removed with the workshop.
        let _ = fs::remove_dir_all(folder);
    }
    Ok((made, words))
}

/// Whether the disk has no room for what a compiler writes, so that its failure says nothing about the source. What one
/// compiler may write fills no disk that has more.
fn is_full(workshop: &Path) -> bool {
    files::room(workshop)
        .is_some_and(|room| room.bytes < LEAST_ROOM || room.files.is_some_and(|files| files < 16))
}

fn launch(recipe: &Recipe, program: &Path) -> Launch {
    let arg = |arg: &Arg| -> OsString {
        match arg {
            Arg::Word(word) => word.clone(),
            Arg::Path(path) if path.as_os_str().is_empty() => program.into(),
            Arg::Path(path) => program.join(path).into(),
            Arg::Classes(archives, path) => archives.joined(program, &program.join(path)),
        }
    };
    let (file, runtime) = match (&recipe.interpreter, recipe.made()) {
        (Some(tool), _) => (tool.file.clone(), tool.runtime),
        (None, made) => (program.join(made.unwrap_or_default()), Runtime::Native),
    };
    Launch::Command {
        program: file.into(),
        runtime,
        args: recipe.args.iter().map(arg).collect(),
        folder: Some(program.to_owned()),
        reads: vec![program.to_owned()],
        family: false,
    }
}

/// Lets every user read the folder, since programs and compilers in the sandbox run as other users.
pub(super) fn open_folder(folder: &Path) -> io::Result<()> {
    files::set_mode(folder, 0o755)
}
