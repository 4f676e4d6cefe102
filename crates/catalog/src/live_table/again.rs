//! Hears lines of a record again, for verification: the fault that lost the game is established anew.

use super::LiveTable;
use super::hearing::QUOTED;
use super::refused::{NOT_ASKED, refused};
use super::reliving::not_after;
use leitai_core::{
    Act, Actor, Cue, Dialect, DialectName, FAILS, Fault, Game, Garbled, Heard, Illegal, Lang, Left, Line,
    Lines, MoveOf, Outbox, Refusal, SCORE, Said, Seat, Sentence, Span, State, Table, UNASKED, Words,
    sentence,
};
use std::time::Duration;

/// No time is kept here: a dialect tells its program the time left, but learns nothing from it.
const UNTIMED: Left = [None; 2];
/// The most rounds of opening lines before a program must be ready.
const OPENING: usize = 64;

static OTHERWISE: Words = Words::new("refused for a different reason", "被拒的理由不同");
static LEGAL: Words = Words::new("recorded as illegal, but it is legal", "记录为违规，但实为合法");
static READABLE: Words = Words::new("recorded as not an answer, but it is one", "记录为无法识别，但实为应答");
static NO_PROGRAM: Words = Words::new("no program in that seat says so", "该座位没有这样说话的程序");
static ASKED: Words = Words::new("recorded as not asked for, but it was", "记录为未被询问，但实已询问");
static OTHER_SPAN: Words = Words::new(
    "whether the line claimed to be a whole turn does not fit the dialect",
    "该行是否自称为完整一手与协议不符",
);
static BEGUN: Words = Words::new("given to both, but the game had begun", "记录为指定的开局，但对局已经开始");
static SPELT: Words = Words::new("not spelt like a turn", "写法不成一手");

/// How often a line that loses may have been answered in another form before, at most.
const CHANCES: u32 = 8;

impl<G: Game> LiveTable<G> {
    pub(super) fn hear_again(
        &mut self,
        line: &Line<'_>,
        reason: &Sentence,
        outbox: &mut Outbox,
    ) -> Result<(), Sentence> {
        if self.record.end().is_some() {
            return Err(NOT_ASKED.into());
        }
        match line {
            Line::Ready { seat, name, us } => {
                if self.begun || self.is_ready(*seat) != Some(false) {
                    return Err(NO_PROGRAM.into());
                }
                let said = Ok(Said::Ready(name.as_ref().map(ToString::to_string)));
                self.understood(*seat, said, b"", Duration::from_micros(*us), UNTIMED, outbox);
                Ok(())
            }
            Line::Play { given: true, .. } => Err(BEGUN.into()),
            Line::Play { by, acts, us, given: false } => {
                let acts: Vec<&str> = acts.iter().map(|act| &**act).collect();
                let act = Act::Play { by: *by, acts: &acts, span: Span::Part };
                self.act(act, Duration::from_micros(*us), UNTIMED, outbox).map_err(refused)
            }
            Line::Attempt { by: Actor::Seat(seat), said: Some(said), rule, us, .. } => {
                self.misspelt_again(*seat, said, rule, *us, reason, outbox)
            }
            Line::Attempt { by, acts, said: None, whole, us, .. } => {
                let acts: Vec<&str> = acts.iter().map(|act| &**act).collect();
                let span = if *whole { Span::Turn } else { Span::Part };
                self.refused_again(*by, &acts, span, Duration::from_micros(*us), outbox)
            }
            Line::Garbled { seat, text, expected, us } => {
                self.garbled_again(*seat, text, expected, *us, reason, outbox)
            }
            Line::Note { seat, what, text } if what == SCORE => {
                if self.is_ready(*seat) == Some(true) && self.referee.hear_note(*seat, text) {
                    return Ok(());
                }
                Err(NO_PROGRAM.into())
            }
            Line::Note { seat, what, text } if what == UNASKED => self.unasked_again(*seat, text, outbox),
            Line::Note { seat, what, text } if what == FAILS => {
                let fails = self.talks[seat.index()].as_ref().is_some_and(|talk| can_fail(talk.name));
                if !fails || reason.to(Lang::En) != text {
                    return Err(NO_PROGRAM.into());
                }
                self.understood(*seat, Ok(Said::Fails(reason.clone())), b"", Duration::ZERO, UNTIMED, outbox);
                Ok(())
            }
            Line::Back { by, to, acts } => {
                let dice = self.throws_anew(*to, *acts).ok_or_else(|| not_after(*to, *acts))?;
                let back = Act::Back { by: *by, to: *to, dice };
                self.act(back, Duration::ZERO, UNTIMED, outbox).map_err(refused)
            }
            Line::Clock { change, reason } => {
                self.act(Act::Clock(*change, reason), Duration::ZERO, UNTIMED, outbox).map_err(refused)
            }
            Line::Again { at } => self.act(Act::Again(*at), Duration::ZERO, UNTIMED, outbox).map_err(refused),
            Line::Attempt { .. } | Line::Note { .. } | Line::Game(_) | Line::End(_) => Err(NO_PROGRAM.into()),
        }
    }

