//! The terminal that this process was started at.

use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr,
};
use std::io;

/// The terminal without line buffering, echo and signals, or without echo alone. Dropping this restores it, however a
/// command ends.
pub struct Raw {
    before: Termios,
    when: OptionalActions,
}

impl Raw {
    /// From now on keys come as they are pressed, Ctrl-C too, and none is shown. Errors if there is no terminal.
    pub fn keys() -> io::Result<Raw> {
        Raw::with(OptionalActions::Now, |raw| {
            raw.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
            raw.special_codes[SpecialCodeIndex::VMIN] = 1;
            raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        })
    }

    /// From now on nothing that is typed is shown; what was typed before, or while this lasts and was not read, is dropped.
    /// Errors if there is no terminal.
    pub fn silent() -> io::Result<Raw> {
        Raw::with(OptionalActions::Flush, |raw| raw.local_modes -= LocalModes::ECHO)
    }

    fn with(when: OptionalActions, change: impl FnOnce(&mut Termios)) -> io::Result<Raw> {
        let before = tcgetattr(io::stdin())?;
        let mut raw = before.clone();
        change(&mut raw);
        tcsetattr(io::stdin(), when, &raw)?;
        Ok(Raw { before, when })
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // The terminal may be closed.
        let _ = tcsetattr(io::stdin(), self.when, &self.before);
    }
}

/// Whether the terminal was opened for this process alone, and closes with it: that is not known here.
pub fn closes_with_us() -> bool {
    false
}

/// Rows and columns of the terminal on standard output; `None` if it is none.
pub fn size() -> Option<(usize, usize)> {
    tcgetwinsize(io::stdout()).map(|size| (usize::from(size.ws_row), usize::from(size.ws_col))).ok()
}

/// Prepares what is printed for a person; here nothing has to be.
pub fn prepare() {}
