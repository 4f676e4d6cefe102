//! What teams receive when a contest is over, and when it becomes final: prizes for a share of them, trophies for the
//! first places, and the lists that are reported.

mod barred;
mod list;
mod notice;
mod registry;
mod teachers;
mod trophies;

pub use barred::Barred;
pub use list::{Award, Awards, Placed, Prize, Shares};
pub use notice::Notice;
pub use registry::RegistryRow;
pub use teachers::{Teacher, teachers};
pub use trophies::{PassedOver, Trophies, Trophy};
