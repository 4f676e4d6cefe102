//! Results that are brought from the tables of a hall: no stage played these games.

use crate::deed_error::DeedError;
use crate::error::{HallError, io_at};
use crate::fold::Fold;
use crate::history::{Details, History, JournalBody, Played, TableNote};
use crate::records::write_all;
use crate::ruling::nothing_begun;
use crate::run::{journal_in, value};
use crate::shared_store::SharedStore;
use leitai_arena::now_ms;
use leitai_catalog::Replay;
use leitai_core::{
    Actor as Hand, Line, Name, Outcome, Record, Seat, Sentence, VerdictName, Why, Words, sentence,
};
use leitai_sandbox::SandboxLevel;
use leitai_store::{Actor, Appended, Deed, Journal, LeaseTerms, patiently};
use leitai_tournament::{CountedOutcome, Due, Finding, GameId, How, RecordedGame};
use serde_json::json;
use std::fs::File;
use std::path::Path;

/// The result of a game that was played at a table.
#[derive(Clone, Copy, Debug)]
pub struct TableResult<'a> {
    /// The game; `None` for the one that is due between those whom the record names, in these seats.
    pub game: Option<GameId>,
    /// What shows it.
    pub shown_by: ShownBy<'a>,
    /// The table, as the hall calls it.
    pub table: Option<&'a str>,
    /// The referee who answers for it.
    pub referee: Option<&'a str>,
}

/// What shows how a game at a table ended.
#[derive(Clone, Copy, Debug)]
pub enum ShownBy<'a> {
    /// The record that a desk kept, whole.
    Record(&'a str),
    /// A sheet that was signed: nothing else was kept.
    Sheet {
        /// Who won.
        finding: Finding,
        /// How it ended.
        verdict: VerdictName,
        /// The referee's words; may be empty.
        said: &'a str,
    },
}

/// What became of a result that was brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brought {
    /// It counts from now on.
    Counted,
    /// It had been brought before, and counts once.
    Before,
}

/// A result ready to be stored, with the text of its record.
struct Checked<'a> {
    played: Played,
    record: Option<&'a str>,
}

impl SharedStore {
    /// Takes the result of a game at a table of an event in this store, whose folder this is. It is on the disk once this
    /// returns, and counts once, however often and from whichever desk it is brought. Refused if the game is not due,
    /// has another result, or is not the one that the record shows.
    pub fn bring(
        &self,
        by: Actor<'_>,
        event: &str,
        folder: &Path,
        result: &TableResult<'_>,
    ) -> Result<(GameId, Brought), DeedError> {
        match self.attempt((by, Deed::BringResult), (event, folder), None, result)? {
            Attempt::Done(game, brought) => Ok((game, brought)),
            Attempt::NotBegun | Attempt::Overtaken => Err(self.no_event(event)?.into()),
        }
    }

