//! One game to be played, with everything a machine needs to play it, and the host that plays it.

use crate::error::PlayError;
use crate::history::{Details, Played};
use crate::program::Program;
use crate::program_cache::{ProgramCache, Ready};
use crate::program_error::ProgramError;
use crate::program_source::ProgramSource;
use crate::shared_store::SharedStore;
use crate::trial_id::trial_of;
use crate::workshop::Workshop;
use leitai_arena::{Affinity, Conditions, Launch, MatchGame, Player, StageError, Watch, dice, now_ms};
use leitai_catalog::{ListedGame, Setup};
use leitai_core::{Clock, DialectName, Dice, Seat, Sentence, Why, Words, errors, sentence};
use leitai_tournament::{CountedOutcome, EntryId, GameId, How, RecordedGame, Seed};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// One game to be played, self-contained.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Assignment {
    /// Its id in the event.
    pub id: GameId,
    /// The game.
    pub game: ListedGame,
    /// Its rule options, by name.
    pub options: Vec<(String, String)>,
    /// The clock.
    pub clock: Clock,
    /// The players of the first and the second seat.
    pub seated: [Seated; 2],
    /// The random seed of built-in players.
    pub seed: u64,
    /// The line with which it begins; `None` for the rules' start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

impl Assignment {
    /// The game, as those are told who wait for its core.
    pub(crate) fn said(&self, event: &str) -> Sentence {
        let id = self.id;
        sentence!("game {id} of {event}", "{event} 的 {id} 局")
    }
}

/// The random seed of built-in players in a game. It is derived from the event's seed, so that a replayed game is
/// played alike.
pub(crate) fn seed_of(seed: &Seed, what: &str) -> u64 {
    let text = Seed::new(format!("{}|{what}", seed.text())).commitment();
    u64::from_str_radix(&text[..13], 16).unwrap_or(0)
}

/// An entry that takes a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// The entry.
    pub entry: EntryId,
    /// Its registered name.
    pub name: String,
    /// Its program.
    pub program: Program,
    /// Its dialect; default: the first of the game's dialects.
    pub dialect: Option<DialectName>,
}

errors! {
    /// Why a program is not ready to start.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Unready {
        /// Its source is to blame: its games are lost as not ready.
        Source(why: Sentence);
        /// This machine lacks something, and nobody can be blamed.
        Machine(why: Sentence);
    }
}

/// Prepares programs and plays games with them. Programs stay prepared until the host is dropped.
pub struct GameHost {
    // Dropped before the workshop that contains the programs.
    programs: ProgramCache,
    workshop: Workshop,
    conditions: Conditions,
    source: ProgramSource,
}

impl GameHost {
    /// A host for games under these conditions. Fails if its temporary folder cannot be created.
    pub fn open(conditions: Conditions) -> std::io::Result<GameHost> {
        GameHost::with(conditions, ProgramSource::Nowhere)
    }

    /// A host whose programs may also be put aside in this folder, under their hash.
    pub(crate) fn of_folder(conditions: Conditions, aside: PathBuf) -> std::io::Result<GameHost> {
        GameHost::with(conditions, ProgramSource::Folder(aside))
    }

    fn with(conditions: Conditions, source: ProgramSource) -> std::io::Result<GameHost> {
        let (programs, workshop) = (ProgramCache::new(usize::MAX), Workshop::open()?);
        Ok(GameHost { programs, workshop, conditions, source })
    }

    /// A host for games of a store's events that keeps up to `room` programs ready.
    pub(crate) fn of_store(
        conditions: Conditions,
        store: Arc<SharedStore>,
        room: usize,
    ) -> std::io::Result<GameHost> {
        let host = GameHost::with(conditions, ProgramSource::Store(store))?;
        Ok(GameHost { programs: ProgramCache::new(room), ..host })
    }

    /// The conditions under which it plays.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Where a record may be kept until it is handed on.
    pub(crate) fn record(&self, name: &str) -> std::path::PathBuf {
        self.workshop.path().join(format!("{name}.jsonl"))
    }

    /// Builds a program if it is not built yet. The error states why it cannot be started, and who is to blame.
    pub fn ready(&self, program: &Program) -> Result<(), Unready> {
        let ready = self.launch(program).map_err(|error| Unready::Machine(Sentence::of(&error)))?;
        ready.unbuilt.clone().map_or(Ok(()), |why| Err(Unready::Source(why)))
    }

    /// Forgets the build of a program whose source has changed.
    pub(crate) fn forget(&self, program: &Program) {
        self.programs.forget(program);
    }

    /// A program that is ready to be started, for as long as it is held.
    pub(crate) fn launch(&self, program: &Program) -> Result<Arc<Ready>, ProgramError> {
        self.programs.ready(program, || {
            let all = self.workshop.path();
            let folder = tempfile::Builder::new().prefix("program-").tempdir_in(all);
            let folder = folder.map_err(|error| ProgramError::Io(all.to_owned(), error))?;
            let launch = program.launch(folder.path(), &self.conditions.sandbox, &self.source);
            // Faults of the source recur, so a judge does not retry the build for each game. A worker's machine may
            // lack what others have: there it fails, others try it, and then an operator decides.
            let is_judge = !matches!(self.source, ProgramSource::Store(_));
            let (launch, unbuilt) = match launch {
                Ok(launch) => (launch, None),
                Err(error) => match error.of_the_source().filter(|_| is_judge) {
                    Some(why) => (Launch::Unbuilt { why }, Some(Sentence::of(&error))),
                    None => return Err(error),
                },
            };
            Ok(Ready { launch, unbuilt, _folder: folder })
        })
    }

