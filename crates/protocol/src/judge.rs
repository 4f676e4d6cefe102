//! `judge`: the conversation of an online judge. `START 1|2` is answered by `OK` and `TURN` by an act, `PLACE`
//! reports the opponent's act and `END` the result; `DEBUG text` may be sent at any time.

use crate::{cut, printable};
use leitai_core::{
    Actor, Client, Cue, Dialect, DialectName, Garbled, Illegal, Left, Lines, Open, Outcome, Played, Position,
    Report, Said, Seat, Span, SpokenDialect, State, sentence,
};
use std::marker::PhantomData;

/// The spelling of one game's acts between the keywords. A turn of the game is one act.
pub trait JudgeWords: Send + 'static {
    /// The rules of the game.
    type Position: Open;
    /// A description of an answer to `TURN`, for people.
    const ANSWER: &'static str;
    /// Reads an answer, without surrounding blanks.
    fn read(answer: &str) -> Option<<Self::Position as State>::Move>;
    /// Writes the answer for an act; `PLACE` has the same form.
    fn write(m: &<Self::Position as State>::Move) -> String;
}

/// Bytes kept of one `DEBUG` line.
const DEBUG_LINE: usize = 16 << 10;
/// Bytes kept of all `DEBUG` lines of one game.
const DEBUG_GAME: usize = 32 << 10;

fn start(seat: Seat) -> String {
    format!("START {}", 1 + seat.index())
}

/// The first word of a line and the rest of it, without surrounding blanks.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    (&line[..end], line[end..].trim_ascii())
}

/// The text of a log line: `DEBUG text`, or `DEBUG: text` as many programs write it. Its beginning is enough to tell.
fn debug_text(line: &[u8]) -> Option<&[u8]> {
    let (word, rest) = line.split_at_checked(b"DEBUG".len())?;
    let is_word = word.eq_ignore_ascii_case(b"DEBUG") && !rest.first().is_some_and(u8::is_ascii_alphanumeric);
    is_word.then(|| rest.strip_prefix(b":").unwrap_or(rest).trim_ascii())
}

/// The platform's side.
pub struct Judge<W> {
    seat: Seat,
    ready: bool,
    /// Bytes of `DEBUG` text that may still be kept.
    debug: usize,
    words: PhantomData<W>,
}

impl<W: JudgeWords> Judge<W> {
    /// The dialect with a game's words, both ends.
    pub const SPOKEN: SpokenDialect<W::Position> = SpokenDialect {
        name: DialectName::Judge,
        platform: |_| Box::new(Judge::<W>::default()),
        program: || Box::new(JudgeClient::<W>::default()),
    };
}

impl<W> Default for Judge<W> {
    fn default() -> Self {
        Judge { seat: Seat::First, ready: false, debug: DEBUG_GAME, words: PhantomData }
    }
}

impl<W> Judge<W> {
    /// Cuts debug text to what may be kept; an excess is not an error.
    fn debug<M>(&mut self, text: &str) -> Said<M> {
        let line = cut(text, DEBUG_LINE);
        let kept = cut(line, self.debug);
        self.debug = self.debug.saturating_sub(line.len());
        if kept.is_empty() { Said::Nothing } else { Said::Debug(kept.to_owned()) }
    }
}

impl<W: JudgeWords> Dialect<W::Position> for Judge<W> {
    fn has_thoughts(&self) -> bool {
        true
    }

    fn open(&mut self, seat: Seat, _: &<W::Position as Position>::Rules, out: &mut Lines) {
        self.seat = seat;
        out.line(start(seat));
    }

    fn awaits(&self) -> Option<String> {
        (!self.ready).then(|| start(self.seat))
    }

    fn report(&mut self, _: &W::Position, report: &Report<W::Position>, _: bool, out: &mut Lines) {
        if report.by != Actor::Seat(self.seat) {
            out.line(format_args!("PLACE {}", W::write(&report.m)));
        }
    }

    fn ask(&mut self, _: &W::Position, _: Left, out: &mut Lines) {
        out.line("TURN");
    }

    fn hear(&mut self, _: &W::Position, line: &[u8]) -> Result<Said<<W::Position as State>::Move>, Garbled> {
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(Said::Nothing);
        }
        if let Some(text) = debug_text(line) {
            return Ok(self.debug(&printable(text)));
        }
        let said = if self.ready {
            std::str::from_utf8(line).ok().and_then(W::read).map(|m| Said::Acts(vec![m], Span::Turn))
        } else {
            line.eq_ignore_ascii_case(b"OK").then_some(Said::Ready(None))
        };
        let expected = if self.ready { W::ANSWER } else { "OK" };
        self.ready |= said.is_some();
        said.ok_or_else(|| Garbled(sentence!("`{expected}`", "“{expected}”")))
    }

    fn is_log(&self, beginning: &[u8]) -> bool {
        debug_text(beginning.trim_ascii_start()).is_some()
    }

    fn spell(&self, _: &W::Position, turn: &[<W::Position as State>::Move], out: &mut Lines) {
        spell::<W>(turn, out);
    }

    /// The judge has no word for a refusal: `TURN` is sent again.
    fn refused(&mut self, _: &Illegal, _: &mut Lines) {}

    fn close(&mut self, outcome: &Outcome, out: &mut Lines) {
        let result = match outcome.winner {
            None => 0,
            Some(winner) if winner == self.seat => 1,
            Some(_) => 2,
        };
        out.line(format_args!("END {result}"));
    }

    fn strict(&self) -> bool {
        true
    }
}