    /// As [`SharedStore::bring`], under this deed, if nothing was appended to another journal after its line of this number,
    /// on which it depends that the result may be brought: [`None`] if something was.
    pub(crate) fn bring_beside(
        &self,
        signed: (Actor<'_>, Deed),
        (event, folder): (&str, &Path),
        beside: (&dyn Journal, u64),
        result: &TableResult<'_>,
    ) -> Result<Option<(GameId, Brought)>, DeedError> {
        match self.attempt(signed, (event, folder), Some(beside), result)? {
            Attempt::Done(game, brought) => Ok(Some((game, brought))),
            Attempt::Overtaken => Ok(None),
            Attempt::NotBegun => Err(self.no_event(event)?.into()),
        }
    }

    fn attempt(
        &self,
        (by, deed): (Actor<'_>, Deed),
        (event, folder): (&str, &Path),
        beside: Option<(&dyn Journal, u64)>,
        result: &TableResult<'_>,
    ) -> Result<Attempt, DeedError> {
        let details = json!({ "game": result.game.map(|game| game.to_string()), "table": result.table });
        let journal = self.journal(event)?.signed(by, Some((deed, details)));
        self.with_fold(event, |fold| {
            self.runtime.wait(brought(fold, &journal, (self.terms, beside), folder, result))
        })
    }
}

/// What became of an attempt to bring a result.
enum Attempt {
    /// The event has not begun.
    NotBegun,
    /// Something was appended to the journal on which it depends that the result may be brought.
    Overtaken,
    /// It counts.
    Done(GameId, Brought),
}

/// As [`SharedStore::bring`], for an event whose journal is in its folder.
pub fn bring_to_folder(
    folder: &Path,
    event: &str,
    result: &TableResult<'_>,
) -> Result<(GameId, Brought), DeedError> {
    let journal = journal_in(folder, event)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| HallError::System(Words::new("runtime", "运行环境"), error))?;
    let mut fold = Fold::default();
    let terms = (LeaseTerms::default(), None);
    match runtime.block_on(brought(&mut fold, &journal, terms, folder, result))? {
        Attempt::Done(game, brought) => Ok((game, brought)),
        Attempt::NotBegun | Attempt::Overtaken => Err(nothing_begun().into()),
    }
}

/// Checks and stores a result on top of all that the journal has, unless the journal beside it has more lines than it had.
async fn brought(
    fold: &mut Fold,
    journal: &dyn Journal,
    (terms, beside): (LeaseTerms, Option<(&dyn Journal, u64)>),
    folder: &Path,
    result: &TableResult<'_>,
) -> Result<Attempt, DeedError> {
    let games = folder.join("games");
    std::fs::create_dir_all(&games).map_err(io_at(&games))?;
    // Held until the result is stored: whoever else brings one from this machine finds record and journal in step.
    let door = File::open(&games).map_err(io_at(&games))?;
    door.lock().map_err(io_at(&games))?;
    loop {
        fold.read_on(journal, terms).await?;
        if let Some((beside, seq)) = beside
            && !beside.entries(seq).await?.is_empty()
        {
            return Ok(Attempt::Overtaken);
        }
        let Some(history) = fold.history() else { return Ok(Attempt::NotBegun) };
        let game = match result.game {
            Some(game) => game,
            None => game_of(history, result.shown_by)?,
        };
        let Checked { played, record } = match known(history, game, result.shown_by)? {
            Some(before) => return Ok(Attempt::Done(game, before)),
            None => checked(history, game, result)?,
        };
        if let Some(text) = record {
            // The game has no result: what lies there was left by whoever was stopped before storing one.
            write_all(&games, &[(game, text.to_owned())])?;
        }
        let key = game.to_string();
        let body = value(&JournalBody::Played(played))?;
        let append = async || journal.append_after(Some(fold.seq()), now_ms(), Some(&key), &body).await;
        match patiently(terms, append).await? {
            Appended::Written(_) => return Ok(Attempt::Done(game, Brought::Counted)),
            // Read and compared with what is there.
            Appended::AlreadyThere(_) | Appended::Overtaken => {}
        }
    }
}

/// The game that a record shows: one with a result by this record, or the first that is due between its two names, seated so.
fn game_of(history: &History, shown_by: ShownBy<'_>) -> Result<GameId, DeedError> {
    let ShownBy::Record(text) = shown_by else {
        return Err(DeedError::Refused(Sentence::new(
            "a sheet needs the game that it is of",
            "成绩单须指明是哪一局",
        )));
    };
    let record = record_in(text)?;
    let seal = record.end.as_ref().and_then(|end| end.seal.as_deref());
    let before =
        history.details.iter().find(|(_, details)| seal.is_some() && details.seal.as_deref() == seal);
    let names = keys(&record.about.seats.each_ref().map(|seat| &*seat.name));
    let event = &history.event;
    let is_between = |due: &Due| keys(&[due.first, due.second].map(|side| event.name(side))) == names;
    let due = || event.state().due().find(is_between).map(|due| due.id);
    before.map(|(game, _)| *game).or_else(due).ok_or_else(|| {
        let [first, second] = record.about.seats.each_ref().map(|seat| seat.name.clone());
        DeedError::Refused(sentence!(
            "no game is due in which {first} moves first against {second}",
            "没有 {first}（先手）对 {second} 的待赛对局"
        ))
    })
}

/// What names look like.
fn keys(names: &[&str; 2]) -> [String; 2] {
    names.map(|name| Name::read(name).map_or_else(|_| name.to_owned(), |name| name.key()))
}

/// What is known of a game already: the same result counts once, another is refused.
fn known(history: &History, id: GameId, shown_by: ShownBy<'_>) -> Result<Option<Brought>, DeedError> {
    let Some(game) = history.event.game(id) else { return Ok(None) };
    let seal = history.details.get(&id).and_then(|details| details.seal.clone());
    let is_same = match shown_by {
        ShownBy::Record(text) => match (record_in(text)?.end, seal) {
            (Some(end), Some(seal)) => end.seal.is_some_and(|own| own == seal),
            (Some(end), None) => CountedOutcome::from(outcome_of(&end)) == game.outcome,
            (None, _) => false,
        },
        ShownBy::Sheet { finding, .. } => finding_of(game) == finding,
    };
    if is_same {
        return Ok(Some(Brought::Before));
    }
    let [first, second] = [game.first, game.second].map(|side| history.event.name(side));
    let figures = game.outcome.figures();
    Err(DeedError::Refused(sentence!(
        "{id} ({first} – {second}) has a result already, {figures}, and this one differs: a ruling changes it",
        "{id}（{first} – {second}）已有成绩 {figures}，与此不同：须由裁决改判"
    )))
}

fn finding_of(game: &RecordedGame) -> Finding {
    match (game.winner(), game.outcome) {
        (Some(winner), _) => Finding::Won(winner),
        (None, CountedOutcome::Nobody) => Finding::Nobody,
        (None, _) => Finding::Drawn,
    }
}

fn record_in(text: &str) -> Result<Record, DeedError> {
    Record::read(text).map_err(|error| DeedError::because(&error))
}

fn outcome_of(end: &leitai_core::End<'_>) -> Outcome {
    // The words of a rule are in the record; only the winner is asked here.
    Outcome { winner: end.winner, why: end.verdict.laid().unwrap_or(Why::Ruled) }
}

/// Checks a result against what is due.
fn checked<'a>(history: &History, id: GameId, result: &TableResult<'a>) -> Result<Checked<'a>, DeedError> {
    let event = &history.event;
    let state = event.state();
    let Some(due) = state.due().find(|due| due.id == id) else {
        return Err(DeedError::Refused(sentence!(
            "{id} is not due: it is not in the draw, or games before it have no result yet",
            "{id} 尚未排到：不在抽签结果中，或之前的对局还没有成绩"
        )));
    };
    match result.shown_by {
        ShownBy::Record(text) => of_record(history, &due, text, result),
        ShownBy::Sheet { finding, verdict, said } => {
            let outcome = match finding {
                Finding::Drawn => CountedOutcome::Draw,
                Finding::Nobody => CountedOutcome::Nobody,
                Finding::Won(winner) => {
                    let seat = [(due.first, Seat::First), (due.second, Seat::Second)];
                    let seat = seat.into_iter().find(|(entry, _)| *entry == winner).map(|(_, seat)| seat);
                    CountedOutcome::Win(seat.ok_or_else(|| {
                        let name = event.name(winner);
                        DeedError::Refused(sentence!("{name} does not play {id}", "{name} 不参加 {id}"))
                    })?)
                }
            };
            let reason = if said.trim().is_empty() {
                Sentence::new("as the signed sheet says", "以签字的成绩单为准")
            } else {
                Sentence::quoted(said.trim())
            };
            let how = if matches!(verdict, VerdictName::Fault(_)) { How::Fault } else { How::Played };
            let faults = faults_of(outcome, how);
            let game = RecordedGame { id, first: due.first, second: due.second, outcome, how, faults };
            let details = details(result, verdict, reason);
            Ok(Checked { played: Played { result: game, details }, record: None })
        }
    }
}

