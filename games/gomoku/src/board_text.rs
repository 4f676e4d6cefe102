//! A position as text: its rows from the top with `x` for black, `o` for white and numbers for runs of empty
//! points; the seat that has black; the phase with all that is to be known in it.

use crate::notation::{read_point, write_point};
use crate::phase::{End, Offers, Phase, Play, Side};
use crate::{Board, Forbidden, Point, Rules, Stones};
use leitai_core::{Garbled, Seat, sentence};
use std::fmt::Write as _;

pub(crate) fn write(board: &Board, out: &mut String) {
    for y in 0..Point::SIDE {
        if y > 0 {
            out.push('/');
        }
        let mut run = 0;
        for side in (0..Point::SIDE).filter_map(|x| Point::new(x, y)).map(|point| board.at(point)) {
            let Some(side) = side else {
                run += 1;
                continue;
            };
            write_run(run, out);
            run = 0;
            out.push(mark(side));
        }
        write_run(run, out);
    }
    // Writing to a String cannot fail.
    let _ = write!(out, " {} ", board.black);
    write_phase(board.phase(), out);
}

fn write_run(run: u8, out: &mut String) {
    if run > 0 {
        let _ = write!(out, "{run}");
    }
}

const fn mark(side: Side) -> char {
    match side {
        Side::Black => 'x',
        Side::White => 'o',
    }
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
    let count = rows.split('/').count();
    if count != usize::from(Point::SIDE) {
        return Err(Garbled(sentence!(
            "the board has fifteen rows joined by /, not {count}",
            "棋盘应为以 / 相连的十五行，而不是 {count} 行"
        )));
    }
    let mut stones = [Stones::default(); 2];
    for (y, row) in (0..).zip(rows.split('/')) {
        read_row(row, y, &mut stones)?;
    }
    let black = Seat::BOTH.into_iter().find(|seat| seat.to_string() == *black);
    let black = black.ok_or_else(|| {
        Garbled::expected("the seat that has black: first or second", "执黑的一方：“first”或“second”")
    })?;
    let phase = read_phase(phase, more, stones[0].len() + stones[1].len())?;
    Board::set_up(*rules, stones, black, phase).map_err(Garbled::impossible)
}

fn read_row(row: &str, y: u8, stones: &mut [Stones; 2]) -> Result<(), Garbled> {
    let number = y + 1;
    let length = || {
        Garbled(sentence!(
            "row {number} from the top must have fifteen points",
            "自上第 {number} 行应有十五个点"
        ))
    };
    let (mut x, mut run) = (0_u8, 0_u8);
    for c in row.chars() {
        let side = match c {
            'x' | 'X' => Side::Black,
            'o' | 'O' => Side::White,
            '0'..='9' => {
                run = (run.saturating_mul(10).saturating_add(c as u8 - b'0')).min(Point::SIDE + 1);
                continue;
            }
            other => {
                return Err(Garbled(sentence!(
                    "row {number} from the top: `{other}` is not x, o or a number",
                    "自上第 {number} 行：“{other}”不是 x、o 或数字"
                )));
            }
        };
        x += run;
        run = 0;
        let point = Point::new(x, y).ok_or_else(length)?;
        stones[side as usize].insert(point);
        x += 1;
    }
    if x + run == Point::SIDE { Ok(()) } else { Err(length()) }
}

fn read_phase(phase: &str, more: &[&str], placed: u16) -> Result<Phase, Garbled> {
    let (word, rest) = phase.split_once(':').unwrap_or((phase, ""));
    let unknown = || Garbled(sentence!("`{phase}` is no phase of the game", "“{phase}”不是对局的阶段"));
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
