//! A second implementation of the rules, straight from their sentences: the points listed one by one,
//! a walker that goes from point to point, and all legal moves generated to see whether there is one. The rules
//! under test must agree with it everywhere.

use leitai_core::Seat;
use luzhanqi::{Act, Board, End, Fight, Phase, Point, Rank, Rules};
use std::collections::{BTreeMap, BTreeSet};

/// Row from the top and column from the left.
pub(crate) type Place = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Deed {
    Lay(Place, Rank),
    Go(Place, Place),
}

#[derive(Clone, Debug)]
pub(crate) struct Twin {
    rules: Rules,
    pieces: BTreeMap<Place, (Seat, Rank)>,
    /// Where each side's flag was laid.
    flags: [Option<Place>; 2],
    phase: Phase,
    plain: u16,
}

const CAMPS: [Place; 10] = [(2, 1), (2, 3), (3, 2), (4, 1), (4, 3), (7, 1), (7, 3), (8, 2), (9, 1), (9, 3)];
const HEADQUARTERS: [Place; 4] = [(0, 1), (0, 3), (11, 1), (11, 3)];
const WAYS: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// "司令……军旗": the pieces of a side, in the order in which it lays them.
const PIECES: &str = "ljjjkkabccddeeffggghhhiii";

fn every_place() -> impl Iterator<Item = Place> {
    (0..12).flat_map(|row| (0..5).map(move |column| (row, column)))
}

/// "Orthogonal neighbours, but between rows 5 and 6 only columns 0, 2, 4 are joined; a camp also joins its
/// diagonal neighbours."
fn is_joined(a: Place, b: Place) -> bool {
    let (down, right) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    let crosses = [a.0, b.0] == [5, 6] || [a.0, b.0] == [6, 5];
    match (down, right) {
        (0, 1) => true,
        (1, 0) => !crosses || [0, 2, 4].contains(&a.1),
        (1, 1) => CAMPS.contains(&a) || CAMPS.contains(&b),
        _ => false,
    }
}

/// "Rows 1, 5, 6, 10 over all columns; columns 0 and 4 over rows 1–10; the centre link (5,2)–(6,2)."
fn is_rail(a: Place, b: Place) -> bool {
    let along_a_row = a.0 == b.0 && [1, 5, 6, 10].contains(&a.0) && (a.1 - b.1).abs() == 1;
    let inner = |row: i8| (1..=10).contains(&row);
    let along_a_column =
        a.1 == b.1 && [0, 4].contains(&a.1) && inner(a.0) && inner(b.0) && (a.0 - b.0).abs() == 1;
    along_a_row || along_a_column || [a, b] == [(5, 2), (6, 2)] || [a, b] == [(6, 2), (5, 2)]
}

/// "军阶低的棋子战败……级别相同则同归于尽", bombs, mines, and the flag that loses to anything.
fn fight(by: Rank, on: Rank) -> Fight {
    if by == Rank::Bomb || on == Rank::Bomb {
        return Fight::Both;
    }
    match on {
        Rank::Flag => Fight::Won,
        Rank::Mine if by == Rank::Engineer => Fight::Won,
        Rank::Mine => Fight::Lost,
        _ if by == on => Fight::Both,
        _ if by.letter() < on.letter() => Fight::Won,
        _ => Fight::Lost,
    }
}

/// "布局规则": whether a side may lay a piece of that rank there.
fn may_lie(seat: Seat, rank: Rank, place: Place) -> bool {
    // As the side sees it, its front row is 6 and its back row 11.
    let row = if seat == Seat::First { place.0 } else { 11 - place.0 };
    let home = row >= 6 && !CAMPS.contains(&place);
    home && match rank {
        Rank::Flag => HEADQUARTERS.contains(&place),
        Rank::Mine => row >= 10,
        Rank::Bomb => row > 6,
        _ => true,
    }
}

pub(crate) fn place(point: Point) -> Place {
    (point.row() as i8, point.column() as i8)
}

pub(crate) fn deed(act: &Act) -> Deed {
    match *act {
        Act::Lay(at, rank) => Deed::Lay(place(at), rank),
        Act::Go(from, to) => Deed::Go(place(from), place(to)),
        Act::Ready | Act::Said(_) => unreachable!("both sides are known where the twin plays"),
    }
}

impl Twin {
    /// The twin of `board`, under the same rules.
    pub(crate) fn of(board: &Board, rules: Rules) -> Twin {
        let mut pieces = BTreeMap::new();
        let mut flags = [None; 2];
        for point in Point::all() {
            if let Some((seat, home)) = board.piece(point) {
                let rank = board.rank(seat, home).expect("the truth knows every rank");
                pieces.insert(place(point), (seat, rank));
                if rank == Rank::Flag {
                    flags[seat.index()] = Some(place(point));
                }
            }
        }
        Twin { rules, pieces, flags, phase: board.phase(), plain: board.plain() }
    }

    /// Whether everything that can be asked of the board agrees with a recount.
    pub(crate) fn is(&self, board: &Board) -> bool {
        let other = Twin::of(board, self.rules);
        let shown = Seat::BOTH.map(|seat| board.shown_flag(seat).map(place));
        self.pieces == other.pieces
            && (self.phase, self.plain) == (board.phase(), board.plain())
            && shown == Seat::BOTH.map(|seat| self.shown(seat))
    }

    pub(crate) const fn phase(&self) -> Phase {
        self.phase
    }

