//! Taking up requested rulings while the event runs on this machine.

use super::request::{Answer, Effect, RequestFiles, RulingRequest, folder_in, requests_in};
use crate::error::HallError;
use crate::history::JournalBody;
use crate::run::{EventChange, EventObserver, Hall, Venue, value};
use leitai_core::{Sentence, sentence};
use leitai_store::Appended;
use leitai_tournament::{Decision, Due, GameId};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often the folder is checked.
const LOOK: Duration = Duration::from_millis(100);

/// The requests of an event that this process runs.
pub(crate) struct AskedRulings {
    folder: PathBuf,
    looked: Option<Instant>,
    /// Requests that wait for games to end.
    waiting: Vec<(RequestFiles, RulingRequest)>,
    /// The journal keys of requests that were already there, which a dead process may have carried out.
    claimed_before: Vec<String>,
}

impl AskedRulings {
    /// The requests of an event. Requests claimed by a dead process become claimable again, and abandoned ones are
    /// removed.
    pub(crate) fn open(event: &std::path::Path) -> AskedRulings {
        let folder = folder_in(event);
        let mut claimed_before = Vec::new();
        for request in requests_in(&folder, &["asked", "taken", "answering", "answer", "part"]) {
            if !request.is_awaited() {
                request.remove();
                continue;
            }
            request.unclaim();
            claimed_before.push(request.journal_key());
        }
        AskedRulings { folder, looked: None, waiting: Vec::new(), claimed_before }
    }

    /// Whether it is time to look for requests, or one is waiting for games.
    pub(crate) fn is_due(&self) -> bool {
        !self.waiting.is_empty() || self.is_to_look()
    }

    fn is_to_look(&self) -> bool {
        self.looked.is_none_or(|at| at.elapsed() >= LOOK)
    }

    /// Claims the requests made since the last look.
    fn new_ones(&mut self) -> Vec<(RequestFiles, RulingRequest)> {
        if !self.is_to_look() {
            return Vec::new();
        }
        self.looked = Some(Instant::now());
        let mut new = Vec::new();
        for files in requests_in(&self.folder, &["asked"]) {
            if !files.is_awaited() {
                files.remove();
            } else if files.claim() {
                match files.request() {
                    Ok(request) => new.push((files, request)),
                    Err(error) => say(&files, &Answer::Failed(unreadable(&error))),
                }
            }
        }
        new
    }

    /// Whether a game is held back because a ruling about it waits for others to end.
    pub(crate) fn holds(&self, due: &Due) -> bool {
        self.waiting.iter().any(|(_, request)| concerns(&request.decision, due))
    }
}

impl Hall {
    /// Handles new requests, and those whose games are over. Returns the games to be broken off, or `None` if nothing
    /// changes what is to be played next.
    pub(crate) fn take_up(
        &mut self,
        asked: &mut AskedRulings,
        running: &[Due],
        see: &mut dyn EventObserver,
    ) -> Option<Vec<GameId>> {
        let mut changed: Option<Vec<GameId>> = None;
        for (files, request) in std::mem::take(&mut asked.waiting) {
            if !files.is_awaited() {
                files.remove();
                changed.get_or_insert_default();
            } else if concerned(&request, running).next().is_some() {
                asked.waiting.push((files, request));
            } else {
                changed.get_or_insert_default().extend(self.answer(asked, &files, &request, running, see));
            }
        }
        for (files, request) in asked.new_ones() {
            let waits: Vec<GameId> = match request.effect {
                Effect::AtOnce => Vec::new(),
                Effect::AfterRunning => concerned(&request, running).collect(),
            };
            let changed = changed.get_or_insert_default();
            if waits.is_empty() {
                changed.extend(self.answer(asked, &files, &request, running, see));
            } else {
                say(&files, &Answer::Waits(waits));
                asked.waiting.push((files, request));
            }
        }
        changed
    }

    /// Makes the ruling and answers; returns the games to be broken off.
    fn answer(
        &mut self,
        asked: &AskedRulings,
        files: &RequestFiles,
        request: &RulingRequest,
        running: &[Due],
        see: &mut dyn EventObserver,
    ) -> Vec<GameId> {
        let answer = match self.made(asked, files, request, see) {
            Ok(seq) => Answer::Stands { seq, broken_off: self.off(running) },
            Err(HallError::Refused(refusal)) => Answer::Refused(refusal.why),
            Err(HallError::Undoes(games)) => Answer::Undoes(games),
            Err(error) => Answer::Failed(Sentence::of(&error)),
        };
        say(files, &answer);
        if let Answer::Stands { broken_off, .. } = answer { broken_off } else { Vec::new() }
    }