/// The program's side.
pub struct JudgeClient<W> {
    seat: Seat,
    words: PhantomData<W>,
}

impl<W> Default for JudgeClient<W> {
    fn default() -> Self {
        JudgeClient { seat: Seat::First, words: PhantomData }
    }
}

impl<W: JudgeWords> Client<W::Position> for JudgeClient<W> {
    fn hear(&mut self, view: &W::Position, line: &[u8], cues: &mut Vec<Cue<W::Position>>) {
        let (word, rest) = split(line.trim_ascii());
        match (word, rest) {
            (b"START", side @ (b"1" | b"2")) => {
                self.seat = if side == b"1" { Seat::First } else { Seat::Second };
                cues.push(Cue::Start(self.seat, <W::Position as Position>::Rules::default()));
                cues.push(Cue::Answer("OK".to_owned()));
            }
            (b"PLACE", act) => {
                let by = Actor::Seat(self.seat.other());
                let act = std::str::from_utf8(act).ok().and_then(W::read);
                // A platform may be wrong too: an act that breaks the rules cannot be learnt.
                let act = act.filter(|m| view.check(by, m).is_ok());
                cues.extend(act.map(|m| Cue::Learn(Played { by, m })));
            }
            (b"TURN", b"") => cues.push(Cue::Think(None)),
            (b"END", _) => cues.extend([Cue::End, Cue::Quit]),
            _ => {}
        }
    }

    fn say(
        &mut self,
        _: &W::Position,
        turn: &[<W::Position as State>::Move],
        out: &mut Lines,
        cues: &mut Vec<Cue<W::Position>>,
    ) {
        let by = Actor::Seat(self.seat);
        spell::<W>(turn, out);
        // The judge does not echo a program's own acts.
        cues.extend(turn.iter().map(|m| Cue::Learn(Played { by, m: m.clone() })));
    }

    fn remark(&self, text: &str, out: &mut Lines) -> bool {
        out.line(format_args!("DEBUG {text}"));
        true
    }
}

