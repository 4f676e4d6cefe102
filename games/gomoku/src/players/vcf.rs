//! Wins by fours alone (VCF): each four forces a single answer, until one cannot be answered. What was found is
//! remembered with the position and the side it was found for.

use super::kind::Kind;
use super::line_board::LineBoard;
use crate::Side;

/// Most fours in a row.
const DEEPEST: u32 = 40;
/// Part of the key when white attacks.
const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;
/// Part of the key where black is bound by forbidden moves.
const BANS: u64 = 0xd1b5_4a32_d192_ed03;

/// A win that no answer prevents: the stone to play, and the number of stones of both sides until five.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Win {
    pub(super) cell: u8,
    pub(super) acts: u16,
}

/// What is remembered about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Win(Win),
    /// No fours win.
    None,
    /// A search of so many stones did not find out.
    Open(u32),
}

/// The search for wins by fours, with its table.
#[derive(Default)]
pub(super) struct Vcf {
    /// By the low bits of the key: its high bits, and what is known.
    table: Vec<u64>,
    /// Stones that the present search may still try.
    left: u32,
    /// Whether the present search left something out.
    cut: bool,
    /// Fours tried so far, over all searches.
    pub(super) fours: u64,
}

/// The bits of the key that an entry keeps.
const KEPT: u64 = !0xff_ffff;

impl Vcf {
    /// A search whose table takes at most `bytes` bytes.
    pub(super) fn new(bytes: u64) -> Vcf {
        let most = usize::try_from(bytes / 8).unwrap_or(usize::MAX);
        let entries = if most < 2 { 0 } else { 1 << most.ilog2() };
        Vcf { table: vec![0; entries], ..Vcf::default() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.fill(0);
    }

    /// The stone with which `side`, to move, certainly wins, if a search of at most `most` fours finds it. The board is
    /// left unchanged.
    pub(super) fn win(&mut self, board: &mut LineBoard, side: Side, most: u32) -> Option<Win> {
        (self.left, self.cut) = (most, false);
        self.attack(board, side, 0)
    }

    fn attack(&mut self, board: &mut LineBoard, side: Side, depth: u32) -> Option<Win> {
        if let Some(cell) = board.making(side, Kind::Five).first() {
            return Some(Win { cell, acts: 1 });
        }
        let mut fours = board.fours(side);
        if fours.is_empty() {
            return None;
        }
        // If a five has to be stopped, only a four on that very cell will do.
        let stops = board.making(side.other(), Kind::Five);
        if !stops.is_empty() {
            fours = if stops.len() > 1 { return None } else { fours.and(stops) };
            if fours.is_empty() {
                return None;
            }
        }
        // The other side then has no five: what it needed for one is stopped.
        let open = board.making(side, Kind::Open).and(&fours);
        if let Some(cell) = open.iter().find(|cell| !board.is_forbidden(side, *cell)) {
            return Some(Win { cell, acts: 3 });
        }
        let key = board.key()
            ^ if side == Side::White { WHITE } else { 0 }
            ^ if board.is_bound(Side::Black) { BANS } else { 0 };
        match self.get(key) {
            Some(Known::Win(win)) => return Some(win),
            Some(Known::None) => return None,
            Some(Known::Open(tried)) if tried >= self.left => {
                self.cut = true;
                return None;
            }
            _ => {}
        }
        if depth == DEEPEST {
            self.cut = true;
            return None;
        }
        let (before, left) = (self.cut, self.left);
        self.cut = false;
        let threes = board.making(side, Kind::FourThree).and(&fours);
        let rest = fours.without(&threes).without(&open);
        let mut found = None;
        for cell in threes.iter().chain(rest.iter()) {
            if let Some(acts) = self.goes_on(board, side, cell, depth) {
                found = Some(Win { cell, acts: acts + 2 });
                break;
            }
            if self.left == 0 {
                self.cut = true;
                break;
            }
        }
        self.put(
            key,
            match found {
                Some(win) => Known::Win(win),
                None if self.cut => Known::Open(left),
                None => Known::None,
            },
        );
        self.cut |= before;
        found
    }

    /// The number of stones that the win takes after this four, if it wins.
    fn goes_on(&mut self, board: &mut LineBoard, side: Side, cell: u8, depth: u32) -> Option<u16> {
        if board.is_forbidden(side, cell) {
            return None;
        }
        if self.left == 0 {
            self.cut = true;
            return None;
        }
        self.left -= 1;
        self.fours += 1;
        board.place(side, cell);
        let acts = board.making(side, Kind::Five).first().and_then(|answer| {
            // White wins if black is forbidden to answer.
            if board.is_forbidden(side.other(), answer) {
                return Some(1);
            }
            board.place(side.other(), answer);
            let win = self.attack(board, side, depth + 1);
            board.lift(side.other(), answer);
            win.map(|win| win.acts)
        });
        board.lift(side, cell);
        acts
    }

    fn get(&self, key: u64) -> Option<Known> {
        let entry = *self.table.get(key as usize & self.table.len().wrapping_sub(1))?;
        if (entry ^ key) & KEPT != 0 {
            return None;
        }
        let (cell, rest) = (entry as u8, (entry >> 8) as u16);
        match rest >> 14 {
            1 => Some(Known::Win(Win { cell, acts: rest & 0x3fff })),
            2 => Some(Known::None),
            3 => Some(Known::Open(u32::from(rest & 0x3fff))),
            _ => None,
        }
    }

    fn put(&mut self, key: u64, known: Known) {
        let (cell, rest) = match known {
            Known::Win(win) => (win.cell, 1 << 14 | win.acts),
            Known::None => (0, 2 << 14),
            Known::Open(tried) => (0, 3 << 14 | tried.min(0x3fff) as u16),
        };
        let at = key as usize & self.table.len().wrapping_sub(1);
        if let Some(entry) = self.table.get_mut(at) {
            *entry = key & KEPT | u64::from(rest) << 8 | u64::from(cell);
        }
    }
}
