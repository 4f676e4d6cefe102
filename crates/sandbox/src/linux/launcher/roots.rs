//! Root folders prepared once for all programs that may read the same files.
//!
//! A program enters the namespace of its root and leaves with a copy of its mounts, to which it adds its own `/proc`.
//! Building the root for each program would take a quarter of a start, and more the more programs run: changing the root
//! walks through all processes of the machine, and whenever a control group is removed, the kernel walks through all
//! file systems that are mounted anywhere.

use super::namespace::Namespace;
use super::root::{self, links};
use super::step::{Named, Step};
use super::sys;
use crate::linux::launch_order::LaunchOrder;
use rustix::thread::UnshareFlags;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How many roots are kept at most: as many as programs play at once on a machine of 64 cores.
const MOST: usize = 128;
/// A root that was not used for so long is dropped when the next program starts. It keeps the space of deleted files, and
/// the file systems below what it shows, busy.
const STALE: Duration = Duration::from_mins(1);

/// The roots of a zygote.
#[derive(Default)]
pub(super) struct Roots(Vec<Kept>);

struct Kept {
    view: View,
    space: Namespace,
    used: Instant,
}

/// What a root shows: orders with equal views have equal roots.
#[derive(PartialEq, Eq)]
struct View {
    reads: Vec<PathBuf>,
    /// The device and inode of each of them that is no link: a path may lead to another file later. The numbers are not
    /// given to another file as long as a root shows this one.
    files: Vec<[u64; 2]>,
    links: Vec<(PathBuf, PathBuf)>,
    folder: PathBuf,
    has_zero: bool,
}

impl View {
    /// `None` if the root must be the program's own, because something in it can be written.
    fn of(order: &LaunchOrder) -> Option<View> {
        if order.compiles() || order.limits.scratch.0 > 0 {
            return None;
        }
        let mut files = Vec::new();
        for path in &order.reads {
            let found = fs::symlink_metadata(path).ok()?;
            if !found.is_symlink() {
                files.push([found.dev(), found.ino()]);
            }
        }
        Some(View {
            reads: order.reads.clone(),
            files,
            links: links(order),
            folder: order.folder.clone(),
            has_zero: order.landlock > 0,
        })
    }
}

impl Roots {
    /// The number of the root for this order, which is valid until the next call; built now unless it is there already.
    /// `None` if the program must build its own: because something in it can be written, or because this failed, in
    /// which case the program will report why.
    pub(super) fn find(&mut self, order: &LaunchOrder) -> Option<usize> {
        let now = Instant::now();
        self.0.retain(|kept| now - kept.used < STALE);
        let view = View::of(order)?;
        let at = match self.0.iter().position(|kept| kept.view == view) {
            Some(at) => at,
            None => self.add(view, order, now)?,
        };
        self.0[at].used = now;
        Some(at)
    }

    fn add(&mut self, view: View, order: &LaunchOrder, now: Instant) -> Option<usize> {
        let [space] = Namespace::made_by_child(["mnt"], || {
            sys::unshare(UnshareFlags::NEWNS).step("name spaces", "命名空间")?;
            root::build(order)
        })?;
        if self.0.len() >= MOST
            && let Some(oldest) = (0..self.0.len()).min_by_key(|at| self.0[*at].used)
        {
            self.0.swap_remove(oldest);
        }
        self.0.push(Kept { view, space, used: now });
        Some(self.0.len() - 1)
    }

    /// In the program's process: the root of this number. The descriptors of all others are closed.
    pub(super) fn into_root(mut self, at: usize) -> Root {
        Root(self.0.swap_remove(at).space)
    }
}

/// A prepared root.
pub(super) struct Root(Namespace);

impl Root {
    /// Moves the calling process into a copy; the process then holds no descriptor of the original.
    pub(super) fn enter(self) -> Step {
        self.0.enter().step("the prepared root", "备好的根目录")?;
        sys::unshare(UnshareFlags::NEWNS).step("name spaces", "命名空间")
    }
}
