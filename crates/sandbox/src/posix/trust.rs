//! Which files of the machine nobody but root and the stage's own user can have put there.

use rustix::process::geteuid;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

/// Maximum links on the way to a file, as in the kernel.
const LINKS: u32 = 40;
/// The sticky bit: anybody may create files in such a folder, but remove only their own.
const STICKY: u32 = 0o1000;
const GROUP: u32 = 0o020;
const OTHERS: u32 = 0o002;

/// The file that a path leads to, if nobody but root and the stage's own user can write to it or to anything on the
/// way, including links and the folders they lead through. Of a group that may write to one of these, `is_group_ours` says
/// whether nobody else is in it.
pub(crate) fn canonical(path: &Path, is_group_ours: fn(&Path, u32) -> bool) -> Option<PathBuf> {
    let mut ahead: VecDeque<OsString> = VecDeque::new();
    push(&mut ahead, path);
    let mut here = PathBuf::from("/");
    let mut links = 0;
    if !path.is_absolute() || !is_ours(&here, &fs::symlink_metadata("/").ok()?, is_group_ours) {
        return None;
    }
    while let Some(name) = ahead.pop_front() {
        if name == ".." {
            here.pop();
            continue;
        }
        let next = here.join(&name);
        let meta = fs::symlink_metadata(&next).ok()?;
        if meta.is_symlink() {
            links += 1;
            if links > LINKS || !is_owner(meta.uid()) {
                return None;
            }
            let target = fs::read_link(&next).ok()?;
            if target.is_absolute() {
                here = PathBuf::from("/");
            }
            push(&mut ahead, &target);
        } else if is_ours(&next, &meta, is_group_ours) {
            here = next;
        } else {
            return None;
        }
    }
    Some(here)
}

/// Puts the parts of a path before those still ahead.
fn push(ahead: &mut VecDeque<OsString>, path: &Path) {
    for part in path.components().rev() {
        match part {
            Component::Normal(name) => ahead.push_front(name.to_owned()),
            Component::ParentDir => ahead.push_front("..".into()),
            Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
        }
    }
}

fn is_owner(user: u32) -> bool {
    user == 0 || user == geteuid().as_raw()
}

fn is_ours(path: &Path, meta: &Metadata, is_group_ours: fn(&Path, u32) -> bool) -> bool {
    let mode = meta.mode();
    let is_shared = meta.is_dir() && mode & STICKY != 0;
    let by_others = mode & OTHERS != 0 || (mode & GROUP != 0 && !is_group_ours(path, meta.gid()));
    is_owner(meta.uid()) && (is_shared || !by_others)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn nobodys(_path: &Path, _group: u32) -> bool {
        false
    }

    #[test]
    fn what_another_may_write_on_the_way_is_not_trusted() {
        let folder = std::env::temp_dir().join(format!("leitai-trust-{}", std::process::id()));
        let at = |name: &str| folder.join(name);
        let mode = |name: &str, mode| {
            fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).expect("ours");
        };
        for part in ["", "own", "open", "own/sticky"] {
            fs::create_dir(at(part)).expect("a folder");
            mode(part, 0o755);
        }
        for file in ["own/tool", "own/loose", "open/tool", "own/sticky/tool"] {
            fs::write(at(file), "").expect("a file");
            mode(file, 0o755);
        }
        mode("own/loose", 0o757);
        mode("open", 0o777);
        mode("own/sticky", 0o1777);
        symlink("../open", at("own/way")).expect("a link");
        symlink(at("own"), at("open/back")).expect("a link");
        symlink("way/back/tool", at("own/far")).expect("a link");
        symlink("../own/tool", at("own/near")).expect("a link");
        symlink("self", at("own/self")).expect("a link");
        for (name, to) in [
            ("own/tool", Some("own/tool")),
            ("own/near", Some("own/tool")),
            ("own/sticky/tool", Some("own/sticky/tool")),
            ("own/../own/tool", Some("own/tool")),
            ("own/loose", None),
            ("open/tool", None),
            ("own/way/tool", None),
            // A path that leads to a protected file, but through a place where others can write.
            ("own/far", None),
            ("own/self", None),
            ("own/nothing", None),
        ] {
            let whole = to.map(|to| at(to).canonicalize().expect("it is there"));
            assert_eq!(canonical(&at(name), nobodys), whole, "{name}");
        }
        assert_eq!(canonical(Path::new("tool"), nobodys), None);
        fs::remove_dir_all(folder).expect("ours");
    }
}