    /// Whether the seat's program is ready; `None` if no program sits there.
    fn is_ready(&self, seat: Seat) -> Option<bool> {
        self.talks[seat.index()].as_ref().map(|talk| talk.ready)
    }

    /// Whether a program that owes an act sits there.
    fn is_asked(&self, seat: Seat) -> bool {
        self.begun && self.is_ready(seat) == Some(true) && self.position.turn().owes(Actor::Seat(seat))
    }

    /// Acts that were refused: a program may lose by them, any other hand may not.
    fn refused_again(
        &mut self,
        by: Actor,
        texts: &[&str],
        span: Span,
        spent: Duration,
        outbox: &mut Outbox,
    ) -> Result<(), Sentence> {
        let program = match by {
            Actor::Seat(seat) => self.is_ready(seat).map(|_| seat),
            Actor::Chance | Actor::Arbiter => None,
        };
        let Some(seat) = program else {
            return match self.act(Act::Play { by, acts: texts, span }, spent, UNTIMED, outbox) {
                Err(Refusal::Illegal(_)) => Ok(()),
                Err(other) => Err(Sentence::new("refused for a different reason: ", "被拒的理由不同：")
                    .then(&refused(other))),
                Ok(()) => Err(LEGAL.into()),
            };
        };
        let acts: Vec<MoveOf<G>> = texts
            .iter()
            .map(|text| G::read(text))
            .collect::<Result<_, _>>()
            .map_err(|garbled| refused(Refusal::Garbled(garbled)))?;
        if acts.is_empty() || !self.begun || !self.is_due(seat, &acts) {
            return Err(NOT_ASKED.into());
        }
        if self.span_of(seat).is_some_and(|usual| usual != span) {
            return Err(OTHER_SPAN.into());
        }
        match self.understood(seat, Ok(Said::Acts(acts, span)), b"", spent, UNTIMED, outbox) {
            Heard::Again | Heard::Denied => Ok(()),
            Heard::Over(outcome) if outcome.faulty() == Some(seat) => Ok(()),
            _ => Err(LEGAL.into()),
        }
    }

    /// Whether a line of the seat's program claims to be a whole turn; `None` if no line that it could send now shows
    /// that.
    fn span_of(&self, seat: Seat) -> Option<Span> {
        let view = &self.views[seat.index()];
        let mut moves = Vec::new();
        view.moves(Actor::Seat(seat), &mut moves);
        let turn = self.turn_from(seat, moves.into_iter().next()?)?;
        let mut said = Lines::default();
        self.talks[seat.index()].as_ref()?.dialect.spell(view, &turn, &mut said);
        let line = said.bytes().split(|byte| *byte == b'\n').find(|line| !line.is_empty())?;
        match self.heard_alone(seat, line)? {
            Ok(Said::Acts(_, span)) => Some(span),
            _ => None,
        }
    }

