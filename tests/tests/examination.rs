//! The examination of a sandbox reports the truth: what nothing prevents is not called enforced, and what a level
//! promises is found to hold.

use Guarantee as G;
use leitai_arena::{Enforcement, Evidence, Examined, Guarantee, examine};
use leitai_sandbox::Sandbox;
use stage_tests::levels;
use std::sync::{Mutex, PoisonError};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// One at a time: ending a program also ends orphans, and so what another examination left alive.
static ALONE: Mutex<()> = Mutex::new(());

fn examined(sandbox: &Sandbox) -> Vec<Examined> {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder");
    let mut found = Vec::new();
    examine(sandbox, LAUNCHER.as_ref(), folder.path(), &mut |one| found.push(one));
    found
}

/// The least number of ways in which a guarantee must be tried before it is reported to hold.
const MEANS: u32 = 3;

/// What every confining level promises, by whatever means.
const PROMISED: [Guarantee; 17] = [
    G::PrivateMemory,
    G::SharedMemory,
    G::FamilyMemory,
    G::Time,
    G::Hold,
    G::Core,
    G::Priority,
    G::Reading,
    G::Writing,
    G::Network,
    G::Signals,
    G::Tracing,
    G::Descriptors,
    G::Calls,
    G::ForkBomb,
    G::Survivors,
    G::Tie,
];

#[test]
fn what_a_level_promises_holds() {
    for sandbox in levels(LAUNCHER) {
        let found = examined(&sandbox);
        for guarantee in PROMISED {
            let one = found.iter().find(|found| found.guarantee == guarantee).expect("every one is examined");
            // A busy machine checks memory late, and a small one has no second core.
            let fits = matches!(one.state, Enforcement::Enforced | Enforcement::Weaker)
                || (guarantee == G::Core && one.state == Enforcement::NotTried);
            assert!(fits, "{}: {one:?}", sandbox.level());
            let ways = match one.evidence {
                Evidence::Memory { ways, .. }
                | Evidence::Time { ways, .. }
                | Evidence::Held { ways, .. }
                | Evidence::Closed(ways) => ways,
                // All ways of testing these guarantees are tried at once.
                _ => MEANS,
            };
            let is_one = guarantee == G::FamilyMemory;
            assert!(ways >= if is_one { 1 } else { MEANS }, "{}: {one:?}", sandbox.level());
        }
    }
}

#[test]
fn where_nothing_is_set_up_nothing_is_called_enforced() {
    let open = [
        G::PrivateMemory,
        G::SharedMemory,
        G::FamilyMemory,
        G::Hold,
        G::Reading,
        G::Names,
        G::Writing,
        G::Network,
        G::Signals,
        G::Processes,
        G::Calls,
        G::Tie,
    ];
    let found = examined(&Sandbox::off());
    for guarantee in open {
        let one = found.iter().find(|found| found.guarantee == guarantee).expect("every one is examined");
        assert_eq!(one.state, Enforcement::NotEnforced, "{one:?}");
    }
}
