//! The live table: the one implementation of [`Table`].

use crate::entry::dialect;
use crate::notes::Notes;
use crate::trial::Trial;
use leitai_core::{
    About, Act, By, Choice, Dialect, DialectName, Digest, End, Eye, Facts, Fault, Game, Garbled, Heard,
    Illegal, Lang, Left, Line, MoveOf, Options, Outcome, Position, Post, Refusal, Report, RulesOf, Said,
    Scene, Seat, Seen, Span, State, Table, Turn, View, ViewOf, Viewer, Why, Words,
};
use leitai_protocol::{cut, printable};
use std::time::Duration;

pub(crate) struct Live<G: Game> {
    options: Options,
    rules: RulesOf<G>,
    position: G::Position,
    /// What each eye knows, in the order of [`Eye::ALL`].
    views: [ViewOf<G>; 3],
    /// What each eye was told of the turn in progress or just over.
    last: [Vec<Report<G::Position>>; 3],
    talks: [Option<Talk<G>>; 2],
    /// Have both programs been told that the game starts?
    begun: bool,
    /// An outcome laid over the law's.
    laid: Option<Outcome>,
    /// How it ended; written when the record is sealed.
    end: Option<End<'static>>,
    sealed: bool,
    /// Does the next act begin a turn?
    fresh: bool,
    retries: [u64; 2],
    plies: u32,
    digest: Digest,
    record: Vec<u8>,
    notes: Notes,
}

struct Talk<G: Game> {
    dialect: Box<dyn Dialect<G::Position>>,
    ready: bool,
}

static UNREADABLE: Words = Words::new("the line could not be read", "无法识别的输出");

/// Longest name that a program may give itself, in bytes.
const LONGEST_NAME: usize = 256;
/// How much of a program's line a reason quotes, in bytes.
const QUOTED: usize = 120;

impl<G: Game> Live<G> {
    pub(crate) fn new(
        options: Options,
        rules: RulesOf<G>,
        position: G::Position,
        about: &About<'static>,
    ) -> Self {
        let mut record = Vec::with_capacity(1 << 10);
        Line::Game(about.clone()).write(&mut record);
        Live {
            retries: [options.whole("illegal_retries"); 2],
            views: Eye::ALL.map(|eye| position.view(eye)),
            last: [const { Vec::new() }; 3],
            talks: [None, None],
            begun: false,
            laid: None,
            end: None,
            sealed: false,
            fresh: true,
            plies: 0,
            digest: Digest::default(),
            record,
            notes: Notes::default(),
            options,
            rules,
            position,
        }
    }

    /// Plays acts, all or nothing, and tells everyone what follows.
    fn step(
        &mut self,
        by: By,
        acts: &[MoveOf<G>],
        span: Span,
        us: u64,
        left: Left,
        post: &mut Post,
    ) -> Result<(), Illegal> {
        let trial = match Trial::of::<G>(&self.position, &self.views, by, acts, span) {
            Ok(trial) => trial,
            Err(illegal) => {
                self.write_acts(by, acts, us, Some((illegal, span)));
                return Err(illegal);
            }
        };
        let before = self.position.turn();
        self.position = trial.position;
        self.write_acts(by, &acts[..trial.played], us, None);
        if std::mem::replace(&mut self.fresh, !trial.goes_on) {
            self.last.iter_mut().for_each(Vec::clear);
        }
        for (eye, report, goes_on) in trial.told {
            let view = &mut self.views[eye.index()];
            view.learn(&report);
            if let Eye::Seat(seat) = eye
                && let Some(talk) = &mut self.talks[seat.index()]
            {
                talk.dialect.told(view, &report, goes_on, &mut post.lines[seat.index()]);
            }
            self.last[eye.index()].push(report);
        }
        if !trial.goes_on {
            self.plies += u32::from(matches!(by, By::Seat(_)));
            let mut text = String::with_capacity(512);
            G::write_position(&self.position, &mut text);
            self.digest.turn(&text);
        }
        match self.position.turn() {
            Turn::Over(outcome) => self.close(outcome, outcome.why.text(Lang::En), post),
            after => self.ask(|seat| !before.owes(By::Seat(seat)) || by == By::Seat(seat), after, left, post),
        }
        Ok(())
    }

    /// Asks every seat that owes an act, of those that `due` says have not been asked already.
    fn ask(&mut self, due: impl Fn(Seat) -> bool, turn: Turn, left: Left, post: &mut Post) {
        for seat in Seat::BOTH {
            if turn.owes(By::Seat(seat))
                && due(seat)
                && let Some(talk) = &mut self.talks[seat.index()]
            {
                talk.dialect.ask(&self.views[seat.index()], left, &mut post.lines[seat.index()]);
            }
        }
    }

    fn write_acts(&mut self, by: By, acts: &[MoveOf<G>], us: u64, refused: Option<(Illegal, Span)>) {
        let acts = acts.iter().map(|m| text::<G>(m).into()).collect();
        match refused {
            None => Line::Play { by, acts, us },
            Some((Illegal { rule, at }, span)) => {
                Line::Attempt { by, acts, rule: rule.en.into(), at, whole: span == Span::Turn, us }
            }
        }
        .write(&mut self.record);
    }