    /// Makes the ruling, and returns the number of its journal entry.
    fn made(
        &mut self,
        asked: &AskedRulings,
        files: &RequestFiles,
        request: &RulingRequest,
        see: &mut dyn EventObserver,
    ) -> Result<u64, HallError> {
        let key = files.journal_key();
        if asked.claimed_before.contains(&key) {
            let lines = self.runtime.wait(self.journal.entries(0))?;
            if let Some(line) = lines.iter().find(|line| line.key.as_deref() == Some(&key)) {
                return Ok(line.seq);
            }
        }
        let by = request.by();
        let ruling = request.taken(&by).decide(&self.event)?;
        let body = value(&JournalBody::Ruled(ruling.clone()))?;
        let seq = match self.append(None, &key, &body)? {
            Appended::Written(seq) => seq,
            Appended::AlreadyThere(line) => line.seq,
            Appended::Overtaken => unreachable!("nobody else writes it"),
        };
        self.event.take(ruling.clone());
        self.renew_program(request);
        see.happened(&self.event, &EventChange::Ruled(&ruling));
        Ok(seq)
    }

    /// Takes over the program of a submission, whose source may have changed under the same name.
    fn renew_program(&mut self, request: &RulingRequest) {
        let (Decision::Submit { entry, .. }, Some(program)) = (&request.decision, &request.program) else {
            return;
        };
        if let Some(runner) = self.file.runners.get_mut(entry.index()) {
            runner.program = program.clone();
        }
        if let Venue::Here(host) = &self.venue {
            host.forget(program);
        }
    }

    /// The running games that are no longer due, or are now due between others.
    fn off(&self, running: &[Due]) -> Vec<GameId> {
        let due: BTreeMap<GameId, _> =
            self.event.state().due().map(|due| (due.id, [due.first, due.second])).collect();
        let is_off = |it: &&Due| due.get(&it.id) != Some(&[it.first, it.second]);
        running.iter().filter(is_off).map(|it| it.id).collect()
    }
}

/// The running games that a request is about.
fn concerned<'r>(request: &'r RulingRequest, running: &'r [Due]) -> impl Iterator<Item = GameId> + 'r {
    running.iter().filter(|it| concerns(&request.decision, it)).map(|it| it.id)
}

/// Whether a decision is about this game.
fn concerns(decision: &Decision, due: &Due) -> bool {
    match decision.game() {
        Some(game) => due.id == game,
        None => decision.entries().iter().any(|entry| [due.first, due.second].contains(entry)),
    }
}

/// Answers a request. If that fails, the requester still finds the ruling in the journal.
fn say(files: &RequestFiles, answer: &Answer) {
    let _ = files.answer(answer);
}

fn unreadable(error: &std::io::Error) -> Sentence {
    sentence!(
        "the process that runs the event cannot read the ruling ({error}); is it a different version?",
        "主持赛事的进程读不懂此裁决（{error}）；版本是否不同？"; error
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruling::Following;
    use leitai_tournament::{EntryId, Role};

    fn due(id: &str, first: u32, second: u32) -> Due {
        let id = id.parse().expect("a game");
        Due { id, first: EntryId(first), second: EntryId(second), side_ms: 1 }
    }

    fn request(decision: Decision) -> RulingRequest {
        let (role, reason) = (Role::Referee, "-".to_owned());
        let (following, effect) = (Following::Stands, Effect::AfterRunning);
        RulingRequest { decision, role, account: None, reason, following, effect, program: None }
    }

    /// While a ruling waits for its games to end, no other game that it is about begins; unrelated ones do.
    #[test]
    fn what_a_waiting_ruling_is_about_is_held_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut asked = AskedRulings::open(folder.path());
        let games = [due("0.0.e0-e1.g0", 0, 1), due("0.0.e0-e2.g0", 2, 0), due("0.0.e1-e2.g0", 1, 2)];
        let held = |asked: &AskedRulings| games.map(|due| asked.holds(&due));
        assert_eq!(held(&asked), [false; 3]);
        let files = RequestFiles::new(folder.path().to_owned(), "k".to_owned());
        let leaves = request(Decision::Withdraw { entry: EntryId(0), leave: false });
        assert_eq!(concerned(&leaves, &games).collect::<Vec<_>>(), [games[0].id, games[1].id]);
        asked.waiting.push((files.clone(), leaves));
        assert_eq!(held(&asked), [true, true, false]);
        assert!(asked.is_due());
        let one = request(Decision::Forfeit { game: games[2].id, by: vec![EntryId(1)] });
        asked.waiting = vec![(files, one)];
        assert_eq!(held(&asked), [false, false, true]);
    }
}
