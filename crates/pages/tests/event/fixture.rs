//! Small events whose results follow from the entries' numbers.

use leitai_catalog::Secrets;
use leitai_core::{Fault, Sentence, VerdictName};
use leitai_hall::{Details, EventFile, History, Zone};
use leitai_pages::event::{
    Chronicle, EventView, LongestMove, LongestMoves, Past, Reasons, Shown, SiteLinks, Speech,
};
use leitai_tournament::{
    CountedOutcome, Decision, Due, Event, Format, GameId, How, RecordedGame, Role, Seat, Seed,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The zone of all times.
static ZONE: Zone = Zone::UTC;

/// The current time in all of them; games end from one second after the epoch, later for higher numbers.
pub(super) const NOW: i64 = 9_000_000;

/// An event and how far it was played.
pub(super) struct Fixture {
    pub(super) file: EventFile,
    pub(super) history: History,
    pub(super) running: Vec<GameId>,
    pub(super) stuck: Vec<GameId>,
    pub(super) longest: BTreeMap<GameId, LongestMoves>,
}

pub(super) fn file(game: &str, preset: &str, more: &str, names: &[&str]) -> EventFile {
    let mut text = format!(
        "name = \"<b>Cup</b>\"\ngame = \"{game}\"\npreset = \"{preset}\"\nseed = \"s\"\nclock = \"game=1s\"\n\
         date = \"2026-05-01\"\nplace = \"<i>hall\"\n{more}\n"
    );
    for number in 0..names.len() {
        let entry = "[[entries]]\nprogram = \"easy\"\nclass = \"<i>1\"\nteachers = [\"T<\"]\n";
        let _ = writeln!(text, "{entry}name = \"{number}\"");
    }
    let file = EventFile::parse(&text, "event.toml", Path::new("."));
    let mut file = file.unwrap_or_else(|error| panic!("{error}"));
    // Files with some of these names are refused, but journals of earlier versions hold them.
    for (entry, name) in file.entries.iter_mut().zip(names) {
        (*name).clone_into(&mut entry.name);
    }
    file
}

impl Fixture {
    /// Plays this many games of the event: the entry with the lower number wins, by a fault in every fifth game,
    /// and every seventh is drawn where that is possible.
    pub(super) fn new(file: EventFile, games: usize) -> Fixture {
        let begun = file.begun(|| Seed::new("never"));
        let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone()).expect("one");
        let mut history = History { begun, event, details: BTreeMap::new() };
        if begun_by_submissions(&history) {
            for entry in &file.entries {
                let decision = Decision::Submit { entry: entry.id, accepted: true, program: None };
                history.event.decide(decision, Role::Organiser, "it plays").expect("a ruling");
            }
        }
        let mut longest = BTreeMap::new();
        while history.details.len() < games {
            let Some(due) = next(&history.event) else { break };
            let number = history.details.len();
            history.event.record(result(due, number)).expect("a result");
            history.details.insert(due.id, details(number));
            let us = 1_000 * (1 + number as u64);
            longest.insert(due.id, [Some(LongestMove { us, step: 2 }), None]);
        }
        let running = next(&history.event).map(|due| due.id).into_iter().collect();
        Fixture { file, history, running, stuck: Vec::new(), longest }
    }

    /// An event of one stage whose every game was played, without asking after each game which come next.
    pub(super) fn of_one_stage(file: EventFile) -> Fixture {
        let mut fixture = Fixture::new(file, 0);
        fixture.plays_all();
        fixture
    }

    /// Plays every game that is due now.
    pub(super) fn plays_all(&mut self) {
        let due: Vec<_> = self.history.event.state().due().collect();
        for (number, due) in due.into_iter().enumerate() {
            self.history.event.record(result(due, number)).expect("a result");
            self.history.details.insert(due.id, details(number));
        }
    }

    pub(super) fn view<T>(&self, see: impl FnOnce(&EventView<'_>) -> T) -> T {
        let (none, short) = (Reasons::new(), |event: &str, id: GameId| Some(short(event, id)));
        see(&EventView {
            id: "k3v9qd",
            file: &self.file,
            history: &self.history,
            began: Some(5),
            now: NOW,
            zone: &ZONE,
            reasons: &none,
            running: &self.running,
            stuck: &self.stuck,
            unfolded: None,
            links: &SiteLinks { games: &short },
        })
    }

    /// Two copies of this event in one chronicle.
    pub(super) fn chronicle<T>(&self, secrets: Secrets, see: impl FnOnce(&Chronicle<'_>) -> T) -> T {
        let past = |id| Past { id, history: &self.history, secrets, longest: &self.longest };
        let short = |event: &str, id: GameId| Some(short(event, id));
        let links = SiteLinks { games: &short };
        see(&Chronicle::new(&[past("k3v9qd"), past("m2r4xx")], NOW, &ZONE, &links))
    }

    /// Every page made of several events.
    pub(super) fn across(&self, speech: Speech) -> Vec<(&'static str, Shown)> {
        let [a, b] = [0, 1].map(|at| self.file.entries[at].id);
        self.chronicle(self.file.secrets, |chronicle| {
            let program = chronicle.program("k3v9qd", a, speech).expect("an entry");
            let against = chronicle.against([("k3v9qd", a), ("m2r4xx", b)], speech).expect("two entries");
            let ladder = chronicle.ladder(self.history.begun.game, speech);
            vec![("ladder", ladder), ("program", program), ("against", against)]
        })
    }
}

/// Whether entries join only by submitting a program.
fn begun_by_submissions(history: &History) -> bool {
    history.begun.plan.stages.iter().any(|stage| stage.format == Format::Ladder)
}

/// A short id for addresses: no dots.
fn short(event: &str, id: GameId) -> String {
    format!("{event}-{}", id.to_string().replace('.', "-"))
}

fn next(event: &Event) -> Option<Due> {
    event.state().due().next()
}

fn result(due: Due, number: usize) -> RecordedGame {
    let (id, first, second) = (due.id, due.first, due.second);
    let winner = if first < second { Seat::First } else { Seat::Second };
    let is_fault = number % 5 == 4;
    let outcome = if number % 7 == 6 { CountedOutcome::Draw } else { CountedOutcome::Win(winner) };
    let is_fault = is_fault && outcome != CountedOutcome::Draw;
    let how = if is_fault { How::Fault } else { How::Played };
    let mut faults = [0; 2];
    faults[winner.other().index()] = u16::from(is_fault);
    RecordedGame { id, first, second, outcome, how, faults }
}

fn details(number: usize) -> Details {
    let is_fault = number % 5 == 4;
    let verdict = if is_fault { VerdictName::Fault(Fault::TimeLimit) } else { VerdictName::Law };
    Details {
        verdict,
        reason: Sentence::new(format!("{verdict} & <b>"), format!("{verdict}：<i> & 三")),
        plies: 7,
        seconds: 1.25,
        record: None,
        replays: u32::from(number == 1),
        disturbed_ms: None,
        programs: [None; 2],
        at_table: None,
        seal: None,
        used_ms: None,
        sandbox: "F".parse().expect("a level"),
        ended: 1_000 + number as i64,
    }
}
