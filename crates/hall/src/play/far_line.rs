//! The line to a program that plays from another machine: what was said there is kept, so that after a cut it goes on
//! where it was.
//!
//! What a program hears and says are the lines of a `native` conversation, which the table holds. Both directions are
//! counted from the first line on, so that nobody has to be told a number: whoever connects says how many lines were heard
//! there, is sent the rest, and is told how many were heard here. Each line thus arrives once, however often the line is cut.
//! One connection holds the line at a time; a new one takes it from the one before.
//!
//! While it is cut the seat's clock stands still, at most for [`CUT`] at a time. After that the seat has left the game.
//!
//! A site that is started anew holds another conversation with the program, from its first line, under another number: it has
//! not kept what was said before. To the program that is a cut, which begins when the site is up again. The site says how many of
//! the program's answers stand in the record, so that whoever carries its lines says the others again, and none twice.

use crate::random_key::fill_random;
use leitai_arena::FarProgram;
use leitai_core::{Sentence, errors, sentence};
use leitai_sandbox::system::{AsFd as _, BorrowedFd, LocalStream};
use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::net::Shutdown;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a cut may last.
pub const CUT: Duration = Duration::from_secs(30);
/// How many bytes of what was said to a program are kept, beside the last line, for one that comes back.
const KEPT: usize = 1 << 20;
/// How many measurements of the way are kept.
const WAYS: usize = 15;

errors! {
    /// Why a line is not connected, or takes nothing.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum LineRefused {
        /// More lines were heard there than were sent.
        Ahead => "the site has not said as many lines", "网站尚未发送这么多行";
        /// What is missing there is not kept any more.
        Lost => "what was missed is no longer kept", "缺失的内容已不再保留";
        /// Another connection has taken the line.
        TakenOver => "another connection has taken the line", "线路已由另一连接接管";
        /// The table reads more slowly than lines come.
        TooFast => "lines come faster than they are read", "发送过快";
        /// It counts the lines of a conversation that this site does not hold.
        Another => "the site was started anew and holds another conversation: say which one is meant (`talk=`)",
            "网站已重新启动，对话从头开始：请注明所指的对话（`talk=`）";
        /// The game is over, or the program has left it.
        Over => "the line is closed", "线路已关闭";
    }
}

/// The line to a program elsewhere.
pub struct FarLine {
    state: Mutex<LineState>,
    /// How many lines were said to the program, and whether nothing more will be; changes wake who carries them.
    said: watch::Sender<(u64, bool)>,
    /// How long a cut may last.
    longest: Duration,
    /// The number of its conversation. No other of the same seat has it, before or after.
    talk: u64,
    /// Where the game stands again: how many answers of the program the record holds.
    stands: Option<u64>,
}

struct LineState {
    /// The lines said last, and the number of the first of them.
    kept: VecDeque<Arc<str>>,
    first: u64,
    bytes: usize,
    /// How many lines were heard from it.
    heard: u64,
    lines: LocalStream,
    /// When it first was there.
    since: Option<Instant>,
    /// The number of the connection that holds the line.
    holder: u64,
    /// Since when nobody does.
    cut: Option<Instant>,
    /// How much of its cuts was not asked for yet, and until when the present one is in it.
    was_cut: Duration,
    counted: Option<Instant>,
    ways: VecDeque<Duration>,
    /// Whether the program has left for good.
    has_left: bool,
}

/// A connection that holds a line; dropping it cuts the line.
pub struct LineHeld {
    line: Arc<FarLine>,
    holder: u64,
    /// How many lines the program had heard.
    next: u64,
    /// How many lines of it were heard here.
    heard: u64,
}

impl FarLine {
    /// A line that may be cut for so long; what the program says goes to `lines`. Where the game `stands` again, the record
    /// holds so many of its answers, and it is waited for as one that was there.
    pub(super) fn new(lines: LocalStream, longest: Duration, stands: Option<u64>) -> Arc<FarLine> {
        let state = LineState {
            kept: VecDeque::new(),
            first: 0,
            bytes: 0,
            heard: 0,
            lines,
            since: None,
            holder: 0,
            cut: stands.map(|_| Instant::now()),
            was_cut: Duration::ZERO,
            counted: None,
            ways: VecDeque::new(),
            has_left: false,
        };
        let mut talk = [0; 8];
        fill_random(&mut talk);
        let (talk, said) = (u64::from_le_bytes(talk), watch::Sender::new((0, false)));
        Arc::new(FarLine { state: Mutex::new(state), said, longest, talk, stands })
    }

    /// Takes the line for a program that has heard so many of the lines said to it in that conversation: of another one than
    /// this, none. A program that names none means the first.
    pub fn connect(self: &Arc<Self>, talk: Option<u64>, heard: u64) -> Result<LineHeld, LineRefused> {
        let heard = match talk {
            Some(talk) if talk != self.talk => 0,
            None if heard > 0 && self.stands.is_some() => return Err(LineRefused::Another),
            _ => heard,
        };
        let mut state = self.state();
        if heard > state.first + state.kept.len() as u64 {
            return Err(LineRefused::Ahead);
        }
        if heard < state.first {
            return Err(LineRefused::Lost);
        }
        let now = Instant::now();
        if state.has_left || state.is_gone(now, self.longest) {
            return Err(LineRefused::Over);
        }
        state.count_cut(now);
        (state.cut, state.counted) = (None, None);
        state.since.get_or_insert(now);
        state.holder += 1;
        let (holder, line) = (state.holder, Arc::clone(self));
        // Whoever held it before sees that it is taken.
        self.said.send_modify(|_| {});
        Ok(LineHeld { line, holder, next: heard, heard: state.heard })
    }

