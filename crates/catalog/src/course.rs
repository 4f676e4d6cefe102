//! The course of a game as both sides may know it, so that the records of two machines can be compared.

use crate::Replay;
use leitai_core::{Actor, Eye, Line, Record, RecordError, Turn};

/// A place in the course of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoursePlace {
    /// So many plies were complete there.
    pub ply: u32,
    /// What led there from the place before, as the game writes it: acts, or of a game with secrets what both sides were told.
    pub said: Vec<String>,
    /// The position code that a desk showed there.
    pub code: String,
    /// What both sides know there: two games that came to the same place have the same.
    known: String,
}

/// The course of a game: one place for each ply and each throw of the dice. Of what one side keeps from the other nothing is
/// in it, so that the records of two desks of one game have the same course, although each knows its own side alone.
///
/// Where acts lead to the same position in another order within a turn, or are written in lines of other lengths, or were
/// taken back, the course is the same.
#[derive(Clone, Debug)]
pub struct Course(Vec<CoursePlace>);

/// How two courses stand to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison<'a> {
    /// They are the same.
    Same,
    /// The first place at which they differ, in the one and in the other.
    Differs(&'a CoursePlace, &'a CoursePlace),
    /// The one is the beginning of the other.
    OneIsShorter,
    /// The other is the beginning of the one.
    OtherIsShorter,
}

impl Course {
    /// The course of a record's game, as far as it counts. Errors with the line that the rules do not allow.
    pub fn of(record: Record) -> Result<Course, RecordError> {
        let mut replay = Replay::watched(record, Some(Eye::Public))?;
        // What is told before anything is played is the same for everybody.
        replay.take_reports();
        let (mut places, mut said, mut told) = (Vec::<CoursePlace>::new(), Vec::new(), Vec::new());
        let mut is_secret_turn = false;
        loop {
            let (plies, turn) = (replay.table().plies(), replay.table().turn());
            let Some(Line::Play { by, acts, .. }) = replay.step()? else { break };
            let is_thrown = *by == Actor::Chance;
            said.extend(acts.iter().map(ToString::to_string));
            told.append(&mut replay.take_reports());
            let table = replay.table();
            let keeps_secrets = table.keeps_secrets();
            let is_place = if keeps_secrets {
                !told.is_empty()
            } else {
                is_thrown || table.plies() > plies || matches!(table.turn(), Turn::Over(_))
            };
            if !is_place {
                continue;
            }
            let in_secret = matches!(turn, Turn::Secret(_));
            if in_secret && is_secret_turn {
                // Which side was quicker in a secret turn is nobody's matter.
                let before = places.pop().map(|place| place.said).unwrap_or_default();
                told.extend(before);
                told.sort();
            }
            is_secret_turn = in_secret;
            let (said, told) = (std::mem::take(&mut said), std::mem::take(&mut told));
            let (said, known) =
                if keeps_secrets { (told.clone(), told.join("\n")) } else { (said, table.position()) };
            places.push(CoursePlace { ply: table.plies(), said, code: table.code(), known });
        }
        Ok(Course(places))
    }

    /// Its places, in order.
    pub fn places(&self) -> &[CoursePlace] {
        &self.0
    }

    /// How it stands to another course.
    pub fn compare<'a>(&'a self, other: &'a Course) -> Comparison<'a> {
        let both = self.0.iter().zip(&other.0);
        if let Some((one, other)) = both.into_iter().find(|(one, other)| one.known != other.known) {
            return Comparison::Differs(one, other);
        }
        match self.0.len().cmp(&other.0.len()) {
            std::cmp::Ordering::Less => Comparison::OneIsShorter,
            std::cmp::Ordering::Equal => Comparison::Same,
            std::cmp::Ordering::Greater => Comparison::OtherIsShorter,
        }
    }
}
