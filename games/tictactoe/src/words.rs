//! Tic-tac-toe as the `beyond` platform spells it: nine characters, blanks included, never trimmed.

use crate::{Board, Cell, notation};
use leitai_core::{Seat, State, Turn};
use leitai_protocol::BeyondWords;

pub(crate) struct Words;

impl BeyondWords for Words {
    type Position = Board;
    const TYPE: &'static str = "Beyond.Game.Tic-tac-toe.1.0";

    fn side(seat: Seat) -> char {
        if seat == Seat::First { 'X' } else { 'O' }
    }

    fn board(position: &Board) -> String {
        Cell::all().map(|cell| position.at(cell).map_or(' ', Self::side)).collect()
    }

    fn read(answer: &str) -> Option<Cell> {
        notation::read(answer).ok()
    }

    fn write(m: &Cell) -> String {
        m.index().to_string()
    }

    fn acts(position: &Board, board: &str) -> Vec<Cell> {
        let Turn::Of(leitai_core::Actor::Seat(mover)) = position.turn() else { return Vec::new() };
        let shown = board.chars().chain(std::iter::repeat(' '));
        let new = |(cell, c): &(Cell, char)| *c == Self::side(mover) && position.at(*cell).is_none();
        Cell::all().zip(shown).filter(new).map(|(cell, _)| cell).take(1).collect()
    }
}
