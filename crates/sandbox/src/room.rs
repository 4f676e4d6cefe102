//! What programs see of a machine where they have a root folder of their own: made up, the same on every machine, and with
//! nothing of this one's users and neighbours.

use crate::size::Size;

/// The name of the user that every program is.
pub(crate) const PLAYER: &str = "player";
/// Its number in a namespace of users, where it keeps its user outside.
pub(crate) const INNER: u32 = 1000;
/// The name of the machine.
pub(crate) const HOST: &str = "leitai";
/// A folder in memory of each program's own, in which C libraries keep named semaphores.
pub(crate) const SHARED_MEMORY: &str = "/dev/shm";
/// Its size, which nothing may count, and its maximum number of files.
pub(crate) const SHARED_MEMORY_SIZE: Size = Size(256 << 10);
pub(crate) const SHARED_MEMORY_FILES: u32 = 64;

/// The lists of users and groups, by their names in `/etc`.
pub(crate) fn users(user: u32, group: u32) -> [(&'static str, String); 2] {
    [
        ("passwd", format!("{PLAYER}:x:{user}:{group}:{HOST}:/tmp:/bin/sh\nroot:x:0:0:{HOST}:/:/bin/sh\n")),
        ("group", format!("{PLAYER}:x:{group}:\nroot:x:0:\n")),
    ]
}

/// Other files in `/etc`.
pub(crate) fn settings() -> [(&'static str, String); 3] {
    [
        ("hostname", format!("{HOST}\n")),
        ("hosts", format!("127.0.0.1 localhost {HOST}\n::1 localhost\n")),
        ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n".to_owned()),
    ]
}

/// Whether this is one of those texts: what a program reads in the file of that name is not the machine's.
pub(crate) fn is_made_up(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.contains(HOST) || line.starts_with(PLAYER))
}
