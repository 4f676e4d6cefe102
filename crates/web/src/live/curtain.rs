//! The curtain before a running game with secrets: it opens when the game has none any more.

use leitai_catalog::{Cut, Playback};
use leitai_core::{Record, RecordError};

/// Follows a growing record for the moment from which everybody knows everything. A record that cannot be followed
/// stays behind its curtain.
#[derive(Default)]
pub(crate) struct Curtain {
    state: State,
    /// How much of the record was read, and how many lines.
    read: usize,
    lines: usize,
}

#[derive(Default)]
enum State {
    #[default]
    Before,
    Closed(Box<Playback>),
    Open,
    Stuck,
}

impl Curtain {
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state, State::Open)
    }

    /// Reads what was added to the record, which consists of whole lines.
    pub(crate) fn follow(&mut self, record: &str) {
        for line in record.get(self.read..).unwrap_or_default().split_inclusive('\n') {
            self.read += line.len();
            self.lines += 1;
            let next = match std::mem::take(&mut self.state) {
                State::Before => begun(line.trim_end()),
                State::Closed(playback) => grown(playback, self.lines, line.trim_end()),
                state @ (State::Open | State::Stuck) => Ok(state),
            };
            self.state = next.unwrap_or(State::Stuck);
        }
    }
}

fn begun(head: &str) -> Result<State, RecordError> {
    let playback = Cut::whole(Record::begin(1, head)?).playback()?;
    Ok(State::Closed(Box::new(playback)))
}

fn grown(mut playback: Box<Playback>, at: usize, line: &str) -> Result<State, RecordError> {
    playback.push(at, line)?;
    while playback.step()?.is_some() {}
    Ok(if playback.keeps_secrets() { State::Closed(playback) } else { State::Open })
}
