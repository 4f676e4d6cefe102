//! The workbench of whoever sits at this machine: the programs beside it, tried at each save, and taken to a desk.
//!
//! What is done with a program is a command of this binary (`watch`, `operate`), which is started here and whose output is read:
//! how a program is built, checked and tried is decided there alone.

mod child;
mod found;
mod given_name;
mod own_program;
mod refused;
mod watch_line;

pub use own_program::{OwnProgram, SeenRound};
pub use refused::WorkbenchRefused;
pub use watch_line::{FindingLine, RoundEnds, RoundLine, WatchLine};

use crate::locked::locked;
use child::Started;
use found::found;
use given_name::given_name;
use leitai_catalog::ListedGame;
use leitai_core::{Lang, Level};
use leitai_sandbox::replace;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// How many programs are tried at once at most: each plays on the same few cores.
const MOST_WATCHED: usize = 4;
/// What is known of the programs, in the workbench's own folder.
const FILE: &str = "programs.json";

/// The programs of this machine's user, for as long as the process lives.
pub struct Workbench {
    folder: PathBuf,
    kept: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    programs: Vec<OwnProgram>,
    /// What tries a program, with its number.
    watchers: BTreeMap<PathBuf, (u64, Started)>,
    desk: Option<(OwnDesk, u64, Started)>,
    /// How many commands were started: what an earlier one still says is of no more interest.
    started: u64,
}

impl State {
    fn number(&mut self) -> u64 {
        self.started += 1;
        self.started
    }

    /// The program that this watcher still tries.
    fn watched(&mut self, path: &Path, number: u64) -> Option<&mut OwnProgram> {
        self.watchers.get(path).filter(|(own, _)| *own == number)?;
        self.programs.iter_mut().find(|known| known.path == path)
    }

    /// The desk, if it is still this one.
    fn desk(&mut self, number: u64) -> Option<&mut OwnDesk> {
        self.desk.as_mut().filter(|(_, own, _)| *own == number).map(|(desk, ..)| desk)
    }
}

/// A desk that was opened at the workbench.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnDesk {
    /// The program that plays at it.
    pub program: PathBuf,
    /// The game.
    pub game: ListedGame,
    /// Where it is, once it is open.
    pub address: Option<String>,
    /// Why it is not, if it has left.
    pub trouble: Option<String>,
}

/// What is on the workbench.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkbenchShown {
    /// The folder whose programs these are.
    pub folder: PathBuf,
    /// They, by their names.
    pub programs: Vec<OwnProgram>,
    /// The desk that was opened last.
    pub desk: Option<OwnDesk>,
}

impl Workbench {
    /// The workbench of the programs in `folder`, which keeps what it knows of them in `kept`. What cannot be read there is
    /// forgotten.
    pub fn open(folder: PathBuf, kept: &Path) -> Arc<Workbench> {
        let kept = kept.join(FILE);
        let programs = fs::read(&kept).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let state = State { programs: programs.unwrap_or_default(), ..State::default() };
        Arc::new(Workbench { folder, kept, state: Mutex::new(state) })
    }

    /// What is on it now.
    pub fn shown(&self) -> WorkbenchShown {
        let mut state = locked(&self.state);
        let found = found(&self.folder);
        for path in &found {
            if !state.programs.iter().any(|known| known.path == *path) {
                state.programs.push(OwnProgram::at(path.clone()));
            }
        }
        // Of what is gone nothing is kept, unless somebody still has it open.
        state.programs.retain(|program| {
            found.contains(&program.path)
                || program.is_watched
                || (program.is_added && self.folder.join(&program.path).exists())
        });
        state.programs.sort_by(|a, b| a.path.cmp(&b.path));
        WorkbenchShown {
            folder: self.folder.clone(),
            programs: state.programs.clone(),
            desk: state.desk.as_ref().map(|(desk, ..)| desk.clone()),
        }
    }

    /// A program that is on it.
    pub fn program(&self, path: &Path) -> Option<OwnProgram> {
        self.shown().programs.into_iter().find(|program| program.path == path)
    }

    /// Adds a program that lies elsewhere, by its path as a file manager copies it; returns under which path it is listed.
    pub fn add(&self, typed: &str) -> Result<PathBuf, WorkbenchRefused> {
        let typed = typed.trim();
        let bare = typed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(typed);
        let whole = self.folder.join(bare);
        let known = fs::metadata(&whole).ok().filter(|_| !bare.is_empty());
        if !known.is_some_and(|known| known.is_file() || known.is_dir()) {
            return Err(WorkbenchRefused::NothingThere(bare.into()));
        }
        let path = whole.strip_prefix(&self.folder).map_or_else(|_| whole.clone(), Path::to_owned);
        let mut state = locked(&self.state);
        if let Some(known) = state.programs.iter_mut().find(|known| known.path == path) {
            known.is_added = true;
        } else {
            state.programs.push(OwnProgram { is_added: true, ..OwnProgram::at(path.clone()) });
        }
        self.keep(&state)?;
        Ok(path)
    }

