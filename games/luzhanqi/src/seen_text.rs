//! What is different in the text of a position at a table that knows one side's pieces only.

use crate::assignment::fits;
use crate::judged::Doubt;
use crate::notation::{read, read_point, write};
use crate::set_up::Stations;
use crate::{Act, Board, End, Fight, Judged, Phase, Point, Rank, Ranks, Word};
use leitai_board::Signs;
use leitai_core::{Garbled, Position, Seat, State, Words, sentence};

/// The sign of a piece whose rank the table does not know.
pub(crate) const UNKNOWN: char = '?';
/// What stands between the state and the acts since.
pub(crate) const THEN: char = '+';

/// The signs in a row where that side is hidden.
pub(crate) const fn signs(hidden: Seat) -> Signs {
    let signs = match hidden {
        Seat::First => Words::new("?, a–l", "?、a–l"),
        Seat::Second => Words::new("A–L, ?", "A–L、?"),
    };
    Signs { signs, places: Words::new("points", "个点") }
}

/// Writes a state in which the referee is asked.
pub(crate) fn write_judged(judged: &Judged, out: &mut String) {
    out.push_str(&judged.mover.to_string());
    let fallen = judged.fight.map(|fight| match fight {
        Fight::Both => None,
        Fight::Won => Some(judged.mover.other()),
        Fight::Lost => Some(judged.mover),
    });
    let said = [
        (judged.doubt == Doubt::Settled).then_some(Word::Stands),
        fallen.map(Word::Fell),
        judged.flag.map(Word::Flag),
    ];
    let acts = [Act::Go(judged.from, judged.to)].into_iter();
    for act in acts.chain(said.into_iter().flatten().map(Act::Said)) {
        out.push(THEN);
        write(&act, out);
    }
}

/// The position after the acts that follow the state, if any do: a move, and what the referee has said of it so far.
pub(crate) fn judged(mut board: Board, acts: &str) -> Result<Board, Garbled> {
    if acts.is_empty() {
        return Ok(board);
    }
    for text in acts.split(THEN) {
        let act = read(text)?;
        let by = board.turn().next().filter(|_| board.rules.seen.is_some());
        let played = by.map(|by| board.try_play(by, &act));
        if !matches!(played, Some(Ok(_))) {
            return Err(Garbled(sentence!(
                "`{text}` cannot follow in this position",
                "此局面之后不可能有“{text}”"
            )));
        }
    }
    match board.phase() {
        Phase::Judging(_) => Ok(board),
        _ => Err(Garbled::expected("a move that waits for the referee's word", "有待裁判宣布结果的着法")),
    }
}

/// Lays the pieces of the hidden side, all or none.
pub(crate) fn lay(board: &mut Board, hidden: Seat, stations: &Stations) -> Result<(), Garbled> {
    let homes = Point::homes(hidden);
    let is_unknown = |point: &Point| stations[point.index()] == Some((hidden, None));
    let unknown = Point::all().filter(is_unknown).count();
    if unknown > 0 && (unknown < homes.len() || !homes.iter().all(is_unknown)) {
        return Err(Garbled::expected(
            "`?` at each home of the hidden side, or at none",
            "隐藏方各布子点均为“?”，或全无",
        ));
    }
    for point in homes.iter().filter(|_| unknown > 0) {
        board.lay(hidden, *point, None);
    }
    Ok(())
}

