//! Threads that play games.

use crate::error::StageError;
use leitai_core::Words;
use std::thread::{Builder, Scope};

/// Stack size: a game does not recurse, and there may be a thousand.
const STACK: usize = 512 << 10;

/// Starts a thread that plays games. Errors with [`StageError::System`] if the system refuses to start one.
pub fn spawn_game_thread<'scope>(
    scope: &'scope Scope<'scope, '_>,
    play: impl FnOnce() + Send + 'scope,
) -> Result<(), StageError> {
    let started = Builder::new().stack_size(STACK).spawn_scoped(scope, play);
    started.map(|_| ()).map_err(|error| StageError::System(Words::new("thread", "线程"), error))
}
