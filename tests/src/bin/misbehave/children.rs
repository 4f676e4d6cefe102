//! Processes that are left behind.

use rustix::process::setsid;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Longer than any test.
const FOR_EVER: Duration = Duration::from_mins(1);

/// Whether the deed is one of a process left behind.
pub(crate) fn is(deed: &str) -> bool {
    matches!(deed, "linger" | "daemon-of" | "link" | "hydra-head")
}

/// Plays such a part.
pub(crate) fn be(deed: &str, value: &str, tag: &str) {
    let number: u32 = value.parse().unwrap_or(0);
    match deed {
        // The middle process of a double fork.
        "daemon-of" => {
            let _ = setsid();
            let mut child = command("linger", tag);
            if value == "nameless" {
                child.env_clear();
            }
            let _ = child.spawn();
        }
        // Each link starts the next in a session of its own; all of them stay.
        "link" => {
            let _ = setsid();
            if number > 0 {
                let _ = command(&format!("link={}", number - 1), tag).env_clear().spawn();
            }
            sleep(FOR_EVER);
        }
        // Spawns a new one and exits, so that an observer always comes too late.
        "hydra-head" => {
            let _ = setsid();
            if number > 0 {
                let _ = command(&format!("hydra-head={}", number - 1), tag).env_clear().spawn();
                sleep(Duration::from_millis(2));
            } else {
                sleep(FOR_EVER);
            }
        }
        _ => sleep(FOR_EVER),
    }
}

/// This program again, with another part; it keeps every pipe open.
fn command(part: &str, tag: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap_or_default());
    command.args([part, "-", "-", tag]);
    command
}

/// Leaves a child behind.
pub(crate) fn leave(tag: &str) {
    let _ = command("linger", tag).spawn();
}

/// Leaves a child behind in its own process group, without a name.
pub(crate) fn leave_grouped(tag: &str) {
    let _ = command("linger", tag).process_group(0).env_clear().stdin(Stdio::null()).spawn();
}

/// Leaves a grandchild behind in its own session; its parent has exited.
pub(crate) fn leave_daemon(kind: &str, tag: &str) {
    let _ = command(&format!("daemon-of={kind}"), tag).status();
}

/// Leaves a chain or a hydra of that length.
pub(crate) fn leave_many(part: &str, length: &str, tag: &str) {
    let _ = command(&format!("{part}={length}"), tag).spawn();
    // Ensures that some of them exist when the game ends.
    sleep(Duration::from_millis(30));
}