    /// Plays a game, reporting to `watch`, and writes its record to `record`. Returns `None` if `stop` was set.
    pub fn play(
        &self,
        assignment: &Assignment,
        record: &Path,
        stop: &AtomicBool,
        watch: &mut dyn Watch,
    ) -> Result<Option<Played>, PlayError> {
        let lots = dice(None, 0);
        let lots = lots.map_err(|e| StageError::System(Words::new("random numbers", "随机数"), e))?;
        self.play_with(&lots, assignment, record, stop, watch)
    }

    /// As [`GameHost::play`], with these dice if the game uses any.
    pub(crate) fn play_with(
        &self,
        lots: &Dice,
        assignment: &Assignment,
        record: &Path,
        stop: &AtomicBool,
        watch: &mut dyn Watch,
    ) -> Result<Option<Played>, PlayError> {
        let setup = Setup { options: assignment.options.clone(), ..Setup::default() };
        let mut game = assignment.game.open(&setup)?;
        if let Some(opening) = &assignment.opening {
            game = game.begun(opening).map_err(|why| PlayError::Opening(Sentence::of(&why)))?;
        }
        let is_trial = trial_of(assignment.id).is_some();
        // Kept until the game is over.
        let ready = |seated: &Seated| {
            let failed = |why| PlayError::of_program(&seated.name, &why);
            match self.launch(&seated.program) {
                // Whoever tests a program that cannot be built is told so, and nobody else has to try.
                Err(why) if is_trial && why.of_the_source().is_some() => {
                    Ready::unbuilt(Sentence::of(&why)).map_err(failed)
                }
                ready => ready.map_err(failed),
            }
        };
        let ready = [ready(&assignment.seated[0])?, ready(&assignment.seated[1])?];
        let players = [0, 1].map(|at| {
            let seated = &assignment.seated[at];
            let dialect = seated.dialect.unwrap_or(game.facts().dialects[0]);
            Player { name: seated.name.clone(), launch: ready[at].launch.clone(), dialect }
        });
        let match_game = MatchGame {
            affinity: Affinity::Auto,
            game: &*game,
            dice: lots,
            players: players.each_ref(),
            allowances: [assignment.clock; 2].map(Into::into),
            conditions: &self.conditions,
            seed: assignment.seed,
            record: Some(record),
            stop,
        };
        let Some((ended, replays)) = match_game.play(watch)? else { return Ok(None) };
        let faulty = ended.outcome.faulty();
        let mut result = RecordedGame {
            id: assignment.id,
            first: assignment.seated[0].entry,
            second: assignment.seated[1].entry,
            outcome: ended.outcome.into(),
            how: if matches!(ended.outcome.why, Why::Fault(_)) { How::Fault } else { How::Played },
            faults: Seat::BOTH.map(|seat| u16::from(faulty == Some(seat))),
        };
        let mut reason = ended.reason;
        // The record names one loser, but a program that could not have played either has not won.
        if let [Launch::Unbuilt { why: first }, Launch::Unbuilt { why: second }] =
            ready.each_ref().map(|it| &it.launch)
        {
            (result.outcome, result.faults) = (CountedOutcome::Nobody, [1; 2]);
            reason = sentence!(
                "neither program can be started: {first}; {second}",
                "双方程序均无法启动：{first}；{second}"; first, second
            );
        }
        let details = Details {
            verdict: ended.outcome.why.verdict(),
            reason,
            plies: ended.plies,
            seconds: ended.played.as_secs_f64(),
            record: None,
            seal: None,
            used_ms: Some(ended.used.map(|(all, _)| all.as_millis() as u64)),
            replays,
            sandbox: self.conditions.sandbox.level(),
            ended: now_ms(),
            programs: [None; 2],
            at_table: None,
            disturbed_ms: ended.disturbed.map(|delay| delay.as_millis() as u64),
        };
        Ok(Some(Played { result, details }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worker may be another build: the order is sent as text, independent of the types used here.
    #[test]
    fn an_assignment_travels_as_it_always_did() {
        let text = r#"{"id":"0.0.e0-e1.g0","game":"connect6","options":[["illegal_retries","1"]],"clock":"move=2s,game=15m","seated":[{"entry":"e0","name":"a","program":{"level":"random"},"dialect":null},{"entry":"e1","name":"b","program":{"level":"best"},"dialect":"botzone-simple"}],"seed":7}"#;
        let read: Assignment = serde_json::from_str(text).expect("an assignment");
        assert_eq!(read.seated[1].dialect, Some(DialectName::BotzoneSimple));
        assert_eq!(serde_json::to_string(&read).expect("text"), text);
        let unknown = text.replace("connect6", "go");
        let error = serde_json::from_str::<Assignment>(&unknown).expect_err("it is not listed").to_string();
        assert!(error.contains("unknown game `go`"), "{error}");
    }
}
