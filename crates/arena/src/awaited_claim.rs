//! Another process's claim on a core, waited for.

use crate::claim::Claim;
use leitai_core::{Sentence, is_hidden, sentence};
use leitai_sandbox::Peer;
use leitai_sandbox::core_socket::{self, CoreLink, Heard};
use leitai_sandbox::system::{Errno, clocks};
use std::fs;
use std::time::Duration;

/// Longest name of a command that is shown.
const LONGEST: usize = 16;

/// A place in the line for a core that another process holds; left when it is dropped.
#[derive(Debug)]
pub(crate) struct AwaitedClaim {
    core: usize,
    /// `None` if too many wait already, or if the holder does not listen.
    link: Option<CoreLink>,
}

impl AwaitedClaim {
    /// Joins the line for a core, as one who has waited [since](now) then; returns `None` if the core is free by now.
    pub(crate) fn join(core: usize, since: u64) -> Option<AwaitedClaim> {
        match CoreLink::to(core, since) {
            Ok(link) => Some(AwaitedClaim { core, link: Some(link) }),
            // Free, or held by a process that does not listen.
            Err(Errno::CONNREFUSED) if Claim::take(core).is_some() => None,
            Err(_) => Some(AwaitedClaim { core, link: None }),
        }
    }

    /// The number of the core.
    pub(crate) fn core(&self) -> usize {
        self.core
    }

    /// Whether it has a place in the line: then the core is handed to this stage in its turn.
    pub(crate) fn is_in_line(&self) -> bool {
        self.link.is_some()
    }

    /// The holder of the core, as a sentence.
    pub(crate) fn holder(&self) -> Sentence {
        let core = self.core;
        let Some(Peer { pid, uid }) = self.link.as_ref().and_then(CoreLink::holder) else {
            return sentence!("core {core} by an unknown user", "核心 {core} 由他人占用");
        };
        let Some(pid) = pid else {
            return sentence!(
                "core {core} by user {uid}, whose process is not visible",
                "核心 {core} 由用户 {uid} 占用（进程不可见）"
            );
        };
        let name = named(pid);
        sentence!(
            "core {core} by {name} (process {pid}, user {uid})",
            "核心 {core} 由 {name}（进程 {pid}，用户 {uid}）占用"
        )
    }
}

/// The name of a process, and of a stage what it does, such as `leitai match`.
fn named(pid: u32) -> String {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    // A name may contain anything but a NUL.
    let name: String = name.trim().chars().map(|c| if is_hidden(c) { '?' } else { c }).collect();
    match name.as_str() {
        "" => "?".to_owned(),
        "leitai" => {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let is_word = |word: &&[u8]| {
                !word.is_empty() && word.len() <= LONGEST && word.iter().all(u8::is_ascii_lowercase)
            };
            let command = line.split(|byte| *byte == 0).nth(1).filter(is_word);
            command.map_or(name, |command| format!("leitai {}", String::from_utf8_lossy(command)))
        }
        _ => name,
    }
}

/// Waits at most for `longest`, which must be less than a second, until one of these cores is handed to this process;
/// returns it. Those who left their places, and whose line must be joined anew, are removed.
pub(crate) fn wait(awaited: &mut Vec<AwaitedClaim>, longest: Duration) -> Option<Claim> {
    let links: Vec<_> = awaited.iter().filter_map(|awaited| awaited.link.as_ref()).collect();
    if !core_socket::wait(&links, longest) {
        return None;
    }
    let mut handed = None;
    awaited.retain(|AwaitedClaim { core, link }| match link.as_ref().and_then(CoreLink::hear) {
        None => true,
        Some(Heard::End) => false,
        Some(Heard::Offer) => {
            // One is enough: whoever offers another offers it to the next.
            if handed.is_none() {
                let socket = link.as_ref().and_then(|link| link.accept(*core));
                handed = socket.map(|socket| Claim::of(*core, socket));
            }
            false
        }
    });
    handed
}

/// This moment, in nanoseconds, by the clock that all processes of the machine share.
pub(crate) fn now() -> u64 {
    clocks::of_machine().as_nanos() as u64
}

#[cfg(test)]
mod tests;
