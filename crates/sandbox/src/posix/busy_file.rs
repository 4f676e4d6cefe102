//! Executing files right after writing them.

use std::io;
use std::thread::sleep;
use std::time::Duration;

/// For how many milliseconds a file may be busy; a forked process executes its own program in less than one.
const BUSY: u32 = 200;

/// Executes a file that may just have been written. Until then, a process forked in the meantime keeps it open for
/// writing until that process executes its own program, and the system refuses to execute the file.
pub(crate) fn retry_while_busy<T>(mut execute: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 0..BUSY {
        match execute() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                sleep(Duration::from_millis(1));
            }
            ended => return ended,
        }
    }
    execute()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, OpenOptions};
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    #[test]
    fn a_file_that_is_still_written_is_executed_once_it_is_not() {
        let path = std::env::temp_dir().join(format!("leitai-fresh-{}", std::process::id()));
        fs::copy("/bin/true", &path).expect("a copy");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("ours");
        let mut writer = Some(OpenOptions::new().append(true).open(&path).expect("ours"));
        let mut tries = 0;
        let status = retry_while_busy(|| {
            tries += 1;
            // The writer finishes after a while.
            writer.take_if(|_| tries > 3);
            Command::new(&path).status()
        });
        let busy = OpenOptions::new().append(true).open(&path).expect("ours");
        let refused = retry_while_busy(|| Command::new(&path).status());
        drop(busy);
        fs::remove_file(&path).expect("ours");
        assert!(status.expect("executed").success() && tries > 3, "{tries}");
        assert_eq!(refused.map_err(|error| error.kind()), Err(io::ErrorKind::ExecutableFileBusy));
    }
}
