//! Which programs run side by side: a lane runs its own in a fixed order, and the lanes know nothing of each other. What
//! measures clocks or takes every core waits until they are done, and runs alone; before it, two at a time, what mostly sleeps.

use crate::program::Program;
use std::sync::Mutex;

/// A line of programs that wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// They start compilers, which are busy for long.
    Compilers,
    /// All others.
    Others,
    /// They mostly sleep, and wait for what they look for rather than for a moment: two at once, when those above are done.
    Quiet,
    /// They measure clocks, or take every core: one after the other, when the rest is done.
    Alone,
}

/// Programs that have a lane, or a place in it: the slow first.
const ORDER: &[(Lane, &str)] = &[
    (Lane::Quiet, "tests/tests/examination.rs"),
    (Lane::Quiet, "tests/tests/hostile.rs"),
    (Lane::Quiet, "crates/cli/tests/doctor.rs"),
    (Lane::Quiet, "crates/cli/tests/limits.rs"),
    (Lane::Quiet, "tests/tests/zygote.rs"),
    (Lane::Quiet, "tests/tests/start.rs"),
    (Lane::Alone, "tests/tests/attacks.rs"),
    (Lane::Alone, "tests/tests/crowd.rs"),
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
    /// How many of it run at once.
    pub(crate) fn width(self) -> usize {
        match self {
            Lane::Compilers | Lane::Alone => 1,
            Lane::Quiet => 2,
            Lane::Others => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        }
    }
}

/// The lanes that run beside each other, and those that wait for them and then for each other.
pub(crate) const STAGES: [&[Lane]; 3] = [&[Lane::Compilers, Lane::Others], &[Lane::Quiet], &[Lane::Alone]];

/// The place of a program in its lane: unnamed ones come last, in the order of their names.
fn place(program: &Program) -> (Lane, usize) {
    let known = ORDER.iter().position(|(_, name)| *name == program.name);
    known.map_or((Lane::Others, ORDER.len()), |place| (ORDER[place].0, place))
}

/// Each lane with its programs, the first of which is the last of the list.
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
    use super::ORDER;
    use std::path::Path;

    /// A place for a program that is gone would be one for nobody.
    #[test]
    fn whoever_has_a_place_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (lane, name) in ORDER {
            assert!(root.join(name).is_file(), "{name}, which waits among {lane:?}");
        }
    }
}
