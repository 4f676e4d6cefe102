//! The search kit: generic over the law, so it never names a game.

mod alphabeta;
mod expecti;
mod lots;
mod pvs;
mod random;
mod retrograde;
mod tree;
mod walk;

pub use alphabeta::{AlphaBeta, Evaluate, WIN, expected, log_odds, tempered};
pub use expecti::{Bounds, Estimate, Expecti};
pub use lots::{one_of_best, shuffle};
pub use pvs::{Cuts, Found, Limits, Pvs};
pub use random::{Random, random_turn};
pub use retrograde::{Fate, Next, retrograde};
pub use tree::{Plan, Tree};
pub use walk::{FORCING, Hand, Playout, Roll, Walk, Weigh, Which, Worth};
