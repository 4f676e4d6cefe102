//! A hearing about a doubted program: is what its team shows what has played?
//!
//! Two things can be compared. What is built: the shown source and what was kept aside of the one that played are compiled on
//! the spot and compared byte for byte ([`BuildOutput`]). And what it does: recorded games are played again with it, the acts
//! of everybody else being those of the record ([`play_again`]). Neither says anything without its control: a compiler may
//! not give the same bytes twice, and a program may not play the same twice. So each is done twice first.

mod behaviour;
mod build_output;
mod kept_aside;
mod played_again;
mod players_seed;
mod recorded_side;
mod started_as;

pub use behaviour::{Behaviour, Departure, behaviour};
pub use build_output::{BuildComparison, BuildOutput, NotBuilt, compare_builds};
pub use kept_aside::kept_aside;
pub use played_again::{NotPlayedAgain, PlayedAgain, play_again};
pub use players_seed::players_seed;
pub use started_as::started_as;
