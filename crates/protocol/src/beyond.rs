//! `beyond`: the tic-tac-toe platform's conversation. The program speaks first: a type line, then its name;
//! it is sent its side, then the board at each of its turns, and answers a number.

use crate::printable;
use leitai_core::{
    Client, Cue, Dialect, DialectName, Garbled, Illegal, Left, Lines, Open, Outcome, Played, Position,
    Report, Said, Seat, Span, SpokenDialect, State, Turn, sentence,
};
use std::marker::PhantomData;

/// How one game is spelt in `beyond`.
pub trait BeyondWords: Send + 'static {
    /// Its law.
    type Position: Open;
    /// The type line a program must say first.
    const TYPE: &'static str;
    /// The side's letter.
    fn side(seat: Seat) -> char;
    /// The board, exactly as sent; blanks count.
    fn board(position: &Self::Position) -> String;
    /// An answer, without surrounding blanks.
    fn read(answer: &str) -> Option<<Self::Position as State>::Move>;
    /// The answer for an act.
    fn write(m: &<Self::Position as State>::Move) -> String;
    /// The seat of a side's letter.
    fn seat(side: &str) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| side.chars().eq([Self::side(seat)]))
    }
    /// The acts of the opponent that lead from `position` to `board`: none if it is no such board.
    fn acts(position: &Self::Position, board: &str) -> Vec<<Self::Position as State>::Move>;
}

/// The platform's side.
pub struct Beyond<W> {
    stage: Stage,
    seat: Seat,
    words: PhantomData<W>,
}

enum Stage {
    Type,
    Name,
    Play,
}

impl<W: BeyondWords> Beyond<W> {
    /// The dialect with a game's words, both ends.
    pub const SPOKEN: SpokenDialect<W::Position> = SpokenDialect {
        name: DialectName::Beyond,
        platform: |_| Box::new(Beyond::<W>::default()),
        program: || Box::new(BeyondClient::<W>::default()),
    };
}

impl<W> Default for Beyond<W> {
    fn default() -> Self {
        Beyond { stage: Stage::Type, seat: Seat::First, words: PhantomData }
    }
}

impl<W: BeyondWords> Dialect<W::Position> for Beyond<W> {
    fn open(&mut self, seat: Seat, _: &<W::Position as Position>::Rules, _: &mut Lines) {
        self.seat = seat;
    }

    fn begin(&mut self, _: Left, out: &mut Lines) {
        out.line(W::side(self.seat));
    }

    fn told(&mut self, _: &W::Position, _: &Report<W::Position>, _: bool, _: &mut Lines) {}

    fn ask(&mut self, view: &W::Position, _: Left, out: &mut Lines) {
        out.line(W::board(view));
    }

    fn hear(&mut self, _: &W::Position, line: &[u8]) -> Result<Said<<W::Position as State>::Move>, Garbled> {
        let text = printable(line.trim_ascii());
        let text = text.trim();
        match self.stage {
            _ if text.is_empty() => Ok(Said::Nothing),
            Stage::Type if text == W::TYPE => {
                self.stage = Stage::Name;
                Ok(Said::Nothing)
            }
            Stage::Type => Err(Garbled(sentence!("the type line {}", "类型行“{}”", W::TYPE))),
            Stage::Name => {
                self.stage = Stage::Play;
                Ok(Said::Ready(Some(text.to_owned())))
            }
            Stage::Play => match W::read(text) {
                Some(m) => Ok(Said::Acts(vec![m], Span::Turn)),
                None => Err(Garbled::expected("a number from 0 to 8", "0 到 8 的一个数")),
            },
        }
    }

    fn refused(&mut self, _: &Illegal, _: &mut Lines) {}

    fn close(&mut self, _: &Outcome, _: &mut Lines) {}

    fn strict(&self) -> bool {
        true
    }
}

/// The program's side.
pub struct BeyondClient<W> {
    seat: Option<Seat>,
    words: PhantomData<W>,
}

impl<W> Default for BeyondClient<W> {
    fn default() -> Self {
        BeyondClient { seat: None, words: PhantomData }
    }
}

impl<W: BeyondWords> Client<W::Position> for BeyondClient<W> {
    fn open(&mut self, name: &str, out: &mut Lines) {
        out.line(W::TYPE);
        out.line(name);
    }

    fn hear(&mut self, view: &W::Position, line: &[u8], cues: &mut Vec<Cue<W::Position>>) {
        // Blanks are squares: nothing but the line end is taken off.
        let Ok(text) = std::str::from_utf8(line) else { return };
        if self.seat.is_none() {
            self.seat = W::seat(text.trim());
            cues.extend(self.seat.map(|seat| Cue::Start(seat, <W::Position as Position>::Rules::default())));
            return;
        }
        // The platform shows boards, not moves: the difference is what was played.
        let mut seen = view.clone();
        for m in W::acts(view, text) {
            let Turn::Of(by) = seen.turn() else { break };
            seen.play(by, &m);
            cues.push(Cue::Learn(Played { by, m }));
        }
        cues.push(Cue::Think(None));
    }

    fn say(
        &mut self,
        view: &W::Position,
        turn: &[<W::Position as State>::Move],
        out: &mut Lines,
        cues: &mut Vec<Cue<W::Position>>,
    ) {
        let Turn::Of(by) = view.turn() else { return };
        for m in turn {
            out.line(W::write(m));
            cues.push(Cue::Learn(Played { by, m: m.clone() }));
        }
    }
}
