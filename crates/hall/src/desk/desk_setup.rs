//! What a desk is set up for: an operator's, or a referee's.

use leitai_arena::Player;
use leitai_catalog::ListedGame;
use leitai_core::{Clock, Level, Seat};

/// A match that somebody at a desk enters: the operator of this machine's program, who relays what another machine's plays; or
/// the referee of a table, who enters both sides.
#[derive(Clone, Debug)]
pub struct DeskSetup {
    /// The game.
    pub game: ListedGame,
    /// Its rule options, by name; the others are the game's own.
    pub options: Vec<(String, String)>,
    /// The program of this machine; `None` at a referee's desk, where both sides are entered by hand and no program plays.
    pub program: Option<Player>,
    /// The seat of the first of the [teams](DeskSetup::teams) in the first game.
    pub seat: Seat,
    /// The teams' names: of this machine, and of the other one. At a referee's desk, of the team that has
    /// [that seat](DeskSetup::seat), and of the other.
    pub teams: [String; 2],
    /// Who sits at the desk, the operator or the referee; empty if that is not said.
    pub operator: String,
    /// The clock of both sides.
    pub clock: Clock,
    /// Whether the clock of a side that is entered here is started by hand, not as soon as the other side has played.
    pub by_hand: bool,
    /// How many games the match has, and who begins each.
    pub games: DeskGames,
    /// The level of the built-in player behind the relayed seat, if this is a rehearsal.
    pub rehearsal: Option<Level>,
}

impl DeskSetup {
    /// Whether this is a referee's desk: both sides are entered, and no program plays.
    pub fn is_referees(&self) -> bool {
        self.program.is_none()
    }

    /// The team that has a seat where the first of the teams has the seat `own`.
    pub fn team(&self, seat: Seat, own: Seat) -> &str {
        &self.teams[usize::from(seat != own)]
    }
}

/// How many games a match has, and which side begins each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeskGames {
    /// So many, the sides swapped after each.
    Swapped(u32),
    /// The first to win four of at most seven: one team begins games 1, 4 and 5, the other games 2, 3, 6 and 7 (the school's
    /// text, 8.7).
    FirstToFour,
}

impl DeskGames {
    /// The most games there can be.
    pub fn most(self) -> u32 {
        match self {
            DeskGames::Swapped(games) => games,
            DeskGames::FirstToFour => 7,
        }
    }

    /// Whether the seats of a game, counted from 0, are those of the first game.
    pub fn is_as_first(self, game: u32) -> bool {
        match self {
            DeskGames::Swapped(_) => game.is_multiple_of(2),
            DeskGames::FirstToFour => matches!(game, 0 | 3 | 4),
        }
    }

    /// Whether the match is over once the teams have won so many games and drawn so many.
    pub fn is_over(self, won: [u32; 2], drawn: u32) -> bool {
        let played = won[0] + won[1] + drawn;
        match self {
            DeskGames::Swapped(games) => played >= games,
            DeskGames::FirstToFour => won.contains(&4) || played >= 7,
        }
    }
}
