//! The record of a game as it grows, its digest and its end.

use leitai_core::{
    About, Actor, Digest, End, Illegal, Lang, Line, Outcome, REASON_ZH, Seal, Seat, Sentence, Span,
    VerdictName,
};
use leitai_protocol::cut;

/// Most bytes that a record keeps of what one seat says beside its acts.
const ROOM: usize = 64 << 10;
/// Longest single note.
const LONGEST: usize = 16 << 10;

/// What is written down of a game.
pub(crate) struct RecordWriter {
    lines: Vec<u8>,
    /// Second's lines while First still deploys in secret: which of two that owe at once answers first is a
    /// race, and equal games have equal records.
    held: Vec<u8>,
    /// Room left for each seat's notes.
    room: [usize; 2],
    plies: u32,
    digest: Digest,
    end: Option<End<'static>>,
    /// Whose fault ended it, or the First's where the referee did: the reason is kept in Chinese as a note of it.
    noted: Option<Seat>,
    /// Over the lines that were taken.
    seal: Seal,
    sealed: bool,
}

impl RecordWriter {
    pub(crate) fn open(about: &About<'static>) -> RecordWriter {
        let mut lines = Vec::with_capacity(1 << 10);
        Line::Game(about.clone()).write(&mut lines);
        let digest = Digest::default();
        RecordWriter {
            lines,
            held: Vec::new(),
            room: [ROOM; 2],
            plies: 0,
            digest,
            end: None,
            noted: None,
            seal: Seal::default(),
            sealed: false,
        }
    }

    /// Writes a line; `late`: it waits for [`release`](RecordWriter::release).
    pub(crate) fn write(&mut self, line: &Line<'_>, late: bool) {
        line.write(if late { &mut self.held } else { &mut self.lines });
    }

    /// Acts that were played, or refused for a reason.
    pub(crate) fn acts(
        &mut self,
        by: Actor,
        acts: impl Iterator<Item = String>,
        us: u64,
        refused: Option<(Illegal, Span)>,
        late: bool,
    ) {
        let acts = acts.map(Into::into).collect();
        let line = match refused {
            None => Line::Play { by, acts, us, given: false },
            Some((Illegal { rule, at, .. }, span)) => {
                let (rule, whole) = (rule.en.into(), span == Span::Turn);
                Line::Attempt { by, acts, said: None, rule, at, whole, us }
            }
        };
        self.write(&line, late);
    }

    /// An act of the opening that both seats are given.
    pub(crate) fn given(&mut self, by: Actor, act: String) {
        self.write(&Line::Play { by, acts: vec![act.into()], us: 0, given: true }, false);
    }

    /// What waited is written behind what it waited for.
    pub(crate) fn release(&mut self) {
        self.lines.append(&mut self.held);
    }

    /// Keeps what was said beside the acts, cut to what room is left; says once when there is none.
    pub(crate) fn note(&mut self, seat: Seat, what: &'static str, text: &str) {
        let note = |text: &str, lines: &mut Vec<u8>| {
            Line::Note { seat, what: what.into(), text: text.into() }.write(lines);
        };
        let room = &mut self.room[seat.index()];
        if *room == 0 {
            return;
        }
        let text = cut(text, LONGEST.min(*room));
        *room = room.saturating_sub(text.len() + 64);
        note(text, &mut self.lines);
        if *room == 0 {
            note("(more is not kept)", &mut self.lines);
        }
    }

    /// A seat completed a turn.
    pub(crate) fn ply(&mut self) {
        self.plies += 1;
    }

    /// Turns of one seat completed.
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// Takes the truth's text at the end of a turn into the digest.
    pub(crate) fn position(&mut self, text: &str) {
        self.digest.turn(text);
    }

    pub(crate) fn digest(&self) -> String {
        self.digest.hex()
    }

    /// The game is over; `seed` is what its dice came from.
    pub(crate) fn close(&mut self, outcome: Outcome, reason: Sentence, seed: Option<String>) {
        self.release();
        let winner = outcome.winner.map_or("draw".to_owned(), |seat| seat.to_string());
        self.digest.turn(&format!("{winner} {}", outcome.why.verdict()));
        let is_adjudicated = outcome.why.verdict() == VerdictName::Adjudicated;
        self.noted = outcome.faulty().or(is_adjudicated.then_some(Seat::First));
        self.end = Some(End {
            winner: outcome.winner,
            verdict: outcome.why.verdict(),
            reason,
            plies: self.plies,
            digest: self.digest.hex().into(),
            seed: seed.map(Into::into),
            seal: None,
        });
    }

    /// How it ended.
    pub(crate) fn end(&self) -> Option<&End<'static>> {
        self.end.as_ref()
    }

    /// Writes the last line, once; before it, since it holds English alone, the reason of a fault or of the referee in Chinese.
    pub(crate) fn seal(&mut self) {
        if let Some(end) = self.end.clone().filter(|_| !self.sealed) {
            self.sealed = true;
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| end.reason.to(lang));
            if let Some(seat) = self.noted.filter(|_| en != zh) {
                Line::Note { seat, what: REASON_ZH.into(), text: zh.into() }.write(&mut self.lines);
            }
            let mut seal = self.seal.clone();
            seal.lines(&self.lines);
            seal.write(end, &mut self.lines);
        }
    }

    /// Moves the lines written since the last call to the end of `out`.
    pub(crate) fn take(&mut self, out: &mut Vec<u8>) {
        self.seal.lines(&self.lines);
        out.append(&mut self.lines);
    }
}
