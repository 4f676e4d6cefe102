//! The programs of an event in a folder: what an entry begins a match with is put aside, and every game of the match is
//! played with it ("先、后手要使用同一个程序"). Between matches a change of its files is taken.

use crate::assignment::{Assignment, Seated};
use crate::error::PlayError;
use crate::played_program::{PlayedProgram, ProgramChange};
use crate::program::Program;
use crate::program_error::ProgramError;
use leitai_arena::{Form, Parcel};
use leitai_core::{ContentHash, Sentence, sentence};
use leitai_sandbox::replace;
use leitai_sandbox::system::files;
use leitai_tournament::{GameId, Side, Spot};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The largest file of a command that is put aside, in bytes; what is sent or built is no larger either.
const LARGEST: u64 = 64 << 20;

/// How the name of what is just being put aside begins.
const PART: &str = "part-";

/// The programs of an event, put aside in its folder: the contents of each under their hash, and what each entry began a
/// match with.
pub(crate) struct MatchPrograms {
    folder: PathBuf,
    /// Whether an entry changes its program only by submitting another: then that is what is frozen, and no match.
    by_submission: bool,
    /// Two games of a match may begin together.
    freezing: Mutex<()>,
}

/// A program as it was at some time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptProgram {
    /// What is started as long as its files are as they were.
    pub(crate) program: Program,
    /// The hash of its files; `None` if it has none, or they cannot be put aside.
    sha256: Option<ContentHash>,
}

/// What an entry began a match with.
#[derive(Serialize, Deserialize)]
struct Begun {
    #[serde(flatten)]
    kept: KeptProgram,
    /// Whether it began its match before with another.
    is_new: bool,
}

impl KeptProgram {
    /// How it is started whatever its files are by now.
    fn aside(self) -> Program {
        match (self.program, self.sha256) {
            (of @ (Program::Path(_) | Program::Command { .. }), Some(sha256)) => {
                Program::Aside { of: Box::new(of), sha256 }
            }
            (program, _) => program,
        }
    }
}

impl MatchPrograms {
    /// Those of the event in this folder.
    pub(crate) fn of(event: &Path, by_submission: bool) -> MatchPrograms {
        MatchPrograms { folder: event.join("programs"), by_submission, freezing: Mutex::new(()) }
    }

    /// Where they are put aside.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The game with the programs with which its match began, and what the journal says of them. If the match begins
    /// with this game, it begins with the programs as they are now.
    pub(crate) fn frozen(
        &self,
        assignment: &Assignment,
    ) -> Result<(Assignment, [Option<PlayedProgram>; 2]), PlayError> {
        let (mut assignment, mut programs) = (assignment.clone(), [None; 2]);
        let id = assignment.id;
        let _one = self.freezing.lock().unwrap_or_else(PoisonError::into_inner);
        for (seated, played) in assignment.seated.iter_mut().zip(&mut programs) {
            let frozen = self.frozen_of(id, seated);
            (seated.program, *played) = frozen.map_err(|why| PlayError::of_program(&seated.name, &why))?;
        }
        Ok((assignment, programs))
    }

    fn frozen_of(
        &self,
        id: GameId,
        seated: &Seated,
    ) -> Result<(Program, Option<PlayedProgram>), ProgramError> {
        let now = match self.keep(&seated.program) {
            Err(why) if why.is_of_the_machine() => return Err(why),
            now => now,
        };
        let scope = self.folder.join(self.scope(id, seated));
        let begun: Begun = if let Some(begun) = read(&scope) {
            begun
        } else {
            let last = self.folder.join(format!("last.{}.json", seated.entry));
            let before: Option<KeptProgram> = read(&last);
            // What is gone, or just being written, does not stop an entry that has played before.
            let kept = now.as_ref().ok().or(before.as_ref());
            let Some(kept) = kept.filter(|kept| kept.sha256.is_some()).cloned() else {
                return Ok((seated.program.clone(), None));
            };
            let is_new = before.as_ref().is_some_and(|before| *before != kept);
            let begun = Begun { kept, is_new };
            self.write(&scope, &serde_json::to_vec(&begun).unwrap_or_default())?;
            if before.as_ref() != Some(&begun.kept) {
                self.write(&last, &serde_json::to_vec(&begun.kept).unwrap_or_default())?;
            }
            begun
        };
        let is_as_then = now.is_ok_and(|now| now == begun.kept);
        let change = match (is_as_then, begun.is_new) {
            (false, _) => Some(ProgramChange::Kept),
            (true, true) => Some(ProgramChange::Taken),
            (true, false) => None,
        };
        let played = begun.kept.sha256.map(|sha256| PlayedProgram { sha256, change });
        Ok((if is_as_then { begun.kept.program } else { begun.kept.aside() }, played))
    }

    /// The name of the file that says what an entry began the match of this game with.
    fn scope(&self, id: GameId, seated: &Seated) -> String {
        let side = match id.of.spot {
            Spot::Pair(a, b) if self.by_submission => [a, b].into_iter().find(|it| it.entry == seated.entry),
            _ => None,
        };
        let entry = seated.entry;
        match side {
            Some(Side { submission, .. }) => format!("{entry}.s{submission}.json"),
            None => format!("{}.{entry}.json", id.of),
        }
    }

