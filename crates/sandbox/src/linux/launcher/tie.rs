//! Makes a program die with its stage.

use super::step::{Named, Step};
use leitai_lang::Sentence;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, set_parent_process_death_signal};

/// Makes this process die with the stage, or rather with the stage's thread that is its parent. If the stage died
/// before this call, stdout is found closed.
pub(super) fn tied() -> Step {
    set_parent_process_death_signal(Some(Signal::KILL)).step("the tie to the stage", "与擂台的绑定")?;
    let mut out = [PollFd::from_borrowed_fd(rustix::stdio::stdout(), PollFlags::empty())];
    poll(&mut out, Some(&Timespec::default())).step("the tie to the stage", "与擂台的绑定")?;
    // A pipe without a reader is in error, a socket without a peer is hung up.
    if out[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
        return Err(Sentence::new("the stage has ended", "擂台已不在"));
    }
    Ok(())
}
