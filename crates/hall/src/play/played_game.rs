//! Plays a game of people: from its start, or from where it stood.

use super::far_line::AtFarEnd;
use super::far_person::{FarPerson, broken_off};
use super::layouts::offer_layouts;
use super::peoples_game::{Boards, Hand, PeoplesGame};
use super::play_room::PlayRoom;
use super::play_wish::Rival;
use super::seat_board::{SeatEnd, StoodBoard};
use super::seated_game::{OpenedTable, SeatedGame};
use super::table_file::TableFile;
use crate::locked::locked;
use crate::random_key::fill_random;
use leitai_arena::{Allowance, Player, RecordFile, Seating, Sitter, Watch, staging};
use leitai_catalog::{Relived, RuledGame, relive};
use leitai_core::{
    Act, Actor, Clock, DialectName, Dice, ELSEWHERE, Line, Outbox, Record, Seat, Sentence, SpentTime, Spoken,
};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long a built-in player may think about a turn.
const THINKS: Duration = Duration::from_secs(1);

/// Microseconds since 1970-01-01 UTC.
fn now_us() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_micros() as u64)
}

impl PlayRoom {
    /// Sets up a game at its start.
    pub(super) fn set_up(
        &self,
        game: &PeoplesGame,
        ruled: &dyn RuledGame,
        player: Option<&Player>,
    ) -> Result<OpenedTable, Sentence> {
        let hands = game.seats.each_ref().map(|seat| seat.as_ref().map(|seat| &seat.hand));
        let seats = Seat::BOTH.map(|seat| {
            let spoken = match (hands[seat], player) {
                (Some(Hand::Program(_)), _) => Spoken::In(DialectName::Native),
                (None, Some(player)) => Spoken::In(player.dialect),
                _ => Spoken::Person,
            };
            (game.seated[seat].name.clone(), spoken)
        });
        let mut staging = staging(own_clock(ruled), &self.conditions, seats);
        let is_far = hands.map(|hand| matches!(hand, Some(Hand::Program(_))));
        let elsewhere = match is_far {
            [true, true] => Some("both"),
            [true, false] => Some("first"),
            [false, true] => Some("second"),
            [false, false] => None,
        };
        staging.stage.extend(elsewhere.map(|seats| (ELSEWHERE.into(), seats.into())));
        for (seat, limit) in Seat::BOTH.into_iter().zip(limits(game, ruled)) {
            staging.seats[seat].clock = Some(Box::new(limit));
        }
        let table = ruled.table(staging, Some(game.dice.clone()));
        let record =
            RecordFile::create(Some(&self.records.path(&game.id))).map_err(|why| Sentence::of(&why))?;
        offer_layouts(game, ruled);
        Ok(OpenedTable { table, record, spent: SpentTime::default() })
    }

    /// Sets up a game as it stood, by the text of its record; returns what its boards must know besides, and how many answers
    /// of each seat the record holds.
    pub(super) fn set_up_again(
        &self,
        id: &str,
        text: &str,
        dice: Dice,
    ) -> Result<(OpenedTable, [StoodBoard; 2], [u64; 2]), Sentence> {
        let record = Record::read(text).map_err(|why| Sentence::of(&why))?;
        let answers = Seat::BOTH.map(|seat| answers(&record, seat));
        let relived = relive(&record, Some(dice)).map_err(|why| Sentence::of(&why))?;
        let Relived { mut table, spent, given, .. } = relived;
        let now = now_us();
        let again = table.act(
            Act::Again((now / 1000).cast_signed()),
            Duration::ZERO,
            [None; 2],
            &mut Outbox::default(),
        );
        again.map_err(|why| why.said())?;
        let record = RecordFile::again(&self.records.path(id), text.len() as u64);
        let record = record.map_err(|why| Sentence::of(&why))?;
        // No board changes more than once a microsecond: what was sent before the site stopped names no board of now.
        let boards = [StoodBoard { version: now, given: Some(given) }; 2];
        Ok((OpenedTable { table, record, spent }, boards, answers))
    }

    /// Plays it on a thread of its own.
    pub(super) fn run(self: &Arc<Self>, seated: SeatedGame) -> io::Result<()> {
        let room = Arc::clone(self);
        let thread = thread::Builder::new().name("leitai-play".to_owned());
        thread.spawn(move || room.play(seated)).map(drop)
    }

