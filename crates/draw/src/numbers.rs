//! Which move brought each stone to its place.

use leitai_core::{Form, MarkKind, Scene, Tone};
use std::collections::BTreeMap;

/// Numbers for the stones of a game, followed from scene to scene. Stones of the starting position have none; a stone
/// that moves takes the number of its move.
#[derive(Default)]
pub struct Numbers {
    /// Tone and number, by place.
    stones: BTreeMap<u16, (Tone, u32)>,
    played: u32,
    has_begun: bool,
}

impl Numbers {
    /// Advances to the next scene, beginning with the start, and returns the numbers of its stones in the form that
    /// [`Svg`](crate::Svg) takes. Stones placed in one step are numbered in the order of their marks.
    pub fn follow(&mut self, scene: &Scene) -> Vec<(u16, u32)> {
        let stones = scene.pieces.iter().filter(|piece| piece.form == Form::Stone);
        let stones: BTreeMap<u16, Tone> = stones.map(|piece| (piece.at, piece.tone)).collect();
        let known = std::mem::take(&mut self.stones);
        let is_new = |at: u16, tone| known.get(&at).is_none_or(|(before, _)| *before != tone);
        let last = scene.marks.iter().filter(|mark| mark.kind == MarkKind::Last).map(|mark| mark.at);
        let rank: BTreeMap<u16, usize> = last.zip(0..).collect();
        let mut new: Vec<u16> =
            stones.iter().filter(|(at, tone)| is_new(**at, **tone)).map(|(at, _)| *at).collect();
        new.sort_by_key(|at| rank.get(at).copied().unwrap_or(usize::MAX));
        self.stones = known;
        self.stones.retain(|at, (tone, _)| stones.get(at) == Some(tone));
        for at in new {
            let number = if self.has_begun { self.played + 1 } else { 0 };
            self.played += u32::from(self.has_begun);
            self.stones.insert(at, (stones[&at], number));
        }
        self.has_begun = true;
        let numbered = self.stones.iter().filter(|(_, (_, number))| *number > 0);
        numbered.map(|(at, (_, number))| (*at, *number)).collect()
    }
}
