//! Wins by threes and fours (VCT), by proof numbers (df-pn; Nagai 2002): the attacker plays threats alone, the defender
//! whatever may stop them. A proof ends in five, a straight four or two fours, and in nothing else.

use super::cells::Cells;
use super::kind::Kind;
use super::line_board::LineBoard;
use super::vcf::Vcf;
use crate::Side;

/// Most stones in a row.
const DEEPEST: usize = 60;
/// Fours tried for a win by fours of the attacker, and of the defender, in each position.
const FOURS: u32 = 200;
/// The number that stands for infinitely many.
const INFINITE: u32 = 1 << 28;
/// Part of the key when the defender is to move, when white attacks, and where black is bound by forbidden moves.
const DEFENDER: u64 = 0xbf58_476d_1ce4_e5b9;
const WHITE: u64 = 0x94d0_49bb_1331_11eb;
const BANS: u64 = 0xd1b5_4a32_d192_ed03;

/// How many positions more must be decided, at least, to prove the win, and to disprove that threats win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };
}

/// The search for wins by threes and fours, with its table.
#[derive(Default)]
pub(super) struct Vct {
    /// By the key: the key and what is known.
    table: Vec<(u64, Numbers)>,
    /// Positions that the present search may still look at.
    left: u64,
    /// Positions looked at so far, over all searches.
    pub(super) nodes: u64,
}

/// What a position of the search asks for.
enum Task {
    Decided(Numbers),
    /// One of these stones.
    Tries(Cells),
}

/// One search: the board, the side that attacks, and what it is given.
struct Attack<'a> {
    vct: &'a mut Vct,
    vcf: &'a mut Vcf,
    board: &'a mut LineBoard,
    side: Side,
    stop: &'a dyn Fn() -> bool,
}

