//! Frames of the dialects shared by programs of several games: state machines with lines in and lines out.
//!
//! A frame knows when something is said; the *words* of a game (one trait per frame) know how a move is spelt.
//! Frames are strict in what they send and lenient in what they read; they work on bytes and never fail because of
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