    /// How long a line takes there and back, in the middle of the last measurements; `None` where there are none.
    pub fn way(&self) -> Option<Duration> {
        let mut ways: Vec<_> = self.state().ways.iter().copied().collect();
        ways.sort_unstable();
        ways.get(ways.len() / 2).copied()
    }

    /// Whether it is cut now.
    pub fn is_cut(&self) -> bool {
        self.state().cut.is_some()
    }

    /// Whether a program has come.
    pub fn has_come(&self) -> bool {
        self.state().since.is_some()
    }

    fn tell(&self, lines: &[u8]) {
        let mut state = self.state();
        for line in String::from_utf8_lossy(lines).lines() {
            state.bytes += line.len();
            state.kept.push_back(line.into());
        }
        while state.bytes > KEPT && state.kept.len() > 1 {
            let gone = state.kept.pop_front().map_or(0, |line| line.len());
            (state.bytes, state.first) = (state.bytes - gone, state.first + 1);
        }
        let said = state.first + state.kept.len() as u64;
        drop(state);
        self.said.send_modify(|known| known.0 = said);
    }

    /// What a thread holds is never half written.
    fn state(&self) -> MutexGuard<'_, LineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing more will be said.
    pub(super) fn close(&self) {
        self.said.send_modify(|known| known.1 = true);
    }
}

impl LineState {
    fn is_gone(&self, now: Instant, longest: Duration) -> bool {
        self.cut.is_some_and(|cut| now.saturating_duration_since(cut) >= longest)
    }

    fn leave(&mut self) {
        self.has_left = true;
        let _ = self.lines.shutdown(Shutdown::Write);
    }

    /// Adds up the present cut until now. Before a program has come no clock of it runs.
    fn count_cut(&mut self, now: Instant) {
        let Some(cut) = self.cut.filter(|_| self.since.is_some()) else { return };
        let from = self.counted.replace(now).unwrap_or(cut);
        self.was_cut += now.saturating_duration_since(from);
    }
}

impl LineHeld {
    /// How many lines of the program were heard here before; it says the next one next.
    pub fn heard(&self) -> u64 {
        self.heard
    }

    /// The number of the conversation.
    pub fn talk(&self) -> u64 {
        self.line.talk
    }

    /// How many answers of the program the record held when the conversation began: none, unless the site was started anew.
    pub fn answered(&self) -> u64 {
        self.line.stands.unwrap_or_default()
    }

    /// The next line for the program, once there is one; `None` once nothing more will be said, or another connection has
    /// taken the line.
    pub async fn next(&mut self) -> Option<Arc<str>> {
        let mut said = self.line.said.subscribe();
        loop {
            let is_closed = said.borrow_and_update().1;
            {
                let state = self.line.state();
                if state.holder != self.holder {
                    return None;
                }
                // What was dropped meanwhile ends the connection: the next one is told so.
                let at = usize::try_from(self.next.checked_sub(state.first)?).ok()?;
                if let Some(line) = state.kept.get(at) {
                    self.next += 1;
                    return Some(Arc::clone(line));
                }
            }
            if is_closed || said.changed().await.is_err() {
                return None;
            }
        }
    }

    /// Says a line of the program, without its end.
    pub fn say(&self, line: &str) -> Result<(), LineRefused> {
        let mut state = self.line.state();
        if state.holder != self.holder {
            return Err(LineRefused::TakenOver);
        }
        let text = [line.trim_end_matches(['\r', '\n']).as_bytes(), b"\n"].concat();
        let mut rest = &text[..];
        while !rest.is_empty() {
            match (&state.lines).write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                // Half a line cannot be taken back: whoever sends so fast has left.
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => {
                    state.leave();
                    return Err(LineRefused::TooFast);
                }
                Err(_) => return Err(LineRefused::Over),
            }
        }
        state.heard += 1;
        Ok(())
    }

    /// The program leaves for good: it does what no line allows.
    pub fn quit(&self) {
        let mut state = self.line.state();
        if state.holder == self.holder {
            state.leave();
        }
    }

    /// Notes how long something took there and back.
    pub fn measured(&self, way: Duration) {
        let mut state = self.line.state();
        state.ways.push_back(way);
        if state.ways.len() > WAYS {
            state.ways.pop_front();
        }
    }
}

impl Drop for LineHeld {
    fn drop(&mut self) {
        let mut state = self.line.state();
        if state.holder == self.holder {
            (state.cut, state.counted) = (Some(Instant::now()), None);
        }
    }
}

/// The program at the other end, as the game sees it.
pub(super) struct AtFarEnd<'a> {
    pub(super) line: &'a FarLine,
    pub(super) lines: LocalStream,
}

impl FarProgram for AtFarEnd<'_> {
    fn lines(&self) -> BorrowedFd<'_> {
        self.lines.as_fd()
    }

    fn tell(&mut self, lines: &[u8]) {
        self.line.tell(lines);
    }

    fn since(&self) -> Option<Instant> {
        self.line.state().since
    }

    fn cut(&mut self, now: Instant) -> Duration {
        let mut state = self.line.state();
        state.count_cut(now);
        std::mem::take(&mut state.was_cut)
    }

    fn way(&self) -> Duration {
        self.line.way().unwrap_or_default()
    }

    fn gone(&self, now: Instant) -> Option<Sentence> {
        let longest = self.line.longest;
        let seconds = longest.as_secs();
        self.line
            .state()
            .is_gone(now, longest)
            .then(|| sentence!("its line was cut for {seconds} s", "线路中断已 {seconds} 秒"))
    }
}

#[cfg(test)]
mod tests;
