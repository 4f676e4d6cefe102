//! Games without hidden information: a `move` is a whole turn, and is passed on to the opponent, whose answer is
//! the next turn.

use super::SauTalk;
use leitai_core::{Actor, Cue, Garbled, Lines, Open, Played, Position, Said, Seat, Span, State, Words};

/// The spelling of one game's turns.
pub trait SauWords: Send + 'static {
    /// The rules of the game.
    type Position: Open;

    /// Appends what follows `move ` for a whole turn of one seat, in canonical form. `turn` is not empty; `view` is
    /// for spellings that depend on the board.
    fn write(view: &Self::Position, turn: &[MoveOf<Self>], out: &mut String);

    /// The acts that `text` spells, in order, at least one; `text` is what followed `move `, without surrounding
    /// blanks. Does not check whether they are legal in `view`, which is for spellings that depend on the position.
    fn read(view: &Self::Position, text: &str) -> Result<Vec<MoveOf<Self>>, Misspelt>;
}

/// Why a text does not spell a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misspelt {
    /// It cannot be read.
    Garbled(Garbled),
    /// It can be read, but breaks this rule by how it is written.
    Illegal(&'static Words),
}

impl From<Garbled> for Misspelt {
    fn from(garbled: Garbled) -> Misspelt {
        Misspelt::Garbled(garbled)
    }
}

type MoveOf<W> = <<W as SauWords>::Position as State>::Move;

impl<W: SauWords> SauTalk for W {
    type Position = W::Position;
    /// The opponent's acts of a turn that is not over: they are sent on one line.
    type Platform = Vec<MoveOf<W>>;
    /// The program's own last turn, until the next message shows that it was accepted.
    type Program = Vec<MoveOf<W>>;
    const ASKS: bool = false;

    fn report(
        gathered: &mut Vec<MoveOf<W>>,
        me: Seat,
        after: &W::Position,
        report: &Played<MoveOf<W>>,
        goes_on: bool,
        out: &mut Lines,
    ) {
        if report.by == Actor::Seat(me) {
            return;
        }
        gathered.push(report.m.clone());
        if !goes_on {
            out.line(spell::<W>(after, gathered));
            gathered.clear();
        }
    }

    fn ask(_: &mut Vec<MoveOf<W>>, _: &mut Lines) {}

    fn read(
        _: &mut Vec<MoveOf<W>>,
        _: Seat,
        view: &W::Position,
        text: &str,
    ) -> Result<Said<MoveOf<W>>, Garbled> {
        match W::read(view, text) {
            Ok(acts) => Ok(Said::Acts(acts, Span::Turn)),
            Err(Misspelt::Illegal(rule)) => Ok(Said::Illegal(rule)),
            Err(Misspelt::Garbled(garbled)) => Err(garbled),
        }
    }

    fn hear(
        said: &mut Vec<MoveOf<W>>,
        me: Seat,
        view: &W::Position,
        (word, text): (&str, &str),
        cues: &mut Vec<Cue<W::Position>>,
    ) {
        match word {
            "move" => {
                let mut seen = view.clone();
                learn(&mut seen, Actor::Seat(me), std::mem::take(said), cues);
                let turn = W::read(&seen, text).unwrap_or_default();
                learn(&mut seen, Actor::Seat(me.other()), turn, cues);
                if seen.turn().owes(Actor::Seat(me)) {
                    cues.push(Cue::Think(None));
                }
            }
            // An `error` that does not follow a turn asks for nothing.
            "error" if !std::mem::take(said).is_empty() => cues.push(Cue::Think(None)),
            _ => {}
        }
    }

    fn say(said: &mut Vec<MoveOf<W>>, view: &W::Position, turn: &[MoveOf<W>], out: &mut Lines) {
        out.line(spell::<W>(view, turn));
        said.clear();
        said.extend_from_slice(turn);
    }
}

/// Learns a turn. A third-party platform may send illegal acts: nothing is learnt from the first illegal act on.
fn learn<P: Open>(seen: &mut P, by: Actor, turn: Vec<P::Move>, cues: &mut Vec<Cue<P>>) {
    for m in turn {
        if seen.check(by, &m).is_err() {
            break;
        }
        Position::play(seen, by, &m);
        cues.push(Cue::Learn(Played { by, m }));
    }
}

fn spell<W: SauWords>(view: &W::Position, turn: &[MoveOf<W>]) -> String {
    let mut line = String::from("move ");
    W::write(view, turn, &mut line);
    line
}
