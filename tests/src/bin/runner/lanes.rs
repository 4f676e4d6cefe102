//! Determines which programs run side by side: a lane runs its own programs in a fixed order, and the lanes are
//! independent of each other. Programs that measure clocks or occupy every core wait until the lanes are done and then
//! run alone; before them, two at a time, come programs that mostly sleep.

use crate::program::{Program, SITE};
use std::sync::Mutex;

/// A queue of programs that run one after another, as many at once as its [`width`](Lane::width) allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Programs that start compilers, which stay busy for a long time.
    Compilers,
    /// All other programs.
    Others,
    /// Programs that mostly sleep, waiting for events rather than relying on timing: two at once, when the lanes above
    /// are done.
    Quiet,
    /// Programs that measure clocks or occupy every core: one after the other, when all others are done.
    Alone,
}

/// Programs with a fixed lane or a place in it, slow ones first.
const ORDER: &[(Lane, &str)] = &[
    (Lane::Quiet, SITE),
    (Lane::Quiet, "tests/tests/examination.rs"),
    (Lane::Quiet, "tests/tests/hostile.rs"),
    (Lane::Quiet, "crates/cli/tests/doctor.rs"),
    (Lane::Quiet, "crates/cli/tests/limits.rs"),
    (Lane::Quiet, "tests/tests/zygote.rs"),
    (Lane::Quiet, "tests/tests/start.rs"),
    (Lane::Alone, "tests/tests/attacks.rs"),
    (Lane::Alone, "tests/tests/crowd.rs"),
    (Lane::Alone, "tests/tests/channels.rs"),
    (Lane::Alone, "crates/cli/tests/cores.rs"),
    (Lane::Alone, "tests/tests/disturbed.rs"),
    (Lane::Alone, "tests/tests/thousand.rs"),
    (Lane::Alone, "tests/tests/leaks.rs"),
    (Lane::Alone, "tests/tests/faults.rs"),
    (Lane::Compilers, "tests/tests/sources.rs"),
    (Lane::Compilers, "tests/tests/starters.rs"),
    (Lane::Compilers, "tests/tests/runtimes.rs"),
    (Lane::Compilers, "tests/tests/compile.rs"),
    (Lane::Compilers, "tests/tests/outside.rs"),
    (Lane::Compilers, "tests/tests/examples.rs"),
    (Lane::Compilers, "tests/tests/benches.rs"),
    (Lane::Others, "crates/cli/tests/main.rs"),
    (Lane::Others, "crates/store/tests/suite/main.rs"),
    (Lane::Others, "games/phantomgo/tests/main.rs"),
    (Lane::Others, "games/hex/tests/main.rs"),
    (Lane::Others, "fuzz/tests/targets/main.rs"),
    (Lane::Others, "games/gomoku/tests/main.rs"),
    (Lane::Others, "games/luzhanqi/tests/main.rs"),
    (Lane::Others, "crates/catalog/tests/main.rs"),
];

impl Lane {
    /// The number of its programs that run at once.
    pub(crate) fn width(self) -> usize {
        match self {
            Lane::Compilers | Lane::Alone => 1,
            Lane::Quiet => 2,
            Lane::Others => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        }
    }
}

/// The lanes that run side by side, followed by those that wait for them and for each other.
pub(crate) const STAGES: [&[Lane]; 3] = [&[Lane::Compilers, Lane::Others], &[Lane::Quiet], &[Lane::Alone]];

/// The place of a program in its lane: unlisted programs come last, ordered by name.
fn place(program: &Program) -> (Lane, usize) {
    let known = ORDER.iter().position(|(_, name)| *name == program.name);
    known.map_or((Lane::Others, ORDER.len()), |place| (ORDER[place].0, place))
}

/// Each lane with its programs, in reverse: the first to run is at the end of the list.
pub(crate) fn share(programs: Vec<Program>) -> Vec<(Lane, Mutex<Vec<Program>>)> {
    let mut lanes: Vec<_> = STAGES.concat().into_iter().map(|lane| (lane, Vec::new())).collect();
    for program in programs {
        let (lane, _) = place(&program);
        if let Some((_, waiting)) = lanes.iter_mut().find(|(known, _)| *known == lane) {
            waiting.push(program);
        }
    }
    let sorted = lanes.into_iter().map(|(lane, mut waiting)| {
        waiting.sort_by(|a, b| (place(b).1, &b.name).cmp(&(place(a).1, &a.name)));
        (lane, Mutex::new(waiting))
    });
    sorted.collect()
}

#[cfg(test)]
mod tests {
    use super::{ORDER, SITE};
    use std::path::Path;

    /// A listed program must exist, or its entry would apply to nothing.
    #[test]
    fn whoever_has_a_place_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (lane, name) in ORDER.iter().filter(|(_, name)| *name != SITE) {
            assert!(root.join(name).is_file(), "{name}, which waits among {lane:?}");
        }
    }
}
