//! Sheets in rounds: a head as in the national contest, then one round per line, `1. a5-a4 b2-b3`, with acts in the
//! game's own notation. For games for which the contest defines no form.

use crate::head::Head;
use crate::text::Cursor;
use leitai_core::{
    Actor, Garbled, Heading, Lang, Position, Seat, Sentence, Sheet, SheetError, SheetGame, SheetName, State,
};
use std::fmt::Write as _;
use std::marker::PhantomData;

type MoveOf<W> = <<W as RoundWords>::Position as State>::Move;
type RulesOf<W> = <<W as RoundWords>::Position as Position>::Rules;

/// How a game's acts are written on a sheet in rounds.
pub trait RoundWords: Sized + Send + Sync + 'static {
    /// The game's rules.
    type Position: Position;
    /// The game's code and the letters of its sides.
    const HEAD: Head;

    /// Writes an act: without blanks, and not as a number followed by a point.
    fn write(m: &MoveOf<Self>, out: &mut String);

    /// Reads an act back, leniently.
    fn read(text: &str) -> Result<MoveOf<Self>, Garbled>;

    /// Whether the act belongs to the layout before the first round, which has a line for each side.
    fn is_laid(_m: &MoveOf<Self>) -> bool {
        false
    }

    /// A side's layout as written after its letter; `None` if nothing is laid out.
    fn write_laid(_seat: Seat, _laid: &[&MoveOf<Self>]) -> Option<String> {
        None
    }

    /// The acts of a layout, in an order in which they may be played.
    fn read_laid(_seat: Seat, _text: &str) -> Result<Vec<MoveOf<Self>>, Garbled> {
        Err(Garbled::expected("the rounds: nothing is laid in this game", "各回合：此棋没有布阵"))
    }
}

/// A game's sheet in this form if that is the requested one; the game has no other.
pub fn round_sheet<W: RoundWords>(name: SheetName) -> Option<Box<dyn Sheet<W::Position>>> {
    (name == SheetName::National).then(|| Box::new(Rounds::<W>(PhantomData)) as _)
}

/// The sheet in rounds of one game.
struct Rounds<W>(PhantomData<fn() -> W>);

impl<W: RoundWords> Sheet<W::Position> for Rounds<W> {
    fn knows(&self, text: &str) -> bool {
        W::HEAD.knows(text)
    }

    fn write(&self, heading: &Heading, _: &RulesOf<W>, acts: &[(Actor, MoveOf<W>)]) -> String {
        let mut out = String::from("#");
        W::HEAD.write(heading, [0, 1], &mut out);
        out.push(';');
        for seat in Seat::BOTH {
            let own = acts.iter().filter(|(by, m)| *by == Actor::Seat(seat) && W::is_laid(m));
            let laid: Vec<_> = own.map(|(_, m)| m).collect();
            if let Some(text) = W::write_laid(seat, &laid).filter(|_| !laid.is_empty()) {
                // Writing to a String cannot fail.
                let _ = write!(out, "\n{}:{text}", W::HEAD.sides[seat.index()]);
            }
        }
        for (at, (_, m)) in acts.iter().filter(|(_, m)| !W::is_laid(m)).enumerate() {
            if at % 2 == 0 {
                let _ = write!(out, "\n{}.", at / 2 + 1);
            }
            out.push(' ');
            W::write(m, &mut out);
        }
        out.push('\n');
        out
    }

    fn read(&self, rules: &RulesOf<W>, text: &str) -> Result<SheetGame<W::Position>, SheetError> {
        let mut cursor = Cursor::new(text);
        let heading = W::HEAD.read(&mut cursor)?;
        let mut game = Reading::<W> { position: W::Position::initial(rules), acts: Vec::new() };
        loop {
            cursor.skip(&[';', '；', '}']);
            if cursor.is_done() {
                return Ok(SheetGame::of(heading, game.acts));
            }
            let line = cursor.line();
            if let Some(seat) = laid_by::<W>(&cursor) {
                let text = cursor.until(|c| c == '\n');
                let laid = text.split_once([':', '：']).map_or("", |(_, laid)| laid);
                let acts = W::read_laid(seat, laid.trim()).map_err(|why| expected(line, &why, laid))?;
                acts.into_iter().try_for_each(|m| game.play(line, Actor::Seat(seat), m))?;
                continue;
            }
            let word = cursor.until(|c| c.is_whitespace() || matches!(c, ';' | '；' | '}'));
            let word = without_number(word);
            if !word.is_empty() {
                let m = W::read(word).map_err(|why| expected(line, &why, word))?;
                let by = game.position.turn().next().ok_or_else(|| {
                    SheetError::new(
                        line,
                        Sentence::new("a move after the end of the game", "终局之后还有着法"),
                    )
                })?;
                game.play(line, by, m)?;
            }
        }
    }

    fn file_name(&self, heading: &Heading) -> String {
        W::HEAD.file_name(heading)
    }
}

/// A partly read sheet.
struct Reading<W: RoundWords> {
    position: W::Position,
    acts: Vec<(Actor, MoveOf<W>)>,
}

impl<W: RoundWords> Reading<W> {
    fn play(&mut self, line: usize, by: Actor, m: MoveOf<W>) -> Result<(), SheetError> {
        self.position.try_play(by, &m).map_err(|why| SheetError::new(line, why.reason()))?;
        self.acts.push((by, m));
        Ok(())
    }
}

/// The seat whose layout comes next, judging by the letter of a side and a colon.
fn laid_by<W: RoundWords>(cursor: &Cursor<'_>) -> Option<Seat> {
    let is_of = |seat: &Seat| {
        let side = W::HEAD.sides[seat.index()];
        let (letter, rest) = cursor.rest().split_at_checked(side.len()).unwrap_or_default();
        letter.eq_ignore_ascii_case(side) && rest.trim_start_matches(' ').starts_with([':', '：'])
    };
    Seat::BOTH.into_iter().find(is_of)
}

/// A word without its round number, which adds nothing to the word's place.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = rest.len() < word.len();
    rest.strip_prefix(['.', '、', '．']).filter(|_| is_numbered).unwrap_or(word)
}

fn expected(line: usize, why: &Garbled, word: &str) -> SheetError {
    let word = word.escape_debug();
    let [en, zh] = [Lang::En, Lang::Zh].map(|lang| why.0.to(lang));
    let wrong =
        Sentence::new(format!("{en} was expected, not `{word}`"), format!("应为：{zh}，而不是“{word}”"));
    SheetError::new(line, wrong)
}