fn faults_of(outcome: CountedOutcome, how: How) -> [u16; 2] {
    match (how, outcome) {
        (How::Fault, CountedOutcome::Win(winner)) => Seat::BOTH.map(|seat| u16::from(seat != winner)),
        _ => [0; 2],
    }
}

fn details(result: &TableResult<'_>, verdict: VerdictName, reason: Sentence) -> Details {
    let note = TableNote {
        table: result.table.map(str::to_owned),
        referee: result.referee.map(str::to_owned),
        is_sheet: matches!(result.shown_by, ShownBy::Sheet { .. }),
    };
    Details {
        verdict,
        reason,
        plies: 0,
        seconds: 0.0,
        record: None,
        seal: None,
        used_ms: None,
        replays: 0,
        disturbed_ms: None,
        sandbox: SandboxLevel::Off,
        ended: now_ms(),
        programs: [None; 2],
        at_table: Some(Box::new(note)),
    }
}

/// What both sides' acts and tries took, in milliseconds.
fn used_in(record: &Record) -> [u64; 2] {
    let mut used = [0; 2];
    for (_, line) in &record.lines {
        if let Line::Play { by: Hand::Seat(seat), us, .. } | Line::Attempt { by: Hand::Seat(seat), us, .. } =
            line
        {
            used[seat.index()] += us;
        }
    }
    used.map(|us| us / 1000)
}

