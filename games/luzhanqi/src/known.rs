//! What each eye knows: its own ranks, where everything stands, how fights ended, and flags that are shown.

use crate::{Act, Board, End, Fight, Phase, Point, Rank, Ranks, Rules};
use leitai_core::{Actor, Eye, Illegal, Position, Rng, Sample, Seat, State, Turn, View, Words, illegal};

/// A report of an act or its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// A piece was laid; sent to its owner alone.
    Laid(Seat, Point, Rank),
    /// The seat's layout is complete.
    Ready(Seat),
    /// The seat loses its commander in the move reported next, and its flag stands on this point.
    Flag(Seat, Point),
    /// A piece moved, with the outcome of a fight and the end of the game, if any.
    Went(Point, Point, Option<Fight>, Option<End>),
}

/// What one eye knows: a board on which the ranks of other sides' pieces are unknown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    eye: Eye,
    board: Board,
}

/// The outcome of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    fight: Option<Fight>,
    /// Which seats lost their commander by the act.
    fell: [bool; 2],
    end: Option<End>,
}

static UNSEEN: Words = Words::new("the other side's pieces are its own", "对方棋子不可见");

impl Known {
    /// The board as far as it is known to the eye.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The eye that this view belongs to.
    pub const fn eye(&self) -> Eye {
        self.eye
    }

    fn sees(&self, by: Actor) -> bool {
        matches!((self.eye, by), (Eye::Seat(own), Actor::Seat(seat)) if own == seat)
    }
}

impl State for Known {
    type Move = Act;

    fn turn(&self) -> Turn {
        self.board.turn()
    }

    fn moves(&self, by: Actor, out: &mut Vec<Act>) {
        if self.sees(by) {
            self.board.moves(by, out);
        }
    }

    fn check(&self, by: Actor, m: &Act) -> Result<(), Illegal> {
        if self.turn().owes(by) && !self.sees(by) {
            return illegal(&UNSEEN);
        }
        self.board.check(by, m)
    }
}

impl View for Known {
    type Report = Report;

    fn learn(&mut self, report: &Report) {
        let board = &mut self.board;
        match *report {
            Report::Laid(seat, point, rank) if Point::homes(seat).contains(&point) => {
                board.lay(seat, point, Some(rank));
            }
            Report::Laid(..) => {}
            Report::Ready(seat) => {
                if !board.is_laid(seat) {
                    for point in Point::homes(seat) {
                        board.lay(seat, *point, None);
                    }
                }
            }
            Report::Flag(seat, point) => board.show(seat, point),
            Report::Went(from, to, fight, end) => {
                // A flag that has just been shown means that its side loses its commander in this move.
                let fallen = Ranks::just(Rank::Commander);
                let fell = Seat::BOTH.map(|seat| {
                    board.shown_flag(seat).is_some() && !board.told[seat.index()].contains(&fallen)
                });
                board.go((from, to), fight, fell, |_| end);
            }
        }
    }

    fn admits(&self, report: &Report) -> bool {
        let board = &self.board;
        let owner = |point| board.piece(point).map(|(owner, _)| owner);
        match (*report, board.phase) {
            (Report::Laid(seat, point, rank), Phase::Laying) => {
                let by = Actor::Seat(seat);
                self.sees(by) && board.check(by, &Act::Lay(point, rank)).is_ok()
            }
            // The seat's last piece may have completed both layouts.
            (Report::Ready(seat), Phase::Moving(_)) => self.sees(Actor::Seat(seat)),
            (Report::Ready(seat), Phase::Laying) => !self.sees(Actor::Seat(seat)) || board.is_laid(seat),
            (Report::Flag(seat, point), Phase::Moving(_)) => owner(point) == Some(seat),
            (Report::Went(from, to, fight, _), Phase::Moving(mover)) => {
                owner(from) == Some(mover) && owner(to) == fight.map(|_| mover.other())
            }
            _ => false,
        }
    }
}

