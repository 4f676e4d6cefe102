//! Watches the stage from outside: one game between a program that misbehaves and one that does not, and everything
//! that must hold afterwards.

mod attack;
mod desk;
mod examiner;
mod lack;
mod machine;
mod row;
mod surroundings;
mod theft;
mod workshop;

pub use attack::{Attack, Verdict, attacks};
pub use desk::{Desk, kept, play, plays, python, starter, try_to_play};
pub use examiner::Examiner;
pub use lack::{as_a_plain_user, by_dotnet, has, is_by_dotnet, levels, need, some_level, tool};
pub use machine::{
    bearers, called, children, control_groups, descriptors, end_zygotes, left_behind, stop_zygotes, zygotes,
};
pub use row::{Expect, Row};
pub use surroundings::Surroundings;
pub use theft::Theft;
pub use workshop::{Start, Workshop};
