//! A position as text: its rows from the top, with `x` for black, `o` for white and numbers for runs of empty
//! points; the seat that has black; and the phase with all its details.

use crate::notation::{GRID, read_point, write_point};
use crate::phase::{End, Offers, Phase, Play, Side};
use crate::{Board, Forbidden, Point, Rules, Stones};
use leitai_board::Signs;
use leitai_core::{Garbled, Seat, Words, sentence};
use std::fmt::Write as _;

const SIGNS: Signs = Signs { signs: Words::new("x, o", "x、o"), places: Words::new("points", "个点") };

pub(crate) fn write(board: &Board, out: &mut String) {
    GRID.write_rows(out, |x, y| Point::new(x, y).and_then(|point| board.at(point)).map(mark));
    // Writing to a String cannot fail.
    let _ = write!(out, " {} ", board.black);
    write_phase(board.phase(), out);
}

const fn mark(side: Side) -> char {
    match side {
        Side::Black => 'x',
        Side::White => 'o',
    }
}

fn side(sign: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| mark(*side) == sign.to_ascii_lowercase())
}

const fn kind_word(kind: Forbidden) -> &'static str {
    match kind {
        Forbidden::Overline => "overline",
        Forbidden::DoubleFour => "44",
        Forbidden::DoubleThree => "33",
    }
}

fn write_phase(phase: &Phase, out: &mut String) {
    let _ = match phase {
        Phase::Show(_) => write!(out, "show"),
        Phase::Announce => write!(out, "announce"),
        Phase::Swap(n) => write!(out, "swap:{n}"),
        Phase::Fourth(n) => write!(out, "fourth:{n}"),
        Phase::Offer(n, offers) => {
            let _ = write!(out, "offer:{n}:");
            return write_offers(offers, out);
        }
        Phase::Choose(offers) => {
            out.push_str("choose:");
            return write_offers(offers, out);
        }
        Phase::Play(play) => {
            out.push(mark(play.side));
            if play.passed {
                out.push_str(" passed");
            }
            play.pending.map_or(Ok(()), |kind| write!(out, " {}", kind_word(kind)))
        }
        Phase::Over(End::Five(side)) => write!(out, "five:{}", mark(*side)),
        Phase::Over(End::Forbidden(kind)) => write!(out, "forbidden:{}", kind_word(*kind)),
        Phase::Over(End::Claimed(kind)) => write!(out, "claimed:{}", kind_word(*kind)),
        Phase::Over(End::Passes) => write!(out, "passes"),
        Phase::Over(End::Full) => write!(out, "full"),
    };
}

fn write_offers(offers: &Offers, out: &mut String) {
    for (i, point) in offers.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write_point(point, out);
    }
}

pub(crate) fn read(text: &str, rules: &Rules) -> Result<Board, Garbled> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [rows, black, phase, more @ ..] = words.as_slice() else {
        return Err(Garbled::expected(
            "fifteen rows joined by /, the seat that has black (first or second), and the phase: show, announce, swap:2, fourth:2, offer:2:I9, choose:I9, x, o, five:x, …",
            "以 / 相连的十五行、执黑的一方（“first”或“second”）与阶段：“show”、“announce”、“swap:2”、“fourth:2”、“offer:2:I9”、“choose:I9”、“x”、“o”、“five:x”……",
        ));
    };
    let mut stones = [Stones::default(); 2];
    for (x, y, side) in GRID.read_rows(rows, SIGNS, side)? {
        stones[side as usize].insert(Point::new(x, y).expect("a place of the board"));
    }
    let black = Seat::BOTH.into_iter().find(|seat| seat.to_string() == *black);
    let black = black.ok_or_else(|| {
        Garbled::expected("the seat that has black: first or second", "执黑的一方：“first”或“second”")
    })?;
    let phase = read_phase(phase, more, stones[0].len() + stones[1].len())?;
    Board::set_up(*rules, stones, black, phase).map_err(Garbled::impossible)
}

fn read_phase(phase: &str, more: &[&str], placed: u16) -> Result<Phase, Garbled> {
    let (word, rest) = phase.split_once(':').unwrap_or((phase, ""));
    let unknown = || Garbled(sentence!("`{phase}` is not a phase of the game", "“{phase}”不是对局的阶段"));
    let number = |text: &str| text.parse().map_err(|_| unknown());
    let side = |text| Side::BOTH.into_iter().find(|side| text == mark(*side).to_string());
    let kind = || read_kind(rest).ok_or_else(unknown);
    let read = match word {
        "show" if rest.is_empty() => Phase::Show(placed.min(u16::from(u8::MAX)) as u8),
        "announce" if rest.is_empty() => Phase::Announce,
        "swap" => Phase::Swap(number(rest)?),
        "fourth" => Phase::Fourth(number(rest)?),
        "offer" => {
            let (n, offers) = rest.split_once(':').ok_or_else(unknown)?;
            Phase::Offer(number(n)?, read_offers(offers)?)
        }
        "choose" => Phase::Choose(read_offers(rest)?),
        "five" => Phase::Over(End::Five(side(rest).ok_or_else(unknown)?)),
        "forbidden" => Phase::Over(End::Forbidden(kind()?)),
        "claimed" => Phase::Over(End::Claimed(kind()?)),
        "passes" if rest.is_empty() => Phase::Over(End::Passes),
        "full" if rest.is_empty() => Phase::Over(End::Full),
        _ => {
            let mut play = Play::new(side(phase).ok_or_else(unknown)?);
            for word in more {
                match *word {
                    "passed" => play.passed = true,
                    word => play.pending = Some(read_kind(word).ok_or_else(|| after(word))?),
                }
            }
            return Ok(Phase::Play(play));
        }
    };
    more.first().map_or(Ok(read), |word| Err(after(word)))
}

fn after(word: &str) -> Garbled {
    Garbled(sentence!("`{word}` does not belong after the phase", "阶段之后不应有“{word}”"))
}

fn read_kind(text: &str) -> Option<Forbidden> {
    Forbidden::ALL.into_iter().find(|kind| kind_word(*kind) == text)
}

fn read_offers(text: &str) -> Result<Offers, Garbled> {
    let mut offers = Offers::default();
    for point in text.split(',').filter(|point| !point.is_empty()) {
        if offers.len() == Rules::MOST_OFFERS {
            return Err(Garbled::expected("at most twelve fifth stones are offered", "打点不超过十二个"));
        }
        offers.push(read_point(point)?);
    }
    Ok(offers)
}
