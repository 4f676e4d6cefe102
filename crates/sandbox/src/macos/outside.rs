//! What runs outside a sandbox. Nothing ties a process to another here: what is started outlives this process if that is
//! killed, until it notices that its input has ended, or a warden ends it.

pub use crate::posix::outside::{open_in_browser, own, set_apart};

use crate::job::Job;
use crate::posix::busy_file::retry_while_busy;
use crate::runtime::Runtime;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

/// Variables that say where things are, which every program gets as this process has them.
const PLACES: [&str; 3] = ["PATH", "HOME", "TMPDIR"];

/// Starts a command. The system does not kill it when this process ends.
pub fn start(mut command: Command) -> io::Result<Child> {
    retry_while_busy(|| command.spawn())
}

/// A command that runs the program itself, for level P: with the settings of its run-time, nothing of our environment but
/// where things are, and no core files.
#[expect(unsafe_code, reason = "only a child itself can lower its limits before it becomes the program")]
pub(crate) fn limited(job: &Job) -> Command {
    let own = PLACES.into_iter().filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)));
    let settings = Runtime::env(&job.limits).into_iter();
    let settings = settings.filter(|(name, _)| !PLACES.iter().any(|place| name == place));
    let env: BTreeMap<OsString, OsString> = own.chain(settings).chain(job.env.iter().cloned()).collect();
    let mut command = Command::new(&job.program);
    command
        .args(job.runtime.args(&job.limits))
        .args(&job.args)
        .env_clear()
        .envs(env)
        .current_dir(&job.folder);
    // SAFETY: system calls, which take no lock; nothing is allocated.
    unsafe {
        command.pre_exec(|| {
            let Rlimit { maximum, .. } = getrlimit(Resource::Core);
            Ok(setrlimit(Resource::Core, Rlimit { current: Some(0), maximum })?)
        });
    }
    command
}
