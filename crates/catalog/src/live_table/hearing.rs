//! What programs say at the table, and its consequences.

use super::LiveTable;
use super::stepping::is_deploying;
use leitai_core::{
    Actor, FAILS, Fault, Game, Garbled, Heard, Illegal, Lang, Left, Line, MoveOf, Outbox, SENT, Said, Seat,
    Sentence, State, Table, UNASKED, Words, sentence,
};
use leitai_protocol::{cut, printable};
use std::time::Duration;

static UNREADABLE: Words = Words::new("the line could not be read", "无法识别的输出");

/// How much of a program's name or line is passed on, in bytes.
pub(super) const QUOTED: usize = 120;
/// How much is kept of a line by which a seat lost, in bytes: enough for a turn of many acts, or a JSON object.
const SENT_KEPT: usize = 1 << 10;

impl<G: Game> LiveTable<G> {
    /// A program's acts were refused or could not be read: it may try again, or loses for the reason given.
    pub(super) fn refuse(
        &mut self,
        seat: Seat,
        fault: Fault,
        why: Illegal,
        reason: impl FnOnce(&Self) -> Sentence,
        left: Left,
        outbox: &mut Outbox,
    ) -> Heard {
        let retries = &mut self.retries[seat.index()];
        if !why.free {
            if *retries == 0 {
                let reason = reason(self);
                return self.fault(seat, fault, reason, outbox);
            }
            *retries -= 1;
        }
        let left = self.told_of(left);
        let lines = &mut outbox.lines[seat.index()];
        if let Some(talk) = &mut self.talks[seat.index()] {
            talk.dialect.refused(&why, lines);
            if self.position.turn().owes(Actor::Seat(seat)) {
                talk.dialect.ask(&self.views[seat.index()], left, lines);
            }
        }
        if why.free { Heard::Denied } else { Heard::Again }
    }

    /// Handles a line that could not be read where one was due.
    pub(super) fn garbled(
        &mut self,
        seat: Seat,
        line: &[u8],
        expected: &Sentence,
        us: u64,
        left: Left,
        outbox: &mut Outbox,
    ) -> Heard {
        let said = printable(line);
        let said = cut(&said, QUOTED);
        let late = self.waits(seat);
        let [en, zh] = [Lang::En, Lang::Zh].map(|lang| expected.to(lang));
        self.record.write(&Line::Garbled { seat, text: said.into(), expected: en.into(), us }, late);
        let reason = sentence!("it said `{said}` where {en} was expected", "输出“{said}”，应为：{zh}");
        if self.talks[seat.index()].as_ref().is_some_and(|talk| talk.ready) {
            let why = Illegal { rule: &UNREADABLE, at: 0, free: false };
            self.refuse(seat, Fault::Protocol, why, |_| reason, left, outbox)
        } else {
            self.fault(seat, Fault::NotReady, reason, outbox)
        }
    }

    /// Keeps the line by which a seat lost, unless it consists of the acts themselves.
    fn keep_sent(&mut self, seat: Seat, acts: &[MoveOf<G>], line: &[u8]) {
        let sent = printable(line.trim_ascii());
        let is_told = acts.iter().map(super::text::<G>).eq(sent.split_whitespace());
        if !sent.is_empty() && !is_told {
            let text = cut(&sent, SENT_KEPT).into();
            self.record.write(&Line::Note { seat, what: SENT.into(), text }, false);
        }
    }

    /// Handles a turn that breaks a rule by how it is spelt, from a seat that owes one.
    pub(super) fn misspelt(
        &mut self,
        seat: Seat,
        line: &[u8],
        rule: &'static Words,
        us: u64,
        left: Left,
        outbox: &mut Outbox,
    ) -> Heard {
        let text = printable(line);
        let text = cut(&text, QUOTED);
        let said = Some(text.into());
        let late = self.waits(seat);
        let by = Actor::Seat(seat);
        let attempt =
            Line::Attempt { by, acts: Vec::new(), said, rule: rule.en.into(), at: 0, whole: true, us };
        self.record.write(&attempt, late);
        let why = Illegal { rule, at: 0, free: false };
        self.refuse(seat, Fault::Illegal, why, |table| table.blame_spelling(text, why), left, outbox)
    }

