//! Ordering test games, calling them off, and allowing others to test against a program.

use crate::allowance::{DAY_MS, exhausted_by, uses};
use crate::assignment::{Assignment, Seated, seed_of};
use crate::deed_error::DeedError;
use crate::entered_program::current;
use crate::entrant::Entrant;
use crate::error::HallError;
use crate::event_file::EventFile;
use crate::game_order::GameOrder;
use crate::program::Program;
use crate::shared_store::SharedStore;
use crate::submit_error::SubmitError;
use crate::submitting::wrong_with_source;
use crate::trial_id::{trial_game, trial_key};
use crate::wanted_conditions::WantedConditions;
use leitai_arena::Language;
use leitai_core::{DialectName, Level, Seat, Sentence};
use leitai_store::{
    Actor, Job, OrderedTrial, StoreError, Submission, Trial, TrialOrdered, Trials, patiently,
};
use leitai_tournament::{EntryId, GameId, Seed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::Duration;

/// Most games of an order.
pub const MOST_TRIAL_GAMES: u16 = 10;
/// Behind games of events, whose priority is 0, and validation games.
const PRIORITY: i64 = -1;

/// The program to be tested.
#[derive(Clone, Copy, Debug)]
pub enum TrialProgram<'a> {
    /// The person's current one.
    Current,
    /// A source, which is not handed in by this.
    Source {
        /// Its language, and one of its standards (`None` for the usual one); `None` if no language that this machine
        /// has was named.
        of: Option<(Language, Option<&'a str>)>,
        /// The source.
        contents: &'a [u8],
    },
}

/// Whom it plays.
#[derive(Clone, Copy, Debug)]
pub enum TrialOpponent<'a> {
    /// A built-in player.
    Level(Level),
    /// The current program of the entry with this registered name.
    Entry(&'a str),
    /// Neither: what was named instead.
    Unknown(&'a str),
}

/// The seats it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialSide {
    /// Both in turn, First in the first game.
    Both,
    /// Always First.
    First,
    /// Always Second.
    Second,
}

impl TrialSide {
    /// Its seat in a game, from 0.
    fn seat(self, number: u16) -> Seat {
        match self {
            TrialSide::Both => Seat::BOTH[usize::from(number % 2)],
            TrialSide::First => Seat::First,
            TrialSide::Second => Seat::Second,
        }
    }
}

/// Test games that somebody orders.
#[derive(Clone, Copy, Debug)]
pub struct TrialRequest<'a> {
    /// Who orders them.
    pub by: Actor<'a>,
    /// The person's part in the event.
    pub entrant: &'a Entrant,
    /// The name under which the program plays if the person takes no part yet.
    pub nickname: &'a str,
    /// The program.
    pub program: TrialProgram<'a>,
    /// Its opponent.
    pub opponent: TrialOpponent<'a>,
    /// Its seats.
    pub side: TrialSide,
    /// How each game begins: acts separated by blanks, or a position; empty for the rules' start.
    pub opening: &'a str,
    /// How many games.
    pub games: u16,
}

/// What is played, as kept with the order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct TrialTerms {
    pub(super) opponent: String,
    pub(super) side: TrialSide,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<String>,
    pub(super) games: u16,
}

impl TrialTerms {
    pub(super) fn of(trial: &Trial) -> Option<TrialTerms> {
        serde_json::from_str(&trial.terms).ok()
    }

    /// The games in order: each id and the seat of the program under test.
    pub(super) fn games(&self, trial: i64) -> impl Iterator<Item = (GameId, Seat)> {
        let side = self.side;
        (0..self.games).map(move |number| (trial_game(trial, number, side.seat(number)), side.seat(number)))
    }
}

