//! A table at which everything said to and by one seat's program is written down.

use leitai_core::{
    Act, Actor, Choice, Clock, DialectName, End, Eye, Facts, Garbled, Habit, Heard, Left, Lifecycle, Line,
    Outbox, Phrase, Reading, Refusal, Scene, Seat, Sentence, Table, Turn, Viewer,
};
use leitai_protocol::{cut, printable};
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// Lines kept from the end of a conversation, and bytes of each.
const LINES: usize = 12;
const QUOTED: usize = 160;
/// Least time allowed for a program to exit.
const GRACE_MS: u64 = 3000;
/// Most different words kept that the game offered besides moves on the board.
const WORDS: usize = 8;

/// The table of a game; it forwards every call.
pub(crate) struct Examined<'a> {
    table: &'a mut dyn Table,
    seat: Seat,
    seen: Seen,
    begun: bool,
}

/// What was written down, within bounds.
#[derive(Default)]
pub(crate) struct Seen {
    /// The last line that the program was sent before it got ready, and the line by which it did.
    pub(crate) greeted: Option<String>,
    pub(crate) answered: Option<String>,
    /// How long it took to get ready.
    pub(crate) ready: Option<Duration>,
    /// The form in which it had to be told the opening words.
    pub(crate) habit: Habit,
    /// Whether nothing is said before the game.
    pub(crate) says_nothing_first: bool,
    /// The last lines both ways: `>` to the program, `<` from it.
    pub(crate) lines: VecDeque<String>,
    /// What it could say at some time other than moves on the board: a pass, a claim.
    pub(crate) words: BTreeSet<String>,
    /// Whether it laid out its pieces unseen.
    pub(crate) laid_out: bool,
    /// Its longest turn so far.
    pub(crate) longest: Duration,
}

impl<'a> Examined<'a> {
    pub(crate) fn new(table: &'a mut dyn Table, seat: Seat) -> Self {
        Examined { table, seat, seen: Seen::default(), begun: false }
    }

    /// Returns what was written down, once the game is over.
    pub(crate) fn seen(self) -> Seen {
        self.seen
    }

    /// Writes down what a step of the table sends to the seat, and what it asks of the seat.
    fn overhear<R>(&mut self, outbox: &mut Outbox, step: impl FnOnce(&mut dyn Table, &mut Outbox) -> R) -> R {
        let i = self.seat.index();
        let before = outbox.lines[i].bytes().len();
        let result = step(self.table, outbox);
        let sent = outbox.lines[i].bytes()[before..].split_inclusive(|byte| *byte == b'\n');
        for line in sent {
            self.seen.write('>', line, !self.begun);
        }
        self.ask();
        result
    }

    fn ask(&mut self) {
        let turn = self.table.turn();
        if !self.begun || !turn.owes(Actor::Seat(self.seat)) {
            return;
        }
        self.seen.laid_out |= matches!(turn, Turn::Secret(_));
        let choices = self.table.choices(self.seat);
        for choice in choices.into_iter().filter(|choice| choice.path.is_empty()) {
            if self.seen.words.len() < WORDS {
                self.seen.words.insert(choice.text);
            }
        }
    }
}

impl Seen {
    /// The last line from the program.
    pub(crate) fn said(&self) -> Option<&str> {
        self.lines.iter().rev().find_map(|line| line.strip_prefix("< "))
    }

    fn write(&mut self, way: char, line: &[u8], greets: bool) {
        let text = printable(line.strip_suffix(b"\n").unwrap_or(line));
        let text = cut(&text, QUOTED);
        if greets {
            self.greeted = Some(text.trim_end_matches("\\r").to_owned());
        }
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(format!("{way} {text}"));
    }
}