    /// "若司令被吃掉或同归于尽，则无司令的选手需亮出军旗所在位置"
    fn shown(&self, seat: Seat) -> Option<Place> {
        let lives = self.pieces.values().any(|piece| *piece == (seat, Rank::Commander));
        if self.phase == Phase::Laying || lives { None } else { self.flags[seat.index()] }
    }

    fn laid(&self, seat: Seat) -> usize {
        self.pieces.values().filter(|(owner, _)| *owner == seat).count()
    }

    /// Every place that a piece can reach along the rails: "不可转弯只可不限格数沿直线", engineers "直行或转弯".
    fn rides(&self, from: Place, rank: Rank) -> BTreeSet<Place> {
        let mut reached = BTreeSet::new();
        let mut open = WAYS.map(|way| (from, way)).to_vec();
        while let Some((at, way)) = open.pop() {
            let next = (at.0 + way.0, at.1 + way.1);
            if !is_rail(at, next) || next.1 < 0 || next.1 > 4 {
                continue;
            }
            let new = reached.insert(next);
            if self.pieces.contains_key(&next) {
                continue;
            }
            if rank == Rank::Engineer && new {
                open.extend(WAYS.map(|way| (next, way)));
            } else if rank != Rank::Engineer {
                open.push((next, way));
            }
        }
        reached
    }

    /// Every legal move of a side, regardless of who is on turn.
    fn goes(&self, seat: Seat) -> Vec<Deed> {
        let mut goes = Vec::new();
        for (from, (owner, rank)) in &self.pieces {
            // "军旗和地雷不可移动，在大本营里的棋子不可移动"
            if *owner != seat || [Rank::Flag, Rank::Mine].contains(rank) || HEADQUARTERS.contains(from) {
                continue;
            }
            let rides = self.rides(*from, *rank);
            for to in every_place().filter(|to| is_joined(*from, *to) || rides.contains(to)) {
                let stands = match self.pieces.get(&to) {
                    None => to != *from,
                    // "棋子不能碰行营中的棋子"
                    Some((owner, _)) => *owner != seat && !CAMPS.contains(&to),
                };
                if stands {
                    goes.push(Deed::Go(*from, to));
                }
            }
        }
        goes
    }

    pub(crate) fn moves(&self, seat: Seat) -> Vec<Deed> {
        match self.phase {
            Phase::Laying => {
                let next = PIECES.chars().nth(self.laid(seat)).and_then(Rank::of_letter);
                let free = every_place().filter(|place| !self.pieces.contains_key(place));
                let lay =
                    |rank| free.filter(move |place| may_lie(seat, rank, *place)).map(move |at| (at, rank));
                next.map(lay).into_iter().flatten().map(|(at, rank)| Deed::Lay(at, rank)).collect()
            }
            Phase::Moving(mover) if mover == seat => self.goes(seat),
            Phase::Moving(_) | Phase::Judging(_) | Phase::Over(_) => Vec::new(),
        }
    }

    pub(crate) fn play(&mut self, seat: Seat, deed: Deed) {
        let (from, to) = match deed {
            Deed::Lay(place, rank) => {
                self.pieces.insert(place, (seat, rank));
                if rank == Rank::Flag {
                    self.flags[seat.index()] = Some(place);
                }
                if self.pieces.len() == 50 {
                    self.phase = Phase::Moving(Seat::First);
                }
                return;
            }
            Deed::Go(from, to) => (from, to),
        };
        let (_, rank) = self.pieces.remove(&from).expect("a piece");
        let met = self.pieces.remove(&to);
        let came = met.map(|(_, on)| fight(rank, on));
        match came {
            None | Some(Fight::Won) => {
                self.pieces.insert(to, (seat, rank));
            }
            Some(Fight::Lost) => {
                self.pieces.extend(met.map(|met| (to, met)));
            }
            Some(Fight::Both) => {}
        }
        self.plain = if met.is_some() { 0 } else { self.plain + 1 };
        self.phase = self.end(seat).map_or(Phase::Moving(seat.other()), Phase::Over);
    }

    /// How the game ended after a ply of `mover`, in the order of the rules.
    fn end(&self, mover: Seat) -> Option<End> {
        let stuck = Seat::BOTH.map(|seat| self.goes(seat).is_empty());
        let flag_fell =
            |seat: &Seat| !self.pieces.values().any(|(owner, rank)| (owner, *rank) == (seat, Rank::Flag));
        if let Some(loser) = Seat::BOTH.into_iter().find(flag_fell) {
            Some(End::FlagFell(loser))
        } else if stuck == [true, true] {
            Some(End::NobodyMoves)
        } else if stuck[0] || stuck[1] {
            Some(End::Stuck(if stuck[0] { Seat::First } else { Seat::Second }))
        } else if self.plain < self.rules.no_contact_plies {
            None
        } else if self.rules.no_contact_draws {
            Some(End::IdleDraw)
        } else {
            Some(End::Idle(mover))
        }
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let seat = match self.phase {
            Phase::Laying if self.laid(Seat::First) < 25 => Seat::First,
            Phase::Laying => Seat::Second,
            Phase::Moving(seat) => seat,
            Phase::Judging(_) | Phase::Over(_) => return 0,
        };
        let below = |deed: Deed| {
            let mut child = self.clone();
            child.play(seat, deed);
            child.perft(depth - 1)
        };
        self.moves(seat).into_iter().map(below).sum()
    }
}