impl SharedStore {
    /// Orders test games by the rules of an event, under the limits of its submissions, and returns the order's number;
    /// else all that is wrong with it. Nothing of the event changes.
    pub fn try_program(&self, file: &EventFile, request: &TrialRequest<'_>) -> Result<i64, Vec<SubmitError>> {
        if !file.takes_programs() {
            return Err(vec![SubmitError::NoLadder(file.name.clone())]);
        }
        if file.begins_closed() && request.entrant.entry.is_none() {
            return Err(vec![SubmitError::NoTeam]);
        }
        let all = self.submitted(&file.name, None).map_err(|error| vec![error.into()])?;
        let own_entry = request.entrant.entry.as_ref();
        let own_id = own_entry.map_or(EntryId(0), |entry| entry.id);
        let games = (1..=MOST_TRIAL_GAMES).contains(&request.games);
        let games = games.then_some(request.games).ok_or(SubmitError::Games(MOST_TRIAL_GAMES));
        let spent = self.spent(file, request);
        let parts = (
            games,
            opening(file, request.opening),
            self.tested(file, &all, request),
            self.opponent(file, &all, request, own_id),
        );
        let (games, opening, (name, standard, contents), opponent) = match parts {
            (Ok(games), Ok(opening), Ok(tested), Ok(opponent)) if spent.is_ok() => {
                (games, opening, tested, opponent)
            }
            (games, opening, tested, opponent) => {
                let one = [spent.err(), games.err(), opening.err(), opponent.err()].into_iter().flatten();
                return Err(one.chain(tested.err().into_iter().flatten()).collect());
            }
        };
        let own_name = own_entry.map_or(request.nickname, |entry| entry.name.as_str());
        let dialect = own_entry.map_or(file.dialect, |entry| file.dialect_of(entry.id));
        let terms = TrialTerms {
            opponent: opponent.name.clone(),
            side: request.side,
            opening: (!request.opening.trim().is_empty()).then_some(opening).flatten(),
            games,
        };
        let sha256 = leitai_core::ContentHash::of(&contents);
        let program = Program::Stored { name: name.clone(), sha256, standard: standard.clone() };
        let own = Seated { entry: own_id, name: own_name.to_owned(), program, dialect };
        let tells = |seated: &Seated| {
            let spoken = seated.dialect.unwrap_or(file.game.facts().dialects[0]);
            terms.opening.is_none() || file.game.tells_opening(spoken)
        };
        if ![&own, &opponent].into_iter().all(tells) {
            return Err(vec![SubmitError::Untold]);
        }
        let jobs = |trial: i64| self.jobs(file, &terms, trial, [&own, &opponent]);
        let text = serde_json::to_string(&terms).unwrap_or_default();
        let ordered = OrderedTrial {
            event: &file.name,
            by: request.by,
            name: &name,
            standard: standard.as_deref(),
            contents: &contents,
            terms: &text,
            least_ms: file.submit.interval.as_millis() as i64,
        };
        let queue = self.queue();
        let taken = self.runtime.wait(Trials::new(&queue).order(&ordered, jobs));
        let refused = match taken {
            Ok(TrialOrdered::Taken(number)) => return Ok(number),
            Ok(TrialOrdered::TooSoon(wait)) => SubmitError::TooSoon(wait),
            Ok(TrialOrdered::Open) => SubmitError::StillTrying,
            Err(error) => HallError::Store(error).into(),
        };
        Err(vec![refused])
    }

    /// Refused once the person's programs have used up their time for a day, in test games and in games of the event.
    fn spent(&self, file: &EventFile, request: &TrialRequest<'_>) -> Result<(), SubmitError> {
        let Some(most) = file.submit.day_time else { return Ok(()) };
        let now = self.now()?;
        let since = now - DAY_MS;
        let mut all = self.trial_uses(&file.name, request.by.name(), since)?;
        if let Some(entry) = &request.entrant.entry {
            all.extend(
                self.of_event(&file.name, |history| uses(history, entry.id, since).collect::<Vec<_>>())?,
            );
        }
        let used = Duration::from_millis(all.iter().map(|(_, used)| used).sum());
        let wait = exhausted_by(all, now, most);
        wait.map_or(Ok(()), |wait_ms| Err(SubmitError::Exhausted { used, most, wait_ms }))
    }

    /// The program to be tested: the name under which it is compiled, its standard and its source.
    fn tested(
        &self,
        file: &EventFile,
        all: &[Submission],
        request: &TrialRequest<'_>,
    ) -> Result<(String, Option<String>, Vec<u8>), Vec<SubmitError>> {
        match request.program {
            TrialProgram::Current => {
                let own = request.entrant.entry.as_ref().and_then(|entry| current(all, &entry.name));
                let own = own.ok_or_else(|| vec![SubmitError::NoCurrent])?;
                let source = self.source(own).map_err(|error| vec![error.into()])?;
                Ok((own.name.clone(), own.standard.clone(), source))
            }
            TrialProgram::Source { of, contents } => {
                let wrong = wrong_with_source(of, contents, file.submit.size);
                match of {
                    Some((language, standard)) if wrong.is_empty() => {
                        let name = language.source_name().to_owned();
                        Ok((name, standard.map(str::to_owned), contents.to_vec()))
                    }
                    _ => Err(wrong),
                }
            }
        }
    }

