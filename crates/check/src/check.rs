//! One game of a program in each seat.

use crate::examination::{Examination, ExaminationTerms, Unfinished};
use crate::examined::Examined;
use crate::heard::Heard;
use crate::names::Names;
use crate::own_files::OwnFiles;
use crate::step::{Progress, Step, is_too_wide};
use leitai_arena::{Launch, Player, Seating, Sitter, StageError, Watch, dice, recognise, staging};
use leitai_catalog::Loss;
use leitai_core::{DialectName, Fault, Garbled, Record, Seat, SpentTime, Spoken, Table, Why, Words};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The seed of the opponent's choices and of the dice, which makes an examination repeatable.
const SEED: u64 = 1;

/// Examines a player in each seat against an opponent that speaks a dialect in which every game can be played;
/// `see` receives each step as soon as it is done. Returns whether the player finished its games without a fault of
/// its own, or `None` if `stop` was set: the last step then contains what was seen until then.
pub fn check(
    terms: &ExaminationTerms<'_>,
    [player, opponent]: [&Player; 2],
    stop: &AtomicBool,
    see: &mut dyn FnMut(&Step<'_>),
) -> Result<Option<bool>, StageError> {
    let (mut sound, mut expected, mut named) = (true, None, false);
    for seat in Seat::BOTH {
        see(&Step::Begins(seat));
        let most = terms.game.most_plies();
        let mut follow = Follow { seat, expected, most, start: Instant::now(), see };
        let examination = match examine(terms, [player, opponent], seat, stop, &mut follow)? {
            Ok(examination) => examination,
            Err(unfinished) => {
                see(&Step::BrokenOff(&unfinished));
                return Ok(None);
            }
        };
        expected = Some(examination.ended.plies);
        let lost_by = [Fault::Crash, Fault::NotReady].map(Why::Fault);
        let broke = !examination.is_sound() && lost_by.contains(&examination.ended.outcome.why);
        sound &= examination.is_sound();
        see(&Step::Examined(&examination));
        if broke && !named {
            let heard = &examination.heard;
            let log = heard.log.iter().chain(&heard.log_end);
            let names = Names::of(&player.launch, log.map(String::as_str));
            if !names.is_empty() {
                see(&Step::Lacks(&names));
            }
            named = true;
        }
        if examination.ended.outcome.why == Why::Fault(Fault::NotReady) && !examination.is_sound() {
            // The other seat would show the same; another dialect may show more.
            if let Some(dialect) = other_dialect(player, terms) {
                see(&Step::Answers(dialect));
            }
            break;
        }
        if seat == Seat::Second
            && let Some(name) = &examination.heard.name
        {
            let is_limited =
                player.dialect == DialectName::Sau && matches!(player.launch, Launch::Command { .. });
            sound &= !is_too_wide(name, is_limited);
            see(&Step::Name { name, is_limited });
        }
    }
    Ok(Some(sound))
}

/// Reports each move of a game while it is played.
struct Follow<'a> {
    seat: Seat,
    /// The number of plies of the other game.
    expected: Option<u32>,
    most: u32,
    start: Instant,
    see: &'a mut dyn FnMut(&Step<'_>),
}

impl Watch for Follow<'_> {
    fn changed(&mut self, table: &dyn Table) {
        let (plies, took) = (table.plies(), self.start.elapsed());
        let Follow { seat, expected, most, .. } = *self;
        (self.see)(&Step::Moved(Progress { seat, plies, took, expected, most }));
    }

    fn again(&mut self) {
        self.start = Instant::now();
    }
}

/// Plays one game of the program in that seat; returns what was seen of it if it was broken off.
fn examine<'a>(
    terms: &ExaminationTerms<'a>,
    [player, opponent]: [&Player; 2],
    seat: Seat,
    stop: &AtomicBool,
    follow: &mut Follow<'_>,
) -> Result<Result<Examination<'a>, Unfinished>, StageError> {
    let lots = dice(Some(SEED), seat.index() as u32)
        .map_err(|error| StageError::System(Words::new("random numbers", "随机数"), error))?;
    let seated = if seat == Seat::First { [player, opponent] } else { [opponent, player] };
    let names = seated.map(|player| (player.name.clone(), Spoken::In(player.dialect)));
    let mut table = terms.game.table(staging(terms.clock, terms.conditions, names), Some(lots));
    let mut table = Examined::new(&mut *table, seat);
    let mut record = Vec::new();
    let seating = Seating {
        game: terms.game,
        sitters: seated.map(Sitter::Program),
        allowances: [terms.clock; 2].map(Into::into),
        seed: SEED,
        spent: SpentTime::default(),
        mends: false,
        conditions: terms.conditions,
    };
    let Some(ended) = seating.play(&mut table, &mut record, stop, follow)? else {
        let plies = table.plies();
        return Ok(Err(Unfinished { seat, plies, seen: table.seen() }));
    };
    let own = OwnFiles::of(&player.name, &player.launch);
    let heard = Heard::of(&record, seat, &own);
    let loss = lost(&record).filter(|loss| loss.seat == seat);
    let grace = Duration::from_millis(table.grace_ms(seat));
    Ok(Ok(Examination {
        terms: *terms,
        seat,
        ended,
        heard,
        grace,
        seen: table.seen(),
        dialect: player.dialect,
        loss,
        own,
    }))
}

/// How the game of a record that the stage has just written was lost.
fn lost(record: &[u8]) -> Option<Loss> {
    let record = Record::read(std::str::from_utf8(record).ok()?).ok()?;
    let loss = Loss::of(&record);
    debug_assert!(loss.is_ok(), "what was played can be played again: {loss:?}");
    loss.ok()?
}

/// Reads one act in the game's own notation, or several with blanks between them.
pub fn read_acts(table: &dyn Table, text: &str) -> Result<Vec<String>, Garbled> {
    match table.read(text) {
        Ok(act) => Ok(vec![act]),
        Err(why) => {
            let acts: Result<Vec<_>, _> = text.split_whitespace().map(|part| table.read(part)).collect();
            acts.map_err(|_| why)
        }
    }
}

/// The other dialect, if any, that is spoken by a program which did not get ready.
fn other_dialect(player: &Player, terms: &ExaminationTerms<'_>) -> Option<DialectName> {
    if !matches!(player.launch, Launch::Command { .. }) {
        return None;
    }
    // A program that cannot be started again has been reported already.
    let found = recognise(terms.game, player, terms.clock, terms.conditions).ok()?;
    found.spoken.filter(|dialect| *dialect != player.dialect)
}