    /// Puts a program's files aside as they are now.
    pub(crate) fn keep(&self, program: &Program) -> Result<KeptProgram, ProgramError> {
        let kept = |program: &Program, sha256| KeptProgram { program: program.clone(), sha256 };
        let files = match program {
            Program::Path(path) => {
                let Parcel { form, name, contents, .. } = Parcel::of(path)?;
                if form != Form::Executable {
                    let sha256 = ContentHash::of(&contents);
                    self.write(&self.folder.join(sha256.to_string()), &contents)?;
                    return Ok(kept(&Program::stored(form, name, sha256), Some(sha256)));
                }
                vec![(0, path.clone(), contents)]
            }
            Program::Command { line, folder, files } => {
                if let Some(gone) = files.iter().map(|file| folder.join(file)).find(|file| !file.exists()) {
                    let what = gone.display().to_string();
                    return Err(ProgramError::Absent { line: line.clone(), what });
                }
                let is_small = |path: &Path| path.metadata().is_ok_and(|meta| meta.len() <= LARGEST);
                let files = program.own_files().into_iter().filter(|(_, path)| is_small(path));
                let read = |(at, path): (usize, PathBuf)| match fs::read(&path) {
                    Ok(contents) => Ok((at, path, contents)),
                    Err(_) => {
                        Err(ProgramError::Absent { line: line.clone(), what: path.display().to_string() })
                    }
                };
                files.map(read).collect::<Result<_, _>>()?
            }
            _ => return Ok(kept(program, None)),
        };
        if files.is_empty() {
            return Ok(kept(program, None));
        }
        let mut whole = Vec::new();
        for (at, path, contents) in &files {
            whole.extend_from_slice(format!("{at} {} {}\n", contents.len(), path.display()).as_bytes());
            whole.extend_from_slice(contents);
        }
        let sha256 = ContentHash::of(&whole);
        let folder = self.folder.join(sha256.to_string());
        if !folder.exists() {
            let part = tempfile::Builder::new().prefix(PART).tempdir_in(self.opened()?);
            let laid = part.and_then(|part| {
                for (at, path, contents) in &files {
                    let into = part.path().join(at.to_string());
                    fs::create_dir(&into)?;
                    let copy = into.join(path.file_name().unwrap_or_default());
                    written(&copy, contents)?;
                    fs::set_permissions(&copy, path.metadata()?.permissions())?;
                }
                fs::rename(part.keep(), &folder)
            });
            laid.map_err(|error| ProgramError::Io(folder, error))?;
        }
        Ok(kept(program, Some(sha256)))
    }

    /// Whether every file of a program is put aside with it; the error says which is not.
    pub(crate) fn is_kept_whole(&self, program: &Program) -> Result<(), Sentence> {
        match program {
            Program::Path(_) => self.keep(program).map(|_| ()).map_err(|why| {
                sentence!("its program is not kept aside for a match: ", "其程序不能为一场比赛留存：")
                    .then(&Sentence::of(&why))
            }),
            Program::Command { line, .. } => {
                let folders = program.named_folders();
                let large: Vec<_> = program.own_files().into_iter().map(|(_, path)| path).collect();
                let is_large = |path: &&PathBuf| path.metadata().is_ok_and(|meta| meta.len() > LARGEST);
                let left = folders.iter().chain(large.iter().filter(is_large)).next();
                if let Some(path) = left.map(|path| path.display().to_string()) {
                    return Err(sentence!(
                        "`cmd:{line}`: {path} is not kept aside, so it must not be changed during a match",
                        "“cmd:{line}”：{path} 不留存副本，一场比赛之内请勿改动"; line, path
                    ));
                }
                if large.is_empty() {
                    return Err(sentence!(
                        "`cmd:{line}` names no file of its own, so nothing of it is kept aside: what it starts must \
                         not be changed during a match",
                        "“cmd:{line}”没有写明自己的文件，无从留存副本：一场比赛之内请勿改动它所启动的程序"; line
                    ));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Removes fragments left by a process that was killed while it put something aside.
    pub(crate) fn clear_away(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for part in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PART)) {
            // A fragment has a name of its own and harms nothing.
            let _ = fs::remove_file(part.path()).or_else(|_| fs::remove_dir_all(part.path()));
        }
    }

    /// The folder, which only its owner may read.
    fn opened(&self) -> Result<&Path, ProgramError> {
        let made = files::make_folders(&self.folder, 0o700);
        made.map(|()| self.folder.as_path()).map_err(|error| ProgramError::Io(self.folder.clone(), error))
    }

    /// Writes a file that is not there yet, or whose contents change, in one step.
    fn write(&self, path: &Path, contents: &[u8]) -> Result<(), ProgramError> {
        if fs::metadata(path).is_ok_and(|meta| meta.len() == contents.len() as u64)
            && fs::read(path).is_ok_and(|there| there == contents)
        {
            return Ok(());
        }
        let folder = self.opened()?;
        let put = tempfile::Builder::new().prefix(PART).tempfile_in(folder).and_then(|mut part| {
            part.write_all(contents)?;
            part.as_file().sync_all()?;
            replace(&part.into_temp_path(), path)?;
            files::sync_folder(folder)
        });
        put.map_err(|error| ProgramError::Io(path.to_owned(), error))
    }
}

fn written(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(contents)?;
    file.sync_all()
}

/// What a file of ours says; `None` if it is not there, or was cut off.
fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
