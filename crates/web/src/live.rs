//! Games while they are played: what their stages leave in slots is cut for the public, drawn, and encoded once.

mod curtain;
mod followed;
#[cfg(test)]
mod grown;
mod live_game;
mod live_games;
mod newest_steps;
#[cfg(test)]
mod secrets;

pub(crate) use followed::Followed;
pub(crate) use live_game::{Belongs, LiveGame};
pub(crate) use live_games::{LiveGames, TICK};
pub(crate) use newest_steps::{Mark, Missed, NewestSteps};
