//! How a game is written on a score sheet: `R:` and `B:` with each side's layout, then `1. G0F0 F3G3`, one round per
//! line, red then black. Of a side whose pieces the table does not know there is no layout, and the referee's words have
//! no place on a sheet: what is left are the moves.

use crate::{Act, Board, Point, Rank, notation};
use leitai_core::{Garbled, Seat};
use leitai_sheet::{Head, RoundWords};

/// The sign for a home where nothing was laid because the game ended first.
const NOTHING: char = '.';

/// The game's words on a sheet.
pub(crate) struct SheetWords;

impl RoundWords for SheetWords {
    type Position = Board;
    const HEAD: Head = Head { code: "JQ", sides: ["R", "B"] };

    fn write(m: &Act, out: &mut String) {
        notation::write(m, out);
    }

    fn read(text: &str) -> Result<Act, Garbled> {
        match notation::read(text)? {
            act @ Act::Go(..) => Ok(act),
            Act::Lay(..) | Act::Ready | Act::Said(_) => {
                Err(Garbled::expected("a move (G0F0)", "着法（G0F0）"))
            }
        }
    }

    fn is_laid(m: &Act) -> bool {
        !matches!(m, Act::Go(..))
    }

    /// A letter for each home, in the order of the national protocol.
    fn write_laid(seat: Seat, laid: &[&Act]) -> Option<String> {
        if laid == [&Act::Ready] {
            return None;
        }
        let letter = |home: &Point| {
            let rank = laid.iter().find_map(|act| match act {
                Act::Lay(at, rank) if at == home => Some(rank.letter()),
                _ => None,
            });
            rank.unwrap_or(NOTHING)
        };
        Some(Point::homes(seat).iter().map(letter).collect())
    }

    fn read_laid(seat: Seat, text: &str) -> Result<Vec<Act>, Garbled> {
        let bad = || Garbled::expected("25 letters a–l", "25 个字母 a–l");
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if letters.len() != Point::homes(seat).len() {
            return Err(bad());
        }
        let mut laid = Vec::new();
        for (home, letter) in Point::homes(seat).iter().zip(letters).filter(|(_, letter)| *letter != NOTHING)
        {
            laid.push((*home, Rank::of_letter(letter.to_ascii_lowercase()).ok_or_else(bad)?));
        }
        // In the order in which pieces are laid.
        laid.sort_by_key(|(_, rank)| rank.order());
        Ok(laid.into_iter().map(|(home, rank)| Act::Lay(home, rank)).collect())
    }
}
