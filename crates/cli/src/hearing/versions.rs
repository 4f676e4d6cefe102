//! What the team shows, and what is known of what has played.

use super::heard_event::HeardEvent;
use crate::failure::Failure;
use leitai_arena::{Form, Parcel};
use leitai_core::{ContentHash, Sentence, sentence};
use leitai_hall::{Program, kept_aside};
use leitai_store::{Submission, SubmissionState};
use leitai_tournament::{Decision, EntryId, Event, GameId, Spot, SubmittedProgram};
use std::path::Path;

/// What the team shows.
pub(super) enum Shown {
    /// A source, a folder of them, or an executable.
    Files(Parcel),
    /// A built-in player or a command, which is started as it is.
    Started(Program),
}

/// A version of the program that has played.
pub(super) struct Played {
    /// The hash of its files.
    pub(super) sha256: ContentHash,
    /// Its games.
    pub(super) games: Vec<GameId>,
    /// What was kept of it; `None` if it is only known by its hash.
    pub(super) kept: Option<Parcel>,
}

impl Shown {
    /// The hash of its files.
    pub(super) fn sha256(&self) -> Option<ContentHash> {
        match self {
            Shown::Files(parcel) => Some(ContentHash::of(&parcel.contents)),
            Shown::Started(_) => None,
        }
    }
}

/// What the team shows: the file that is named, or else what the event has of its program.
pub(super) fn shown_by(event: &HeardEvent, source: Option<&Path>) -> Result<Shown, Failure> {
    if let Some(path) = source {
        return Parcel::of(path).map(Shown::Files).map_err(|error| Failure::usage(&error));
    }
    let is_own =
        |(one, _): &&(Submission, Vec<u8>)| one.entry == event.name && one.state == SubmissionState::Accepted;
    if let Some((one, contents)) = event.submitted.iter().rfind(is_own) {
        return Ok(Shown::Files(parcel_of(one, contents)));
    }
    let program = event.begun.file.runners.get(event.entry.index()).map(|runner| &runner.program);
    match program {
        Some(Program::Path(path)) => {
            Parcel::of(path).map(Shown::Files).map_err(|error| Failure::usage(&error))
        }
        Some(program @ (Program::Level(_) | Program::Command { .. })) => Ok(Shown::Started(program.clone())),
        _ => {
            let name = &event.name;
            Err(Failure::Usage(sentence!(
                "the event has no program of {name}; name what the team shows with --source",
                "赛事中没有 {name} 的程序；请用 --source 指明该队出示的程序"
            )))
        }
    }
}

fn parcel_of(one: &Submission, contents: &[u8]) -> Parcel {
    let (name, standard) = (one.name.clone(), one.standard.clone());
    Parcel { form: Form::Source, name, contents: contents.to_vec(), standard }
}

/// The versions with which the entry has played, in the order of their first games.
pub(super) fn played_by(event: &HeardEvent) -> Vec<Played> {
    let mut versions: Vec<Played> = Vec::new();
    for (id, seat) in event.games() {
        let kept = event.begun.history.details.get(&id).and_then(|details| details.programs[seat.index()]);
        let journal = || of_journal(&event.begun.history.event, event.entry, id);
        let Some(sha256) = kept.map(|kept| kept.sha256).or_else(journal) else { continue };
        if let Some(version) = versions.iter_mut().find(|version| version.sha256 == sha256) {
            version.games.push(id);
            continue;
        }
        let own = event.submitted.iter().find(|(one, _)| one.sha256 == sha256);
        let of_store = own.map(|(one, contents)| parcel_of(one, contents));
        let now = event.begun.file.runners.get(event.entry.index()).map(|runner| &runner.program);
        let aside = || now.and_then(|now| kept_aside(&event.begun.folder, now, sha256));
        versions.push(Played { sha256, games: vec![id], kept: of_store.or_else(aside) });
    }
    versions
}

/// What the journal says of the program with which an entry played a game: the submission of that number, or the one in force.
fn of_journal(event: &Event, entry: EntryId, id: GameId) -> Option<ContentHash> {
    let of_match = match id.of.spot {
        Spot::Pair(a, b) => [a, b].into_iter().find(|side| side.entry == entry).map(|side| side.submission),
        _ => None,
    };
    let accepted = event.rulings().iter().filter_map(|ruling| match &ruling.decision {
        Decision::Submit { entry: by, accepted: true, program } if *by == entry => Some(program.as_ref()),
        _ => None,
    });
    let accepted: Vec<_> = accepted.collect();
    let numbered = of_match.and_then(|number| accepted.get(number as usize)).copied().flatten();
    let state = event.state();
    match numbered.or_else(|| state.program(entry))? {
        SubmittedProgram::Source { sha256, .. } => Some(*sha256),
        SubmittedProgram::OfTheFile { sha256, .. } => *sha256,
    }
}

/// The first line in which two sources differ, from 1, with what each has there; `None` if they are no texts of lines.
pub(super) fn first_difference(one: &Parcel, other: &Parcel) -> Option<(usize, [String; 2])> {
    if one.form != Form::Source || other.form != Form::Source {
        return None;
    }
    let [one, other] = [one, other].map(|parcel| String::from_utf8_lossy(&parcel.contents).into_owned());
    let (mut a, mut b) = (one.lines(), other.lines());
    for number in 1.. {
        let (left, right) = (a.next(), b.next());
        if left.is_none() && right.is_none() {
            return None;
        }
        if left != right {
            return Some((number, [left, right].map(|line| line.unwrap_or_default().trim().to_owned())));
        }
    }
    None
}

/// What is shown, in words: the name of a file, a level or a command.
pub(super) fn named(shown: &Shown) -> Sentence {
    Sentence::quoted(match shown {
        Shown::Files(parcel) => parcel.name.clone(),
        Shown::Started(Program::Level(level)) => level.name().to_owned(),
        Shown::Started(Program::Command { line, .. }) => format!("cmd:{line}"),
        Shown::Started(_) => String::new(),
    })
}
