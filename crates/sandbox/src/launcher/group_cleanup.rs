//! Cleaning up after a killed stage: the zygote, which outlives it briefly, removes the control groups of its programs.

use crate::order::LaunchOrder;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long to wait for groups whose processes have yet to end.
const PATIENCE: Duration = Duration::from_millis(900);
/// How many groups are remembered, at the least, before removed ones are dropped.
const MANY: usize = 64;

/// The groups named in orders.
pub(super) struct GroupCleanup {
    groups: BTreeSet<PathBuf>,
    /// Once this many groups are remembered, those that no longer exist are dropped: twice as many as remained the last
    /// time, so that each is checked rarely however many programs run at once.
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
        // An order names each group by its process list.
        self.groups.extend(order.groups.iter().filter_map(|list| list.parent().map(Path::to_owned)));
    }

    /// Called when the stage is gone. Groups that the stage removed no longer exist; the others are removed as soon as
    /// their processes, which end with the stage, have ended.
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