impl Table for Examined<'_> {
    fn sit(
        &mut self,
        seat: Seat,
        dialect: DialectName,
        clock: &Clock,
        outbox: &mut Outbox,
    ) -> Option<Lifecycle> {
        let lifecycle = self.overhear(outbox, |table, outbox| table.sit(seat, dialect, clock, outbox));
        if seat == self.seat {
            self.seen.says_nothing_first = lifecycle.is_some_and(|lifecycle| lifecycle.says_nothing_first);
        }
        lifecycle
    }

    fn begin(&mut self, left: Left, outbox: &mut Outbox) {
        self.begun = true;
        self.overhear(outbox, |table, outbox| table.begin(left, outbox));
    }

    fn hear(&mut self, seat: Seat, line: &[u8], spent: Duration, left: Left, outbox: &mut Outbox) -> Heard {
        if seat == self.seat {
            self.seen.write('<', line, false);
        }
        let greeted = self.seen.greeted.clone();
        let heard = self.overhear(outbox, |table, outbox| table.hear(seat, line, spent, left, outbox));
        if seat == self.seat && heard == Heard::Ready {
            self.seen.greeted = greeted;
            self.seen.ready = Some(spent);
            self.seen.habit = self.table.habit(seat).unwrap_or_default();
            self.seen.answered = Some(cut(&printable(line), QUOTED).to_owned());
        } else if seat == self.seat && self.begun {
            self.seen.longest = self.seen.longest.max(spent);
        }
        heard
    }

    fn hear_unasked(&mut self, seat: Seat, line: &[u8]) {
        if seat == self.seat {
            self.seen.write('<', line, false);
        }
        self.table.hear_unasked(seat, line);
    }

    fn recall(&mut self, seat: Seat, habit: Habit) {
        self.table.recall(seat, habit);
    }

    fn habit(&self, seat: Seat) -> Option<Habit> {
        self.table.habit(seat)
    }

    fn ask_again(&mut self, seat: Seat, outbox: &mut Outbox) {
        self.overhear(outbox, |table, outbox| table.ask_again(seat, outbox));
    }

    fn say_again(&mut self, seat: Seat, outbox: &mut Outbox) {
        self.overhear(outbox, |table, outbox| table.say_again(seat, outbox));
    }

    fn awaits(&self, seat: Seat) -> Option<String> {
        self.table.awaits(seat)
    }

    fn left(&mut self, seat: Seat, spent: Duration, left: Left, outbox: &mut Outbox) -> Option<Heard> {
        self.overhear(outbox, |table, outbox| table.left(seat, spent, left, outbox))
    }

    fn act(&mut self, act: Act<'_>, spent: Duration, left: Left, outbox: &mut Outbox) -> Result<(), Refusal> {
        self.overhear(outbox, |table, outbox| table.act(act, spent, left, outbox))
    }

    fn again(&mut self, line: &Line<'_>, reason: &Sentence, outbox: &mut Outbox) -> Result<(), Sentence> {
        self.table.again(line, reason, outbox)
    }

    fn relive(&mut self, line: &Line<'_>) -> Result<(), Sentence> {
        self.table.relive(line)
    }

    fn facts(&self) -> &'static Facts {
        self.table.facts()
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn is_log(&self, seat: Seat, beginning: &[u8]) -> bool {
        self.table.is_log(seat, beginning)
    }

    fn keeps_secrets(&self) -> bool {
        self.table.keeps_secrets()
    }

    fn plies(&self) -> u32 {
        self.table.plies()
    }

    fn watch(&mut self, eye: Eye) {
        self.table.watch(eye);
    }

    fn end(&self) -> Option<&End<'static>> {
        self.table.end()
    }

    /// An examiner is more patient than a platform: what matters is whether a program exits at all.
    fn grace_ms(&self, seat: Seat) -> u64 {
        self.table.grace_ms(seat).max(GRACE_MS)
    }

    fn read(&self, text: &str) -> Result<String, Garbled> {
        self.table.read(text)
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        self.table.choices(seat)
    }

    fn refusal(&self, seat: Seat, places: &[u16]) -> Option<Refusal> {
        self.table.refusal(seat, places)
    }

    fn phrase(&self, seat: Seat, acts: &[&str]) -> Option<Phrase> {
        self.table.phrase(seat, acts)
    }

    fn phrases(&self, seat: Seat, most: usize) -> Vec<Phrase> {
        self.table.phrases(seat, most)
    }

    fn heard_as(&self, seat: Seat, dialect: DialectName, line: &str) -> Option<Reading> {
        self.table.heard_as(seat, dialect, line)
    }

    fn back_to(&self, seat: Seat) -> Option<u32> {
        self.table.back_to(seat)
    }

    fn rulings(&self) -> Vec<Choice> {
        self.table.rulings()
    }

    fn scene(&self, who: Viewer) -> Scene {
        self.table.scene(who)
    }

    fn position(&self) -> String {
        self.table.position()
    }

    fn code(&self) -> String {
        self.table.code()
    }

    fn digest(&self) -> String {
        self.table.digest()
    }

    fn record(&mut self, out: &mut Vec<u8>) {
        self.table.record(out);
    }

    fn note(&mut self, seat: Seat, what: &'static str, text: &str) {
        self.table.note(seat, what, text);
    }

    fn seal(&mut self) {
        self.table.seal();
    }
}
