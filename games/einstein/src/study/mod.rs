//! What the players' data files are made with, by `benches/study.rs`. The same seed gives the same files.

mod fit;
mod layouts;
mod regret;

pub use fit::fit;
pub use layouts::layouts;
pub use regret::regret;
