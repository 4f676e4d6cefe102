//! The root folder of a program: what it may read, and nothing else.

use super::step::{Named, Step};
use super::sys;
use crate::linux::devices::{DEVICES, ZERO};
use crate::linux::launch_order::LaunchOrder;
use crate::room::{INNER, SHARED_MEMORY, SHARED_MEMORY_FILES, SHARED_MEMORY_SIZE, settings, users};
use leitai_lang::Sentence;
use rustix::fs::CWD;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen, mount_change,
    mount_remount, move_mount, open_tree, unmount,
};
use rustix::process::{chdir, pivot_root};
use std::fs;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, symlink};
use std::path::{Path, PathBuf};

/// The usual links in place of the old folders of shared libraries.
const LINKS: [&str; 5] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];
/// Maximum number of inodes in the scratch folder.
const INODES: u32 = 1024;

/// In a new mount namespace: builds a root folder with what the program may read, and none of the machine's other files,
/// and makes it the root of this process. What it lacks is `/proc`.
pub(super) fn build(order: &LaunchOrder) -> Step {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
        .step("private mounts", "私有挂载")?;
    let mut trees: Vec<Tree> = Vec::new();
    for (paths, read_only) in [(&order.reads, true), (&order.writes, false)] {
        for path in paths {
            if !path.is_symlink() {
                trees.push(clone_tree(path, read_only, false)?);
            }
        }
    }
    for path in DEVICES.into_iter().filter(|path| *path != ZERO || order.landlock > 0) {
        trees.push(clone_tree(Path::new(path), false, true)?);
    }
    let links = links(order);
    let root = file_system("tmpfs", &[("size", "1m"), ("mode", "0755")], MountAttrFlags::empty())?;
    // Any folder would do: whatever it hides has already been cloned.
    mount_at(&root, Path::new("/tmp"))?;
    chdir("/tmp").step("/tmp", "/tmp")?;
    // Before the links and readable paths, since both may lie in `/tmp` too.
    scratch(order)?;
    for (place, target) in links {
        if fs::symlink_metadata(&place).is_err() {
            make_parents(&place)?;
            symlink(target, &place)
                .step(&format!("the link {}", place.display()), &format!("链接 {}", place.display()))?;
        }
    }
    for Tree { place, is_folder, mount } in &trees {
        if fs::metadata(place).is_err() {
            make_place(place, *is_folder)?;
        }
        mount_at(mount, place)?;
    }
    make_place(Path::new("proc"), true)?;
    if !order.compiles() {
        settle(order)?;
    }
    if let Ok(folder) = order.folder.strip_prefix("/")
        && !folder.as_os_str().is_empty()
        && fs::metadata(folder).is_err()
    {
        // The folder exists, and is empty for the program.
        let _ = make_place(folder, true);
    }
    pivot_root(".", ".").step("the new root", "新的根目录")?;
    unmount(".", UnmountFlags::DETACH).step("the old root", "旧的根目录")?;
    chdir("/").step("/", "/")?;
    // Only the root itself, not what is mounted in it.
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    mount_remount("/", flags, "").step("a read-only root", "只读的根目录")
}

/// The machine as a player sees it. Where each program is another user, the lists of users are links to its own.
fn settle(order: &LaunchOrder) -> Step {
    make_place(&place(Path::new(SHARED_MEMORY)), true)?;
    make_place(Path::new("etc"), true)?;
    let at = |name: &str| Path::new("etc").join(name);
    for (name, text) in settings() {
        fs::write(at(name), text).at(&at(name))?;
    }
    for (name, text) in users(INNER, INNER) {
        let file = at(name);
        match order.uid {
            Some(_) => symlink(Path::new(SHARED_MEMORY).join(name), &file),
            None => fs::write(&file, text),
        }
        .at(&file)?;
    }
    Ok(())
}

/// In the root of this process, which [`build`] built: what no two programs may share. Compilers get none of it.
pub(super) fn furnish(order: &LaunchOrder) -> Step {
    if order.compiles() {
        return Ok(());
    }
    let (size, files) = (SHARED_MEMORY_SIZE.0.to_string(), SHARED_MEMORY_FILES.to_string());
    let settings = [("size", size.as_str()), ("nr_inodes", &files), ("mode", "1777")];
    let own = file_system("tmpfs", &settings, MountAttrFlags::MOUNT_ATTR_NOEXEC)?;
    let folder = Path::new(SHARED_MEMORY);
    mount_at(&own, folder)?;
    if let Some(uid) = order.uid {
        for (name, text) in users(uid, uid) {
            fs::write(folder.join(name), text).at(&folder.join(name))?;
        }
    }
    Ok(())
}

