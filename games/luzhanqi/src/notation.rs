//! The notation of acts and reports. A point is its row A–L from the top and its column 0–4. `L1=l` lays a
//! piece, `G0F0` moves one. The referee's words are `fell:first`, `flag:A1`, `flag-second`, `done` and the like.

use crate::{Act, End, Fight, Point, Rank, Report, Word};
use leitai_board::{letter, narrow};
use leitai_core::{Garbled, Seat};
use std::fmt::Write as _;

pub(crate) fn write(m: &Act, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = match m {
        Act::Lay(at, rank) => write!(out, "{}={}", name(*at), rank.letter()),
        Act::Go(from, to) => write!(out, "{}{}", name(*from), name(*to)),
        Act::Ready => write!(out, "{READY}"),
        Act::Said(Word::Flag(at)) => write!(out, "flag:{}", name(*at)),
        Act::Said(said) => write!(out, "{}", word(&WORDS, said)),
    };
}

const READY: &str = "ready";

/// The referee's words that name no point.
const WORDS: [(Word, &str); 10] = [
    (Word::Stands, "stands"),
    (Word::Fell(Some(Seat::First)), "fell:first"),
    (Word::Fell(Some(Seat::Second)), "fell:second"),
    (Word::Fell(None), "fell:both"),
    (Word::Ended(End::FlagFell(Seat::First)), "flag-first"),
    (Word::Ended(End::FlagFell(Seat::Second)), "flag-second"),
    (Word::Ended(End::Stuck(Seat::First)), "stuck-first"),
    (Word::Ended(End::Stuck(Seat::Second)), "stuck-second"),
    (Word::Ended(End::NobodyMoves), "stuck-both"),
    (Word::Done, "done"),
];

/// The fixed text of an act that names no point: the name of its button.
pub(crate) fn fixed(m: &Act) -> &'static str {
    match m {
        Act::Ready => READY,
        Act::Said(said) => word(&WORDS, said),
        Act::Lay(..) | Act::Go(..) => "",
    }
}

/// Reads the acts of a table that knows one side's pieces only; `plain` has no signs between its parts.
fn read_relayed(plain: &str) -> Option<Act> {
    if plain == READY {
        return Some(Act::Ready);
    }
    let mut words = WORDS.iter();
    let fixed = words.find(|(_, text)| text.chars().filter(|c| !is_between(*c)).eq(plain.chars()));
    let flag = || plain.strip_prefix("flag").and_then(read_point).map(Word::Flag);
    fixed.map(|(word, _)| *word).or_else(flag).map(Act::Said)
}

/// The name of a point.
pub(crate) fn name(point: Point) -> String {
    format!("{}{}", letter(point.row()), point.column())
}

/// Accepts either case, full-width characters, blanks, and various signs or none between the parts: `g0 f0`,
/// `Ｇ０→Ｆ０`, `l1:L`, `L1=军旗`.
pub(crate) fn read(text: &str) -> Result<Act, Garbled> {
    let mut plain: String = text.chars().map(narrow).filter(|c| !is_between(*c)).collect();
    // Programs write ranks as letters; only people write them as words.
    for rank in Rank::ALL.into_iter().filter(|_| !text.is_ascii()) {
        plain = plain.replace(rank.code().zh, &rank.letter().to_string());
    }
    let act = match *plain.as_bytes() {
        [row, column, rank] => point(row, column).zip(Rank::of_letter(char::from(rank))),
        _ => None,
    };
    let act = act.map(|(at, rank)| Act::Lay(at, rank)).or(match *plain.as_bytes() {
        [r, c, row, column] => point(r, c).zip(point(row, column)).map(|(from, to)| Act::Go(from, to)),
        _ => None,
    });
    act.or_else(|| read_relayed(&plain)).ok_or_else(|| {
        Garbled::expected("a piece laid (L1=l) or a move (G0F0)", "布子（L1=l）或着法（G0F0）")
    })
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '=' | '-' | '>' | ':' | ',' | '→' | '–' | '—')
}

