//! What needs the consent of both sides: that nobody has won, and that acts are taken back.

use super::far_person::{AGREE, BACK};
use super::offers::Offers;
use super::peoples_game::TakenSeat;
use super::play_error::PlayRefused;
use super::play_wish::Rival;
use crate::locked::locked;
use leitai_core::Seat;

/// What somebody at a seat is offered, or has offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatOffers {
    /// Who offers that nobody has won.
    pub draw: Option<Seat>,
    /// Who asks to take back the last turn of their own.
    pub back: Option<Seat>,
}

/// What somebody at a seat may do besides playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatMay {
    /// Leave without a result.
    pub leave: bool,
    /// Agree on a draw with another person.
    pub draw: bool,
    /// Take a turn back.
    pub take_back: bool,
}

impl TakenSeat {
    /// What somebody here may do besides playing.
    pub fn may(&self) -> SeatMay {
        let are_persons = self.needs_a_person().is_ok();
        let board = self.game.seats[self.seat].as_ref().map(|far| &far.board);
        SeatMay {
            leave: self.may_leave(),
            draw: are_persons && self.game.wish.rival == Rival::Person,
            take_back: are_persons && board.is_some_and(|board| board.back_to().is_some()),
        }
    }

    /// What the two sides offer each other now.
    pub fn offers(&self) -> SeatOffers {
        let (offers, plies) = (*locked(&self.game.offers), self.board().now().plies);
        // A draw is offered until the other side has moved, a turn is asked back until anything is played.
        SeatOffers {
            draw: offers.draw.filter(|(_, at)| (*at..=at + 1).contains(&plies)).map(|(by, _)| by),
            back: offers.back.filter(|(_, at)| *at == plies).map(|(by, _)| by),
        }
    }

    /// Offers that nobody has won, or agrees to it.
    pub fn offer_draw(&self) -> Result<(), PlayRefused> {
        self.needs_a_person()?;
        if self.game.wish.rival.is_here() {
            return Err(PlayRefused::NoDraw);
        }
        if self.agrees(self.offers().draw) {
            *locked(&self.game.offers) = Offers::default();
            return self.say(AGREE);
        }
        locked(&self.game.offers).draw = Some((self.seat, self.board().now().plies));
        self.ring();
        Ok(())
    }

    /// Asks to take back the last turn of this side, or agrees that the other takes back its own. A built-in player
    /// consents.
    pub fn take_back(&self) -> Result<(), PlayRefused> {
        self.needs_a_person()?;
        let rival = &self.game.wish.rival;
        let is_lone = rival.is_here() || *rival == Rival::Oneself;
        let offered = self.offers().back;
        let of = match offered {
            Some(other) if other != self.seat && !is_lone => self.game.seats[other].as_ref(),
            _ => self.game.seats[self.seat].as_ref(),
        };
        let to = of.and_then(|far| far.board.back_to()).ok_or(PlayRefused::NoTurn)?;
        if is_lone || self.agrees(offered) {
            *locked(&self.game.offers) = Offers::default();
            return self.say(&format!("{BACK} {to}"));
        }
        locked(&self.game.offers).back = Some((self.seat, self.board().now().plies));
        self.ring();
        Ok(())
    }

    /// Declines what the other side offers, and takes back what this one has offered.
    pub fn decline(&self) {
        *locked(&self.game.offers) = Offers::default();
        self.ring();
    }

    fn agrees(&self, offered: Option<Seat>) -> bool {
        self.game.wish.rival == Rival::Oneself || offered == Some(self.seat.other())
    }

    fn needs_a_person(&self) -> Result<(), PlayRefused> {
        if self.board().now().end.is_some() {
            return Err(PlayRefused::Ended);
        }
        if self.game.has_far_program() { Err(PlayRefused::OfProgram) } else { Ok(()) }
    }

    fn ring(&self) {
        for far in self.game.seats.iter().flatten() {
            far.board.ring();
        }
    }
}