impl Board {
    /// Reveals the point of a side's flag to everybody.
    fn show(&mut self, seat: Seat, point: Point) {
        self.shown[seat.index()] = Some(point);
        if let Some((owner, home)) = self.piece(point)
            && owner == seat
        {
            self.told[seat.index()][home] = Ranks::just(Rank::Flag);
        }
    }

    /// The point of a side's flag, if it still stands and is known.
    pub(crate) fn flag(&self, seat: Seat) -> Option<Point> {
        Point::all().find(|point| {
            self.piece(*point)
                .is_some_and(|(owner, home)| owner == seat && self.rank(seat, home) == Some(Rank::Flag))
        })
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = Effect;
    type View = Known;

    fn initial(rules: &Rules) -> Board {
        Board::empty(*rules)
    }

    fn first_view(rules: &Rules, eye: Eye) -> Known {
        Known { eye, board: Board::empty(*rules) }
    }

    fn play(&mut self, by: Actor, m: &Act) -> Effect {
        let mut effect = Effect { fight: None, fell: [false; 2], end: None };
        match (*m, by) {
            (Act::Lay(point, rank), Actor::Seat(seat)) => self.lay(seat, point, Some(rank)),
            (Act::Go(from, to), Actor::Seat(seat)) => {
                let rank_at = |point| self.piece(point).and_then(|(owner, home)| self.rank(owner, home));
                let (mine, other) = (rank_at(from), rank_at(to));
                effect.fight = mine.zip(other).map(|(mine, other)| mine.attacks(other));
                let is_gone = [
                    !matches!(effect.fight, None | Some(Fight::Won)),
                    !matches!(effect.fight, None | Some(Fight::Lost)),
                ];
                effect.fell[seat.index()] = is_gone[0] && mine == Some(Rank::Commander);
                effect.fell[seat.other().index()] = is_gone[1] && other == Some(Rank::Commander);
                let flag_fell = is_gone[1] && other == Some(Rank::Flag);
                for fallen in Seat::BOTH.into_iter().filter(|seat| effect.fell[seat.index()]) {
                    if let Some(point) = self.flag(fallen) {
                        self.show(fallen, point);
                    }
                }
                effect.end =
                    self.go((from, to), effect.fight, effect.fell, |board| board.end_after(seat, flag_fell));
            }
            _ => {}
        }
        effect
    }

    fn tell(&self, by: Actor, m: &Act, effect: &Effect, eye: Eye, out: &mut Vec<Report>) {
        let Actor::Seat(seat) = by else { return };
        match *m {
            Act::Lay(point, rank) => {
                if eye == Eye::Seat(seat) {
                    out.push(Report::Laid(seat, point, rank));
                }
                if self.is_laid(seat) {
                    out.push(Report::Ready(seat));
                }
            }
            Act::Go(from, to) => {
                for fallen in Seat::BOTH.into_iter().filter(|seat| effect.fell[seat.index()]) {
                    out.extend(self.shown_flag(fallen).map(|point| Report::Flag(fallen, point)));
                }
                out.push(Report::Went(from, to, effect.fight, effect.end));
            }
        }
    }

    /// The ranks of what is never fought are never told.
    fn keeps_secrets(&self) -> bool {
        true
    }

    fn view(&self, eye: Eye) -> Known {
        let mut board = *self;
        for seat in Seat::BOTH {
            let side = seat.index();
            if eye != Eye::Seat(seat) {
                board.ranks[side] = [None; 25];
                if self.phase == Phase::Laying && !self.is_laid(seat) {
                    board.stands[side] = 0;
                    for point in Point::homes(seat) {
                        board.cells[point.index()] = 0;
                    }
                }
            }
            if eye != Eye::Seat(seat.other()) {
                // Only the other side knows what its fights have revealed.
                board.fought[side] = [Ranks::ALL; 25];
            }
        }
        Known { eye, board }
    }
}

impl Sample for Board {
    /// Every unknown rank becomes one that the piece may have, in each side's numbers of pieces, so that a
    /// side known to be able to move can. Ranks are drawn from a random start by random exchanges; an
    /// unfinished layout is advanced by a random number of pieces.
    fn sample(view: &Known, rng: &mut Rng) -> Board {
        let mut board = view.board;
        for seat in Seat::BOTH.into_iter().filter(|seat| view.eye != Eye::Seat(*seat)) {
            if board.phase == Phase::Laying && !board.is_laid(seat) {
                for _ in 0..rng.below(25) {
                    board.lay_at_random(seat, rng);
                }
                continue;
            }
            let may = board.told[seat.index()].iter().zip(&board.fought[seat.index()]);
            let may: Vec<Ranks> = may.map(|(told, fought)| told.and(*fought)).collect();
            board.ranks[seat.index()] = board.assign(seat, &may, rng);
        }
        board
    }
}

impl Board {
    /// Lays the next piece on a uniformly random one of the homes where it may be laid.
    pub(crate) fn lay_at_random(&mut self, seat: Seat, rng: &mut Rng) -> Option<Act> {
        let mut acts = Vec::new();
        self.acts(seat, &mut acts);
        let act = *acts.get(rng.below(acts.len().max(1)))?;
        self.play(Actor::Seat(seat), &act);
        Some(act)
    }

