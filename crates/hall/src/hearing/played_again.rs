//! A recorded game played again with one program in it.

use super::recorded_side::RecordedSide;
use leitai_arena::{Allowance, Conditions, Player, Seating, Seen, Sitter, StageError, Watch, staging};
use leitai_catalog::{ListedGame, Setup};
use leitai_core::{Actor, ContentHash, Dice, Line, Record, Seat, Sentence, SpentTime, Spoken, errors};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often it is looked whether the command is to end.
const LOOK: Duration = Duration::from_millis(50);

/// What a program played when a recorded game was played again with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayedAgain {
    /// Its acts, in the game's notation, in order: no more than are in the record, and at most one that is not there.
    pub acts: Vec<String>,
}

errors! {
    /// Why a recorded game cannot be played again.
    #[derive(Debug)]
    pub enum NotPlayedAgain {
        /// Its record says too little, or what only people did.
        Record(why: Sentence) => "{why}", "{why}";
        /// The stage failed.
        Stage(error: StageError) from => "{error}", "{error}";
        /// The command is to end.
        Stopped => "stopped", "已停止";
    }
}

/// The acts of one seat in a record, as far as they count.
pub(super) fn acts_of(record: &Record, seat: Seat) -> Vec<String> {
    let plays = record.lines.iter().filter_map(|(_, line)| match line {
        Line::Play { by: Actor::Seat(by), acts, given: false, .. } if *by == seat => Some(acts),
        _ => None,
    });
    plays.flatten().map(|act| act.clone().into_owned()).collect()
}

/// Plays a recorded game again: `player` takes this seat, everybody else does what the record says, the dice fall as they fell, and
/// `seed` is the random seed of built-in players. It ends when the program has played what the record has of it, or anything
/// else. `stop` breaks it off.
pub fn play_again(
    record: &Record,
    seat: Seat,
    player: &Player,
    conditions: &Conditions,
    seed: u64,
    stop: &AtomicBool,
) -> Result<PlayedAgain, NotPlayedAgain> {
    let record = record.clone().counted();
    let wanted = acts_of(&record, seat);
    let no = |why: Sentence| NotPlayedAgain::Record(why);
    let is_given = |(_, line): &(usize, Line<'_>)| matches!(line, Line::Play { given: true, .. });
    if record.lines.iter().any(is_given) {
        return Err(no(Sentence::new("it began from an opening that was given", "该局自给定的开局开始")));
    }
    let game: ListedGame = record.about.game.parse().map_err(|error| no(Sentence::of(&error)))?;
    let ruled = game.open(&Setup::of(&record.about)).map_err(|error| no(Sentence::of(&error)))?;
    let dice = dice_of(&record)?;
    let mut other = RecordedSide::new(&record, seat).map_err(|error| no(Sentence::of(&error)))?;
    let clock = record.about.clock;
    let spoken = |of: Seat| if of == seat { Spoken::In(player.dialect) } else { Spoken::Person };
    let seats = Seat::BOTH.map(|of| (record.about.seats[of.index()].name.clone().into_owned(), spoken(of)));
    let mut table = ruled.table(staging(clock, conditions, seats), dice);
    let (program, person) = (Sitter::Program(player), Sitter::Person(&mut other));
    let seating = Seating {
        game: &*ruled,
        sitters: if seat == Seat::First { [program, person] } else { [person, program] },
        allowances: [clock; 2].map(Allowance::from),
        seed,
        spent: SpentTime::default(),
        mends: false,
        conditions,
    };
    let halt = AtomicBool::new(false);
    let mut heard = Heard { seat, wanted: &wanted, acts: Vec::new(), halt: &halt };
    let played = thread::scope(|scope| {
        scope.spawn(|| {
            while !halt.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
                }
                thread::sleep(LOOK);
            }
        });
        let played = seating.play(&mut *table, &mut std::io::sink(), &halt, &mut heard);
        halt.store(true, Ordering::Relaxed);
        played
    });
    let acts = std::mem::take(&mut heard.acts);
    played?;
    if stop.load(Ordering::Relaxed) { Err(NotPlayedAgain::Stopped) } else { Ok(PlayedAgain { acts }) }
}

/// The dice of a recorded game; `None` for a game without.
fn dice_of(record: &Record) -> Result<Option<Dice>, NotPlayedAgain> {
    let no = |en, zh| NotPlayedAgain::Record(Sentence::new(en, zh));
    let has_rolls = record.lines.iter().any(|(_, line)| matches!(line, Line::Play { by: Actor::Chance, .. }));
    let seed = record.end.as_ref().and_then(|end| end.seed.as_deref());
    match (seed, has_rolls) {
        (Some(seed), _) => {
            let seed: ContentHash =
                seed.parse().map_err(|_| no("the seed of its dice cannot be read", "骰子种子无法读取"))?;
            Ok(Some(Dice::new(*seed.bytes())))
        }
        (None, true) => Err(no("its dice were thrown by hand", "骰子由人掷出")),
        (None, false) => Ok(None),
    }
}

/// Listens to a game that is played again, and halts it once the program has played what it played or anything else.
struct Heard<'a> {
    seat: Seat,
    wanted: &'a [String],
    acts: Vec<String>,
    halt: &'a AtomicBool,
}

impl Watch for Heard<'_> {
    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        for line in seen.lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let Ok(Line::Play { by: Actor::Seat(by), acts, .. }) = serde_json::from_slice(line) else {
                continue;
            };
            if by == self.seat {
                self.acts.extend(acts.into_iter().map(std::borrow::Cow::into_owned));
            }
        }
        let alike = self.acts.iter().zip(self.wanted).take_while(|(now, then)| now == then).count();
        if alike == self.wanted.len() || alike < self.acts.len() {
            // What it plays beyond the record, before it is halted, is compared with nothing.
            self.acts.truncate(self.wanted.len().min(alike + 1));
            self.halt.store(true, Ordering::Relaxed);
        }
        true
    }
}
