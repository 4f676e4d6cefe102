//! `sau`: the desktop platform of the national contest. Eleven words; a `move` is a whole turn; what a
//! program prints besides `name …` and `move …` is noise.

use crate::{cut, printable};
use leitai_core::{
    By, Client, Cue, Dialect, Garbled, Illegal, Left, Lines, Open, Outcome, Played, Position, Said, Seat,
    Span, State,
};

/// Longest message with its line end, in bytes.
const LIMIT: usize = 256;

/// How a turn of one game is spelt in `sau`.
pub trait SauWords: Send + 'static {
    /// Its law.
    type Position: Open;

    /// What follows `move ` for a whole turn of one seat, canonical; appended. `turn` is not empty; `view` is
    /// for spellings that depend on the board.
    fn write(view: &Self::Position, turn: &[MoveOf<Self>], out: &mut String);

    /// The acts that `text`, what followed `move ` without surrounding blanks, spells, in order and at least
    /// one. Whether they may be played at `view` is not its business; `view` is for spellings that depend on
    /// the position.
    fn read(view: &Self::Position, text: &str) -> Result<Vec<MoveOf<Self>>, Garbled>;
}

type MoveOf<W> = <<W as SauWords>::Position as State>::Move;
type RulesOf<W> = <<W as SauWords>::Position as Position>::Rules;
type ReportOf<W> = Played<MoveOf<W>>;

/// The platform's side.
pub struct Sau<W: SauWords> {
    seat: Seat,
    named: bool,
    /// The opponent's acts of a turn that is not over: they leave on one line.
    gathered: Vec<MoveOf<W>>,
}

impl<W: SauWords> Default for Sau<W> {
    fn default() -> Self {
        Sau { seat: Seat::First, named: false, gathered: Vec::new() }
    }
}

impl<W: SauWords> Dialect<W::Position> for Sau<W> {
    fn open(&mut self, seat: Seat, _: &RulesOf<W>, out: &mut Lines) {
        self.seat = seat;
        out.line("name?");
    }

    fn begin(&mut self, _: Left, out: &mut Lines) {
        out.line(if self.seat == Seat::First { "new black" } else { "new white" });
    }

    fn told(&mut self, after: &W::Position, report: &ReportOf<W>, goes_on: bool, out: &mut Lines) {
        if report.by == By::Seat(self.seat) {
            return;
        }
        self.gathered.push(report.m.clone());
        if !goes_on {
            out.line(spell::<W>(after, &self.gathered));
            self.gathered.clear();
        }
    }

    fn ask(&mut self, _: &W::Position, _: Left, _: &mut Lines) {}

    fn hear(&mut self, view: &W::Position, line: &[u8]) -> Result<Said<MoveOf<W>>, Garbled> {
        if line.trim_ascii().is_empty() {
            return Ok(Said::Nothing);
        }
        if !self.named {
            let Some(text) = after_first(b"name", line) else { return Ok(Said::Noise) };
            self.named = true;
            let name = printable(text.trim_ascii());
            return Ok(Said::Ready((!name.is_empty()).then(|| cut(&name, LIMIT).to_owned())));
        }
        let Some(text) = after_last(b"move", line) else { return Ok(Said::Noise) };
        if line.len() >= LIMIT {
            return Err(Garbled(format!("a message has at most {LIMIT} bytes with its line end")));
        }
        let text = std::str::from_utf8(text.trim_ascii())
            .map_err(|_| Garbled::expected("capital letters after `move `"))?;
        Ok(Said::Acts(W::read(view, text)?, Span::Turn))
    }

    fn refused(&mut self, _: &Illegal, out: &mut Lines) {
        out.line("error");
    }

    fn close(&mut self, _: &Outcome, out: &mut Lines) {
        out.line("end");
        out.line("quit");
    }

    fn strict(&self) -> bool {
        false
    }

    fn grace_ms(&self) -> u64 {
        1000
    }
}

/// The program's side. Several games may follow each other on one conversation.
pub struct SauClient<W: SauWords> {
    seat: Option<Seat>,
    /// Everything that happened in this game, one's own last turn included.
    history: Vec<ReportOf<W>>,
    /// How many acts at the end of `history` are one's own that no answer has confirmed yet.
    unconfirmed: usize,
}

impl<W: SauWords> Default for SauClient<W> {
    fn default() -> Self {
        SauClient { seat: None, history: Vec::new(), unconfirmed: 0 }
    }
}

