//! The person at a desk: what the operator does reaches the game on its own thread.

use super::desk::Desk;
use super::desk_deed::DeskDeed;
use super::desk_shown::DeskState;
use leitai_arena::{FarInput, Person, PersonInput, Typed};
use leitai_check::read_acts;
use leitai_core::{ClockChange, Refusal, Seat, Sentence, Table, sentence};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// The operator at the relayed seat. Each line that arrives stands for the next deed that the desk holds.
pub(super) struct Operator<'a> {
    desk: &'a Desk,
    input: FarInput,
    /// Whether the last deed was to go back.
    goes_back: bool,
}

impl<'a> Operator<'a> {
    pub(super) fn new(desk: &'a Desk, lines: UnixStream) -> Operator<'a> {
        Operator { desk, input: FarInput::new(lines), goes_back: false }
    }
}

/// A time as the record has it.
fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Person for Operator<'_> {
    fn input(&self) -> PersonInput<'_> {
        self.input.input()
    }

    fn starts_by_hand(&self) -> bool {
        self.desk.setup().by_hand
    }

    fn failed(&mut self, _: Seat, why: &Sentence, log: &str) {
        self.desk.change(|shown| shown.state = DeskState::Failed(why.clone(), log.to_owned()));
    }

    // The board is shown at each change of the position, before anybody is asked.
    fn asked(&mut self, _: &dyn Table, _: Seat) {}

    fn typed(&mut self, table: &dyn Table, seat: Seat, _: &[u8]) -> Typed {
        let Some(deed) = self.desk.next_deed() else { return Typed::Nothing };
        self.goes_back = matches!(deed, DeskDeed::Back { .. });
        match deed {
            DeskDeed::Play { version, acts } => {
                // Chosen on a board that is no longer the one shown: sent twice, or too late.
                if version != self.desk.shown().version {
                    self.desk.refuse(sentence!(
                        "The position has changed since this was chosen: it was not played. Look at the board.",
                        "选择之后局面已变：此着未录入。请看棋盘。"
                    ));
                    return Typed::Nothing;
                }
                match read_acts(table, &acts) {
                    Ok(acts) => Typed::Acts(acts),
                    Err(why) => {
                        self.desk.refuse(Refusal::Garbled(why).said());
                        Typed::Nothing
                    }
                }
            }
            DeskDeed::Why { version, places } => {
                let why = table.refusal(seat, &places).filter(|_| version == self.desk.shown().version);
                if let Some(why) = why {
                    self.desk.refuse(why.said());
                }
                Typed::Nothing
            }
            DeskDeed::Start => Typed::Start,
            DeskDeed::Stop(reason) => Typed::Clock { change: ClockChange::Stop { ran: [0; 2] }, reason },
            DeskDeed::Go => Typed::Clock { change: ClockChange::Go, reason: String::new() },
            DeskDeed::Charge(seat, time, reason) => {
                let us = i64::try_from(micros(time)).unwrap_or(i64::MAX);
                Typed::Clock { change: ClockChange::Charge { seat, us }, reason }
            }
            DeskDeed::Set(seat, time, reason) => {
                Typed::Clock { change: ClockChange::Set { seat, us: micros(time) }, reason }
            }
            DeskDeed::Back { plies, dice, .. } => Typed::Back { to: plies, dice },
            DeskDeed::Restart => Typed::Restart("the operator started the program again".to_owned()),
            DeskDeed::Strike => Typed::Strike,
            DeskDeed::OtherResigns => {
                debug_assert!(seat != self.desk.shown().seat, "the operator sits at the relayed seat");
                Typed::Resign
            }
            DeskDeed::Rule(winner, reason) => Typed::Rule(winner, reason),
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        self.desk.refuse(refusal.said());
        if self.goes_back {
            self.desk.drop_charge();
        }
    }
}
