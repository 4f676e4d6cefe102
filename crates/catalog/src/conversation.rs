//! A conversation as a program has it: the first lines of a real game, said by the ends that also play.

use crate::listed::RuledGame;
use crate::program::Program;
use leitai_core::{
    Act, Actor, Clock, DialectName, Dice, Heard, Level, Lines, Means, Outbox, Seat, Staging, Table,
};
use std::time::Duration;

/// How many turns of the program are shown.
const TURNS: usize = 2;
/// No conversation needs more rounds of reading and writing than this for its first turns.
const ROUNDS: usize = 64;
/// Both random programs play the same game each time.
const SEED: u64 = 3;

/// What is said between the platform and a program, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spoken {
    /// A line from the platform to the program.
    Platform(String),
    /// A line of the program.
    Program(String),
    /// The program exits; for its next turn it is started again.
    Exit,
    /// Here turns are left out.
    Cut,
}

/// The conversation of the program that moves first: the opening, its first two turns, and how the game ends, which
/// here the opponent resigns. `None` if the game, under these rules, cannot be played in that dialect by programs
/// alone.
pub fn conversation(game: &dyn RuledGame, dialect: DialectName, clock: &Clock) -> Option<Vec<Spoken>> {
    if game.is_refereed() {
        return None;
    }
    let mut talk = Talk {
        game,
        dialect,
        table: game.table(Staging::default(), Some(Dice::new([SEED as u8; 32]))),
        outbox: Outbox::default(),
        programs: [None, None],
        waiting: [Lines::default(), Lines::default()],
        ready: 0,
        turns: 0,
        said: Vec::new(),
    };
    for seat in Seat::BOTH {
        let sat = talk.table.sit(seat, dialect, clock, &mut talk.outbox)?;
        talk.ready += usize::from(sat.says_nothing_first);
    }
    if talk.ready == Seat::BOTH.len() {
        talk.table.begin([None; 2], &mut talk.outbox);
    }
    for _ in 0..ROUNDS {
        if talk.turns >= TURNS || talk.table.turn().outcome().is_some() {
            break;
        }
        talk.round()?;
    }
    talk.said.push(Spoken::Cut);
    // What the opponent was still to be told is of no interest here, what was to be told to this program is.
    talk.outbox.lines[Seat::First.index()].clear();
    talk.table.act(Act::Resign(Seat::Second), Duration::ZERO, [None; 2], &mut talk.outbox).ok()?;
    talk.send(Seat::First)?;
    Some(talk.said)
}

/// A game in progress between two random programs.
struct Talk<'a> {
    game: &'a dyn RuledGame,
    dialect: DialectName,
    table: Box<dyn Table>,
    outbox: Outbox,
    /// `None` where none is running.
    programs: [Option<Box<dyn Program>>; 2],
    /// What the programs have said and the table has not heard.
    waiting: [Lines; 2],
    ready: usize,
    /// How many turns the first has ended.
    turns: usize,
    said: Vec<Spoken>,
}

impl Talk<'_> {
    /// Every line that was sent is read, and every answer heard.
    fn round(&mut self) -> Option<()> {
        for seat in Seat::BOTH {
            let stays = self.send(seat)?;
            let lines = std::mem::take(&mut self.waiting[seat.index()]);
            for line in texts(&lines) {
                if self.turns >= TURNS || self.table.turn().outcome().is_some() {
                    return Some(());
                }
                if seat == Seat::First {
                    self.said.push(Spoken::Program(line.clone()));
                }
                let owed = self.is_owed();
                let heard =
                    self.table.hear(seat, line.as_bytes(), Duration::ZERO, [None; 2], &mut self.outbox);
                self.heard(&heard, owed);
            }
            if !stays {
                self.programs[seat.index()] = None;
                if seat == Seat::First {
                    self.said.push(Spoken::Exit);
                }
                let owed = self.is_owed();
                if let Some(heard) = self.table.left(seat, Duration::ZERO, [None; 2], &mut self.outbox) {
                    self.heard(&heard, owed);
                }
            }
        }
        Some(())
    }

    fn is_owed(&self) -> bool {
        self.table.turn().owes(Actor::Seat(Seat::First))
    }

    fn heard(&mut self, heard: &Heard, owed: bool) {
        if *heard == Heard::Ready {
            self.ready += 1;
            if self.ready == Seat::BOTH.len() {
                self.table.begin([None; 2], &mut self.outbox);
            }
        }
        self.turns += usize::from(owed && !self.is_owed());
    }

    /// Passes on what the table has sent; returns whether the program stays.
    fn send(&mut self, seat: Seat) -> Option<bool> {
        let sent = std::mem::take(&mut self.outbox.lines[seat.index()]);
        let mut stays = true;
        if self.programs[seat.index()].is_none() {
            let means = Means::seeded(SEED + seat.index() as u64);
            let mut program = self.game.program(Level::Random, self.dialect, &means)?;
            program.open(&mut self.waiting[seat.index()]);
            self.programs[seat.index()] = Some(program);
        }
        let program = self.programs[seat.index()].as_mut()?;
        for line in texts(&sent) {
            stays &= program.hear(line.as_bytes(), &|| Duration::ZERO, &mut self.waiting[seat.index()]);
            if seat == Seat::First {
                self.said.push(Spoken::Platform(line));
            }
        }
        Some(stays)
    }
}

fn texts(lines: &Lines) -> Vec<String> {
    String::from_utf8_lossy(lines.bytes()).lines().map(ToOwned::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GAMES, Setup, find};

    fn of(game: &str, dialect: DialectName) -> Vec<String> {
        let game = find(game).expect("listed").open(&Setup::default()).expect("defaults");
        let said = conversation(&*game, dialect, &Clock::default()).expect("spoken");
        let line = |spoken| match spoken {
            Spoken::Platform(line) => format!("> {line}"),
            Spoken::Program(line) => format!("< {line}"),
            Spoken::Exit => "exit".to_owned(),
            Spoken::Cut => "…".to_owned(),
        };
        said.into_iter().map(line).collect()
    }

    #[test]
    fn a_conversation_has_its_opening_two_turns_and_its_end() {
        let said = of("connect6", DialectName::Sau);
        assert_eq!(said[0], "> name?");
        assert!(said[1].starts_with("< name "), "{said:?}");
        assert_eq!(said[2], "> new black");
        assert!(said[3].starts_with("< move ") && said[3].ends_with("@@"), "{said:?}");
        assert!(said[4].starts_with("> move ") && said[5].starts_with("< move "), "{said:?}");
        assert_eq!(said[6..], ["…", "> end", "> quit"]);
    }

    #[test]
    fn every_game_has_a_conversation_in_each_of_its_dialects() {
        for game in GAMES {
            for dialect in game.facts().dialects {
                let ruled = game.open(&Setup::default()).expect("defaults");
                if !ruled.speaks(*dialect) {
                    continue;
                }
                let said = conversation(&*ruled, *dialect, &Clock::default());
                let said = said.unwrap_or_else(|| panic!("{game} in {dialect}"));
                let own = said.iter().filter(|said| matches!(said, Spoken::Program(_))).count();
                let told = said.iter().filter(|said| matches!(said, Spoken::Platform(_))).count();
                let is_short = said.len() <= 60;
                assert!(own >= TURNS && told >= 1 && is_short, "{game} in {dialect}: {said:#?}");
            }
        }
    }
}
