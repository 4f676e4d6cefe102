//! The position code: a few letters by which two people at two screens see that they look at the same game.

use super::LiveTable;
use leitai_core::{Digest, Eye, Game, Position, State, Turn};

/// Letters that nobody takes for a digit when they are read aloud or written by hand.
const LETTERS: &[u8; 24] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
/// How many letters a code has: two games that differ share one with a probability of 1 : 331,776.
const LENGTH: u32 = 4;

impl<G: Game> LiveTable<G> {
    /// The code of what everybody may know: of the position once nothing of it is secret, and until then of what was reported
    /// to all since the start.
    pub(super) fn position_code(&self) -> String {
        let mut digest = Digest::default();
        let mut text = String::new();
        if self.position.keeps_secrets() {
            let (mut position, mut told) = (self.start.clone(), Vec::new());
            // Which side was quicker in a secret turn is nobody's matter, and two desks enter it each its own first.
            let mut unordered: Vec<String> = Vec::new();
            for (by, m) in &self.history {
                let is_secret = matches!(position.turn(), Turn::Secret(_));
                if !is_secret {
                    settle(&mut unordered, &mut digest);
                }
                let effect = position.play(*by, m);
                position.tell(*by, m, &effect, Eye::Public, &mut told);
                for report in told.drain(..) {
                    text.clear();
                    G::write_report(&report, &mut text);
                    if is_secret {
                        unordered.push(text.clone());
                    } else {
                        digest.turn(&text);
                    }
                }
            }
            settle(&mut unordered, &mut digest);
        } else {
            G::write_position(&self.position, &mut text);
            digest.turn(&text);
        }
        letters(&digest)
    }
}

fn settle(unordered: &mut Vec<String>, digest: &mut Digest) {
    unordered.sort_unstable();
    for report in unordered.drain(..) {
        digest.turn(&report);
    }
}

fn letters(digest: &Digest) -> String {
    let bits = digest.hex().get(..15).and_then(|hex| u64::from_str_radix(hex, 16).ok()).unwrap_or_default();
    let count = LETTERS.len() as u64;
    (0..LENGTH).map(|place| char::from(LETTERS[(bits / count.pow(place) % count) as usize])).collect()
}