impl Vct {
    /// A search whose table takes at most `bytes` bytes.
    pub(super) fn new(bytes: u64) -> Vct {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<(u64, Numbers)>();
        let entries = if most < 2 { 0 } else { 1 << most.ilog2() };
        Vct { table: vec![(0, Numbers::UNKNOWN); entries], ..Vct::default() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.fill((0, Numbers::UNKNOWN));
    }

    /// The stone with which `side`, to move, certainly wins, if a search of at most `most` positions finds it before
    /// `stop` says to stop. The board is left unchanged.
    pub(super) fn win(
        &mut self,
        vcf: &mut Vcf,
        board: &mut LineBoard,
        side: Side,
        most: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<u8> {
        if let Some(win) = vcf.win(board, side, FOURS) {
            return Some(win.cell);
        }
        if self.table.is_empty() {
            return None;
        }
        self.left = most;
        let mut attack = Attack { vct: self, vcf, board, side, stop };
        let all = Numbers { proof: INFINITE, disproof: INFINITE };
        (attack.prove(side, 0, all) == Numbers::PROVED).then(|| attack.proved()).flatten()
    }

    /// Whether the last search, which was for a win of `side` from here, tried all threats and found that none wins.
    #[cfg(any(test, feature = "bench"))]
    pub(super) fn has_none(&self, board: &LineBoard, side: Side) -> bool {
        !self.table.is_empty() && self.get(key(board, board.key(), side, side)) == Numbers::DISPROVED
    }

    fn get(&self, key: u64) -> Numbers {
        match self.table.get(key as usize & (self.table.len() - 1)) {
            Some((other, numbers)) if *other == key => *numbers,
            _ => Numbers::UNKNOWN,
        }
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let at = key as usize & (self.table.len() - 1);
        if let Some(entry) = self.table.get_mut(at) {
            *entry = (key, numbers);
        }
    }
}

/// The key of the position of these stones where `side` attacks and `mover` is to move.
fn key(board: &LineBoard, stones: u64, side: Side, mover: Side) -> u64 {
    stones
        ^ if mover == side { 0 } else { DEFENDER }
        ^ if side == Side::White { WHITE } else { 0 }
        ^ if board.is_bound(Side::Black) { BANS } else { 0 }
}

impl Attack<'_> {
    /// The key after a stone of `mover` on an empty cell.
    fn after(&self, mover: Side, cell: u8) -> u64 {
        key(self.board, self.board.key_with(mover, cell), self.side, mover.other())
    }

    /// The attacker's stone that the proof begins with.
    fn proved(&self) -> Option<u8> {
        let Task::Tries(tries) = self.attack() else { return None };
        tries.iter().find(|cell| self.vct.get(self.after(self.side, *cell)) == Numbers::PROVED)
    }

    /// The attacker's tries, without a look at wins by fours.
    fn attack(&self) -> Task {
        let (side, other) = (self.side, self.side.other());
        let board = &*self.board;
        if !board.making(side, Kind::Five).is_empty() {
            return Task::Decided(Numbers::PROVED);
        }
        let stops = board.making(other, Kind::Five);
        let mut tries = board.fours(side);
        let threes = board.making(side, Kind::Three).or(board.making(side, Kind::TwoThrees));
        if stops.len() > 1 {
            return Task::Decided(Numbers::DISPROVED);
        } else if !stops.is_empty() {
            // Stopping a four need not threaten anything by itself: an older threat may still stand.
            tries = *stops;
        } else if board.making(other, Kind::Open).is_empty() {
            tries = tries.or(&threes);
        } else {
            tries = tries.or(&threes.and(&board.fours(other)));
        }
        let allowed: Cells = tries.iter().filter(|cell| !board.is_forbidden(side, *cell)).collect();
        if allowed.is_empty() { Task::Decided(Numbers::DISPROVED) } else { Task::Tries(allowed) }
    }

    /// The defender's answers to the threats that stand.
    fn defence(&mut self) -> Task {
        let (side, other) = (self.side, self.side.other());
        let board = &*self.board;
        if !board.making(other, Kind::Five).is_empty() {
            return Task::Decided(Numbers::DISPROVED);
        }
        let fives = board.making(side, Kind::Five);
        let answers = match fives.len() {
            0 => {
                let open = board.making(side, Kind::Open);
                if !open.iter().any(|cell| board.is_surely_allowed(side, cell)) {
                    return Task::Decided(Numbers::DISPROVED);
                }
                if self.vcf.win(self.board, other, FOURS).is_some() {
                    return Task::Decided(Numbers::DISPROVED);
                }
                self.board.fours(other).or(&self.board.stops(side))
            }
            1 => *fives,
            _ => return Task::Decided(Numbers::PROVED),
        };
        let allowed: Cells = answers.iter().filter(|cell| !self.board.is_forbidden(other, *cell)).collect();
        if allowed.is_empty() { Task::Decided(Numbers::PROVED) } else { Task::Tries(allowed) }
    }

    /// Searches the position until a number reaches its threshold.
    fn prove(&mut self, mover: Side, depth: usize, most: Numbers) -> Numbers {
        let attacks = mover == self.side;
        let key = key(self.board, self.board.key(), self.side, mover);
        self.vct.nodes += 1;
        self.vct.left = self.vct.left.saturating_sub(1);
        if self.vct.left.is_multiple_of(4) && (self.stop)() {
            self.vct.left = 0;
        }
        let task = if depth >= DEEPEST {
            Task::Decided(Numbers::DISPROVED)
        } else if !attacks {
            self.defence()
        } else if self.vcf.win(self.board, mover, FOURS).is_some() {
            Task::Decided(Numbers::PROVED)
        } else {
            self.attack()
        };
        let tries = match task {
            Task::Decided(numbers) => {
                self.vct.put(key, numbers);
                return numbers;
            }
            Task::Tries(tries) => tries,
        };
        loop {
            let (mut sum, mut least, mut second, mut best) = (0_u32, INFINITE, INFINITE, None);
            let mut rest = 0;
            for cell in tries.iter() {
                let child = self.vct.get(self.after(mover, cell));
                // What the mover hopes for needs one child; what the other side hopes for needs all of them.
                let (one, all) =
                    if attacks { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
                sum = (sum + all).min(INFINITE);
                if one < least || best.is_none() {
                    (second, least, rest, best) = (least, one, all, Some(cell));
                } else {
                    second = second.min(one);
                }
            }
            if least == 0 {
                sum = INFINITE;
            }
            let numbers = if attacks {
                Numbers { proof: least, disproof: sum }
            } else {
                Numbers { proof: sum, disproof: least }
            };
            let (one, all) = if attacks { (most.proof, most.disproof) } else { (most.disproof, most.proof) };
            if least >= one || sum >= all || self.vct.left == 0 || least == 0 || sum == 0 {
                self.vct.put(key, numbers);
                return numbers;
            }
            let Some(cell) = best else { return numbers };
            let one = one.min(second.saturating_add(second / 4 + 1));
            let all = (all - sum).saturating_add(rest).min(INFINITE);
            let most = if attacks {
                Numbers { proof: one, disproof: all }
            } else {
                Numbers { proof: all, disproof: one }
            };
            self.board.place(mover, cell);
            let found = self.prove(mover.other(), depth + 1, most);
            self.board.lift(mover, cell);
            if found == Numbers::PROVED && depth == 0 {
                // The first stone of the proof must not be forgotten.
                self.vct.put(self.after(mover, cell), found);
            }
        }
    }
}
