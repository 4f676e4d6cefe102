//! The growing record of a game, its digest and its end.

use leitai_core::{
    About, Actor, Digest, End, Illegal, Lang, Line, Outcome, REASON_ZH, Seal, Seat, Sentence, Span,
    VerdictName,
};
use leitai_protocol::cut;

/// The most bytes that a record keeps of what one seat says besides its acts.
const ROOM: usize = 64 << 10;
/// The most bytes of a single note.
const LONGEST: usize = 16 << 10;

/// Writes the record of a game.
pub(crate) struct RecordWriter {
    lines: Vec<u8>,
    /// Second's lines while First still deploys in secret: if both seats owe an act at once, which of them answers
    /// first is a race, yet equal games must have equal records.
    held: Vec<u8>,
    /// Room left for each seat's notes.
    room: [usize; 2],
    plies: u32,
    digest: Digest,
    end: Option<End<'static>>,
    /// The seat whose fault ended the game, or First if the referee ended it: the Chinese reason is kept as a note of
    /// that seat.
    noted: Option<Seat>,
    /// The seal over the lines that were taken.
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

    /// Writes a line; `late`: hold it back until [`release`](RecordWriter::release).
    pub(crate) fn write(&mut self, line: &Line<'_>, late: bool) {
        line.write(if late { &mut self.held } else { &mut self.lines });
    }

    /// Writes acts that were played, or refused for a reason.
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

    /// Writes an act of the opening that both seats are given.
    pub(crate) fn given(&mut self, by: Actor, act: String) {
        self.write(&Line::Play { by, acts: vec![act.into()], us: 0, given: true }, false);
    }

    /// Writes the lines that were held back.
    pub(crate) fn release(&mut self) {
        self.lines.append(&mut self.held);
    }

    /// Keeps what was said besides the acts, cut to the room left; notes once when there is none left.
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

    /// Counts a completed turn of a seat.
    pub(crate) fn ply(&mut self) {
        self.plies += 1;
    }

    /// The number of completed plies, one for each turn of a seat.
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// Begins again to count plies and positions: acts were taken back, or are told once more.
    pub(crate) fn recount(&mut self) {
        (self.plies, self.digest) = (0, Digest::default());
    }

    /// Adds the text of the true position at the end of a turn to the digest.
    pub(crate) fn position(&mut self, text: &str) {
        self.digest.turn(text);
    }

    pub(crate) fn digest(&self) -> String {
        self.digest.hex()
    }

    /// Ends the game; `seed` is the seed of its dice.
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

    /// Writes the last line, once. That line is in English only, so the reason of a fault or of the referee in Chinese
    /// is written before it.
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
