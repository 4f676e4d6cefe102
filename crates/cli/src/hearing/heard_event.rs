//! The event in which the doubted program played.

use super::hearing_args::Args;
use crate::failure::Failure;
use crate::tournament::{BegunEvent, EventLocation};
use leitai_core::{Record, Seat, Sentence, meant, sentence};
use leitai_hall::EventFile;
use leitai_store::{Actor, Submission};
use leitai_tournament::{EntryId, Event, GameId};
use leitai_web::{Wishes, store_address};
use std::fs;
use std::path::{Path, PathBuf};

/// The event, and the entry whose program is doubted.
pub(super) struct HeardEvent {
    pub(super) begun: BegunEvent,
    pub(super) entry: EntryId,
    /// The entry's registered name.
    pub(super) name: String,
    /// Everything that was submitted, if the event is in a store.
    pub(super) submitted: Vec<(Submission, Vec<u8>)>,
}

impl HeardEvent {
    /// The event that the arguments name: by its file, or on a site by its name.
    pub(super) fn find(args: &Args) -> Result<HeardEvent, Failure> {
        let path = Path::new(&args.event);
        let begun = if path.is_file() {
            let location = EventLocation { out: args.out.clone(), store: args.store.clone() };
            BegunEvent::of(path, &location)?
        } else {
            let path = of_site(&args.data, &args.event)?;
            let store = match &args.store {
                Some(store) => Some(store.clone()),
                None => Wishes::read(&args.data).map_err(Failure::Usage)?.store,
            };
            let address = store_address(&args.data, store.as_deref());
            BegunEvent::of(&path, &EventLocation { out: args.out.clone(), store: Some(address) })?
        };
        let event = &begun.history.event;
        let is_called = |entry: &EntryId| event.name(*entry) == args.name;
        let registered = event.entries().iter().find(|entry| entry.name == args.name).map(|entry| entry.id);
        let shown = || event.entries().iter().map(|entry| entry.id).find(is_called);
        let Some(entry) = registered.or_else(shown) else {
            let names: Vec<_> = event.entries().iter().map(|entry| event.name(entry.id)).collect();
            let (name, names) = (&args.name, meant(&args.name, &names));
            return Err(Failure::Usage(sentence!(
                "no entry is called `{name}`; {names}",
                "没有名为“{name}”的参赛者；{names}"
            )));
        };
        let name = registered_name(event, entry);
        // That sources are read leaves a line in the audit list.
        let submitted = match &begun.store {
            Some(store) => store.sources(Actor::CONSOLE, &begun.history.begun.name),
            None => Ok(Vec::new()),
        };
        let submitted = submitted.map_err(|error| Failure::hall(&error))?;
        Ok(HeardEvent { begun, entry, name, submitted })
    }

    /// The games of the entry, in the order in which they ended, each with the seat that it took.
    pub(super) fn games(&self) -> Vec<(GameId, Seat)> {
        let history = &self.begun.history;
        let mut games: Vec<_> = history
            .event
            .games()
            .iter()
            .filter_map(|game| {
                let of = [(Seat::First, game.first), (Seat::Second, game.second)];
                let (seat, _) = of.into_iter().find(|(_, entry)| *entry == self.entry)?;
                let ended = history.details.get(&game.id)?.ended;
                Some((ended, game.id, seat))
            })
            .collect();
        games.sort_by_key(|(ended, id, _)| (*ended, *id));
        games.into_iter().map(|(_, id, seat)| (id, seat)).collect()
    }

    /// The records of its newest games, the newest first; the error says why one cannot be read.
    pub(super) fn newest_games(&self, most: usize) -> Vec<(GameId, Seat, Result<Record, Sentence>)> {
        let recorded = self.games().into_iter().rev().filter_map(|(id, seat)| {
            let how = self.begun.history.details.get(&id)?;
            let record = self.begun.record(id, how).transpose()?;
            Some((id, seat, record))
        });
        recorded.take(most).collect()
    }
}

fn registered_name(event: &Event, id: EntryId) -> String {
    event.entries().iter().find(|entry| entry.id == id).map(|entry| entry.name.clone()).unwrap_or_default()
}

/// The file of the event of this name on a site.
fn of_site(data: &Path, name: &str) -> Result<PathBuf, Failure> {
    let files = fs::read_dir(data.join("events")).into_iter().flatten().flatten().map(|file| file.path());
    let mut files = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let found = files.find(|path| EventFile::look(path).is_ok_and(|file| file.name == name));
    found.ok_or_else(|| {
        let data = data.display();
        Failure::Usage(sentence!(
            "`{name}` is neither the file of an event nor an event of the site in {data} (--data names another)",
            "“{name}”不是赛事文件，{data} 中的网站也没有这场赛事（可用 --data 指明其他网站）"
        ))
    })
}