    /// Handles a line from a seat that owes nothing.
    pub(super) fn unasked(&mut self, seat: Seat, line: &[u8], outbox: &mut Outbox) -> Heard {
        if !self.talks[seat.index()].as_ref().is_some_and(|talk| talk.dialect.strict()) {
            return self.noise(seat, line);
        }
        let text = printable(line);
        let said = cut(&text, QUOTED);
        self.record.write(&Line::Note { seat, what: UNASKED.into(), text: said.into() }, self.waits(seat));
        let reason = sentence!("it said `{said}` when nothing was asked", "未被询问却输出“{said}”");
        self.fault(seat, Fault::Protocol, reason, outbox)
    }

    /// Whether the seat's lines are held back until First's layout is complete: of two programs, which was quicker is not to
    /// be seen. Where a person sits nothing may be lost, whenever the game is broken off.
    pub(super) fn waits(&self, seat: Seat) -> bool {
        let are_programs = self.talks.iter().all(Option::is_some);
        self.begun && seat == Seat::Second && are_programs && is_deploying(self.position.turn())
    }

    fn noise(&mut self, seat: Seat, line: &[u8]) -> Heard {
        self.record.note(seat, "noise", &printable(line));
        Heard::Nothing
    }

    /// Acts on what a program said.
    pub(super) fn understood(
        &mut self,
        seat: Seat,
        said: Result<Said<MoveOf<G>>, Garbled>,
        line: &[u8],
        spent: Duration,
        left: Left,
        outbox: &mut Outbox,
    ) -> Heard {
        let us = spent.as_micros() as u64;
        let (ready, begun) = (self.talks[seat.index()].as_ref().is_some_and(|talk| talk.ready), self.begun);
        let asked = begun && self.position.turn().owes(Actor::Seat(seat));
        match said {
            Ok(Said::Nothing) => Heard::Nothing,
            Ok(Said::Noise) => self.noise(seat, line),
            Ok(Said::Later) => {
                self.noise(seat, line);
                if asked { Heard::Later } else { Heard::Nothing }
            }
            Ok(Said::Debug(text)) => {
                if asked {
                    self.referee.hear(seat, &text);
                }
                self.record.note(seat, "debug", &text);
                Heard::Nothing
            }
            Ok(Said::Query(answer)) => {
                outbox.lines[seat.index()].line(answer);
                Heard::Nothing
            }
            Ok(Said::Ready(name)) if !ready => {
                if let Some(talk) = &mut self.talks[seat.index()] {
                    talk.ready = true;
                }
                let name = name.map(|name| cut(&name, QUOTED).to_owned().into());
                self.record.write(&Line::Ready { seat, name, us }, false);
                Heard::Ready
            }
            Ok(Said::Fails(how)) => {
                let text = how.to(Lang::En).into();
                self.record.write(&Line::Note { seat, what: FAILS.into(), text }, self.waits(seat));
                self.fault(seat, if ready { Fault::Protocol } else { Fault::NotReady }, how, outbox)
            }
            Ok(Said::Resign) if begun => Heard::Over(self.resign(seat, outbox)),
            Ok(Said::Acts(acts, span)) if begun && self.is_due(seat, &acts) => {
                match self.step(Actor::Seat(seat), &acts, span, us, left, outbox) {
                    Ok(()) => self.turn().outcome().map_or(Heard::Acted, Heard::Over),
                    Err(why) => {
                        let blame = |table: &Self| table.blame(seat, &acts, why);
                        let heard = self.refuse(seat, Fault::Illegal, why, blame, left, outbox);
                        if matches!(heard, Heard::Over(_)) {
                            self.keep_sent(seat, &acts, line);
                        }
                        heard
                    }
                }
            }
            Ok(Said::Illegal(rule)) if asked => self.misspelt(seat, line, rule, us, left, outbox),
            Err(Garbled(expected)) if asked || !ready => {
                self.garbled(seat, line, &expected, us, left, outbox)
            }
            Ok(Said::Ready(_) | Said::Resign | Said::Acts(..) | Said::Illegal(_)) | Err(_) => {
                self.unasked(seat, line, outbox)
            }
        }
    }
}