/// A result by its record: of this game, by these rules, between these two in these seats, whole and verified.
fn of_record<'a>(
    history: &History,
    due: &Due,
    text: &'a str,
    result: &TableResult<'_>,
) -> Result<Checked<'a>, DeedError> {
    let record = record_in(text)?;
    let id = due.id;
    let refuse = |why: Sentence| Err(DeedError::Refused(why));
    let wanted = &history.begun;
    let is_game = record.about.game.to_string() == wanted.game.facts().id;
    if !is_game {
        let (is, was) = (wanted.game.facts().id, record.about.game.to_string());
        return refuse(sentence!(
            "{id} is {is}, and the record is of {was}",
            "{id} 是 {is}，而记录是 {was} 的"
        ));
    }
    // Whose secrets a desk knew is the desk's, not the event's.
    let differs = wanted
        .options
        .iter()
        .filter(|(name, _)| name != "seen")
        .find(|(name, value)| record.about.options.get(name.as_str()).is_some_and(|own| own != value));
    if let Some((name, value)) = differs {
        let own = record.about.options.get(name.as_str()).map_or("", |own| own);
        return refuse(sentence!(
            "{id} is played with {name} = {value}, and the record has {own}",
            "{id} 按 {name} = {value} 进行，而记录中为 {own}"
        ));
    }
    let names = [due.first, due.second].map(|side| history.event.name(side));
    let seats = record.about.seats.each_ref().map(|seat| &*seat.name);
    if keys(&names) != keys(&seats) {
        let ([first, second], [own, other]) = (names, seats);
        return refuse(sentence!(
            "{id} is between {first} (first) and {second}, and the record names {own} (first) and {other}",
            "{id} 由 {first}（先手）对 {second}，而记录中是 {own}（先手）对 {other}"
        ));
    }
    if record.end.is_none() {
        return refuse(sentence!("the record of {id} breaks off before the end", "{id} 的记录没有下完"));
    }
    let used = used_in(&record);
    let started = record.about.started;
    let end = Replay::open(record).and_then(Replay::verify).map_err(|error| DeedError::because(&error))?;
    let how = if matches!(end.verdict, VerdictName::Fault(_)) { How::Fault } else { How::Played };
    let outcome = CountedOutcome::from(outcome_of(&end));
    let game = RecordedGame {
        id,
        first: due.first,
        second: due.second,
        outcome,
        how,
        faults: faults_of(outcome, how),
    };
    let details = Details {
        record: Some(format!("games/{id}.jsonl")),
        plies: end.plies,
        seconds: (now_ms() - started).max(0) as f64 / 1000.0,
        seal: end.seal.as_deref().map(str::to_owned),
        used_ms: Some(used),
        ..details(result, end.verdict, end.reason.clone())
    };
    Ok(Checked { played: Played { result: game, details }, record: Some(text) })
}
