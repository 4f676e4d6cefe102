//! The plies since the last capture.

use crate::Ply;
use std::fmt;
use std::ops::ControlFlow;

/// The number of plies stored inline. The usual limit of 50 fits, so copying a position does not allocate.
const NEAR: usize = 64;

/// The steps since the last capture, oldest first. They are all that the rules need to know of the past: their
/// number and, by undoing them one by one, the positions that can recur.
#[derive(Clone)]
pub(crate) struct History {
    near: [Ply; NEAR],
    len: u8,
    /// The plies after the first 64.
    far: Vec<Ply>,
}

impl Default for History {
    fn default() -> Self {
        History { near: [Ply::default(); NEAR], len: 0, far: Vec::new() }
    }
}

impl History {
    pub(crate) fn len(&self) -> usize {
        usize::from(self.len) + self.far.len()
    }

    pub(crate) fn push(&mut self, ply: Ply) {
        match self.near.get_mut(usize::from(self.len)) {
            Some(free) => {
                *free = ply;
                self.len += 1;
            }
            None => self.far.push(ply),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.far.clear();
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Ply> {
        self.near[..usize::from(self.len)].iter().chain(&self.far).copied()
    }

    /// Whether the position after the last ply, with the same side to move, has occurred at least twice before.
    ///
    /// When the plies are undone one by one, each side's steps cancel out exactly where its stones stood as they do
    /// now.
    pub(crate) fn is_third_time(&self) -> bool {
        // Returning to a position takes at least four plies.
        if self.len() < 8 {
            return false;
        }
        let (mut times, mut moved, mut waited) = (1, 0, 0);
        // Every second ply, the same side is to move. (Inner iteration: the loop is hot, and a `for` over a chain
        // is slow.)
        let third = self.iter().rev().enumerate().try_for_each(|(n, ply)| {
            (moved, waited) = (waited, moved ^ ply.bits());
            times += u32::from(n % 2 == 1 && moved | waited == 0);
            if times == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        third.is_break()
    }
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
