//! Which threads go first where there are too few cores: those that carry connections and games before those that make
//! pages, and these before those that compute for long.

/// How much a thread gives way, as the system counts it.
#[derive(Clone, Copy)]
pub(crate) enum Priority {
    /// It makes pages.
    Pages = 5,
    /// It judges games that somebody wants judged.
    Searches = 19,
}

/// Lets the threads of this process that have a higher priority go before this one.
pub(crate) fn give_way(priority: Priority) {
    // If it is refused, all are alike.
    let _ = leitai_sandbox::system::give_way(priority as i32);
}
