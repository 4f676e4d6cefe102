//! Cleaning up after a killed stage: the zygote, which outlives it briefly, removes the control groups of its programs.

use crate::order::LaunchOrder;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long groups are waited for whose processes have yet to end.
const PATIENCE: Duration = Duration::from_millis(900);
/// So many groups may be remembered before those that are gone are forgotten.
const MANY: usize = 64;

/// The groups that orders named.
#[derive(Default)]
pub(super) struct GroupCleanup(BTreeSet<PathBuf>);

impl GroupCleanup {
    /// Takes note of the groups that an order names.
    pub(super) fn add(&mut self, order: &LaunchOrder) {
        if self.0.len() >= MANY {
            self.0.retain(|group| group.exists());
        }
        // Each is named by its list of processes.
        self.0.extend(order.groups.iter().filter_map(|list| list.parent().map(Path::to_owned)));
    }

    /// The stage is gone. What it took away itself is no more; the rest goes as soon as its processes, which end with the
    /// stage, have ended.
    pub(super) fn clear_away(mut self) {
        let start = Instant::now();
        while !self.0.is_empty() && start.elapsed() < PATIENCE {
            self.0.retain(|group| fs::remove_dir(group).is_err_and(|e| e.kind() == ErrorKind::ResourceBusy));
            if !self.0.is_empty() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}
