//! The probe acting as a stage, so that killing a stage can be tested.

use crate::deed::{Deed, GOT};
use crate::job::Job;
use crate::launched::Launched;
use crate::linux::launching::Launching;
use crate::linux::machine::Sandbox;
use crate::sandbox_level::SandboxLevel;
use leitai_lang::Sentence;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::time::Duration;

/// Starts one program that never ends of its own accord, reports it, and waits.
pub(super) fn be(level: SandboxLevel, tag: &OsStr) {
    let Err(error) = start(level, tag);
    // The caller reads this message instead.
    say(&Sentence::of(&error).line());
}

fn start(level: SandboxLevel, tag: &OsStr) -> io::Result<std::convert::Infallible> {
    let own = std::env::current_exe()?;
    let sandbox = Sandbox::at(level, &own).map_err(|error| error.why)?;
    let job = Job::of(own, Deed::Cling.args(&tag.to_string_lossy()));
    let (running, cell) = sandbox.launch(&job)?;
    match running.launching.map(Launching::finish) {
        None | Some(Launched::Running) => {}
        Some(Launched::Failed(why) | Launched::Refused(why)) => return Err(why.into()),
    }
    say(char::from(GOT).encode_utf8(&mut [0; 4]));
    loop {
        std::thread::sleep(Duration::from_hours(1));
        // Keeps the cell alive: dropping it would kill the program.
        let _ = &cell;
    }
}

fn say(words: &str) {
    let _ = writeln!(io::stdout(), "{words}");
}
