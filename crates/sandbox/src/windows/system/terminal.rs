//! The console that this process was started at.

use std::io;
use std::mem::zeroed;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::Console::{
    CONSOLE_MODE, CONSOLE_SCREEN_BUFFER_INFO, CTRL_BREAK_EVENT, CTRL_C_EVENT, ENABLE_ECHO_INPUT,
    ENABLE_LINE_INPUT, ENABLE_PROCESSED_INPUT, ENABLE_VIRTUAL_TERMINAL_INPUT,
    ENABLE_VIRTUAL_TERMINAL_PROCESSING, GetConsoleMode, GetConsoleProcessList, GetConsoleScreenBufferInfo,
    GetStdHandle, STD_ERROR_HANDLE, STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, SetConsoleCtrlHandler,
    SetConsoleMode,
};

/// How long a process that is ended with its console has to end its games: the system kills it after five seconds.
const LAST: Duration = Duration::from_secs(4);

/// The console without lines, echo and signals, or without echo alone. Dropping this restores it, however a command ends.
pub struct Raw {
    before: CONSOLE_MODE,
}

impl Raw {
    /// From now on keys come as they are pressed, Ctrl-C too, and none is shown; arrows come as on other systems. Errors
    /// if there is no console.
    pub fn keys() -> io::Result<Raw> {
        let off = ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT | ENABLE_PROCESSED_INPUT;
        Raw::with(|mode| (mode & !off) | ENABLE_VIRTUAL_TERMINAL_INPUT)
    }

    /// From now on nothing that is typed is shown. Errors if there is no console.
    pub fn silent() -> io::Result<Raw> {
        Raw::with(|mode| mode & !ENABLE_ECHO_INPUT)
    }

    fn with(change: impl FnOnce(CONSOLE_MODE) -> CONSOLE_MODE) -> io::Result<Raw> {
        let before = mode(handle(STD_INPUT_HANDLE)).ok_or_else(io::Error::last_os_error)?;
        set_mode(handle(STD_INPUT_HANDLE), change(before))?;
        Ok(Raw { before })
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // The console may be closed.
        let _ = set_mode(handle(STD_INPUT_HANDLE), self.before);
    }
}

/// Whether the console was opened for this process alone, by a double click, and closes with it.
pub fn closes_with_us() -> bool {
    let mut processes = [0; 2];
    // SAFETY: a valid place, and its length; without a console none is counted.
    unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) == 1 }
}

/// Rows and columns of the console on standard output; `None` if it is none.
pub fn size() -> Option<(usize, usize)> {
    // SAFETY: a structure of plain numbers.
    let mut told: CONSOLE_SCREEN_BUFFER_INFO = unsafe { zeroed() };
    // SAFETY: a valid place; what is no console gives an error.
    let is_known = unsafe { GetConsoleScreenBufferInfo(handle(STD_OUTPUT_HANDLE), &raw mut told) } != 0;
    let window = told.srWindow;
    let span = |from: i16, to: i16| usize::try_from(i32::from(to) - i32::from(from) + 1).unwrap_or(0);
    is_known.then(|| (span(window.Top, window.Bottom), span(window.Left, window.Right)))
}

/// Prepares what is printed for a person: colours and the cursor are moved as on other systems.
pub fn prepare() {
    for stream in [STD_OUTPUT_HANDLE, STD_ERROR_HANDLE] {
        if let Some(mode) = mode(handle(stream)) {
            // An old console has no colours.
            let _ = set_mode(handle(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        }
    }
}

type Heard = Box<dyn FnMut() + Send>;
static HEARD: Mutex<Vec<Heard>> = Mutex::new(Vec::new());

/// Calls `heard` for each Ctrl-C and Ctrl-Break from now on, and when the console is closed, the user signs off or the
/// machine is shut down, on a thread of the system's. Ctrl-C alone ends nothing any more.
pub fn at_each_interrupt(heard: Heard) {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
    // SAFETY: the function lasts as long as the process. Once it is set it is set again, and called twice.
    unsafe {
        SetConsoleCtrlHandler(Some(interrupted), 0);
        SetConsoleCtrlHandler(Some(interrupted), 1);
    }
}

/// Called by the system.
unsafe extern "system" fn interrupted(kind: u32) -> i32 {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner).iter_mut().for_each(|heard| heard());
    if ![CTRL_C_EVENT, CTRL_BREAK_EVENT].contains(&kind) {
        // The process is killed when this returns, and has so long to end in order.
        std::thread::sleep(LAST);
    }
    1
}

fn handle(stream: u32) -> HANDLE {
    // SAFETY: a plain number.
    unsafe { GetStdHandle(stream) }
}

fn mode(stream: HANDLE) -> Option<CONSOLE_MODE> {
    let mut mode = 0;
    // SAFETY: a valid place; what is no console gives an error.
    let is_known = unsafe { GetConsoleMode(stream, &raw mut mode) } != 0;
    is_known.then_some(mode)
}

fn set_mode(stream: HANDLE, mode: CONSOLE_MODE) -> io::Result<()> {
    // SAFETY: a plain number; what is no console gives an error.
    let is_set = unsafe { SetConsoleMode(stream, mode) } != 0;
    if is_set { Ok(()) } else { Err(io::Error::last_os_error()) }
}
