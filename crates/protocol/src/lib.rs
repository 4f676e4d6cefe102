//! Frames of the dialects that programs of several games speak: state machines, lines in, lines out.
//!
//! A frame knows when something is said; the game's *words* (a trait per frame) know how a move is spelt.
//! Frames are strict in what is sent and lenient in what is read; they work on bytes and never fail on
//! an encoding.

mod botzone;
mod gtp;
mod judge;
mod native;
mod sau;
mod text;

pub use botzone::{BOTZONE_CLOCK, Botzone, BotzoneClient, BotzoneWords};
pub use gtp::{Gtp, GtpClient, GtpWords, Style, Vertex, color, play, read_color};
pub use judge::{Judge, JudgeClient, JudgeWords};
pub use native::{Native, NativeClient};
pub use sau::{Misspelt, Sau, SauClient, SauReports, SauTalk, SauWords};
pub use text::{cut, printable};