    /// Puts a source that was chosen in a browser into the folder, where nothing is overwritten; returns its path.
    pub fn take(&self, given: &str, contents: &[u8]) -> Result<PathBuf, WorkbenchRefused> {
        if contents.is_empty() {
            return Err(WorkbenchRefused::Empty);
        }
        let name = given_name(given).ok_or_else(|| WorkbenchRefused::BadName(given.to_owned()))?;
        let path = self.folder.join(name);
        let written = File::create_new(&path).and_then(|mut file| file.write_all(contents));
        written.map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists {
                return WorkbenchRefused::There(name.into());
            }
            // Half a source helps nobody.
            let _ = fs::remove_file(&path);
            WorkbenchRefused::Io(path.clone(), error)
        })?;
        Ok(name.into())
    }

    /// Has a program built, checked and tried against a level at each save from now on. Whoever reads it reads `lang`.
    pub fn watch(
        self: &Arc<Self>,
        path: &Path,
        game: ListedGame,
        against: Level,
        lang: Lang,
    ) -> Result<(), WorkbenchRefused> {
        self.leave(path);
        // Also one that was saved a moment ago.
        self.shown();
        let mut state = locked(&self.state);
        if state.watchers.len() >= MOST_WATCHED {
            return Err(WorkbenchRefused::TooMany(MOST_WATCHED));
        }
        let number = state.number();
        let known = state.programs.iter_mut().find(|known| known.path == path);
        let known = known.ok_or_else(|| WorkbenchRefused::NoProgram(path.to_owned()))?;
        if known.game != Some(game) || known.against != Some(against) {
            (known.now, known.before, known.is_ready) = (None, None, None);
        }
        (known.game, known.against, known.trouble) = (Some(game), Some(against), None);
        let words = ["watch".into(), self.named(path), "--game".into(), game.facts().id.into()];
        let more = ["--against".into(), against.name().into(), "--json".into()];
        let words = words.into_iter().chain(more).collect();
        let (heard, left) = ((Arc::clone(self), path.to_owned()), (Arc::clone(self), path.to_owned()));
        let hears = move |line: &str| heard.0.hears(&heard.1, number, line);
        let started =
            Started::start(words, &self.folder, lang, hears, move |why| left.0.left(&left.1, number, why));
        let started = started.map_err(|error| WorkbenchRefused::Io(path.to_owned(), error))?;
        known.is_watched = true;
        state.watchers.insert(path.to_owned(), (number, started));
        self.keep(&state)
    }

    /// Tries a program no more.
    pub fn leave(&self, path: &Path) {
        let watcher = {
            let mut state = locked(&self.state);
            if let Some(known) = state.programs.iter_mut().find(|known| known.path == path) {
                known.is_left(None);
            }
            state.watchers.remove(path)
        };
        if let Some((_, watcher)) = watcher {
            watcher.ends();
        }
    }

    /// Opens the desk of an operator for a program, in place of the one that was opened here before, whose game rests. It says
    /// where it is as soon as the program is built.
    pub fn operate(
        self: &Arc<Self>,
        path: &Path,
        game: ListedGame,
        is_second: bool,
        lang: Lang,
    ) -> Result<(), WorkbenchRefused> {
        if self.program(path).is_none() {
            return Err(WorkbenchRefused::NoProgram(path.to_owned()));
        }
        self.close_desk();
        let mut words =
            vec!["operate".into(), game.facts().id.into(), self.named(path), "--no-browser".into()];
        words.extend(is_second.then(|| OsString::from("--second")));
        let mut state = locked(&self.state);
        let (number, heard, left) = (state.number(), Arc::clone(self), Arc::clone(self));
        let hears = move |line: &str| {
            let address = line.split_whitespace().find(|word| word.contains("http://127.0.0.1:"));
            // In Chinese nothing stands between it and what comes before.
            let address = address.and_then(|word| word.find("http://").map(|at| word[at..].to_owned()));
            if let (Some(address), Some(desk)) = (address, locked(&heard.state).desk(number)) {
                desk.address.get_or_insert(address);
            }
        };
        let left = move |why: String| {
            if let Some(desk) = locked(&left.state).desk(number) {
                (desk.address, desk.trouble) = (None, Some(why));
            }
        };
        let started = Started::start(words, &self.folder, lang, hears, left)
            .map_err(|error| WorkbenchRefused::Io(path.to_owned(), error))?;
        let desk = OwnDesk { program: path.to_owned(), game, address: None, trouble: None };
        state.desk = Some((desk, number, started));
        Ok(())
    }

    /// Closes the desk that was opened here; its game rests, and goes on when it is opened again.
    pub fn close_desk(&self) {
        let desk = locked(&self.state).desk.take();
        if let Some((.., started)) = desk {
            started.ends();
        }
    }

    /// Ends all that was started here.
    pub fn close(&self) {
        let paths: Vec<PathBuf> = locked(&self.state).watchers.keys().cloned().collect();
        for path in paths {
            self.leave(&path);
        }
        self.close_desk();
    }

    /// As the command line takes it: never an option, a level or a command.
    fn named(&self, path: &Path) -> OsString {
        self.folder.join(path).into_os_string()
    }

    fn hears(&self, path: &Path, number: u64, line: &str) {
        let Ok(line) = serde_json::from_str(line) else { return };
        let mut state = locked(&self.state);
        if state.watched(path, number).is_some_and(|known| known.hears(line)) {
            // What is lost is known again after the next round.
            let _ = self.keep(&state);
        }
    }

    /// A watcher has left by itself.
    fn left(&self, path: &Path, number: u64, why: String) {
        let mut state = locked(&self.state);
        if let Some(known) = state.watched(path, number) {
            known.is_left(Some(why));
            state.watchers.remove(path);
        }
    }

    /// Keeps what is known, in one step.
    fn keep(&self, state: &State) -> Result<(), WorkbenchRefused> {
        let part = self.kept.with_extension("part");
        let kept = File::create(&part)
            .and_then(|mut file| {
                serde_json::to_writer(&mut file, &state.programs)?;
                file.flush()
            })
            .and_then(|()| replace(&part, &self.kept));
        kept.map_err(|error| WorkbenchRefused::Io(self.kept.clone(), error))
    }
}
