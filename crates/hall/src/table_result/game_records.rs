//! The records of a game as desks kept them: one, or those of both desks of a relayed table.

use super::two_records::relayed_seat;
use leitai_core::{Record, RecordError, Seat, Sentence, sentence};
use std::collections::HashSet;
use std::path::PathBuf;

/// A record that a desk kept.
#[derive(Clone, Debug)]
pub struct DeskRecord {
    /// Its file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The id of its game, and the teams in the seats of First and Second.
    pub between: (String, [String; 2]),
    /// The seat whose program ran elsewhere, at a relayed table.
    relayed: Option<Seat>,
    /// When its game began, by the clock of its desk.
    started: i64,
    is_over: bool,
}

/// The record of a game, and that of the other desk if it is there.
#[derive(Clone, Debug)]
pub struct GameRecords {
    /// The record.
    pub record: DeskRecord,
    /// The record of the other desk.
    pub other: Option<DeskRecord>,
}

impl DeskRecord {
    /// Reads a record from the text of its file.
    pub fn read(path: PathBuf, text: String) -> Result<DeskRecord, RecordError> {
        let record = Record::read(&text)?;
        let about = &record.about;
        let between = (about.game.to_string(), about.seats.each_ref().map(|seat| seat.name.to_string()));
        let (relayed, started) = (relayed_seat(&record), about.started);
        Ok(DeskRecord { path, text, between, relayed, started, is_over: record.end.is_some() })
    }

    /// Whether its game is over.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// When its game began, by the clock of its desk, in milliseconds since 1970-01-01 UTC.
    pub fn started_ms(&self) -> i64 {
        self.started
    }
}

impl GameRecords {
    /// The games of these records, in their order, and the records of which it cannot be said which belong together, with why.
    ///
    /// Two desks of one table relay each other's programs: their records are of one game. Where the same two played several
    /// games in the same seats, each desk's records are taken in the order in which its games began; that needs as many of
    /// the one desk as of the other.
    /// The same text in another file is the same record.
    pub fn of(mut records: Vec<DeskRecord>) -> (Vec<GameRecords>, Vec<(PathBuf, Sentence)>) {
        let mut known = HashSet::new();
        records.retain(|record| known.insert(record.text.trim_end().to_owned()));
        let both_desks = |record: &DeskRecord| {
            let of_desk = |seat: Seat| {
                let is_of =
                    |it: &(usize, &DeskRecord)| it.1.between == record.between && it.1.relayed == Some(seat);
                let mut own: Vec<_> = records.iter().enumerate().filter(is_of).collect();
                own.sort_by_key(|(at, it)| (it.started, *at));
                own.into_iter().map(|(at, _)| at).collect::<Vec<_>>()
            };
            let seat = record.relayed?;
            Some([seat, seat.other()].map(of_desk))
        };
        let all_desks: Vec<_> = records.iter().map(both_desks).collect();
        let mut left: Vec<Option<DeskRecord>> = records.into_iter().map(Some).collect();
        let (mut games, mut unpaired) = (Vec::new(), Vec::new());
        for (at, desks) in all_desks.into_iter().enumerate() {
            let Some(record) = left[at].take() else { continue };
            let other = match desks {
                Some([own, other]) if !other.is_empty() => {
                    let (here, there) = (own.len(), other.len());
                    if here != there {
                        unpaired.push((
                            record.path,
                            sentence!(
                                "{here} records of this desk and {there} of the other are of games between these two in these \
                                 seats: bring them game by game",
                                "双方在此座次下的对局，本方记录 {here} 份，对方 {there} 份：请逐局提交"
                            ),
                        ));
                        continue;
                    }
                    let place = own.iter().position(|own| *own == at).unwrap_or_default();
                    left[other[place]].take()
                }
                _ => None,
            };
            games.push(GameRecords { record, other });
        }
        (games, unpaired)
    }
}
