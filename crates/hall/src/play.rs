//! Games that people play on a site: against a built-in player, or against each other.

mod consent;
mod far_line;
mod far_person;
mod layouts;
mod offers;
mod peoples_game;
mod play_error;
mod play_queue;
mod play_room;
mod play_wish;
mod played_game;
mod queueing;
mod rematch;
mod seat_board;
mod seated_game;
#[cfg(test)]
mod standing_tests;
mod table_file;
#[cfg(test)]
mod tests;

pub use consent::{SeatMay, SeatOffers};
pub use far_line::{CUT, FarLine, LineHeld, LineRefused};
pub use peoples_game::{OtherAway, OtherProgram, SeatedPlayer, TakenSeat};
pub use play_error::PlayRefused;
pub use play_room::PlayRoom;
pub use play_wish::{Invitation, PlayWish, Rival};
pub use queueing::QueuePlace;
pub use seat_board::{SeatBoard, SeatEnd, SeatShown};
