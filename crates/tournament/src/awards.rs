//! Prizes for a share of the teams, and when they become final.

mod list;
mod notice;
mod teachers;

pub use list::{Award, Awards, Placed, Prize, Shares};
pub use notice::Notice;
pub use teachers::{Teacher, teachers};
