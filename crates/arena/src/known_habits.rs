//! The forms in which programs got ready in earlier games of this process.

use crate::launch::Launch;
use crate::player::Player;
use leitai_core::{DialectName, Habit};
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

/// Most programs that are remembered.
const MOST: usize = 1 << 10;

/// A program, and what it speaks.
type Key = (OsString, Vec<OsString>, DialectName);

/// Only those that are not spoken to as usual; the oldest first.
static KNOWN: Mutex<Vec<(Key, Habit)>> = Mutex::new(Vec::new());

fn key(player: &Player) -> Option<Key> {
    match &player.launch {
        Launch::Command { program, args, .. } => Some((program.clone(), args.clone(), player.dialect)),
        _ => None,
    }
}

/// The form in which a program got ready last; the usual one if it has not played.
pub(crate) fn known_habit(player: &Player) -> Habit {
    let Some(key) = key(player) else { return Habit::Usual };
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().find(|(known, _)| *known == key).map_or(Habit::Usual, |(_, habit)| *habit)
}

/// Remembers the form in which a program got ready.
pub(crate) fn learn_habit(player: &Player, habit: Habit) {
    let Some(key) = key(player) else { return };
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|(known, _)| *known != key);
    if habit != Habit::Usual {
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push((key, habit));
    }
}
