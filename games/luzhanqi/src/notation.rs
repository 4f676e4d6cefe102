//! Texts. A point is its row A–L from the top and its column 0–4. `L1=l` lays, `G0F0` goes. A position is its
//! state, the plies without contact, its rows from the top (`A`–`L` red's ranks, `a`–`l` black's, digits for
//! runs of empty points), and from the first move on two lists of each side's 25 pieces by home: rank, place
//! or `--`, and what it may be as far as everybody and the other side's fights say, three hexadecimal digits
//! each.

use crate::{Act, Board, End, Fight, Phase, Point, Rank, Ranks, Report, Rules};
use leitai_core::{Garbled, Seat, State, sentence};
use std::fmt::Write as _;

pub(crate) fn write(m: &Act, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = match m {
        Act::Lay(at, rank) => write!(out, "{}={}", name(*at), rank.letter()),
        Act::Go(from, to) => write!(out, "{}{}", name(*from), name(*to)),
    };
}

/// A point as people say it.
pub(crate) fn name(point: Point) -> String {
    format!("{}{}", char::from(b'A' + point.row()), point.column())
}

/// Any case and width, blanks, and any sign or none between the parts: `g0 f0`, `Ｇ０→Ｆ０`, `l1:L`, `L1=军旗`.
pub(crate) fn read(text: &str) -> Result<Act, Garbled> {
    let mut plain: String = text.chars().map(narrow).filter(|c| !is_between(*c)).collect();
    // Programs spell ranks in letters; only people in words.
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
    act.ok_or_else(|| Garbled::expected("a piece laid (L1=l) or a move (G0F0)", "布子（L1=l）或着法（G0F0）"))
}

/// Full-width letters, digits and signs come from Chinese input methods.
fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from((c as u32 - '！' as u32) as u8 + b'!').to_ascii_lowercase(),
        c => c.to_ascii_lowercase(),
    }
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '=' | '-' | '>' | ':' | ',' | '→' | '–' | '—')
}

fn point(row: u8, column: u8) -> Option<Point> {
    Point::new(row.checked_sub(b'a')?, column.checked_sub(b'0')?)
}

/// Two signs, in any case.
pub(crate) fn read_point(text: &str) -> Option<Point> {
    match *text.to_ascii_lowercase().as_bytes() {
        [row, column] => point(row, column),
        _ => None,
    }
}

const FIGHTS: [(Fight, &str); 3] = [(Fight::Won, "won"), (Fight::Lost, "lost"), (Fight::Both, "both")];

const ENDS: [(End, &str); 8] = [
    (End::NobodyMoves, "stuck-both"),
    (End::Stuck(Seat::First), "stuck-first"),
    (End::Stuck(Seat::Second), "stuck-second"),
    (End::FlagFell(Seat::First), "flag-first"),
    (End::FlagFell(Seat::Second), "flag-second"),
    (End::Idle(Seat::First), "idle-first"),
    (End::Idle(Seat::Second), "idle-second"),
    (End::IdleDraw, "idle-draw"),
];

