//! A person who sits elsewhere: what is typed there arrives as lines, and the board is shown there.

use super::seat_board::SeatBoard;
use leitai_arena::{FarInput, Person, PersonInput, Typed};
use leitai_check::read_acts;
use leitai_core::{Refusal, Seat, Sentence, Table, sentence};
use leitai_sandbox::system::LocalStream;
use std::time::Duration;

/// A person who is to move and away for so long may lose the game to the other.
pub(super) const CLAIMED: Duration = Duration::from_mins(1);
/// The line by which a person gives up.
pub(super) const RESIGN: &str = "resign";
/// The word by which the game of somebody who went away is given to the other, with the version of the board then.
pub(super) const AWAY: &str = "away";
/// The line that says that both sides agree that nobody has won.
pub(super) const AGREE: &str = "agree";
/// The word by which both sides agree to take back what was played after so many plies, which follow it.
pub(super) const BACK: &str = "back";
/// The line by which a person leaves, which breaks the game off.
pub(super) const LEAVE: &str = "leave";

/// The word by which a person asks why nothing begins at the places that follow it and the version of the board.
pub(super) const WHY: &str = "why";

/// A person at a seat, with a board of their own. A line is one of the words above with what follows it, or the
/// version of the board at which an act was chosen, a blank, and the acts.
pub(super) struct FarPerson<'a> {
    board: &'a SeatBoard,
    input: FarInput,
}

impl<'a> FarPerson<'a> {
    pub(super) fn new(board: &'a SeatBoard, lines: LocalStream) -> FarPerson<'a> {
        FarPerson { board, input: FarInput::new(lines) }
    }
}

impl Person for FarPerson<'_> {
    fn input(&self) -> PersonInput<'_> {
        self.input.input()
    }

    // The board is shown at each change of the position, before anybody is asked.
    fn asked(&mut self, _: &dyn Table, _: Seat) {}

    fn typed(&mut self, table: &dyn Table, seat: Seat, line: &[u8]) -> Typed {
        let line = String::from_utf8_lossy(line);
        match line.trim() {
            RESIGN => return Typed::Resign,
            LEAVE => return Typed::Leave,
            AGREE => return Typed::Agree,
            _ => {}
        }
        if let Some(to) = line.trim().strip_prefix(BACK) {
            return to.trim().parse().map_or(Typed::Nothing, |to| Typed::Back { to, dice: false });
        }
        if let Some(version) = line.trim().strip_prefix(AWAY) {
            // Whoever has acted meanwhile is back.
            if version.trim().parse() != Ok(self.board.now().version) {
                return Typed::Nothing;
            }
            return Typed::Away(away());
        }
        if let Some(clicked) = line.trim().strip_prefix(WHY) {
            let mut numbers = clicked.split_whitespace();
            let is_now = numbers.next().is_some_and(|it| it.parse() == Ok(self.board.now().version));
            let places: Option<Vec<u16>> = numbers.map(|at| at.parse().ok()).collect();
            if let Some(why) = places.filter(|_| is_now).and_then(|places| table.refusal(seat, &places)) {
                self.board.refuse(why.said());
            }
            return Typed::Nothing;
        }
        let Some((version, acts)) = line.split_once(' ') else { return Typed::Nothing };
        // Chosen on a board that is no longer the one shown: sent twice, or too late.
        if version.parse() != Ok(self.board.now().version) {
            return Typed::Nothing;
        }
        match read_acts(table, acts) {
            Ok(acts) => Typed::Acts(acts),
            Err(why) => {
                self.board.refuse(Refusal::Garbled(why).said());
                Typed::Nothing
            }
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        self.board.refuse(refusal.said());
    }
}

/// Why somebody loses whose game was claimed.
fn away() -> Sentence {
    let minutes = CLAIMED.as_secs() / 60;
    sentence!("to move, and away for more than {minutes} min", "轮到走棋时离开超过 {minutes} 分钟")
}

/// The words in which a game of people that was not finished ends.
pub(super) fn broken_off() -> Sentence {
    Sentence::new("the game was broken off", "对局已中断")
}