/// Places the hidden side's pieces on the board by their list: `?`, place or `--`, and the ranks that each may have.
pub(crate) fn settle(board: &mut Board, hidden: Seat, text: &str) -> Result<(), Garbled> {
    let expected = || {
        Garbled::expected(
            "25 pieces of the hidden side, each `?`, a place or --, and six hexadecimal digits",
            "隐藏方的 25 枚棋子，每枚写作“?”、位置或 --，以及六位十六进制数",
        )
    };
    if text.len() != 25 * 9 || !text.is_ascii() {
        return Err(expected());
    }
    let hex = |text: &str| u16::from_str_radix(text, 16).ok().and_then(Ranks::of_bits);
    for home in 0..25 {
        let text = text[9 * home..9 * home + 9].strip_prefix(UNKNOWN).ok_or_else(expected)?;
        let place =
            if &text[..2] == "--" { None } else { Some(read_point(&text[..2]).ok_or_else(expected)?) };
        let (told, fought) = hex(&text[2..5]).zip(hex(&text[5..])).ok_or_else(expected)?;
        if !is_told_so(hidden, home, place, told) || place.is_some_and(|place| board.piece(place).is_some()) {
            return Err(Garbled(sentence!(
                "no piece laid at home {home} is known so",
                "布在第 {home} 位的棋子不可能如此"
            )));
        }
        board.told[hidden.index()][home] = told;
        board.fought[hidden.index()][home] = fought;
        if let Some(place) = place {
            board.set_down(hidden, home, place);
        }
    }
    let told = board.told[hidden.index()];
    let at = |rank, gone: bool| {
        (0..25)
            .find(|home: &usize| told[*home] == Ranks::just(rank) && (!gone || is_gone(board, hidden, *home)))
    };
    // A side whose commander is gone shows its flag.
    if at(Rank::Commander, true).is_some() {
        let flag = at(Rank::Flag, false).ok_or_else(expected)?;
        board.shown[hidden.index()] = Some(Point::homes(hidden)[flag]);
    }
    Ok(())
}

/// Whether everybody may have been told so of the piece: it was laid where such ranks are laid, has moved if it stands
/// elsewhere, and if it is gone it is known whether it was the commander or the flag.
fn is_told_so(seat: Seat, home: usize, place: Option<Point>, told: Ranks) -> bool {
    let laid = Board::at_home(home);
    let is_named = |rank| told == Ranks::just(rank) || !told.has(rank);
    told.bits() != 0
        && laid.and(told) == told
        && match place {
            None => is_named(Rank::Commander) && is_named(Rank::Flag),
            Some(place) if place == Point::homes(seat)[home] => true,
            Some(_) => told.and(Ranks::MOBILE) == told,
        }
}

fn is_gone(board: &Board, seat: Seat, home: usize) -> bool {
    !Point::all().any(|point| board.piece(point) == Some((seat, home)))
}

/// Checks that the state fits the board, as far as this table can know.
pub(crate) fn is_sound(board: &Board, hidden: Seat) -> Result<(), Words> {
    let seen = hidden.other();
    if !fits(&board.told[hidden.index()]) || !board.fits_its_state(hidden) {
        return Err(Words::new(
            "no ranks of the hidden side's pieces fit what is known of them",
            "隐藏方棋子没有与已知情况相符的军阶",
        ));
    }
    let told = &board.told[hidden.index()];
    let flag_fell = |home| told[home] == Ranks::just(Rank::Flag) && is_gone(board, hidden, home);
    let fallen = [(seen, board.flag(seen).is_none()), (hidden, (0..25).any(flag_fell))];
    let fallen: Vec<End> =
        fallen.into_iter().filter(|(_, fell)| *fell).map(|(seat, _)| End::FlagFell(seat)).collect();
    let ended = match (fallen.as_slice(), board.phase()) {
        ([], Phase::Over(end)) => {
            let mover = if let End::Idle(mover) = end { mover } else { Seat::First };
            board.end_of(mover, movable(board, hidden, !end.sticks(hidden)))
        }
        ([], _) => board.end_of(Seat::First, movable(board, hidden, true)),
        ([end], _) => Some(*end),
        _ => return Err(Words::new("both flags are gone", "双方军旗都已不在")),
    };
    match (board.phase(), ended) {
        (Phase::Over(said), Some(end)) if said == end => Ok(()),
        (Phase::Over(_), _) => Err(Words::new("the game has not ended so", "对局并未如此结束")),
        (_, Some(_)) => Err(Words::new("the game is over", "对局已经结束")),
        _ => Ok(()),
    }
}

/// Who can move, if the hidden side can or cannot.
fn movable(board: &Board, hidden: Seat, can: bool) -> [bool; 2] {
    Seat::BOTH.map(|seat| if seat == hidden { can } else { board.can_move(seat) })
}
