//! Generates the players' data files, for `benches/study.rs`. The same seed always gives the same files.

mod fit;
mod layouts;
mod regret;

pub use fit::fit;
pub use layouts::layouts;
pub use regret::regret;
