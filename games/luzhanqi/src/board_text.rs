//! A position as text: its state, the plies without contact, its rows from the top (`A`–`L` for red's ranks,
//! `a`–`l` for black's, numbers for runs of empty points) and, from the first move on, a list of each side's 25
//! pieces by home: rank, place or `--`, and the ranks that it may have according to what everybody knows and
//! according to its fights, three hexadecimal digits each. A rank that the table does not know is `?`; to a move that
//! waits for the referee's word the state adds the move and what has been said, `second+F3G3+fell:both`.

use crate::notation::{ENDS, meaning, name, read_point, word};
use crate::set_up::{Known, Stations, is_sound, made_up, settle};
use crate::{Board, Phase, Point, Rank, Ranks, Rules, seen_text};
use leitai_board::{Grid, Signs};
use leitai_core::{Garbled, Seat, Words, sentence};

const GRID: Grid = Grid::new(Point::COLUMNS, Point::ROWS);
const SIGNS: Signs =
    Signs { signs: Words::new("A–L, a–l", "A–L、a–l"), places: Words::new("points", "个点") };

pub(crate) fn write(board: &Board, out: &mut String) {
    match board.phase() {
        Phase::Laying => out.push_str("lay"),
        Phase::Moving(seat) => out.push_str(&seat.to_string()),
        Phase::Judging(judged) => seen_text::write_judged(&judged, out),
        Phase::Over(end) => out.push_str(word(&ENDS, &end)),
    }
    out.push_str(&format!(" {} ", board.plain()));
    GRID.write_rows(out, |column, row| {
        let (seat, home) = board.piece(Point::new(row, column)?)?;
        let letter = board.rank(seat, home).map_or(seen_text::UNKNOWN, Rank::letter);
        Some(if seat == Seat::First { letter.to_ascii_uppercase() } else { letter })
    });
    if board.phase() != Phase::Laying {
        for seat in Seat::BOTH {
            write_side(board, seat, out);
        }
    }
}

fn write_side(board: &Board, seat: Seat, out: &mut String) {
    let mut places = [None; 25];
    for point in Point::all() {
        if let Some((owner, home)) = board.piece(point)
            && owner == seat
        {
            places[home] = Some(point);
        }
    }
    out.push(' ');
    for (home, place) in places.into_iter().enumerate() {
        let [told, fought] = [&board.told, &board.fought].map(|ranks| ranks[seat.index()][home].bits());
        out.push(board.rank(seat, home).map_or(seen_text::UNKNOWN, Rank::letter));
        out.push_str(&place.map_or_else(|| "--".to_owned(), name));
        out.push_str(&format!("{told:03x}{fought:03x}"));
    }
}

pub(crate) fn read(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let words: Vec<_> = text.split_whitespace().collect();
    let [state, plain, rows, ref sides @ ..] = *words.as_slice() else {
        return Err(Garbled::expected(
            "the state (lay, first, second), plies without contact, twelve rows",
            "状态（“lay”、“first”、“second”）、未接触手数与十二行",
        ));
    };
    let stations = read_rows(rows, rules)?;
    let plain = plain
        .parse()
        .map_err(|_| Garbled(sentence!("`{plain}` is not a number of plies", "“{plain}”不是手数")))?;
    let mut board = Board { plain, ..Board::empty(rules) };
    if state == "lay" {
        return read_laying(board, &stations);
    }
    let (state, judged) = state.split_once(seen_text::THEN).unwrap_or((state, ""));
    let seat = Seat::BOTH.into_iter().find(|seat| seat.to_string() == state);
    board.phase = match (seat, meaning(&ENDS, state)) {
        (Some(seat), _) => Phase::Moving(seat),
        (None, Some(end)) => Phase::Over(end),
        _ => {
            return Err(Garbled(sentence!(
                "the state is lay, first, second or an end, not `{state}`",
                "状态应为“lay”、“first”、“second”或一种终局，而不是“{state}”"
            )));
        }
    };
    for seat in Seat::BOTH {
        let pieces = match *sides {
            [] if rules.seen.is_none() => made_up(seat, &stations)?,
            [first, second] => {
                let side = if seat == Seat::First { first } else { second };
                if rules.hides(seat) {
                    seen_text::settle(&mut board, seat, side)?;
                    continue;
                }
                read_side(side)?
            }
            _ => {
                return Err(Garbled::expected(
                    "no list of pieces, or one for each side",
                    "没有棋子清单，或双方各一份",
                ));
            }
        };
        settle(&mut board, seat, &pieces)?;
    }
    if Point::all().any(|point| standing(&board, point) != stations[point.index()]) {
        return Err(Garbled::expected("rows and lists that say the same", "各行与清单须一致"));
    }
    match rules.hidden() {
        None => is_sound(&board),
        Some(hidden) => seen_text::is_sound(&board, hidden),
    }
    .map_err(Garbled::impossible)?;
    seen_text::judged(board, judged)
}

