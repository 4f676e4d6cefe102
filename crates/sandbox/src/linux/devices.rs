//! The devices that programs get from the machine, and whether they are what their names say.
//!
//! A script that runs as root and writes its output to `/dev/null` by renaming a file makes it a regular file, and then
//! every program, launcher and shell of the machine behaves strangely in a place of its own. Found by name before the
//! first game, it costs one command.

use leitai_lang::{Sentence, sentence};
use rustix::fs::{FileType, Mode, OFlags, major, minor, open, stat};
use rustix::process::geteuid;
use std::path::Path;

/// The devices that programs expect.
pub(crate) const DEVICES: [&str; 5] = ["/dev/null", ZERO, "/dev/full", "/dev/random", "/dev/urandom"];
/// The device that must be read-only; no program gets it where Landlock cannot enforce that.
pub(crate) const ZERO: &str = "/dev/zero";

/// Their numbers, which Linux has assigned for good; the first is that of memory devices.
const MEMORY: u32 = 1;
const MINORS: [u32; DEVICES.len()] = [3, 5, 7, 8, 9];

/// A device of the machine that is not what its name says, or that programs may not use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenDevice {
    /// Its path.
    pub path: &'static str,
    /// What is wrong with it.
    pub why: Sentence,
    /// The command that mends it, for root.
    pub mend: String,
}

impl BrokenDevice {
    /// All of it in one sentence.
    pub(crate) fn said(&self) -> Sentence {
        let BrokenDevice { path, why, mend } = self;
        sentence!(
            "the machine's {path} {why}; as root: {mend}",
            "本机的 {path} {why}；请以 root 执行：{mend}";
            why
        )
    }
}

/// The machine's broken devices. A program's own user is another one if we are root, so they must be open to everybody
/// then, and in any case to us.
pub fn broken_devices() -> Vec<BrokenDevice> {
    let numbered = DEVICES.into_iter().zip(MINORS);
    numbered.filter_map(|(path, number)| broken(path, Path::new(path), number)).collect()
}

/// `path` is the device's name, and `at` the place to look.
fn broken(path: &'static str, at: &Path, number: u32) -> Option<BrokenDevice> {
    let writes = path != ZERO && !path.ends_with("random");
    let mode = if writes { 0o666 } else { 0o444 };
    let make = format!("mknod -m 666 {path} c {MEMORY} {number}");
    let remade = || format!("rm -rf {path} && {make}");
    let told = |why, mend| Some(BrokenDevice { path, why, mend });
    let found = match stat(at) {
        Ok(found) => found,
        Err(error) => {
            return told(sentence!("cannot be found: {error}", "无法找到（{error}）"), make.clone());
        }
    };
    let kind = FileType::from_raw_mode(found.st_mode);
    if kind != FileType::CharacterDevice {
        // What is mounted over it cannot be removed, and hides the device itself.
        let is_mounted = stat("/dev").is_ok_and(|folder| folder.st_dev != found.st_dev);
        let mend = if is_mounted { format!("umount {path}") } else { remade() };
        let what = match kind {
            FileType::RegularFile => Sentence::new("is a regular file", "是普通文件"),
            FileType::Directory => Sentence::new("is a folder", "是文件夹"),
            _ => Sentence::new("is no character device", "不是字符设备"),
        };
        return told(what, mend);
    }
    let is = (major(found.st_rdev), minor(found.st_rdev));
    if is != (MEMORY, number) {
        let (one, two) = is;
        return told(
            sentence!(
                "is device {one}:{two} instead of {MEMORY}:{number}",
                "是设备 {one}:{two}，应为 {MEMORY}:{number}"
            ),
            remade(),
        );
    }
    if geteuid().is_root() && found.st_mode & mode & 0o006 != mode & 0o006 {
        return told(
            Sentence::new("is not open to every user", "不对所有用户开放"),
            format!("chmod 666 {path}"),
        );
    }
    // Permissions are not all: nothing on a file system that is mounted without devices can be opened.
    let access = if writes { OFlags::RDWR } else { OFlags::RDONLY };
    open(at, access | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY, Mode::empty()).err().and_then(
        |error| {
            told(sentence!("cannot be opened: {error}", "无法打开（{error}）"), format!("chmod 666 {path}"))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn why(at: &Path, number: u32) -> Option<String> {
        broken("/dev/null", at, number).map(|broken| broken.said().to_string())
    }

    #[test]
    fn what_is_no_such_device_is_named() {
        assert_eq!(why("/dev/null".as_ref(), 3), None);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("null");
        let missing = why(&file, 3).expect("it is broken");
        assert!(missing.contains("cannot be found") && missing.contains("mknod -m 666 /dev/null c 1 3"));
        std::fs::write(&file, "").expect("a file");
        for mode in [0o644, 0o666] {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("ours");
            let regular = why(&file, 3).expect("it is broken");
            assert!(regular.starts_with("the machine's /dev/null is a regular file; as root: "), "{regular}");
        }
        let another = why("/dev/zero".as_ref(), 3).expect("it is broken");
        assert!(
            another.contains("is device 1:5 instead of 1:3; as root: rm -rf /dev/null && mknod"),
            "{another}"
        );
        assert!(why(folder.path(), 3).is_some_and(|why| why.contains("is a folder")));
        // A link to the right device is as good.
        let link = folder.path().join("link");
        symlink("/dev/null", &link).expect("a link");
        assert_eq!(why(&link, 3), None);
    }
}