/// A new `/proc`, not mounted anywhere yet. Only what concerns processes; all of it on older kernels. The first process,
/// whose arguments are the order, is hidden too.
pub(super) fn proc() -> Step<OwnedFd> {
    let none = MountAttrFlags::empty();
    let proc = file_system("proc", &[("subset", "pid"), ("hidepid", "invisible")], none);
    proc.or_else(|_| file_system("proc", &[("hidepid", "2")], none))
}

/// Mounts it in the root of this process, which [`build`] built.
pub(super) fn mount_proc(proc: &OwnedFd) -> Step {
    mount_at(proc, Path::new("/proc"))
}

/// The links among the readable paths, with their targets.
pub(super) fn links(order: &LaunchOrder) -> Vec<(PathBuf, PathBuf)> {
    let paths = LINKS.map(Path::new).into_iter().chain(order.reads.iter().map(PathBuf::as_path));
    paths.filter_map(|path| Some((place(path), fs::read_link(path).ok()?))).collect()
}

/// A path relative to the new root, which is the folder where the root is built.
fn place(path: &Path) -> PathBuf {
    path.strip_prefix("/").unwrap_or(path).to_owned()
}

fn scratch(order: &LaunchOrder) -> Step {
    if order.limits.scratch.0 == 0 {
        return Ok(());
    }
    let size = order.limits.scratch.0.to_string();
    let inodes = INODES.to_string();
    make_place(Path::new("tmp"), true)?;
    let settings = [("size", size.as_str()), ("nr_inodes", &inodes), ("mode", "1777")];
    let tmp = file_system("tmpfs", &settings, MountAttrFlags::empty())?;
    mount_at(&tmp, Path::new("tmp"))
}

/// A part of the machine's files, cloned before the new root hides it.
struct Tree {
    place: PathBuf,
    is_folder: bool,
    mount: OwnedFd,
}

fn clone_tree(path: &Path, read_only: bool, devices: bool) -> Step<Tree> {
    let flags =
        OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
    let mount = open_tree(CWD, path, flags).at(path)?;
    sys::restrict(mount.as_fd(), read_only, devices).at(path)?;
    Ok(Tree { place: place(path), is_folder: path.is_dir(), mount })
}

/// A new file system without devices and without programs that change users, and with these restrictions besides.
fn file_system(kind: &str, settings: &[(&str, &str)], besides: MountAttrFlags) -> Step<OwnedFd> {
    let context = fsopen(kind, FsOpenFlags::FSOPEN_CLOEXEC).step(kind, kind)?;
    for (name, value) in settings {
        fsconfig_set_string(context.as_fd(), *name, *value).step(kind, kind)?;
    }
    fsconfig_create(context.as_fd()).step(kind, kind)?;
    let flags = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV | besides;
    fsmount(context.as_fd(), FsMountFlags::FSMOUNT_CLOEXEC, flags).step(kind, kind)
}

fn mount_at(tree: &OwnedFd, place: &Path) -> Step {
    let (en, zh) = (format!("mounting {}", place.display()), format!("挂载 {}", place.display()));
    move_mount(tree.as_fd(), "", CWD, place, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH).step(&en, &zh)
}

fn make_place(place: &Path, folder: bool) -> Step {
    make_parents(place)?;
    let made = if folder { fs::DirBuilder::new().mode(0o755).create(place) } else { fs::write(place, "") };
    match made {
        Err(error) if folder && error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        made => {
            made.step(&format!("a place for {}", place.display()), &format!("{} 的位置", place.display()))
        }
    }
}

fn make_parents(place: &Path) -> Step {
    let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Some(parent) = parent else { return Ok(()) };
    if parent.as_os_str().as_bytes().contains(&0) {
        return Err(Sentence::new("a NUL in a path", "路径中有零字节"));
    }
    fs::DirBuilder::new().recursive(true).mode(0o755).create(parent).at(parent)
}
