//! A conversation in which the end of the game is said as at a table that knows both sides' pieces.

use crate::{Act, Board, End, Known, Report, Rules};
use leitai_core::{
    Clock, Dialect, Garbled, Habit, Illegal, Left, Lifecycle, Lines, Openings, Outcome, Said, Seat, Sentence,
};

/// A dialect of the game; everything but the end is its own.
pub(crate) struct PlainEnd(Box<dyn Dialect<Board>>);

impl PlainEnd {
    pub(crate) fn of(dialect: Box<dyn Dialect<Board>>) -> Box<dyn Dialect<Board>> {
        Box::new(PlainEnd(dialect))
    }
}

impl Dialect<Board> for PlainEnd {
    fn speaks(&self, rules: &Rules) -> bool {
        self.0.speaks(rules)
    }

    fn lifecycle(&self) -> Lifecycle {
        self.0.lifecycle()
    }

    fn limits(&mut self, clock: &Clock) {
        self.0.limits(clock);
    }

    fn say_least(&mut self) {
        self.0.say_least();
    }

    fn recall(&mut self, habit: Habit) {
        self.0.recall(habit);
    }

    fn habit(&self) -> Habit {
        self.0.habit()
    }

    fn has_thoughts(&self) -> bool {
        self.0.has_thoughts()
    }

    fn has_settings(&self) -> bool {
        self.0.has_settings()
    }

    fn set(&mut self, name: &str, value: &str) {
        self.0.set(name, value);
    }

    fn openings(&self) -> Openings {
        self.0.openings()
    }

    fn start_from(&mut self, position: &str) {
        self.0.start_from(position);
    }

    fn open(&mut self, seat: Seat, rules: &Rules, out: &mut Lines) {
        self.0.open(seat, rules, out);
    }

    fn open_further(&mut self, out: &mut Lines) {
        self.0.open_further(out);
    }

    fn say_again(&mut self, out: &mut Lines) {
        self.0.say_again(out);
    }

    fn begin(&mut self, left: Left, out: &mut Lines) {
        self.0.begin(left, out);
    }

    fn report(&mut self, after: &Known, report: &Report, goes_on: bool, out: &mut Lines) {
        self.0.report(after, report, goes_on, out);
    }

    fn given(&mut self, after: &Known, report: &Report, goes_on: bool, out: &mut Lines) {
        self.0.given(after, report, goes_on, out);
    }

    fn ask(&mut self, view: &Known, left: Left, out: &mut Lines) {
        self.0.ask(view, left, out);
    }

    fn ask_again(&mut self, out: &mut Lines) {
        self.0.ask_again(out);
    }

    fn hear(&mut self, view: &Known, line: &[u8]) -> Result<Said<Act>, Garbled> {
        self.0.hear(view, line)
    }

    fn is_log(&self, beginning: &[u8]) -> bool {
        self.0.is_log(beginning)
    }

    fn awaits(&self) -> Option<String> {
        self.0.awaits()
    }

    fn spell(&self, view: &Known, turn: &[Act], out: &mut Lines) {
        self.0.spell(view, turn, out);
    }

    fn left(&mut self) -> Option<Said<Act>> {
        self.0.left()
    }

    fn explain(&self, turn: &[Act], why: &Illegal) -> Option<Sentence> {
        self.0.explain(turn, why)
    }

    fn refused(&mut self, why: &Illegal, out: &mut Lines) {
        self.0.refused(why, out);
    }

    fn close(&mut self, outcome: &Outcome, out: &mut Lines) {
        self.0.close(&End::plainly(outcome), out);
    }

    fn may_stay(&self) -> bool {
        self.0.may_stay()
    }

    fn dismiss(&self, out: &mut Lines) {
        self.0.dismiss(out);
    }

    fn strict(&self) -> bool {
        self.0.strict()
    }

    fn grace_ms(&self) -> u64 {
        self.0.grace_ms()
    }
}