    fn opponent(
        &self,
        file: &EventFile,
        all: &[Submission],
        request: &TrialRequest<'_>,
        own: EntryId,
    ) -> Result<Seated, SubmitError> {
        match request.opponent {
            TrialOpponent::Level(level) => {
                if !file.game.facts().levels.contains(&level) {
                    return Err(SubmitError::NoOpponent(level.to_string()));
                }
                // Built-in players can be told everything in it.
                let dialect = Some(DialectName::Native);
                Ok(Seated { entry: own, name: level.to_string(), program: Program::Level(level), dialect })
            }
            TrialOpponent::Unknown(name) => Err(SubmitError::NoOpponent(name.to_owned())),
            TrialOpponent::Entry(name) => {
                let is_own = request.entrant.is_of(name);
                let found = self.partner(file, all, name, is_own)?;
                let (entry, program, dialect) =
                    found.ok_or_else(|| SubmitError::NoOpponent(name.to_owned()))?;
                Ok(Seated { entry, name: name.to_owned(), program, dialect })
            }
        }
    }

    /// The jobs of an order.
    fn jobs(
        &self,
        file: &EventFile,
        terms: &TrialTerms,
        trial: i64,
        [own, opponent]: [&Seated; 2],
    ) -> Result<Vec<Job>, StoreError> {
        let job = |(id, seat): (GameId, Seat)| {
            let seated = match seat {
                Seat::First => [own.clone(), opponent.clone()],
                Seat::Second => [opponent.clone(), own.clone()],
            };
            let assignment = Assignment {
                id,
                game: file.game.game(),
                options: file.game.given().to_vec(),
                clock: file.clock_of(file.plan.stages[0].side_ms),
                seated,
                seed: seed_of(&Seed::new(&file.name), &format!("trial {trial}.{}", id.number)),
                opening: terms.opening.clone(),
            };
            let order = GameOrder { assignment, wanted: WantedConditions::of(file), dice: None };
            let payload = serde_json::to_value(&order).unwrap_or_default();
            let (event, class) = (file.name.clone(), self.class.clone());
            Ok(Job { event, game: trial_key(id)?, class, priority: PRIORITY, payload })
        };
        terms.games(trial).map(job).collect()
    }

    /// Calls off the test games of an order that are not over.
    pub fn call_off_trial(&self, by: Actor<'_>, trial: &Trial) -> Result<(), DeedError> {
        let queue = self.queue();
        self.runtime.wait(Trials::new(&queue).call_off(by, trial)).map_err(HallError::Store)?;
        Ok(())
    }

    /// Sets whether others may play test games against the current program of a person's entry.
    pub fn allow_trials(
        &self,
        by: Actor<'_>,
        event: &str,
        entrant: &Entrant,
        allows: bool,
    ) -> Result<(), SubmitError> {
        if !entrant.hands_in {
            return Err(SubmitError::NotCaptain);
        }
        let Some(entry) = &entrant.entry else { return Err(SubmitError::NoTeam) };
        let queue = self.queue();
        let set = self.runtime.wait(Trials::new(&queue).allow(by, event, &entry.name, allows));
        Ok(set.map_err(HallError::Store)?)
    }

    /// The registered names of the entries whose programs others may test against.
    pub fn trial_partners(&self, event: &str) -> Result<BTreeSet<String>, HallError> {
        let queue = self.queue();
        let ask = async || Trials::new(&queue).allowed(event).await;
        Ok(self.runtime.wait(patiently(self.terms, ask))?)
    }
}

/// The canonical line with which the games begin; `None` for the rules' start.
fn opening(file: &EventFile, text: &str) -> Result<Option<String>, SubmitError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let begun = file.game.begun(text.trim()).map_err(|why| SubmitError::Opening(Sentence::of(&why)))?;
    Ok(begun.opening())
}
