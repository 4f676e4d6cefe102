//! Which files of the machine nobody but root and the stage's own user can have put there.

use rustix::process::{getegid, geteuid};
use std::fs;
use std::path::{Path, PathBuf};

/// The first group id given to people, and a lower one that everybody may be in.
const PEOPLE: u32 = 1000;
const USERS: u32 = 100;

/// The file that a path leads to, if nobody but root and the stage's own user can write to it or to anything on the
/// way, including links and the folders they lead through.
pub fn canonical(path: &Path) -> Option<PathBuf> {
    crate::posix::trust::canonical(path, is_group_ours)
}

/// Whether nobody else is in that group. With an access control list, the group bits cover more than the group.
fn is_group_ours(path: &Path, group: u32) -> bool {
    let listed = rustix::fs::getxattr(path, "system.posix_acl_access", &mut [0_u8; 0]);
    if listed.is_ok_and(|bytes| bytes > 0) {
        return false;
    }
    let own = (geteuid().as_raw(), getegid().as_raw());
    if group == 0 || own == (group, group) {
        return true;
    }
    let groups = fs::read_to_string("/etc/group").unwrap_or_default();
    group < PEOPLE && group != USERS && has_no_members(&groups, group)
}

/// Whether the group file lists no members for that group.
fn has_no_members(groups: &str, group: u32) -> bool {
    let of_group = |line: &&str| line.split(':').nth(2).and_then(|number| number.parse().ok()) == Some(group);
    let members = groups.lines().find(of_group).and_then(|line| line.split(':').nth(3));
    members.is_some_and(|members| members.split(',').all(|name| matches!(name.trim(), "" | "root")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_ours_if_nobody_else_is_in_it() {
        let groups = "root:x:0:\nstaff:x:50:\nadm:x:4:syslog,alice\nwheel:x:10:root\n";
        for (group, ours) in [(50, true), (4, false), (10, true), (77, false)] {
            assert_eq!(has_no_members(groups, group), ours, "{group}");
        }
    }
}
