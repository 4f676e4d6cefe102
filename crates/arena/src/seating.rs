//! Seats two players at a table: opens the conversations, starts the programs, and plays.

use crate::allowance::Allowance;
use crate::chair::Chair;
use crate::clocks::Clocks;
use crate::conditions::Conditions;
use crate::cores::{available, own_core};
use crate::error::StageError;
use crate::far_program::{FarChair, FarProgram};
use crate::game::{Ended, Played, RunningGame, reason};
use crate::intervals::STOP_CHECK;
use crate::known_habits::{known_habit, learn_habit};
use crate::person::Person;
use crate::player::Player;
use crate::process::Process;
use crate::resident::Resident;
use crate::spares::Spares;
use crate::time_slice::TimeSlice;
use crate::watch::{SeatClock, Seen, Watch};
use leitai_catalog::RuledGame;
use leitai_core::{
    Act, DialectName, Fault, Lifecycle, Outbox, Outcome, Seat, Sentence, SpentTime, Table, sentence,
};
use leitai_sandbox::{Job, NotLaunched};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The occupant of a seat: a program or a person, here or far away.
pub enum Sitter<'a> {
    /// A program, to be started.
    Program(&'a Player),
    /// A program to be started in a sandbox that was set up ahead, if there is one for it; then one is ordered for the
    /// next game.
    Next(&'a Player, &'a Spares),
    /// A program that stays for several games: the waiting one is used if there is one, otherwise it is started. It
    /// waits there again when the game is over, if it can.
    Staying(&'a Player, &'a mut Option<Resident>),
    /// A person.
    Person(&'a mut dyn Person),
    /// A program on another machine, which speaks `native`.
    Far(&'a mut dyn FarProgram),
}

/// What became of a game once everybody sat.
enum SatDown {
    Over(Box<Ended>),
    Stopped,
    Back(SpentTime),
}

/// The players of a game and the conditions it is played under.
pub struct Seating<'a> {
    /// The game.
    pub game: &'a dyn RuledGame,
    /// The players of the first and the second seat.
    pub sitters: [Sitter<'a>; 2],
    /// What each seat's player may use; for a person, only the clock.
    pub allowances: [Allowance; 2],
    /// The random seed of built-in players.
    pub seed: u64,
    /// What both have used already: nothing, unless the game goes on after it was broken off.
    pub spent: SpentTime,
    /// Whether a program that fails, in any way but by its time or an act, does not lose by it: the game stands, and goes on
    /// once a person lets its programs be [started anew](crate::Typed::Restart).
    pub mends: bool,
    /// The conditions under which programs run.
    pub conditions: &'a Conditions,
}

impl Seating<'_> {
    /// Plays one game at `table` and writes its record, sealed, to `record`. Returns `None` if `stop` was set or a
    /// person left. A program that cannot be started loses as not ready, unless the machine is to blame
    /// ([`StageError::Launch`]). Errors with [`StageError::NoReferee`] if the rules need a referee and both players are
    /// programs.
    pub fn play(
        mut self,
        table: &mut dyn Table,
        record: &mut dyn Write,
        stop: &AtomicBool,
        watch: &mut dyn Watch,
    ) -> Result<Option<Ended>, StageError> {
        let persons = self.sitters.iter().any(|sitter| matches!(sitter, Sitter::Person(_)));
        if !persons && self.game.is_refereed() {
            return Err(StageError::NoReferee);
        }
        // A game against a person, or a program elsewhere, does not wait for other games.
        let is_here = |sitter: &Sitter<'_>| !matches!(sitter, Sitter::Person(_) | Sitter::Far(_));
        let mut slice =
            self.sitters.iter().all(is_here).then(|| TimeSlice::here(self.conditions.ponder, stop));
        if let Some(slice) = &mut slice
            && !slice.wait(|| Some(STOP_CHECK))
        {
            return Ok(None);
        }
        let mut spent = std::mem::take(&mut self.spent);
        loop {
            match self.sit_down(table, spent, slice.take(), record, stop, watch)? {
                SatDown::Over(ended) => return Ok(Some(*ended)),
                SatDown::Stopped => return Ok(None),
                SatDown::Back(so_far) => spent = so_far,
            }
        }
    }

    /// Seats everybody, and plays until the game is over or is to go on with programs that are started anew.
    fn sit_down(
        &mut self,
        table: &mut dyn Table,
        spent: SpentTime,
        slice: Option<TimeSlice<'_>>,
        record: &mut dyn Write,
        stop: &AtomicBool,
        watch: &mut dyn Watch,
    ) -> Result<SatDown, StageError> {
        let mut outbox = Outbox::default();
        let mut chairs = Vec::with_capacity(2);
        let (mut homes, mut players) = ([None, None], [None, None]);
        let (mut orders, mut next) = (None, Vec::new());
        for (seat, sitter) in Seat::BOTH.into_iter().zip(&mut self.sitters) {
            let (player, home, spares) = match sitter {
                Sitter::Person(person) => {
                    chairs.push((Chair::Person(&mut **person), Lifecycle::default()));
                    continue;
                }
                Sitter::Far(program) => {
                    let (clock, dialect) = (&self.allowances[seat].clock, DialectName::Native);
                    let Some(sat) = table.sit(seat, dialect, clock, &mut outbox) else {
                        return not_started(table, seat, &not_spoken(dialect), record, watch)
                            .map(|ended| SatDown::Over(Box::new(ended)));
                    };
                    let far = FarChair::new(&mut **program, self.conditions.limits.output);
                    chairs.push((Chair::Far(far), sat));
                    continue;
                }
                Sitter::Program(player) => (*player, None, None),
                Sitter::Next(player, spares) => (*player, None, Some(*spares)),
                Sitter::Staying(player, home) => (*player, Some(&mut **home), None),
            };
            players[seat.index()] = Some(player);
            table.recall(seat, known_habit(player));
            let Some(sat) = table.sit(seat, player.dialect, &self.allowances[seat].clock, &mut outbox) else {
                return not_started(table, seat, &not_spoken(player.dialect), record, watch)
                    .map(|ended| SatDown::Over(Box::new(ended)));
            };
            let start = || {
                // Two built-in players of one game must not draw the same random numbers.
                let seed = self.seed.wrapping_mul(2).wrapping_add(seat.index() as u64);
                let allowance = &self.allowances[seat];
                let job = player
                    .job(self.game, seed, allowance, self.conditions.limits)
                    .map_err(NotLaunched::Program)?;
                let cores = own_core(seat, self.conditions.ponder).map_or_else(available, |core| vec![core]);
                let job = Job { cores, ..job };
                orders = orders.or(spares);
                next.extend(spares.map(|_| job.clone()));
                if let Some(spare) = spares.and_then(|spares| spares.take(&job)) {
                    return Ok(spare);
                }
                Process::prepare(&self.conditions.sandbox, job).map(Box::new)
            };
            let (stays, mut home) = (home.is_some(), home);
            let waiting = home.as_mut().and_then(|home| home.take());
            let mut process = match waiting.map_or_else(start, |resident| Ok(resident.into_process())) {
                Ok(process) => process,
                Err(NotLaunched::Program(error)) if self.mends => {
                    return Err(StageError::Launch(Sentence::of(&error)));
                }
                Err(NotLaunched::Program(error)) => {
                    let reason = reason::not_started(&Sentence::of(&error));
                    return not_started(table, seat, &reason, record, watch)
                        .map(|ended| SatDown::Over(Box::new(ended)));
                }
                Err(NotLaunched::Machine(error)) => return Err(StageError::Launch(Sentence::of(&error))),
            };
            process.stays = stays;
            homes[seat] = home;
            chairs.push((Chair::Program(process), sat));
        }
        if let Some(spares) = orders {
            spares.order(next);
        }
        let Ok(chairs) = <[(Chair<'_>, Lifecycle); 2]>::try_from(chairs) else {
            unreachable!("there are two seats")
        };
        let limits = self.allowances.each_ref().map(|allowance| allowance.clock);
        let clocks = Clocks::new(limits, self.conditions.margin, spent);
        let game = RunningGame::new(&mut *table, outbox, chairs, clocks, self.conditions, slice, record);
        let game = if self.mends { game.mending() } else { game };
        let played = game.play(stop, watch)?;
        for (seat, player) in Seat::BOTH.into_iter().zip(players) {
            if let Some((player, habit)) = player.zip(table.habit(seat)) {
                learn_habit(player, habit);
            }
        }
        Ok(match played {
            Played::Over(ended, residents) => {
                for (home, resident) in homes.into_iter().zip(residents) {
                    if let Some(home) = home {
                        *home = resident;
                    }
                }
                SatDown::Over(ended)
            }
            Played::Stopped => SatDown::Stopped,
            Played::Back(so_far) => SatDown::Back(so_far),
        })
    }
}

/// There is no talking about the game in that dialect.
fn not_spoken(dialect: DialectName) -> Sentence {
    sentence!("{dialect} does not support a game of these rules", "协议“{dialect}”无法进行这种规则的对局")
}

fn not_started(
    table: &mut dyn Table,
    seat: Seat,
    reason: &Sentence,
    record: &mut dyn Write,
    watch: &mut dyn Watch,
) -> Result<Ended, StageError> {
    // A game that has not begun accepts every fault.
    let _ = table.act(
        Act::Fault(seat, Fault::NotReady, reason),
        Duration::ZERO,
        [None; 2],
        &mut Outbox::default(),
    );
    table.seal();
    let mut lines = Vec::new();
    table.record(&mut lines);
    let clocks = [SeatClock::default(); 2];
    watch.grew(&Seen { lines: &lines, at: Instant::now(), clocks, over: true });
    record.write_all(&lines).map_err(StageError::record)?;
    let outcome = Outcome::fault(seat, Fault::NotReady);
    let used = [(Duration::ZERO, Duration::ZERO); 2];
    let (cpu, given_back, played) = ([Duration::ZERO; 2], [Duration::ZERO; 2], Duration::ZERO);
    let (reason, digest) = (reason.clone(), table.digest());
    Ok(Ended {
        outcome,
        reason,
        plies: 0,
        used,
        cpu,
        digest,
        played,
        late: None,
        given_back,
        disturbed: None,
    })
}
