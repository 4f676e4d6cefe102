//! The raw conversation of a game, line by line with its times, as a text file.

use crate::error::StageError;
use crate::watch::{Spoke, Watch};
use leitai_core::{Lang, Seat, Words};
use leitai_protocol::printable;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// Writes what both programs of a game were sent and what they sent, one line each: seconds since the first of them,
/// the seat, `<` for what the program was sent and `>` for what it sent, and the line itself made printable.
pub(crate) struct TalkFile {
    file: BufWriter<File>,
    begun: Option<Instant>,
    failed: Option<io::Error>,
}

impl TalkFile {
    /// Starts the conversation of game `index` in a folder, `game-000000.talk.txt`, replacing an earlier one.
    pub(crate) fn create(folder: &Path, index: u32) -> Result<TalkFile, StageError> {
        let path = folder.join(format!("game-{index:06}.talk.txt"));
        let file = fs::create_dir_all(folder).and_then(|()| File::create(&path));
        let file = file.map_err(|error| StageError::Io(path.display().to_string(), error))?;
        Ok(TalkFile { file: BufWriter::new(file), begun: None, failed: None })
    }

    fn line(&mut self, text: &str) {
        if self.failed.is_none() {
            self.failed = writeln!(self.file, "{text}").err();
        }
    }

    /// Completes the conversation. Errors if it could not be written.
    pub(crate) fn end(mut self) -> Result<(), StageError> {
        let written = self.failed.take().map_or_else(|| self.file.flush(), Err);
        written.map_err(|error| StageError::System(Words::new("conversation", "对话记录"), error))
    }
}

impl Watch for TalkFile {
    fn hears_talk(&self) -> bool {
        true
    }

    fn spoke(&mut self, spoke: &Spoke<'_>) {
        let begun = *self.begun.get_or_insert(spoke.at);
        let at = spoke.at.saturating_duration_since(begun).as_secs_f64();
        let sign = if spoke.is_sent { '<' } else { '>' };
        for line in spoke.text.split_inclusive(|byte| *byte == b'\n') {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let text = format!("{at:12.6} {:6} {sign} {}", spoke.seat.to_string(), printable(line));
            self.line(text.trim_end());
        }
    }

    fn ended(&mut self, reason: &leitai_core::Sentence) {
        self.line(&format!("# {}", reason.to(Lang::En)));
    }

    fn again(&mut self) {
        self.begun = None;
        self.line("# the machine disturbed the game; it is played again");
    }
}

/// A part of a conversation that has not been reported yet.
pub(crate) struct Kept {
    pub(crate) at: Instant,
    pub(crate) seat: Seat,
    pub(crate) is_sent: bool,
    pub(crate) text: Vec<u8>,
}

impl Kept {
    pub(crate) fn spoke(&self) -> Spoke<'_> {
        Spoke { at: self.at, seat: self.seat, is_sent: self.is_sent, text: &self.text }
    }
}