impl<W: SauWords> Client<W::Position> for SauClient<W> {
    fn hear(&mut self, view: &W::Position, line: &[u8], cues: &mut Vec<Cue<W::Position>>) {
        let Ok(text) = std::str::from_utf8(line) else { return };
        let (word, rest) = text.trim().split_once([' ', '\t']).unwrap_or((text.trim(), ""));
        match word {
            "name?" => cues.push(Cue::Answer("name {name}".to_owned())),
            "new" => self.start(rest.trim(), cues),
            "move" => self.learn(view, rest.trim(), cues),
            "error" => self.take_back(cues),
            "end" => {
                self.seat = None;
                cues.push(Cue::End);
            }
            "quit" => cues.push(Cue::Quit),
            _ => {}
        }
    }

    fn say(
        &mut self,
        view: &W::Position,
        turn: &[MoveOf<W>],
        out: &mut Lines,
        cues: &mut Vec<Cue<W::Position>>,
    ) {
        let Some(seat) = self.seat else { return };
        out.line(spell::<W>(view, turn));
        // A program is not echoed its own turn: saying it must teach it.
        let said = turn.iter().map(|m| Played { by: By::Seat(seat), m: m.clone() });
        self.history.extend(said.clone());
        self.unconfirmed = turn.len();
        cues.extend(said.map(Cue::Learn));
    }
}

impl<W: SauWords> SauClient<W> {
    fn start(&mut self, side: &str, cues: &mut Vec<Cue<W::Position>>) {
        let seat = match side.to_ascii_lowercase().as_str() {
            "black" => Seat::First,
            "white" => Seat::Second,
            _ => return,
        };
        *self = SauClient { seat: Some(seat), ..SauClient::default() };
        cues.push(Cue::Start(seat, RulesOf::<W>::default()));
        if seat == Seat::First {
            cues.push(Cue::Think(None));
        }
    }

    /// The opponent's turn. A platform of another house may send what the law does not allow: such a turn is
    /// not learnt from the first wrong act on.
    fn learn(&mut self, view: &W::Position, text: &str, cues: &mut Vec<Cue<W::Position>>) {
        let Some(me) = self.seat else { return };
        let by = By::Seat(me.other());
        let mut seen = view.clone();
        for m in W::read(view, text).unwrap_or_default() {
            if seen.check(by, &m).is_err() {
                break;
            }
            Position::play(&mut seen, by, &m);
            self.history.push(Played { by, m: m.clone() });
            cues.push(Cue::Learn(Played { by, m }));
        }
        self.unconfirmed = 0;
        if seen.turn().owes(By::Seat(me)) {
            cues.push(Cue::Think(None));
        }
    }

    /// The turn just said was refused, and saying it had taught it. Nothing learnt can be unlearnt, so the
    /// game starts again from what is certain. An `error` that answers no turn asks for nothing.
    fn take_back(&mut self, cues: &mut Vec<Cue<W::Position>>) {
        let Some(seat) = self.seat.filter(|_| self.unconfirmed > 0) else { return };
        self.history.truncate(self.history.len() - self.unconfirmed);
        self.unconfirmed = 0;
        cues.push(Cue::Start(seat, RulesOf::<W>::default()));
        cues.extend(self.history.iter().cloned().map(Cue::Learn));
        cues.push(Cue::Think(None));
    }
}

fn spell<W: SauWords>(view: &W::Position, turn: &[MoveOf<W>]) -> String {
    let mut line = String::from("move ");
    W::write(view, turn, &mut line);
    line
}

/// What follows the first `word` that stands at the line's start or after a blank or tab, and before one.
fn after_first<'a>(word: &[u8], line: &'a [u8]) -> Option<&'a [u8]> {
    (0..line.len()).find_map(|at| after(word, line, at))
}

/// The same for the last one: programs think aloud before they move ("best move found: move JJKK").
fn after_last<'a>(word: &[u8], line: &'a [u8]) -> Option<&'a [u8]> {
    (0..line.len()).rev().find_map(|at| after(word, line, at))
}

fn after<'a>(word: &[u8], line: &'a [u8], at: usize) -> Option<&'a [u8]> {
    let is_blank = |byte: u8| byte == b' ' || byte == b'\t';
    let rest = line[at..].strip_prefix(word)?;
    let starts = at == 0 || is_blank(line[at - 1]);
    (starts && rest.first().copied().is_some_and(is_blank)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_counts_at_line_start_or_after_a_blank_or_tab() {
        for line in ["move AABB", "  move AABB", "foo move AABB", "foo\tmove AABB", "move move AABB"] {
            assert_eq!(after_last(b"move", line.as_bytes()), Some(&b" AABB"[..]), "{line}");
        }
        for line in ["", "mov", "move", "my move", "remove AABB", "moved AABB", "MOVE AABB", ":move AABB"] {
            assert_eq!(after_last(b"move", line.as_bytes()), None, "{line}");
        }
        assert_eq!(after_first(b"name", b"name a name b"), Some(&b" a name b"[..]));
    }
}
