//! Games that the desktop platform does not know, in its style: acts and reports use the game's own notation, as in
//! `native`. `told REPORT` reports what became known, one's own acts included; `turn` asks; `move ACT ACT…` answers
//! with a turn or part of one.

use super::SauTalk;
use leitai_core::{Cue, Game, Garbled, Lines, MoveOf, Openings, Report, Said, Seat, Span, ViewOf};
use std::marker::PhantomData;

/// A game expressed by its reports.
pub struct SauReports<G>(PhantomData<fn() -> G>);

impl<G: Game> SauTalk for SauReports<G> {
    type Position = G::Position;
    type Platform = ();
    type Program = ();
    const ASKS: bool = true;
    const OPENINGS: Openings = Openings::Acts;

    fn report((): &mut (), _: Seat, _: &ViewOf<G>, report: &Report<G::Position>, _: bool, out: &mut Lines) {
        let mut line = String::from("told ");
        G::write_report(report, &mut line);
        out.line(line);
    }

    fn ask((): &mut (), out: &mut Lines) {
        out.line("turn");
    }

    fn read((): &mut (), _: Seat, _: &ViewOf<G>, text: &str) -> Result<Said<MoveOf<G>>, Garbled> {
        let acts = text.split_ascii_whitespace().map(G::read).collect::<Result<Vec<_>, _>>()?;
        if acts.is_empty() {
            return Err(Garbled::expected("at least one act after `move `", "“move ”之后至少一个动作"));
        }
        Ok(Said::Acts(acts, Span::Part))
    }

    fn hear(
        (): &mut (),
        _: Seat,
        _: &ViewOf<G>,
        (word, text): (&str, &str),
        cues: &mut Vec<Cue<G::Position>>,
    ) {
        match word {
            "told" => cues.extend(G::read_report(text).map(Cue::Learn)),
            "turn" => cues.push(Cue::Think(None)),
            _ => {}
        }
    }

    fn say((): &mut (), _: &ViewOf<G>, turn: &[MoveOf<G>], out: &mut Lines) {
        let mut line = String::from("move");
        for m in turn {
            line.push(' ');
            G::write(m, &mut line);
        }
        out.line(line);
    }
}