    /// Ends the game: nothing is heard after it.
    fn close(&mut self, outcome: Outcome, reason: &str, post: &mut Post) {
        if !matches!(outcome.why, Why::Law(_)) {
            self.laid = Some(outcome);
        }
        let winner = outcome.winner.map_or("draw".to_owned(), |seat| seat.to_string());
        self.digest.turn(&format!("{winner} {}", outcome.why.name()));
        for seat in Seat::BOTH {
            if let Some(talk) = &mut self.talks[seat.index()] {
                talk.dialect.close(&outcome, &mut post.lines[seat.index()]);
            }
        }
        self.end = Some(End {
            winner: outcome.winner,
            verdict: outcome.why.name().into(),
            reason: reason.to_owned().into(),
            plies: self.plies,
            digest: self.digest.hex().into(),
        });
    }

    fn fault(&mut self, seat: Seat, fault: Fault, reason: &str, post: &mut Post) -> Heard {
        let outcome = Outcome::fault(seat, fault);
        self.close(outcome, reason, post);
        Heard::Over(outcome)
    }

    /// A program's acts were refused, or could not be read: it may try again, or has lost.
    fn refuse(
        &mut self,
        seat: Seat,
        fault: Fault,
        why: Illegal,
        reason: &str,
        left: Left,
        post: &mut Post,
    ) -> Heard {
        let retries = &mut self.retries[seat.index()];
        if *retries == 0 {
            return self.fault(seat, fault, reason, post);
        }
        *retries -= 1;
        let lines = &mut post.lines[seat.index()];
        if let Some(talk) = &mut self.talks[seat.index()] {
            talk.dialect.refused(&why, lines);
            talk.dialect.ask(&self.views[seat.index()], left, lines);
        }
        Heard::Again
    }

    /// A line that could not be read where one was due.
    fn garbled(
        &mut self,
        seat: Seat,
        line: &[u8],
        expected: &str,
        us: u64,
        left: Left,
        post: &mut Post,
    ) -> Heard {
        let said = printable(line);
        let said = cut(&said, QUOTED);
        Line::Garbled { seat, text: said.into(), expected: expected.into(), us }.write(&mut self.record);
        let reason = format!("it said `{said}` where {expected} was expected");
        if self.talks[seat.index()].as_ref().is_some_and(|talk| talk.ready) {
            self.refuse(seat, Fault::Protocol, Illegal { rule: &UNREADABLE, at: 0 }, &reason, left, post)
        } else {
            self.fault(seat, Fault::NotReady, &reason, post)
        }
    }

    /// A line from a seat that owes nothing.
    fn unasked(&mut self, seat: Seat, line: &[u8], post: &mut Post) -> Heard {
        if !self.talks[seat.index()].as_ref().is_some_and(|talk| talk.dialect.strict()) {
            return self.noise(seat, line);
        }
        let reason = format!("it said `{}` when nothing was asked", cut(&printable(line), QUOTED));
        self.fault(seat, Fault::Protocol, &reason, post)
    }

    fn noise(&mut self, seat: Seat, line: &[u8]) -> Heard {
        self.note(seat, "noise", &printable(line));
        Heard::Nothing
    }

    fn resign(&mut self, seat: Seat, post: &mut Post) -> Outcome {
        let outcome = Outcome { winner: Some(seat.other()), why: Why::Resigned };
        self.close(outcome, outcome.why.text(Lang::En), post);
        outcome
    }

    fn is_due(&self, seat: Seat, acts: &[MoveOf<G>]) -> bool {
        let mut asides = Vec::new();
        self.views[seat.index()].asides(seat, &mut asides);
        self.position.turn().owes(By::Seat(seat)) || acts.first().is_some_and(|m| asides.contains(m))
    }
}

fn text<G: Game>(m: &MoveOf<G>) -> String {
    let mut text = String::new();
    G::write(m, &mut text);
    text
}