    /// Hears a line that could not be read.
    fn garbled_again(
        &mut self,
        seat: Seat,
        text: &str,
        expected: &str,
        us: u64,
        reason: &Sentence,
        outbox: &mut Outbox,
    ) -> Result<(), Sentence> {
        if self.is_ready(seat) != Some(false) && !self.is_asked(seat) {
            return Err(NOT_ASKED.into());
        }
        let expected = match self.heard_at_last(seat, text.as_bytes()) {
            Some(Err(Garbled(again))) if again.to(Lang::En) == expected => again,
            Some(Err(_)) if is_whole(text) => return Err(OTHERWISE.into()),
            Some(Ok(_)) if is_whole(text) => return Err(READABLE.into()),
            _ => {
                let begins = sentence!("it said `{text}` where ", "输出“{text}”，应为："; text);
                let zh = reason.to(Lang::Zh).strip_prefix(begins.to(Lang::Zh));
                Sentence::new(expected, zh.unwrap_or(expected))
            }
        };
        self.garbled(seat, text.as_bytes(), &expected, us, UNTIMED, outbox);
        Ok(())
    }

    /// Hears a turn that broke a rule by how it was spelt.
    fn misspelt_again(
        &mut self,
        seat: Seat,
        text: &str,
        rule: &str,
        us: u64,
        reason: &Sentence,
        outbox: &mut Outbox,
    ) -> Result<(), Sentence> {
        if !self.is_asked(seat) {
            return Err(NOT_ASKED.into());
        }
        match self.heard_alone(seat, text.as_bytes()) {
            Some(Ok(Said::Illegal(again))) if again.en == rule => {
                self.misspelt(seat, text.as_bytes(), again, us, UNTIMED, outbox);
            }
            Some(_) if is_whole(text) => return Err(OTHERWISE.into()),
            _ => {
                let by = Actor::Seat(seat);
                let (said, rule) = (Some(text.into()), rule.into());
                let late = self.waits(seat);
                let attempt = Line::Attempt { by, acts: Vec::new(), said, rule, at: 0, whole: true, us };
                self.record.write(&attempt, late);
                let when = self.when();
                let when = when.to(Lang::En);
                let Line::Attempt { rule, .. } = &attempt else { return Ok(()) };
                let en = format!("illegal move `{text}` {when}: {rule}");
                let said = Sentence::new(en, reason.to(Lang::Zh));
                let why = Illegal { rule: &SPELT, at: 0, free: false };
                self.refuse(seat, Fault::Illegal, why, |_| said, UNTIMED, outbox);
            }
        }
        Ok(())
    }

    /// Hears a line that was not asked for, in a dialect where that loses.
    fn unasked_again(&mut self, seat: Seat, text: &str, outbox: &mut Outbox) -> Result<(), Sentence> {
        let Some(talk) = self.talks[seat.index()].as_ref().filter(|talk| talk.dialect.strict()) else {
            return Err(NO_PROGRAM.into());
        };
        // A seat that is asked for a turn, or for opening words, may say something else out of place.
        let is_due = !talk.ready || self.is_asked(seat);
        let misplaced = match self.heard_alone(seat, text.as_bytes()) {
            Some(Ok(Said::Ready(_))) => talk.ready,
            Some(Ok(Said::Resign | Said::Acts(..) | Said::Illegal(_))) => !self.begun,
            Some(_) => false,
            None => true,
        };
        if is_due && is_whole(text) && !misplaced {
            return Err(ASKED.into());
        }
        self.unasked(seat, text.as_bytes(), outbox);
        Ok(())
    }

    /// As `heard_alone`, of a program that says it again whenever it is asked once more, or in another form.
    fn heard_at_last(&self, seat: Seat, line: &[u8]) -> Option<Result<Said<MoveOf<G>>, Garbled>> {
        let talk = self.talks[seat.index()].as_ref()?;
        let mut dialect = self.in_conversation(seat, talk.name, talk.ready)?;
        let (view, mut sent) = (&self.views[seat.index()], Lines::default());
        let mut said = dialect.hear(view, line);
        for _ in 0..CHANCES {
            match said {
                Ok(Said::Later) => dialect.ask_again(&mut sent),
                Ok(Said::Noise) if !talk.ready => dialect.open_further(&mut sent),
                _ => break,
            }
            said = dialect.hear(view, line);
        }
        Some(said)
    }

