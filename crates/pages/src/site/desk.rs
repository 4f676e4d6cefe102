//! The window of a desk: a match that an operator relays, or a referee enters, on one page.

mod clock_forms;
mod entry;
mod form;
mod frame;
mod games;
mod moves;
mod other_side;
mod referee;
mod sight;
mod signed;
mod slip;
mod table;
mod view;
mod window;

pub use frame::desk_refused;
pub use sight::{SightState, SightView, desk_sight, desk_sight_now};
pub use signed::{SignedGame, signed_game};
pub use slip::DICE;
pub use view::{DeskRefusal, DeskView};
pub use window::{desk, desk_now};
