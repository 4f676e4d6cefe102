//! Claims on cores, so that stages on one machine do not use the same ones, whichever user runs them.
//!
//! A claim is a socket in the abstract namespace, with one name per core: it needs no file and no privileges, is
//! released when its process ends for whatever reason, and shows which process holds it. A stage that waits for a core
//! connects to its claim and says since when it waits; when the claim ends, the core is handed to the stage that has
//! waited longest. Nobody who came later gets it before: the name stays bound meanwhile, so that a newcomer can only
//! connect too. So a stage waits for the games of those who came before it, and for the one that runs, and no longer,
//! however many come after it. Three things move it back, as a rule by one game each: a holder that is killed hands nothing
//! over, and whoever is quickest takes the core, or both where two fall free at once; a stage that does not answer in time when its turn comes is passed by;
//! a stage's own waiting games come after the others when its own core is released.
//! Claims are not visible from another network namespace, such as a container's.

use leitai_sandbox::core_socket::{CoreLink, CoreSocket};
use leitai_sandbox::system::Errno;

/// A core that this process works on; handed to whoever has waited longest when it is dropped. Never inherited: the
/// socket is closed on exec, and programs are forked from the zygote, which was itself executed.
#[derive(Debug)]
pub(crate) struct Claim {
    core: usize,
    /// `None` where the system has no such sockets: then stages do not notice each other.
    socket: Option<CoreSocket>,
    line: Vec<Waiter>,
}

/// A stage that waits for this core.
#[derive(Debug)]
struct Waiter {
    link: CoreLink,
    /// `None` if it has not said so yet.
    since: Option<u64>,
}

impl Claim {
    /// Takes the core; returns `None` if somebody holds it, this process included.
    pub(crate) fn take(core: usize) -> Option<Claim> {
        match CoreSocket::bind(core) {
            Ok(socket) => Some(Claim::of(core, socket)),
            Err(Errno::ADDRINUSE) => None,
            Err(_) => Some(Claim { core, socket: None, line: Vec::new() }),
        }
    }

    /// The core whose socket this is.
    pub(crate) fn of(core: usize, socket: CoreSocket) -> Claim {
        Claim { core, socket: Some(socket), line: Vec::new() }
    }

    /// The number of the core.
    pub(crate) fn core(&self) -> usize {
        self.core
    }

    /// Whether a stage waits for this core.
    pub(crate) fn is_wanted(&mut self) -> bool {
        self.hear();
        self.line.retain(|waiter| waiter.link.is_alive());
        !self.line.is_empty()
    }

    /// Lets those who have come since last time join the line.
    fn hear(&mut self) {
        let came = self.socket.iter().flat_map(|socket| std::iter::from_fn(|| socket.accept()));
        self.line.extend(came.map(|link| Waiter { link, since: None }));
        for waiter in &mut self.line {
            waiter.since = waiter.since.or_else(|| waiter.link.since());
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.hear();
        let Some(socket) = self.socket.take() else { return };
        // Those who are not served come back to the next holder, and say once more since when they wait.
        self.line.retain(|waiter| waiter.since.is_some());
        self.line.sort_by_key(|waiter| waiter.since);
        let _next = self.line.iter().find(|waiter| waiter.link.offer(&socket));
    }
}
