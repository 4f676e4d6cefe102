//! The records of a game as they were named: one, or those of both desks of a relayed table.

use crate::failure::Failure;
use leitai_bout::record_text;
use leitai_core::{Record, Seat, sentence};
use leitai_hall::relayed_seat;
use std::path::PathBuf;

/// The record of a game, and that of the other desk if it was named too.
pub(crate) struct BroughtGame {
    /// Its file.
    pub(crate) path: PathBuf,
    /// Its text.
    pub(crate) text: String,
    /// The file and the text of the other desk's record.
    pub(crate) other: Option<(PathBuf, String)>,
}

/// A record that was read.
struct Read {
    path: PathBuf,
    text: String,
    /// Of which game, between whom in which seats.
    between: (String, [String; 2]),
    /// The seat whose program ran elsewhere, at a relayed table.
    relayed: Option<Seat>,
    started: i64,
}

fn read(path: &PathBuf) -> Result<Read, Failure> {
    let text = record_text(path).map_err(|error| Failure::file(path, &error))?;
    let record = Record::read(&text).map_err(|error| Failure::file(path, &error))?;
    let about = &record.about;
    let between = (about.game.to_string(), about.seats.each_ref().map(|seat| seat.name.to_string()));
    let (relayed, started) = (relayed_seat(&record), about.started);
    Ok(Read { path: path.clone(), text, between, relayed, started })
}

impl BroughtGame {
    /// The games of these records, in their order. Two desks of one table relay each other's programs: their records are of one
    /// game. Where the same two played several games in the same seats, each desk's records are taken in the order in which
    /// its games began.
    pub(crate) fn of(paths: &[PathBuf]) -> Vec<Result<BroughtGame, Failure>> {
        let mut all: Vec<Option<Result<Read, Failure>>> = paths.iter().map(|path| Some(read(path))).collect();
        let of_desk = |all: &[Option<Result<Read, Failure>>], between: &(String, [String; 2]), seat: Seat| {
            let mut own: Vec<(i64, usize)> = Vec::new();
            for (at, read) in all.iter().enumerate() {
                if let Some(Ok(read)) = read
                    && read.between == *between
                    && read.relayed == Some(seat)
                {
                    own.push((read.started, at));
                }
            }
            own.sort_unstable();
            own.into_iter().map(|(_, at)| at).collect::<Vec<_>>()
        };
        let both_desks = |read: &Option<Result<Read, Failure>>| match read {
            Some(Ok(read)) => {
                let seat = read.relayed?;
                Some([seat, seat.other()].map(|of| of_desk(&all, &read.between, of)))
            }
            _ => None,
        };
        let all_desks: Vec<_> = all.iter().map(both_desks).collect();
        let mut games = Vec::new();
        for (at, desks) in all_desks.into_iter().enumerate() {
            let Some(taken) = all[at].take() else { continue };
            let read = match taken {
                Ok(read) => read,
                Err(failure) => {
                    games.push(Err(failure));
                    continue;
                }
            };
            let Read { path, text, .. } = read;
            let other = match desks {
                Some([own, other]) if !other.is_empty() => {
                    let (here, there) = (own.len(), other.len());
                    if here != there {
                        games.push(Err(Failure::file(
                            &path,
                            &sentence!(
                                "{here} records of this desk and {there} of the other are of games between these two in these \
                                 seats: bring them game by game",
                                "双方在此座次下的对局，本方记录 {here} 份，对方 {there} 份：请逐局提交"
                            ),
                        )));
                        continue;
                    }
                    let place = own.iter().position(|own| *own == at).unwrap_or_default();
                    all[other[place]].take().and_then(Result::ok)
                }
                _ => None,
            };
            let other = other.map(|read| (read.path, read.text));
            games.push(Ok(BroughtGame { path, text, other }));
        }
        games
    }
}
