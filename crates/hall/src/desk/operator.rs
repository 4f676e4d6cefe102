//! The person at a desk: what the operator or the referee does reaches the game on its own thread.

use super::desk::Desk;
use super::desk_deed::DeskDeed;
use super::desk_shown::DeskState;
use leitai_arena::{FarInput, Person, PersonInput, Typed};
use leitai_check::read_acts;
use leitai_core::{Actor, ClockChange, Refusal, Seat, Sentence, Table, sentence};
use leitai_sandbox::system::LocalStream;
use std::time::Duration;

/// Whoever enters what a seat plays: the operator at the relayed seat, or the referee at both. Each line that arrives stands for
/// the next deed that the desk holds for it.
pub(super) struct Operator<'a> {
    desk: &'a Desk,
    seat: Seat,
    input: FarInput,
    /// Whether the last deed was to go back.
    goes_back: bool,
}

impl<'a> Operator<'a> {
    pub(super) fn new(desk: &'a Desk, seat: Seat, lines: LocalStream) -> Operator<'a> {
        Operator { desk, seat, input: FarInput::new(lines), goes_back: false }
    }
}

impl Operator<'_> {
    /// Whether these acts are those of the other side, which speaks up while this one is to act.
    fn is_aside(&self, acts: &[String]) -> bool {
        let shown = self.desk.shown();
        let [act] = acts else { return false };
        shown.hand == Some(Actor::Seat(self.seat)) && shown.is_aside(act)
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
        // Layouts are brought to the referee, and entered one after the other: that is nobody's time.
        let setup = self.desk.setup();
        let shown = self.desk.shown();
        let by_hand = setup.by_hand && !(setup.is_referees() && shown.takes);
        by_hand || (setup.is_referees() && shown.is_laying)
    }

    fn failed(&mut self, _: Seat, why: &Sentence, log: &str) {
        self.desk.change(|shown| shown.state = DeskState::Failed(why.clone(), log.to_owned()));
    }

    // The board is shown at each change of the position, before anybody is asked.
    fn asked(&mut self, _: &dyn Table, _: Seat) {}

    fn typed(&mut self, table: &dyn Table, seat: Seat, _: &[u8]) -> Typed {
        let Some(deed) = self.desk.next_deed(self.seat) else { return Typed::Nothing };
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
                    Ok(read) if self.is_aside(&read) => {
                        self.desk.pass_on(seat.other(), DeskDeed::Play { version, acts });
                        Typed::Nothing
                    }
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
            DeskDeed::Resigns(whose) => {
                debug_assert!(seat == whose, "each seat is entered by its own line");
                Typed::Resign
            }
            DeskDeed::Agree => Typed::Agree,
            // They are answered at the desk itself.
            DeskDeed::Proposes(..) | DeskDeed::Accepts(_) | DeskDeed::Declines(_) => Typed::Nothing,
            DeskDeed::Rule(winner, reason) => Typed::Rule(winner, reason),
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        self.desk.refuse(refusal.said());
        if self.goes_back {
            self.desk.drop_charge(self.seat);
        }
    }
}
