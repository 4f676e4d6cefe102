//! What the persons at this terminal share: one screen, one keyboard, and the game so far.

use super::past::Past;
use crate::out;
use crate::screen::fitted;
use leitai_arena::Typing;
use leitai_catalog::RuledGame;
use leitai_core::{Actor, Lang, SEEN, Seat, Table, Turn, Viewer, say};
use std::cell::{Cell, RefCell};
use std::io::IsTerminal;
use std::path::PathBuf;

/// A game played at this terminal: its players, and what a person at the keyboard asked for.
pub(super) struct LocalGame {
    pub(super) lang: Lang,
    /// The players' names, as shown.
    pub(super) names: [String; 2],
    /// Which of the players are persons.
    pub(super) humans: [bool; 2],
    /// Whether the table sees one side alone, and what the other hides is the referee's word. Whoever is at the keyboard is the
    /// referee, and sees what the table sees, as an operator at a desk.
    sees_one: bool,
    pub(super) past: RefCell<Past>,
    /// The file to which the person who interrupted the game saves it.
    pub(super) keeps: RefCell<Option<PathBuf>>,
    /// What was typed and not yet consumed.
    pub(super) typing: RefCell<Typing>,
    /// Who is at the keyboard, if two persons must not see each other's board.
    at: Cell<Option<Seat>>,
}

impl LocalGame {
    pub(super) fn of(
        lang: Lang,
        names: [String; 2],
        humans: [bool; 2],
        game: &dyn RuledGame,
        past: Past,
    ) -> LocalGame {
        let (past, keeps, at) = (RefCell::new(past), RefCell::default(), Cell::default());
        let sees_one = game.is_refereed() && game.given().iter().any(|(name, _)| *name == SEEN);
        LocalGame { lang, names, humans, sees_one, past, keeps, typing: RefCell::default(), at }
    }

    /// Whether the two persons must not see each other's board.
    pub(super) fn parts(&self, table: &dyn Table) -> bool {
        let begins = table.plies() == 0;
        self.humans == [true; 2]
            && !self.sees_one
            && table.facts().hidden
            && table.turn().outcome().is_none()
            && (begins || !is_open(table))
    }

    /// Who is at the keyboard, if that matters.
    pub(super) fn at(&self) -> Option<Seat> {
        self.at.get()
    }

    /// Puts a seat at the keyboard.
    pub(super) fn sit(&self, seat: Option<Seat>) {
        self.at.set(seat);
    }

    /// The viewer for whom the board is shown; `None` while the keyboard changes hands.
    pub(super) fn viewer(&self, table: &dyn Table) -> Option<Viewer> {
        Some(match self.humans {
            // The referee decides on what is there.
            _ if self.sees_one || table.turn() == Turn::Of(Actor::Arbiter) => Viewer::Arbiter,
            [true, false] => Viewer::Seat(Seat::First),
            [false, true] => Viewer::Seat(Seat::Second),
            [false, false] => Viewer::Arbiter,
            [true, true] if self.parts(table) => Viewer::Seat(self.at()?),
            [true, true] => Viewer::Spectator,
        })
    }

    /// Whether everybody at this terminal may read what that hand did, even where it is hidden from another.
    pub(super) fn may_read(&self, by: Actor) -> bool {
        let is_own = |seat: Seat| self.humans[seat.index()] && self.humans != [true; 2];
        !self.past.borrow().facts().hidden || self.sees_one || matches!(by, Actor::Seat(seat) if is_own(seat))
    }

    /// The board with its headline.
    pub(super) fn screen(&self, table: &dyn Table, viewer: Viewer) -> String {
        let scene = table.scene(viewer);
        // On a board without coordinates at its edges, a person needs the names of the points.
        let names = self.humans != [false; 2] && scene.labels.is_empty();
        // The prompt goes below the board.
        let board = fitted(&scene, names, self.lang, 3);
        let facts = table.facts();
        let ([a, b], plies) = (&self.names, table.plies());
        let [first, second] = Seat::BOTH.map(|seat| facts.seat(seat).to(self.lang));
        let title = say!(
            self.lang,
            "{a} ({first}) – {b} ({second})  ply {plies}",
            "{a}（{first}）– {b}（{second}）  第 {plies} 手"
        );
        format!("{title}\n{board}")
    }
}

/// Whether everything is public now.
pub(super) fn is_open(table: &dyn Table) -> bool {
    table.scene(Viewer::Spectator) == table.scene(Viewer::Arbiter)
}

/// Clears the screen and its scrollback.
pub(super) fn wipe() {
    if std::io::stdout().is_terminal() {
        out::text("\x1b[2J\x1b[3J\x1b[H");
    }
}
