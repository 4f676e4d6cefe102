//! `leitai` at a pseudo-terminal of 24 rows and 80 columns, with a person who presses keys and reads.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How long a busy machine may take to answer a key.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct AtTerminal {
    child: Child,
    keyboard: File,
    /// The other end, kept open to check in which state it is left.
    line: File,
    /// Output that no test has consumed yet.
    printed: String,
}

impl AtTerminal {
    pub(crate) fn start(arguments: &[&str], folder: &Path) -> AtTerminal {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&keyboard).and_then(|()| unlockpt(&keyboard)).expect("its other end");
        let name = ptsname(&keyboard, Vec::new()).expect("its name");
        let name = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes())).to_owned();
        // Without this, it would become the controlling terminal of a test that leads a session, which would be hung
        // up on close.
        let own = OFlags::NOCTTY.bits().cast_signed();
        let mut options = OpenOptions::new();
        let line = options.read(true).write(true).custom_flags(own).open(name).expect("its other end");
        tcsetwinsize(&line, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).expect("a size");
        let end = || line.try_clone().expect("a copy");
        let child = Command::new(env!("CARGO_BIN_EXE_leitai"))
            .args(arguments)
            .current_dir(folder)
            .env_remove("LEITAI_LANG")
            // No browser of whoever runs the tests opens.
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env("NO_COLOR", "1")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("leitai starts");
        AtTerminal { child, keyboard: keyboard.into(), line, printed: String::new() }
    }

    pub(crate) fn strike(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// Waits for a text and returns what was printed up to its end.
    pub(crate) fn sees(&mut self, text: &str) -> String {
        let until = Instant::now() + PATIENCE;
        let mut bytes = [0; 4096];
        loop {
            if let Some(at) = self.printed.find(text) {
                let rest = self.printed.split_off(at + text.len());
                return std::mem::replace(&mut self.printed, rest);
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "`{text}` in {:?}", self.printed);
            let wait = Timespec::try_from(left).expect("a time");
            if poll(&mut [PollFd::new(&self.keyboard, PollFlags::IN)], Some(&wait))
                .is_ok_and(|ready| ready > 0)
            {
                let count = self.keyboard.read(&mut bytes).expect("a terminal");
                self.printed += &String::from_utf8_lossy(&bytes[..count]);
            }
        }
    }

    /// Waits for the command to end.
    pub(crate) fn leaves(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("ours") {
                return status;
            }
            assert!(Instant::now() < until, "it stays: {:?}", self.printed);
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether the terminal is as a shell expects it.
    pub(crate) fn is_clean(&self) -> bool {
        let modes = tcgetattr(&self.line).expect("a terminal").local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for AtTerminal {
    fn drop(&mut self) {
        // It has usually ended by now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
