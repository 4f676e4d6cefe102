//! Cleaning up after a killed stage: the zygote, which outlives it briefly, removes the control groups of its programs.

use crate::linux::launch_order::LaunchOrder;
use rustix::process::{Pid, getppid};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long to wait for groups whose processes have yet to end. They have been killed by then, but a machine that is much
/// too busy takes seconds to take their namespaces down.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a stage that has hung up may take to be gone: its files are closed a moment before.
const DYING: Duration = Duration::from_millis(100);
/// How many groups are remembered, at the least, before removed ones are dropped.
const MANY: usize = 64;

/// The groups named in orders.
pub(super) struct GroupCleanup {
    groups: BTreeSet<PathBuf>,
    /// Once this many groups are remembered, those that no longer exist are dropped: twice as many as remained the last
    /// time, so that each is checked rarely however many programs run at once.
    full: usize,
    /// The folders in which the stage makes groups, and how the names of all of them begin.
    places: Vec<PathBuf>,
    prefix: String,
    stage: Option<Pid>,
}

impl GroupCleanup {
    /// As the stage says: its process id, how the names of its groups begin, and the folders that they are in.
    pub(super) fn from_words(words: &mut dyn Iterator<Item = OsString>) -> GroupCleanup {
        let mut word = || words.next()?.into_string().ok();
        let stage = word().and_then(|pid| Pid::from_raw(pid.parse().ok()?));
        let prefix = word().unwrap_or_default();
        let places = words.map(PathBuf::from).filter(|_| !prefix.is_empty()).collect();
        GroupCleanup { groups: BTreeSet::new(), full: MANY, places, prefix, stage }
    }

    /// Takes note of the groups that an order names.
    pub(super) fn add(&mut self, order: &LaunchOrder) {
        if self.groups.len() >= self.full {
            self.groups.retain(|group| group.exists());
            self.full = MANY.max(2 * self.groups.len());
        }
        // An order names each group by its process list.
        self.groups.extend(order.groups.iter().filter_map(|list| list.parent().map(Path::to_owned)));
    }

    /// Called when the stage is gone, or has done with us. Groups that it removed no longer exist; the others are removed
    /// as soon as their processes, which end with the stage, have ended.
    pub(super) fn clear_away(mut self) {
        let start = Instant::now();
        until(start + PATIENCE, || {
            self.groups.retain(|group| is_busy(group));
            self.groups.is_empty()
        });
        // A stage that still runs may have made others, which are not in use yet. One that was killed may have made some
        // of which no order told.
        if !self.places.is_empty() && until(Instant::now() + DYING, || getppid() != self.stage) {
            until(start + PATIENCE, || !self.places.iter().any(|place| any_is_busy(place, &self.prefix)));
        }
    }
}

/// Tries to remove all groups that are named so; returns whether one has processes left.
fn any_is_busy(folder: &Path, name: &str) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(|one| one.starts_with(name)));
    named.filter(|entry| is_busy(&entry.path())).count() > 0
}

/// Tries to remove a group; returns whether it has processes left.
fn is_busy(group: &Path) -> bool {
    fs::remove_dir(group).is_err_and(|error| error.kind() == ErrorKind::ResourceBusy)
}

/// Repeats this until it is so, which is returned, or it is too late.
fn until(late: Instant, mut is_so: impl FnMut() -> bool) -> bool {
    loop {
        if is_so() {
            return true;
        }
        if Instant::now() > late {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