fn standing(board: &Board, point: Point) -> Option<(Seat, Option<Rank>)> {
    let (seat, home) = board.piece(point)?;
    Some((seat, board.rank(seat, home)))
}

fn read_rows(text: &str, rules: Rules) -> Result<Stations, Garbled> {
    let hidden = rules.hidden();
    let piece = |sign: char| {
        if sign == seen_text::UNKNOWN {
            return hidden.map(|seat| (seat, None));
        }
        let seat = if sign.is_ascii_uppercase() { Seat::First } else { Seat::Second };
        let rank = Rank::of_letter(sign.to_ascii_lowercase()).filter(|_| hidden != Some(seat))?;
        Some((seat, Some(rank)))
    };
    let signs = hidden.map_or(SIGNS, seen_text::signs);
    let mut stations = [None; Point::COUNT];
    for (column, row, piece) in GRID.read_rows(text, signs, piece)? {
        stations[usize::from(GRID.index(column, row))] = Some(piece);
    }
    Ok(stations)
}

fn read_laying(mut board: Board, stations: &Stations) -> Result<Board, Garbled> {
    for (point, station) in Point::all().zip(stations) {
        let Some((seat, Some(rank))) = *station else { continue };
        let home = Point::homes(seat).iter().position(|home| *home == point);
        if !home.is_some_and(|home| Board::at_home(home).has(rank)) {
            return Err(Garbled(sentence!(
                "{}={} breaks the rules of laying",
                "{}={} 违反布阵规则",
                name(point),
                rank.letter()
            )));
        }
        board.lay(seat, point, Some(rank));
    }
    if let Some(hidden) = board.rules.hidden() {
        seen_text::lay(&mut board, hidden, stations)?;
    }
    for seat in Seat::BOTH {
        let mut ranks: Vec<_> = board.ranks[seat.index()].iter().flatten().copied().collect();
        ranks.sort_by_key(|rank| rank.order());
        if !Rank::ORDER.starts_with(&ranks) {
            return Err(Garbled::expected(
                "pieces laid in order: flag, mines, bombs, then from a to i",
                "按顺序布子：军旗、地雷、炸弹，然后从 a 到 i",
            ));
        }
    }
    if board.plain != 0 || board.phase != Phase::Laying {
        return Err(Garbled::expected("a layout not yet complete, and no ply", "尚未完成的布阵，且没有着法"));
    }
    Ok(board)
}

fn read_side(text: &str) -> Result<Vec<Known>, Garbled> {
    let expected = || {
        Garbled::expected(
            "25 pieces, each a rank, a place or --, and six hexadecimal digits",
            "25 枚棋子，每枚写作棋子、位置或 --，以及六位十六进制数",
        )
    };
    if text.len() != 25 * 9 || !text.is_ascii() {
        return Err(expected());
    }
    let hex = |text: &str| u16::from_str_radix(text, 16).ok().and_then(Ranks::of_bits);
    let piece = |at: usize| {
        let text = text.get(9 * at..9 * at + 9)?;
        let rank = Rank::of_letter(text.chars().next()?)?;
        let place = if &text[1..3] == "--" { None } else { Some(read_point(&text[1..3])?) };
        Some((rank, place, hex(&text[3..6])?, hex(&text[6..9])?))
    };
    (0..25).map(|at| piece(at).ok_or_else(expected)).collect()
}
