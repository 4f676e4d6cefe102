//! The search kit: generic over the rules, so it never names a game.

mod alphabeta;
mod expecti;
mod proof;
mod pvs;
mod random;
mod retrograde;
mod ties;
mod tree;
mod walk;
mod words;

pub use alphabeta::{AlphaBeta, Evaluate, WIN, expected, log_odds};
pub use expecti::{Bounds, Estimate, Expecti};
pub use proof::{ProofSearch, Prove, Task};
pub use pvs::{Cuts, Pvs, SearchLimits, SearchResult};
pub use random::{Random, random_turn};
pub use retrograde::{Fate, Next, retrograde};
pub use ties::{one_of_best, shuffle};
pub use tree::{Attention, Plan, Tree};
pub use walk::{Attempt, FORCING, Hand, Listing, Playout, Roll, Walk, Weigh, Which, Worth};
pub use words::Words;
