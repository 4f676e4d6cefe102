//! Positions set up by hand: fills in what their text leaves out and checks whether they are consistent.

use crate::{Board, End, Phase, Point, Rank, Ranks};
use leitai_core::{Garbled, Seat, State, Words, sentence};

/// The piece on each point, and its rank where the table knows it.
pub(crate) type Stations = [Option<(Seat, Option<Rank>)>; Point::COUNT];
/// A side's piece: its rank, its point, and the ranks it may have for everybody and for the other side.
pub(crate) type Known = (Rank, Option<Point>, Ranks, Ranks);

/// Makes up a past for a side of which only the board is given: pieces that stand where they may have been
/// laid have not moved; all others, including those that are gone, were laid where there was room.
pub(crate) fn made_up(seat: Seat, stations: &Stations) -> Result<Vec<Known>, Garbled> {
    let homes = Point::homes(seat);
    let mut pieces: [Option<Known>; 25] = [None; 25];
    let mut left: Vec<(Rank, Option<Point>)> = Vec::new();
    let mut gone = Rank::ORDER.to_vec();
    for (point, station) in Point::all().zip(stations) {
        let Some(rank) = station.filter(|(owner, _)| *owner == seat).and_then(|(_, rank)| rank) else {
            continue;
        };
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

/// Places a side's pieces on the board.
pub(crate) fn settle(board: &mut Board, seat: Seat, pieces: &[Known]) -> Result<(), Garbled> {
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
    // A side whose commander is gone shows its flag.
    if board.shown[seat.index()].is_some() {
        let flag = pieces.iter().position(|piece| piece.0 == Rank::Flag).unwrap_or(0);
        board.shown[seat.index()] = Some(Point::homes(seat)[flag]);
        board.told[seat.index()][flag] = Ranks::just(Rank::Flag);
    }
    Ok(())
}

/// Checks that the state fits the board.
pub(crate) fn is_sound(board: &Board) -> Result<(), Words> {
    let flag_fell = Seat::BOTH.map(|seat| board.flag(seat).is_none());
    let end = match flag_fell {
        [true, true] => return Err(Words::new("both flags are gone", "双方军旗都已不在")),
        [true, false] => board.end_after(Seat::Second, true),
        [false, true] => board.end_after(Seat::First, true),
        [false, false] => match board.phase() {
            Phase::Over(End::Idle(mover)) => board.end_after(mover, false),
            _ => board.end_after(Seat::First, false),
        },
    };
    match (board.turn(), board.phase(), end) {
        (_, Phase::Over(said), Some(end)) if said == end => Ok(()),
        (_, Phase::Over(_), _) => Err(Words::new("the game has not ended so", "对局并未如此结束")),
        (_, _, Some(_)) => Err(Words::new("the game is over", "对局已经结束")),
        _ => Ok(()),
    }
}