    /// What a line means in a separate conversation in which the program is as ready as here and, if ready, has been
    /// asked for a turn. `None` if the opening words of our own programs cannot make it ready.
    fn heard_alone(&self, seat: Seat, line: &[u8]) -> Option<Result<Said<MoveOf<G>>, Garbled>> {
        let talk = self.talks[seat.index()].as_ref()?;
        self.heard_in(seat, talk.name, talk.ready, line)
    }

    /// Like `heard_alone`, but in any dialect of the game, with a program that is ready or not.
    pub(super) fn heard_in(
        &self,
        seat: Seat,
        name: DialectName,
        ready: bool,
        line: &[u8],
    ) -> Option<Result<Said<MoveOf<G>>, Garbled>> {
        Some(self.in_conversation(seat, name, ready)?.hear(&self.views[seat.index()], line))
    }

    /// A separate conversation with a program that is ready or not, and has been asked for a turn if it is.
    fn in_conversation(
        &self,
        seat: Seat,
        name: DialectName,
        ready: bool,
    ) -> Option<Box<dyn Dialect<G::Position>>> {
        let view = &self.views[seat.index()];
        let mut dialect = G::dialect(name, &self.options).filter(|dialect| dialect.speaks(&self.rules))?;
        let mut sent = Lines::default();
        dialect.open(seat, &self.rules, &mut sent);
        if ready {
            if !dialect.lifecycle().says_nothing_first {
                self.make_ready(seat, name, &mut *dialect, sent)?;
            }
            dialect.ask(view, UNTIMED, &mut Lines::default());
        }
        Some(dialect)
    }

    /// The first line that our own programs say in a dialect.
    pub(super) fn greeting(&self, seat: Seat, name: DialectName) -> Option<String> {
        let (mut sent, mut answers, mut cues) = (Lines::default(), Lines::default(), Vec::new());
        G::dialect(name, &self.options)?.open(seat, &self.rules, &mut sent);
        let mut client = G::client(name)?;
        client.open("Leitai", &mut answers);
        for line in lines(&sent) {
            client.hear(&self.views[seat.index()], &line, &mut cues);
        }
        let said = lines(&answers).into_iter().map(|line| String::from_utf8_lossy(&line).into_owned());
        let answered = cues.into_iter().filter_map(|cue| match cue {
            Cue::Answer(answer) => Some(answer),
            _ => None,
        });
        said.chain(answered).find(|line| !line.trim().is_empty())
    }

    /// Lets our own program say its opening words; `None` if they were not enough.
    fn make_ready(
        &self,
        seat: Seat,
        name: DialectName,
        dialect: &mut dyn Dialect<G::Position>,
        mut sent: Lines,
    ) -> Option<()> {
        let view = &self.views[seat.index()];
        let mut client = G::client(name)?;
        let (mut answers, mut cues) = (Lines::default(), Vec::new());
        client.open("Leitai", &mut answers);
        for _ in 0..OPENING {
            for line in lines(&std::mem::take(&mut sent)) {
                client.hear(view, &line, &mut cues);
                for cue in cues.drain(..) {
                    if let Cue::Answer(answer) = cue {
                        answers.line(answer.replace("{name}", "Leitai"));
                    }
                }
            }
            for line in lines(&std::mem::take(&mut answers)) {
                if let Ok(Said::Ready(_)) = dialect.hear(view, &line) {
                    return Some(());
                }
                dialect.open_further(&mut sent);
            }
            if sent.is_empty() {
                return None;
            }
        }
        None
    }
}

fn lines(lines: &Lines) -> Vec<Vec<u8>> {
    let lines = lines.bytes().split(|byte| *byte == b'\n');
    lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec()).collect()
}

/// Whether a line was recorded verbatim: neither cut nor escaped.
fn is_whole(text: &str) -> bool {
    text.len() < QUOTED && text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'\\')
}

/// Whether a program can report in this dialect that it cannot go on.
fn can_fail(name: DialectName) -> bool {
    matches!(name, DialectName::Gtp | DialectName::Htp)
}
