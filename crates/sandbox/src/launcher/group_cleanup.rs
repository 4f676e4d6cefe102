//! Cleaning up after a killed stage: the zygote, which outlives it briefly, removes the control groups of its programs.

use crate::order::LaunchOrder;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long groups are waited for whose processes have yet to end.
const PATIENCE: Duration = Duration::from_millis(900);
/// The fewest groups that may be remembered before those that are gone are forgotten.
const MANY: usize = 64;

/// The groups that orders named.
pub(super) struct GroupCleanup {
    groups: BTreeSet<PathBuf>,
    /// Once so many are remembered those that are gone are looked for: twice as many as were left the last time, so
    /// that each is looked at seldom, however many programs run at once.
    full: usize,
}

impl Default for GroupCleanup {
    fn default() -> GroupCleanup {
        GroupCleanup { groups: BTreeSet::new(), full: MANY }
    }
}

impl GroupCleanup {
    /// Takes note of the groups that an order names.
    pub(super) fn add(&mut self, order: &LaunchOrder) {
        if self.groups.len() >= self.full {
            self.groups.retain(|group| group.exists());
            self.full = MANY.max(2 * self.groups.len());
        }
        // Each is named by its list of processes.
        self.groups.extend(order.groups.iter().filter_map(|list| list.parent().map(Path::to_owned)));
    }

    /// The stage is gone. What it took away itself is no more; the rest goes as soon as its processes, which end with the
    /// stage, have ended.
    pub(super) fn clear_away(mut self) {
        let start = Instant::now();
        while !self.groups.is_empty() && start.elapsed() < PATIENCE {
            self.groups
                .retain(|group| fs::remove_dir(group).is_err_and(|e| e.kind() == ErrorKind::ResourceBusy));
            if !self.groups.is_empty() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}