    fn assign(&self, seat: Seat, may: &[Ranks], rng: &mut Rng) -> [Option<Rank>; 25] {
        let must_move = match self.phase {
            Phase::Laying => false,
            Phase::Moving(_) => true,
            Phase::Over(end) => !end.sticks(seat),
        };
        let mut able: Vec<usize> = self.unhemmed(seat).collect();
        let moves = |ranks: &[Rank; 25]| able.iter().any(|home| ranks[*home].can_move());
        for _ in 0..64 {
            if let Some(ranks) = draw(may, rng)
                && (!must_move || moves(&ranks))
            {
                return ranks.map(Some);
            }
        }
        // In rare cases, a piece that is free to move has to be given a mobile rank first.
        shuffle(&mut able, rng);
        let forced = able.into_iter().find_map(|home| {
            let mut may = may.to_vec();
            may[home] = may[home].and(Ranks::MOBILE);
            draw(&may, rng)
        });
        forced.map_or([None; 25], |ranks| ranks.map(Some))
    }
}

fn shuffle<T>(things: &mut [T], rng: &mut Rng) {
    for i in (1..things.len()).rev() {
        things.swap(i, rng.below(i + 1));
    }
}

/// Draws a side's ranks by home, each one that the piece may have; `None` if there is no such assignment.
fn draw(may: &[Ranks], rng: &mut Rng) -> Option<[Rank; 25]> {
    let mut pieces = Rank::ORDER;
    shuffle(&mut pieces, rng);
    // The piece at each home: an assignment, found by augmenting paths.
    let mut at: [Option<usize>; 25] = [None; 25];
    let mut homes: [usize; 25] = std::array::from_fn(|home| home);
    shuffle(&mut homes, rng);
    for piece in 0..25 {
        if !place(piece, &pieces, may, &homes, &mut at, &mut 0) {
            return None;
        }
    }
    let mut ranks = at.map(|piece| pieces[piece.unwrap_or(0)]);
    for _ in 0..200 {
        let [a, b] = [rng.below(25), rng.below(25)];
        if may[a].has(ranks[b]) && may[b].has(ranks[a]) {
            ranks.swap(a, b);
        }
    }
    Some(ranks)
}

/// Finds a home for a piece, moving others if necessary. `tried` are the homes already examined, as bits.
fn place(
    piece: usize,
    pieces: &[Rank; 25],
    may: &[Ranks],
    homes: &[usize; 25],
    at: &mut [Option<usize>; 25],
    tried: &mut u32,
) -> bool {
    for home in homes {
        if *tried >> home & 1 == 1 || !may[*home].has(pieces[piece]) {
            continue;
        }
        *tried |= 1 << home;
        if at[*home].is_none_or(|other| place(other, pieces, may, homes, at, tried)) {
            at[*home] = Some(piece);
            return true;
        }
    }
    false
}