fn point(row: u8, column: u8) -> Option<Point> {
    Point::new(row.checked_sub(b'a')?, column.checked_sub(b'0')?)
}

/// Reads a point from two characters, in either case.
pub(crate) fn read_point(text: &str) -> Option<Point> {
    match *text.to_ascii_lowercase().as_bytes() {
        [row, column] => point(row, column),
        _ => None,
    }
}

const FIGHTS: [(Fight, &str); 3] = [(Fight::Won, "won"), (Fight::Lost, "lost"), (Fight::Both, "both")];

pub(crate) const ENDS: [(End, &str); 8] = [
    (End::NobodyMoves, "stuck-both"),
    (End::Stuck(Seat::First), "stuck-first"),
    (End::Stuck(Seat::Second), "stuck-second"),
    (End::FlagFell(Seat::First), "flag-first"),
    (End::FlagFell(Seat::Second), "flag-second"),
    (End::Idle(Seat::First), "idle-first"),
    (End::Idle(Seat::Second), "idle-second"),
    (End::IdleDraw, "idle-draw"),
];

/// The word for a value.
pub(crate) fn word<T: PartialEq>(list: &[(T, &'static str)], value: &T) -> &'static str {
    list.iter().find(|(listed, _)| listed == value).map_or("", |(_, word)| word)
}

/// The value of a word.
pub(crate) fn meaning<T: Copy>(list: &[(T, &str)], word: &str) -> Option<T> {
    list.iter().find(|(_, listed)| *listed == word).map(|(value, _)| *value)
}

/// Writes a report: `first laid L1=l`, `first ready`, `first flag L1`, `G0F0`, `G0F0 won`, `G0F0 won
/// flag-second`.
pub(crate) fn write_report(report: &Report, out: &mut String) {
    let _ = match report {
        Report::Laid(seat, at, rank) => write!(out, "{seat} laid {}={}", name(*at), rank.letter()),
        Report::Ready(seat) => write!(out, "{seat} ready"),
        Report::Flag(seat, at) => write!(out, "{seat} flag {}", name(*at)),
        Report::Went(from, to, fight, end) => {
            write(&Act::Go(*from, *to), out);
            let words = [fight.map(|fight| word(&FIGHTS, &fight)), end.map(|end| word(&ENDS, &end))];
            words.into_iter().flatten().try_for_each(|word| write!(out, " {word}"))
        }
    };
}

pub(crate) fn read_report(text: &str) -> Result<Report, Garbled> {
    let words: Vec<_> = text.split(' ').collect();
    let seat = |word: &str| Seat::BOTH.into_iter().find(|seat| seat.to_string() == word);
    let report = match *words.as_slice() {
        [side, "ready"] => seat(side).map(Report::Ready),
        [side, "flag", at] => seat(side).zip(read_point(at)).map(|(seat, at)| Report::Flag(seat, at)),
        [side, "laid", act] => match (seat(side), read(act)?) {
            (Some(seat), Act::Lay(at, rank)) => Some(Report::Laid(seat, at, rank)),
            _ => None,
        },
        [act, ref rest @ ..] if rest.len() <= 2 => match read(act)? {
            Act::Go(from, to) => {
                let fight = rest.first().and_then(|word| meaning(&FIGHTS, word));
                let rest = &rest[usize::from(fight.is_some())..];
                match *rest {
                    [] => Some(Report::Went(from, to, fight, None)),
                    [end] => meaning(&ENDS, end).map(|end| Report::Went(from, to, fight, Some(end))),
                    _ => None,
                }
            }
            Act::Lay(..) | Act::Ready | Act::Said(_) => None,
        },
        _ => None,
    };
    report.ok_or_else(|| {
        Garbled::expected(
            "first laid L1=l, first ready, first flag L1 or G0F0 won",
            "“first laid L1=l”、“first ready”、“first flag L1”或“G0F0 won”",
        )
    })
}
