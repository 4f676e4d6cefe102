//! Games that people play on a site: against a built-in player, or against each other.

mod far_person;
mod play_error;
mod play_room;
mod seat_board;
#[cfg(test)]
mod tests;

pub use play_error::PlayRefused;
pub use play_room::{Invitation, PlayRoom, PlayWish, Rival, SeatedPlayer, TakenSeat};
pub use seat_board::{SeatBoard, SeatEnd, SeatShown};
