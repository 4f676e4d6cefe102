//! The board on the terminal, drawn after every turn.

use super::local_game::{LocalGame, is_open};
use super::thoughts::Thoughts;
use crate::out;
use crate::screen::Screen;
use leitai_arena::{Seen, Watch};
use leitai_core::{Table, Turn, say};
use std::io::IsTerminal;
use std::time::Duration;

/// Draws the board after every turn.
pub(super) struct Board<'a> {
    local: &'a LocalGame,
    pause: Duration,
    ply: Option<u32>,
    screen: Screen,
    thoughts: Thoughts,
}

impl<'a> Board<'a> {
    pub(super) fn new(local: &'a LocalGame, pause: Option<u64>, thoughts: Thoughts) -> Board<'a> {
        let watched = std::io::stdout().is_terminal() && local.humans == [false, false];
        let pause = Duration::from_millis(pause.unwrap_or(if watched { 200 } else { 0 }));
        Board { local, pause, ply: None, screen: Screen::new(watched), thoughts }
    }
}

impl Watch for Board<'_> {
    fn changed(&mut self, table: &dyn Table) {
        let over = matches!(table.turn(), Turn::Over(_));
        let Some(viewer) = self.local.viewer(table) else { return };
        // A turn of several acts is drawn once it is over; if a person plays, each act is drawn.
        if self.ply == Some(table.plies()) && !over && self.local.humans == [false; 2] {
            return;
        }
        let mut thoughts = self.thoughts.take(&self.local.names, self.local.lang);
        // In a game with secrets, a player's expectation is one of them.
        if self.local.humans != [false; 2] && table.facts().hidden && !is_open(table) {
            thoughts.clear();
        }
        self.screen.show(&format!("{}{thoughts}", self.local.screen(table, viewer)));
        if self.ply.is_some() && !over {
            std::thread::sleep(self.pause);
        }
        self.ply = Some(table.plies());
    }

    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        self.thoughts.hear(seen.lines);
        let back = self.local.past.borrow_mut().hear(seen.lines);
        if !back.is_empty() {
            let shown = back.into_iter().filter(|(by, _)| self.local.may_read(*by));
            let acts = shown.flat_map(|(_, acts)| acts).collect::<Vec<_>>().join(" ");
            out::line(&match acts.as_str() {
                "" => say!(self.local.lang, "taken back", "已收回"),
                acts => say!(self.local.lang, "taken back: {acts}", "已收回：{acts}"; acts),
            });
        }
        true
    }
}