    /// Plays a game to its end, or until it is broken off, or rests.
    fn play(&self, seated: SeatedGame) {
        let game = Arc::clone(&seated.game);
        let end = self
            .played(seated)
            .unwrap_or_else(|why| Some(SeatEnd { winner: None, reason: why, is_broken_off: true }));
        // First: whoever sees the end may begin another game.
        *locked(&game.over) = Some(Instant::now());
        // One that rests goes on when the site is started anew: programs elsewhere are not told that it is over.
        let Some(end) = end else { return };
        TableFile::remove(self.records.folder(), &game.id);
        for seat in game.seats.iter().flatten() {
            seat.board.end(end.clone());
            if let Hand::Program(line) = &seat.hand {
                line.close();
            }
        }
    }

    /// How it ended; `None` if it rests.
    fn played(&self, seated: SeatedGame) -> Result<Option<SeatEnd>, Sentence> {
        let SeatedGame { game, ruled, mut player, heard, opened } = seated;
        // Kept until the game is over.
        let built = self.built(&game.wish.rival)?;
        if let Some((player, built)) = player.as_mut().zip(built.as_ref()) {
            player.launch = built.launch.clone();
        }
        let OpenedTable { mut table, mut record, spent } = opened;
        let (mut persons, mut programs) = ([None, None], [None, None]);
        for (seat, lines) in Seat::BOTH.into_iter().zip(heard) {
            let Some((far, lines)) = game.seats[seat].as_ref().zip(lines) else { continue };
            match &far.hand {
                Hand::Person(_) => persons[seat.index()] = Some(FarPerson::new(&far.board, lines)),
                Hand::Program(line) => programs[seat.index()] = Some(AtFarEnd { line, lines }),
            }
        }
        let mut sitters = Vec::new();
        for (person, program) in persons.iter_mut().zip(&mut programs) {
            sitters.push(match (person, program, &player) {
                (Some(person), _, _) => Sitter::Person(person),
                (_, Some(program), _) => Sitter::Far(program),
                (None, None, Some(player)) => Sitter::Program(player),
                (None, None, None) => return Err(broken_off()),
            });
        }
        let Ok(sitters) = <[Sitter<'_>; 2]>::try_from(sitters) else { return Err(broken_off()) };
        let mut seed = [0; 8];
        fill_random(&mut seed);
        let allowances = limits(&game, &*ruled).map(Allowance::from);
        let seed = u64::from_le_bytes(seed);
        let seating = Seating {
            game: &*ruled,
            sitters,
            allowances,
            seed,
            spent,
            mends: false,
            conditions: &self.conditions,
        };
        let mut watch = Boards(&game);
        let ended =
            leitai_arena::contained(|| seating.play(&mut *table, &mut record, &game.stop, &mut watch));
        let ended = ended.and_then(|ended| ended).map_err(|why| Sentence::of(&why))?;
        let Some(ended) = ended else {
            if game.rests.load(Ordering::Relaxed) {
                return record.leave().map(|()| None).map_err(|why| Sentence::of(&why));
            }
            return Err(broken_off());
        };
        record.keep().map_err(|why| Sentence::of(&why))?;
        // As it is at the end, which a resignation changes too.
        watch.changed(&*table);
        Ok(Some(SeatEnd { winner: ended.outcome.winner, reason: ended.reason, is_broken_off: false }))
    }
}

/// How many answers of that seat's program a record holds: for each that it heard the table has written one line.
fn answers(record: &Record, seat: Seat) -> u64 {
    let by = Actor::Seat(seat);
    let is_answer = |line: &Line<'_>| match line {
        Line::Play { by: hand, given, .. } => *hand == by && !given,
        Line::Attempt { by: hand, .. } => *hand == by,
        Line::Garbled { seat: of, .. } => *of == seat,
        _ => false,
    };
    record.lines.iter().filter(|(_, line)| is_answer(line)).count() as u64
}

/// The clock of built-in players.
fn own_clock(ruled: &dyn RuledGame) -> Clock {
    Clock { start: ruled.facts().clock.start, turn: Some(THINKS), ..Clock::default() }
}

/// The clocks of First and Second.
fn limits(game: &PeoplesGame, ruled: &dyn RuledGame) -> [Clock; 2] {
    game.seats.each_ref().map(|seat| match seat.as_ref().map(|seat| &seat.hand) {
        None => match &game.wish.rival {
            Rival::Entered(program) => program.clock,
            _ => own_clock(ruled),
        },
        Some(Hand::Person(_)) => game.wish.clock(),
        Some(Hand::Program(_)) => game.wish.clock_of_programs(),
    })
}
