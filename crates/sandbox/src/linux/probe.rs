//! The probe: a program that attempts, inside a sandbox, what the sandbox is meant to prevent, and reports the outcome.
//! It is the launcher's binary, executed like any other program.

mod bombs;
mod calls;
mod doors;
mod examiner;
mod stage;

use crate::deed::{Deed, Hand, PROBE};
use std::ffi::OsStr;

/// If this process was started as the probe, performs its task and exits.
pub(crate) fn probe_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|first| first != PROBE) {
        return;
    }
    let tag = args.next().unwrap_or_default();
    examiner::meet(&tag);
    let Some(deed) = Deed::read(args) else { std::process::exit(2) };
    do_it(deed, &tag);
    std::process::exit(0)
}

fn do_it(deed: Deed, tag: &OsStr) {
    match deed {
        Deed::By(hand, deed) => {
            let tag = tag.to_owned();
            let other = std::thread::spawn(move || {
                do_it(*deed, &tag);
                std::process::exit(0)
            });
            if hand == Hand::Left {
                calls::leave_thread();
            }
            let _ = other.join();
        }
        Deed::Doors(bait) => doors::try_all(&bait),
        Deed::Foreign => bombs::foreign(),
        Deed::Private(mb) => bombs::private(mb),
        Deed::Heap(mb) => bombs::heap(mb),
        Deed::Device(mb) => bombs::device(mb),
        Deed::Pipes(mb) => bombs::pipes(mb),
        Deed::Shared(mb) => bombs::shared(mb),
        Deed::Family(mb) => bombs::family(mb),
        Deed::Forks(count) => bombs::forks(count),
        Deed::Threads(count) => bombs::threads(count),
        Deed::Daemon => bombs::daemon(),
        Deed::Burn(ms) => bombs::burn(ms),
        Deed::Spin => bombs::spin(),
        Deed::Crowd(threads) => bombs::crowd(threads),
        Deed::Timer => bombs::timer(),
        Deed::Cling => bombs::cling(),
        Deed::Wait => bombs::wait(),
        Deed::Stage(level) => stage::be(level, tag),
    }
}