impl<G: Game> Table for Live<G> {
    fn facts(&self) -> &'static Facts {
        const { &G::FACTS }
    }

    fn turn(&self) -> Turn {
        self.laid.map_or_else(|| self.position.turn(), Turn::Over)
    }

    fn plies(&self) -> u32 {
        self.plies
    }

    fn sit(&mut self, seat: Seat, name: DialectName, post: &mut Post) -> bool {
        let Some(mut dialect) = dialect::<G>(name, &self.options) else { return false };
        dialect.open(seat, &self.rules, &mut post.lines[seat.index()]);
        self.talks[seat.index()] = Some(Talk { dialect, ready: false });
        true
    }

    fn begin(&mut self, left: Left, post: &mut Post) {
        self.begun = true;
        for seat in Seat::BOTH {
            if let Some(talk) = &mut self.talks[seat.index()] {
                talk.dialect.begin(left, &mut post.lines[seat.index()]);
            }
        }
        match self.position.turn() {
            Turn::Over(outcome) => self.close(outcome, outcome.why.text(Lang::En), post),
            turn => self.ask(|_| true, turn, left, post),
        }
    }

    fn hear(&mut self, seat: Seat, line: &[u8], spent: Duration, left: Left, post: &mut Post) -> Heard {
        let Some(talk) = &mut self.talks[seat.index()] else { return Heard::Nothing };
        if self.end.is_some() {
            return Heard::Nothing;
        }
        let us = spent.as_micros() as u64;
        // Some systems begin a text with a mark of its encoding.
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let said = talk.dialect.hear(&self.views[seat.index()], line);
        let (ready, begun) = (talk.ready, self.begun);
        let asked = begun && self.position.turn().owes(By::Seat(seat));
        match said {
            Ok(Said::Nothing) => Heard::Nothing,
            Ok(Said::Noise) => self.noise(seat, line),
            Ok(Said::Debug(text)) => {
                self.note(seat, "debug", &text);
                Heard::Nothing
            }
            Ok(Said::Query(answer)) => {
                post.lines[seat.index()].line(answer);
                Heard::Nothing
            }
            Ok(Said::Ready(name)) if !ready => {
                talk.ready = true;
                let name = name.map(|name| cut(&name, LONGEST_NAME).to_owned().into());
                Line::Ready { seat, name, us }.write(&mut self.record);
                Heard::Ready
            }
            Ok(Said::Resign) if begun => Heard::Over(self.resign(seat, post)),
            Ok(Said::Acts(acts, span)) if begun && self.is_due(seat, &acts) => {
                match self.step(By::Seat(seat), &acts, span, us, left, post) {
                    Ok(()) => self.turn().outcome().map_or(Heard::Acted, Heard::Over),
                    Err(why) => {
                        let reason = format!("illegal: {}", why.rule.en);
                        self.refuse(seat, Fault::Illegal, why, &reason, left, post)
                    }
                }
            }
            Err(Garbled(expected)) if asked || !ready => self.garbled(seat, line, &expected, us, left, post),
            Ok(Said::Ready(_) | Said::Resign | Said::Acts(..)) | Err(_) => self.unasked(seat, line, post),
        }
    }

    fn act(&mut self, act: Act<'_>, spent: Duration, left: Left, post: &mut Post) -> Result<(), Refusal> {
        if self.end.is_some() {
            return Err(Refusal::NotAsked);
        }
        match act {
            Act::Play { by, acts, span } => {
                let acts: Vec<_> = acts
                    .iter()
                    .map(|text| G::read(text))
                    .collect::<Result<_, _>>()
                    .map_err(Refusal::Garbled)?;
                let due = match by {
                    By::Seat(seat) => self.is_due(seat, &acts),
                    other => self.position.turn().owes(other),
                };
                if !due || acts.is_empty() {
                    return Err(Refusal::NotAsked);
                }
                self.step(by, &acts, span, spent.as_micros() as u64, left, post).map_err(Refusal::Illegal)
            }
            Act::Resign(seat) => {
                self.resign(seat, post);
                Ok(())
            }
            Act::Fault(seat, fault, reason) => {
                self.fault(seat, fault, reason, post);
                Ok(())
            }
        }
    }

    fn end(&self) -> Option<&End<'static>> {
        self.end.as_ref()
    }

    fn grace_ms(&self, seat: Seat) -> u64 {
        self.talks[seat.index()].as_ref().map_or(0, |talk| talk.dialect.grace_ms())
    }

    fn read(&self, typed: &str) -> Result<String, Garbled> {
        G::read(typed).map(|m| text::<G>(&m))
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let view = &self.views[seat.index()];
        let mut moves = Vec::new();
        if self.end.is_none() {
            view.moves(By::Seat(seat), &mut moves);
            view.asides(seat, &mut moves);
        }
        moves.iter().map(|m| Choice { text: text::<G>(m), path: G::clicks(m) }).collect()
    }

    fn scene(&self, who: Viewer) -> Scene {
        let eye = match who {
            Viewer::Seat(seat) => Eye::Seat(seat),
            Viewer::Spectator | Viewer::Arbiter => Eye::Public,
        };
        let seen = match who {
            Viewer::Arbiter => Seen::Truth(&self.position),
            _ => Seen::Eye(eye, &self.views[eye.index()]),
        };
        G::scene(seen, &self.last[eye.index()])
    }

    fn position(&self) -> String {
        let mut text = String::new();
        G::write_position(&self.position, &mut text);
        text
    }

    fn digest(&self) -> String {
        self.digest.hex()
    }

    fn record(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.record);
    }

    fn note(&mut self, seat: Seat, what: &'static str, text: &str) {
        self.notes.keep(seat, what, text, &mut self.record);
    }
    fn seal(&mut self) {
        if let Some(end) = self.end.clone().filter(|_| !self.sealed) {
            self.sealed = true;
            Line::End(end).write(&mut self.record);
        }
    }
}