fn spell<W: JudgeWords>(turn: &[<W::Position as State>::Move], out: &mut Lines) {
    for m in turn {
        out.line(W::write(m));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::{Fault, Turn, Words, illegal, open_information};

    /// Two seats take one to three matches from a heap of ten; taking the last one wins.
    #[derive(Clone, PartialEq, Debug)]
    struct Heap {
        left: u8,
        mover: Seat,
    }

    static LAST: Words = Words::new("took the last match", "取走最后一根");

    impl State for Heap {
        type Move = u8;

        fn turn(&self) -> Turn {
            if self.left == 0 {
                return Turn::Over(Outcome::won(self.mover.other(), &LAST));
            }
            Turn::Of(Actor::Seat(self.mover))
        }

        fn moves(&self, by: Actor, out: &mut Vec<u8>) {
            out.extend((1..=3).filter(|m| self.check(by, m).is_ok()));
        }

        fn check(&self, by: Actor, m: &u8) -> Result<(), Illegal> {
            let ok = self.turn().owes(by) && (1..=3.min(self.left)).contains(m);
            if ok { Ok(()) } else { illegal(&LAST) }
        }
    }

    impl Position for Heap {
        type Rules = ();
        type Effect = ();
        open_information!();

        fn initial((): &()) -> Self {
            Heap { left: 10, mover: Seat::First }
        }

        fn play(&mut self, _: Actor, m: &u8) {
            self.left -= m;
            self.mover = self.mover.other();
        }
    }

    impl Open for Heap {}

    struct Matches;

    impl JudgeWords for Matches {
        type Position = Heap;
        const ANSWER: &'static str = "a number";
        fn read(answer: &str) -> Option<u8> {
            answer.parse().ok()
        }
        fn write(m: &u8) -> String {
            m.to_string()
        }
    }

    fn start() -> Heap {
        Heap::initial(&())
    }

    fn hear(judge: &mut Judge<Matches>, line: &[u8]) -> Result<Said<u8>, Garbled> {
        judge.hear(&start(), line)
    }

    fn ready() -> Judge<Matches> {
        let mut judge = Judge::default();
        judge.open(Seat::First, &(), &mut Lines::default());
        assert_eq!(hear(&mut judge, b"OK"), Ok(Said::Ready(None)));
        judge
    }

    #[test]
    fn each_step_is_said_in_its_words() {
        let mut judge = Judge::<Matches>::default();
        let mut out = Lines::default();
        judge.open(Seat::Second, &(), &mut out);
        judge.report(&start(), &Played { by: Actor::Seat(Seat::First), m: 2 }, false, &mut out);
        judge.ask(&start(), [None; 2], &mut out);
        judge.refused(&Illegal { rule: &LAST, at: 0, free: false }, &mut out);
        judge.ask(&start(), [None; 2], &mut out);
        judge.report(&start(), &Played { by: Actor::Seat(Seat::Second), m: 3 }, false, &mut out);
        judge.close(&Outcome::drawn(&LAST), &mut out);
        judge.close(&Outcome::won(Seat::Second, &LAST), &mut out);
        judge.close(&Outcome::fault(Seat::Second, Fault::Crash), &mut out);
        assert_eq!(out.bytes(), b"START 2\nPLACE 2\nTURN\nTURN\nEND 0\nEND 1\nEND 2\n");
        assert!(Dialect::<Heap>::strict(&judge));
        assert_eq!(Dialect::<Heap>::grace_ms(&judge), 100);
    }

    #[test]
    fn lines_are_read_leniently_and_complaints_say_what_was_expected() {
        let mut judge = Judge::<Matches>::default();
        assert_eq!(hear(&mut judge, b"3"), Err(Garbled::expected("`OK`", "“OK”")));
        assert_eq!(hear(&mut judge, b" \t\r"), Ok(Said::Nothing));
        assert_eq!(hear(&mut judge, b" ok \r"), Ok(Said::Ready(None)));
        assert_eq!(hear(&mut judge, b"\t3\r"), Ok(Said::Acts(vec![3], Span::Turn)));
        for line in [&b"OK"[..], b"three", b"3 3", b"DEBUG3", b"\xff\xfe", b"MOVE 3"] {
            assert_eq!(
                hear(&mut judge, line),
                Err(Garbled::expected("`a number`", "“a number”")),
                "{line:?}"
            );
        }
    }

    #[test]
    fn debug_is_heard_at_any_time_and_cut_to_its_limits() {
        let debug = |text: &str| Ok(Said::Debug(text.to_owned()));
        let mut judge = Judge::<Matches>::default();
        assert_eq!(hear(&mut judge, b"DEBUG \xc1\xee\xba\xfc\xb3\xe5"), debug("令狐冲"));
        let mut judge = ready();
        assert_eq!(hear(&mut judge, b"DEBUG"), Ok(Said::Nothing));
        assert_eq!(hear(&mut judge, b"DEBUG: 3 ms"), debug("3 ms"));
        assert_eq!(hear(&mut judge, b"debug:3"), debug("3"));
        let line = format!("DEBUG {}", "x".repeat(20 << 10));
        assert_eq!(hear(&mut judge, line.as_bytes()), debug(&"x".repeat(16 << 10)));
        assert_eq!(hear(&mut judge, b"DEBUG yy"), debug("yy"));
        assert_eq!(hear(&mut judge, line.as_bytes()), debug(&"x".repeat((16 << 10) - 7)));
        assert_eq!(hear(&mut judge, b"DEBUG more"), Ok(Said::Nothing));
        assert_eq!(hear(&mut judge, b"2"), Ok(Said::Acts(vec![2], Span::Turn)));
    }

    #[test]
    fn a_program_learns_from_its_lines() {
        let mut client = JudgeClient::<Matches>::default();
        let mut cues = Vec::new();
        let mut heap = start();
        for line in [&b"START 2"[..], b"PLACE 3\r", b"PLACE 9", b"TURN", b"", b"START 3", b"\xff"] {
            client.hear(&heap, line, &mut cues);
        }
        assert!(matches!(
            &cues[..],
            [
                Cue::Start(Seat::Second, ()),
                Cue::Answer(ok),
                Cue::Learn(Played { by: Actor::Seat(Seat::First), m: 3 }),
                Cue::Think(None)
            ] if ok == "OK"
        ));
        heap.play(Actor::Seat(Seat::First), &3);
        cues.clear();
        let mut out = Lines::default();
        client.say(&heap, &[1], &mut out, &mut cues);
        client.hear(&heap, b"END 1", &mut cues);
        assert_eq!(out.bytes(), b"1\n");
        assert!(matches!(
            &cues[..],
            [Cue::Learn(Played { by: Actor::Seat(Seat::Second), m: 1 }), Cue::End, Cue::Quit]
        ));
    }
}