/// The word of a value, and back.
fn word<T: PartialEq>(list: &[(T, &'static str)], value: &T) -> &'static str {
    list.iter().find(|(listed, _)| listed == value).map_or("", |(_, word)| word)
}

fn meaning<T: Copy>(list: &[(T, &str)], word: &str) -> Option<T> {
    list.iter().find(|(_, listed)| *listed == word).map(|(value, _)| *value)
}

/// `first laid L1=l`, `first ready`, `first flag L1`, `G0F0`, `G0F0 won`, `G0F0 won flag-second`.
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
            Act::Lay(..) => None,
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

pub(crate) fn write_board(board: &Board, out: &mut String) {
    match board.phase() {
        Phase::Laying => out.push_str("lay"),
        Phase::Moving(seat) => out.push_str(&seat.to_string()),
        Phase::Over(end) => out.push_str(word(&ENDS, &end)),
    }
    out.push_str(&format!(" {} ", board.plain()));
    for row in 0..Point::ROWS {
        if row > 0 {
            out.push('/');
        }
        let mut run = 0;
        for at in (0..Point::COLUMNS).filter_map(|column| Point::new(row, column)) {
            let rank = board.piece(at).and_then(|(seat, home)| Some((seat, board.rank(seat, home)?)));
            let Some((seat, rank)) = rank else {
                run += 1;
                continue;
            };
            write_run(&mut run, out);
            let letter = rank.letter();
            out.push(if seat == Seat::First { letter.to_ascii_uppercase() } else { letter });
        }
        write_run(&mut run, out);
    }
    if board.phase() != Phase::Laying {
        for seat in Seat::BOTH {
            write_side(board, seat, out);
        }
    }
}

fn write_run(run: &mut u8, out: &mut String) {
    if *run > 0 {
        out.push_str(&run.to_string());
    }
    *run = 0;
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
        out.push(board.rank(seat, home).map_or('?', Rank::letter));
        out.push_str(&place.map_or_else(|| "--".to_owned(), name));
        out.push_str(&format!("{told:03x}{fought:03x}"));
    }
}

/// What stands on each point.
type Stations = [Option<(Seat, Rank)>; Point::COUNT];
/// A side's piece: its rank, where it stands, what everybody and what the other side may think.
type Known = (Rank, Option<Point>, Ranks, Ranks);

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let words: Vec<_> = text.split_whitespace().collect();
    let [state, plain, rows, ref sides @ ..] = *words.as_slice() else {
        return Err(Garbled::expected(
            "the state (lay, first, second), plies without contact, twelve rows",
            "状态（“lay”、“first”、“second”）、未接触手数与十二行",
        ));
    };
    let stations = read_rows(rows)?;
    let plain = plain
        .parse()
        .map_err(|_| Garbled(sentence!("`{plain}` is no number of plies", "“{plain}”不是手数")))?;
    let mut board = Board { plain, ..Board::empty(rules) };
    if state == "lay" {
        return read_laying(board, &stations);
    }
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
            [] => made_up(seat, &stations)?,
            [first, second] => read_side(if seat == Seat::First { first } else { second })?,
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
    is_sound(&board).map_err(|why| {
        Garbled(sentence!("no game reaches this position: {why}", "任何对局都不会出现此局面：{why}"))
    })?;
    Ok(board)
}

fn standing(board: &Board, point: Point) -> Option<(Seat, Rank)> {
    let (seat, home) = board.piece(point)?;
    Some((seat, board.rank(seat, home)?))
}

fn read_rows(text: &str) -> Result<Stations, Garbled> {
    let rows: Vec<_> = text.split('/').collect();
    if rows.len() != usize::from(Point::ROWS) {
        return Err(Garbled(sentence!(
            "twelve rows are joined by /, not {}",
            "应为以 / 相连的十二行，而不是 {} 行",
            rows.len()
        )));
    }
    let mut stations = [None; Point::COUNT];
    for (row, text) in rows.into_iter().enumerate() {
        let mut column = 0;
        for c in text.chars() {
            if let Some(run) = c.to_digit(10) {
                column += run as usize;
                continue;
            }
            let seat = if c.is_ascii_uppercase() { Seat::First } else { Seat::Second };
            let rank = Rank::of_letter(c.to_ascii_lowercase());
            let rank = rank.ok_or_else(|| {
                Garbled(sentence!("`{c}` is no rank and no number", "“{c}”既不是棋子，也不是数字"))
            })?;
            if column < 5 {
                stations[5 * row + column] = Some((seat, rank));
            }
            column += 1;
        }
        if column != 5 {
            return Err(Garbled(sentence!(
                "row `{text}` has {column} points, not five",
                "“{text}”一行有 {column} 个点，应为五个"
            )));
        }
    }
    Ok(stations)
}

fn read_laying(mut board: Board, stations: &Stations) -> Result<Board, Garbled> {
    for (point, station) in Point::all().zip(stations) {
        let Some((seat, rank)) = *station else { continue };
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

/// A past for a side of which only the board is told: who stands where he may have been laid has not moved,
/// all others and those that are gone were laid where there was room.
fn made_up(seat: Seat, stations: &Stations) -> Result<Vec<Known>, Garbled> {
    let homes = Point::homes(seat);
    let mut pieces: [Option<Known>; 25] = [None; 25];
    let mut left: Vec<(Rank, Option<Point>)> = Vec::new();
    let mut gone = Rank::ORDER.to_vec();
    for (point, station) in Point::all().zip(stations) {
        let Some(rank) = station.filter(|(owner, _)| *owner == seat).map(|(_, rank)| rank) else { continue };
        let spare = gone.iter().position(|listed| *listed == rank);
        gone.remove(
            spare.ok_or_else(|| Garbled(sentence!("too many of rank {}", "棋子 {} 太多", rank.letter())))?,
        );
        let home =
            homes.iter().position(|home| *home == point).filter(|home| Board::at_home(*home).has(rank));
        match home {
            Some(home) => pieces[home] = Some((rank, Some(point), Board::at_home(home), Ranks::ALL)),
            None => left.push((rank, Some(point))),
        }
    }
    left.extend(gone.into_iter().map(|rank| (rank, None)));
    left.sort_by_key(|(rank, _)| rank.order());
    for (rank, place) in left {
        let free = (0..25).rev().find(|home| pieces[*home].is_none() && Board::at_home(*home).has(rank));
        let home = free.ok_or_else(|| {
            Garbled(sentence!("no place where {} was laid", "没有位置可布 {}", rank.letter()))
        })?;
        let mut told = Board::at_home(home);
        if place.is_some() {
            told = told.and(Ranks::MOBILE);
        } else if rank == Rank::Commander {
            told = Ranks::just(Rank::Commander);
        } else {
            told = told.without(Rank::Commander).without(Rank::Flag).with(rank);
        }
        pieces[home] = Some((rank, place, told, Ranks::ALL));
    }
    Ok(pieces.into_iter().flatten().collect())
}

/// Sets a side's pieces on the board.
fn settle(board: &mut Board, seat: Seat, pieces: &[Known]) -> Result<(), Garbled> {
    let mut ranks: Vec<_> = pieces.iter().map(|piece| piece.0).collect();
    ranks.sort_by_key(|rank| rank.order());
    if ranks != Rank::ORDER {
        return Err(Garbled::expected("each side's 25 pieces", "双方各 25 枚棋子"));
    }
    for (home, (rank, place, told, fought)) in pieces.iter().copied().enumerate() {
        let fits = Board::at_home(home).and(told).and(fought).has(rank);
        if !fits || place.is_some_and(|place| board.piece(place).is_some()) {
            return Err(Garbled(sentence!(
                "{} cannot be the piece laid at home {home}",
                "{} 不可能是布在第 {home} 位的棋子",
                rank.letter()
            )));
        }
        board.ranks[seat.index()][home] = Some(rank);
        board.told[seat.index()][home] = told;
        board.fought[seat.index()][home] = fought;
        if let Some(place) = place {
            if !rank.can_move() && place != Point::homes(seat)[home] {
                return Err(Garbled::expected("mines and flags where they were laid", "地雷与军旗须在原位"));
            }
            board.set_down(seat, home, place);
        } else if rank == Rank::Commander {
            board.shown[seat.index()] = Some(place.unwrap_or(Point::homes(seat)[0]));
        }
    }
    // Whose commander is gone shows its flag.
    if board.shown[seat.index()].is_some() {
        let flag = pieces.iter().position(|piece| piece.0 == Rank::Flag).unwrap_or(0);
        board.shown[seat.index()] = Some(Point::homes(seat)[flag]);
        board.told[seat.index()][flag] = Ranks::just(Rank::Flag);
    }
    Ok(())
}

/// Does the state fit the board?
fn is_sound(board: &Board) -> Result<(), &'static str> {
    let flag_fell = Seat::BOTH.map(|seat| board.flag(seat).is_none());
    let end = match flag_fell {
        [true, true] => return Err("both flags are gone"),
        [true, false] => board.end_after(Seat::Second, true),
        [false, true] => board.end_after(Seat::First, true),
        [false, false] => match board.phase() {
            Phase::Over(End::Idle(mover)) => board.end_after(mover, false),
            _ => board.end_after(Seat::First, false),
        },
    };
    match (board.turn(), board.phase(), end) {
        (_, Phase::Over(said), Some(end)) if said == end => Ok(()),
        (_, Phase::Over(_), _) => Err("the game has not ended so"),
        (_, _, Some(_)) => Err("the game is over"),
        _ => Ok(()),
    }
}
