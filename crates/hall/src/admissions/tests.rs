//! Submissions as seen from the queue: their fate depends on what workers hand in and on who dies when.

use super::*;
use crate::event_observer::{EventChange, EventObserver};
use crate::game_order::{GameAnswer, GameOrder};
use crate::history::{Details, Played};
use crate::run::Hall;
use crate::submit_error::SubmitError;
use crate::submitting::{Submitted, signed_in};
use leitai_arena::Language;
use leitai_core::{Fault, Seat, VerdictName};
use leitai_sandbox::SandboxLevel;
use leitai_store::{Actor, Finished, Job, Lease};
use leitai_tournament::{CountedOutcome, Event, GameId, How, RecordedGame, Seed};
use std::fs;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tempfile::TempDir;

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}
    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        panic!("{game} is not stuck: {why}");
    }
}

/// A ladder of two, with a process that handles its submissions.
struct Bed {
    folder: TempDir,
    file: EventFile,
    hall: Hall,
    admissions: Admissions,
    student: Actor<'static>,
}

const SOURCE: &[u8] = b"print('not run here')\n";

/// Longer than a test lasts, and short enough to wait for a lease to end.
const LONG: Duration = Duration::from_mins(1);
const SHORT: Duration = Duration::from_millis(100);

fn shared(folder: &Path, heartbeat: Duration) -> Arc<SharedStore> {
    let address = format!("sqlite:{}", folder.join("store.db").display());
    Arc::new(SharedStore::open(&address, "default", heartbeat).expect("opens"))
}

impl Bed {
    fn new(heartbeat: Duration) -> Bed {
        let text = "preset = \"judge\"\n\
                    entries = [{ name = 'a', program = 'random' }, { name = 'b', program = 'random' }]\n";
        Bed::of(text, heartbeat)
    }

    /// As [`Bed::new`], with these lines in the event's file.
    fn of(text: &str, heartbeat: Duration) -> Bed {
        let folder = tempfile::tempdir().expect("a folder");
        let text = format!(
            "name = \"judge\"\ngame = \"tictactoe\"\nseed = \"1\"\n{text}[sandbox]\nlevel = 'off'\nat-least = 'off'\n"
        );
        let path = folder.path().join("judge.toml");
        fs::write(&path, text).expect("our folder");
        let file = EventFile::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let shared = shared(folder.path(), heartbeat);
        let hall = Hall::open_shared(file.clone(), &shared, folder.path(), true, || Seed::new("1"));
        let mut hall = hall.expect("begins");
        for decision in hall.first_submissions() {
            hall.decide(&decision, Role::Organiser, "the file", &mut Nobody).expect("fits");
        }
        let admissions = Admissions::open(shared, Path::new("/proc/self/exe")).expect("a folder");
        let student = signed_in(&admissions.shared, "2025001");
        Bed { folder, file, hall, admissions, student }
    }

    fn submit(&self, entry: &str, contents: &[u8]) -> Result<i64, SubmitError> {
        let what = Submitted {
            event: "judge",
            entry,
            by: self.student,
            language: Language::Python,
            standard: None,
            contents,
            enters: None,
        };
        self.admissions.shared.submit(&what, &self.file.submit)
    }

    /// Submits a program as if compiled and checked, and orders its validation games.
    fn validated(&mut self, entry: &str) -> i64 {
        let number = self.submit(entry, SOURCE).expect("taken");
        let all = self.admissions.shared.submissions();
        let mut held = self.wait(all.take("judge")).expect("a store").expect("it was taken");
        assert_eq!(held.submission.id, number);
        held.submission.state = SubmissionState::Validating;
        assert!(self.admissions.go_on(&held, SubmissionState::Validating, Added::default()).expect("ours"));
        self.admissions.begin(&self.file, held, &Stop::default()).expect("ordered");
        number
    }

    fn wait<T>(&self, what: impl Future<Output = T>) -> T {
        self.admissions.shared.runtime.wait(what)
    }

    /// A worker takes the next game of the queue.
    fn take(&self) -> Option<Lease> {
        self.wait(self.admissions.shared.queue().lease("default", "w")).expect("a store")
    }

    /// The worker hands in that this seat's program was at fault, or else that First won.
    fn hand_in(&self, lease: &Lease, faulty: Option<Seat>, disturbed_ms: Option<u64>) {
        let order: GameOrder = serde_json::from_value(lease.job.payload.clone()).expect("an order");
        let [first, second] = order.assignment.seated.map(|seated| seated.entry);
        let winner = faulty.map_or(Seat::First, Seat::other);
        let how = if faulty.is_some() { How::Fault } else { How::Played };
        let faults = Seat::BOTH.map(|seat| u16::from(faulty == Some(seat)));
        let (id, outcome) = (order.assignment.id, CountedOutcome::Win(winner));
        let verdict = if faulty.is_some() { VerdictName::Fault(Fault::Crash) } else { VerdictName::Law };
        let details = Details {
            verdict,
            reason: Sentence::new("it crashed", "程序崩溃"),
            plies: 5,
            seconds: 0.1,
            record: None,
            seal: None,
            used_ms: Some([40, 50]),
            replays: 0,
            disturbed_ms,
            sandbox: SandboxLevel::Off,
            ended: 0,
            programs: [None; 2],
            at_table: None,
        };
        let result = RecordedGame { id, first, second, outcome, how, faults };
        let answer = GameAnswer { played: Played { result, details }, record: String::new() };
        let answer = serde_json::to_value(answer).expect("JSON");
        let finished = self.wait(self.admissions.shared.queue().finish(lease, &answer));
        assert_eq!(finished.expect("a store"), Finished::Stands);
    }

    fn look(&mut self) -> bool {
        let file = self.file.clone();
        self.admissions.look(&file, &file.submit, &Stop::default()).expect("a store") != Looked::Rests
    }

    fn state(&self, number: i64) -> (SubmissionState, Option<String>) {
        let one = self.admissions.shared.submission(number).expect("a store").expect("it is there");
        (one.state, SharedStore::refusal(&one).map(|why| why.to(Lang::En).to_owned()))
    }

    /// Number of the journal's decisions on submissions, accepted and refused, without those of the file.
    fn in_journal(&self) -> [usize; 2] {
        let (history, _) = self.admissions.shared.history("judge").expect("it began");
        let of = |wanted: bool| {
            let rulings = history.event.rulings().iter().filter(|ruling| ruling.account.is_some());
            rulings
                .filter(|ruling| {
                    matches!(ruling.decision, Decision::Submit { accepted, .. } if accepted == wanted)
                })
                .count()
        };
        [of(true), of(false)]
    }
}

#[test]
fn what_passes_its_validation_is_in_force_and_played_with() {
    let mut bed = Bed::new(LONG);
    let number = bed.validated("b");
    assert!(bed.look());
    let mut sides = Vec::new();
    for _ in 0..GAMES {
        let lease = bed.take().expect("ordered");
        let order: GameOrder = serde_json::from_value(lease.job.payload.clone()).expect("an order");
        sides.push(order.assignment.seated.map(|seated| seated.name).join(" – "));
        assert_eq!(bed.in_journal(), [0, 0], "not before it is validated");
        bed.hand_in(&lease, None, None);
        bed.look();
    }
    assert_eq!(sides, ["b – easy", "easy – b", "b – b", "b – b"]);
    assert_eq!((bed.state(number), bed.in_journal()), ((SubmissionState::Accepted, None), [1, 0]));
    bed.hall.hear(&mut Nobody).expect("an event");
    let state = bed.hall.event().state();
    let due = state.due().next().expect("new matches are due");
    let seated = bed.hall.assignment(&due, &state).expect("both have programs").seated;
    let sha256 = leitai_core::ContentHash::of(SOURCE);
    let stored = Program::Stored { name: "main.py".to_owned(), sha256, standard: None };
    let programs = seated.map(|seated| (seated.name, seated.program));
    assert!(programs.contains(&("b".to_owned(), stored)), "{programs:?}");
    assert!(programs.contains(&("a".to_owned(), Program::Level(Level::Random))), "{programs:?}");
}

#[test]
fn validation_goes_before_the_ladder_in_the_queue() {
    let mut bed = Bed::new(LONG);
    let game = "0.0.e0-e1.g0".parse().expect("a key");
    let (event, class, payload) = ("judge".to_owned(), "default".to_owned(), serde_json::Value::Null);
    let ladder = [Job { event, game, class, priority: 0, payload }];
    bed.wait(bed.admissions.shared.queue().enqueue(&ladder)).expect("room");
    let number = bed.validated("a");
    let one = bed.admissions.shared.submission(number).expect("a store").expect("it is there");
    assert_eq!(bed.admissions.shared.place_in_queue(&one).expect("a store"), Some(0));
    let lease = bed.take().expect("ordered");
    assert!(lease.job.game.starts_with("submission "), "{}", lease.job.game);
}

#[test]
fn a_fault_fails_it_losing_does_not_and_what_the_machine_disturbed_is_played_again() {
    let mut bed = Bed::new(LONG);
    let number = bed.validated("a");
    // It loses as First without a fault; then `easy` is at fault as First, which is not its own seat.
    let lease = bed.take().expect("ordered");
    bed.hand_in(&lease, None, None);
    let lease = bed.take().expect("ordered");
    bed.hand_in(&lease, Some(Seat::First), None);
    // Now the machine is at fault.
    let lease = bed.take().expect("ordered");
    bed.hand_in(&lease, Some(Seat::Second), Some(70));
    assert!(bed.look());
    let games: Vec<String> =
        std::iter::from_fn(|| bed.take()).map(|lease| lease.job.game.to_string()).collect();
    assert_eq!(games, [format!("submission {number}.3.0"), format!("submission {number}.2.1")]);
    assert_eq!(bed.state(number), (SubmissionState::Validating, None));

    let other = bed.validated("b");
    let lease = bed.take().expect("ordered");
    bed.hand_in(&lease, Some(Seat::First), None);
    bed.look();
    let why = Some("in a game against easy, as First: it crashed".to_owned());
    assert_eq!((bed.state(other), bed.in_journal()), ((SubmissionState::Refused, why), [0, 1]));
    assert!(bed.take().is_none(), "the rest need not be played");
}

/// The process that handles it is killed before and after each write; another continues, and it is settled once.
#[test]
fn killed_at_any_step_it_goes_on_and_is_settled_once() {
    for dies_after in 0..4 {
        let mut bed = Bed::new(SHORT);
        let number = bed.validated("a");
        // The order is out, and the process is gone.
        let forget = |bed: &mut Bed| {
            bed.admissions.validations.clear();
            std::thread::sleep(bed.admissions.shared.terms.lease() + Duration::from_millis(20));
        };
        if dies_after == 0 {
            forget(&mut bed);
        }
        for _ in 0..GAMES {
            let lease = bed.take().expect("ordered");
            bed.hand_in(&lease, None, None);
        }
        if dies_after == 1 {
            forget(&mut bed);
        }
        if dies_after == 2 {
            // It is in the journal, but not yet in the list.
            let one = bed.admissions.shared.submission(number).expect("a store").expect("it is there");
            bed.admissions.rule(&one, true, &Sentence::quoted("passed")).expect("fits");
            forget(&mut bed);
        }
        bed.look();
        bed.look();
        assert_eq!(bed.state(number), (SubmissionState::Accepted, None), "{dies_after}");
        bed.look();
        assert_eq!(bed.in_journal(), [1, 0], "{dies_after}");
        assert!(bed.take().is_none(), "nothing is validated twice");
    }
}

/// The old program's games are forgotten, and no others; their lines in the journal stay.
#[test]
fn records_of_voided_games_are_forgotten_in_their_time() {
    let mut bed = Bed::new(LONG);
    let (shared, games) = (Arc::clone(&bed.admissions.shared), bed.folder.path().join("games"));
    let due: Vec<_> = bed.hall.event().state().due().collect();
    assert_eq!(due.len(), 2);
    for due in &due {
        let assignment = bed.hall.assignment(due, &bed.hall.event().state()).expect("both have programs");
        let order = GameOrder { assignment, wanted: WantedConditions::of(&bed.file), dice: None };
        let payload = serde_json::to_value(&order).expect("JSON");
        let game = due.id.to_string().parse().expect("a key");
        let job = Job { event: "judge".to_owned(), game, class: "default".to_owned(), priority: 0, payload };
        bed.wait(shared.queue().enqueue(&[job])).expect("room");
        let lease = bed.take().expect("ordered");
        bed.hand_in(&lease, None, None);
        let result =
            shared.runtime.wait(shared.queue().results("judge")).expect("a store").pop().expect("one");
        let answer = GameAnswer::read(due.id, result.body).expect("an answer");
        fs::write(games.join(format!("{}.jsonl", due.id)), "a record").expect("our folder");
        bed.hall.keep_all(vec![answer.played], &mut Nobody).expect("taken");
    }
    let left = || fs::read_dir(&games).expect("our folder").count();
    assert_eq!((bed.hall.forget_replaced(Duration::ZERO).expect("a store"), left()), (0, 2), "they count");
    let entry = bed.hall.event().entries()[0].id;
    let submit = Decision::Submit { entry, accepted: true, program: None };
    bed.hall.decide(&submit, Role::Organiser, "a newer one", &mut Nobody).expect("fits");
    // They ended in 1970.
    let century = Duration::from_hours(24 * 365 * 100);
    assert_eq!((bed.hall.forget_replaced(century).expect("a store"), left()), (0, 2), "not yet");
    assert_eq!((bed.hall.forget_replaced(Duration::ZERO).expect("a store"), left()), (2, 0));
    assert_eq!(bed.wait(shared.queue().results("judge")).expect("a store"), []);
    assert_eq!(bed.hall.event().games().len(), 2, "their results stay");
    assert_eq!(bed.hall.forget_replaced(Duration::ZERO).expect("a store"), 0);
}

#[test]
fn what_is_not_taken_is_said_and_leaves_nothing() {
    let bed = Bed::new(LONG);
    let refused = [
        (bed.submit("nobody", SOURCE), "no entry is called \"nobody\""),
        (bed.submit("a", &vec![b'x'; LARGEST_AND_ONE]), "1048576"),
    ];
    for (refused, says) in refused {
        let said = refused.expect_err("not taken").to_string();
        assert!(said.contains(says), "{said}");
    }
    let close = bed.admissions.shared.rule(
        "judge",
        &Decision::Close,
        Role::Organiser,
        "it is late",
        Following::Stands,
    );
    close.expect("fits");
    assert!(matches!(bed.submit("a", SOURCE), Err(SubmitError::Closed)));
    assert_eq!(bed.admissions.shared.submitted("judge", None).expect("a store"), []);
}

const LARGEST_AND_ONE: usize = (1 << 20) + 1;

mod course;
mod handing_in;

/// Emits a message, then includes itself twice at each of so many levels that compiling never ends.
const HANGS: &str = "#if __INCLUDE_LEVEL__ == 0\n#pragma message \"it has begun\"\n#endif\n#if __INCLUDE_LEVEL__ < 60\n\
                     #include \"main.c\"\n#include \"main.c\"\n#endif\n";

#[test]
fn what_a_compiler_says_is_read_while_it_hangs_and_stopping_ends_it() {
    let mut bed = Bed::new(LONG);
    let what = Submitted {
        event: "judge",
        entry: "a",
        by: Actor::Console("console"),
        language: Language::C,
        standard: None,
        contents: HANGS.as_bytes(),
        enters: None,
    };
    let number = bed.admissions.shared.submit(&what, &bed.file.submit).expect("taken");
    let (shared, file, stop) = (Arc::clone(&bed.admissions.shared), bed.file.clone(), Stop::default());
    std::thread::scope(|scope| {
        let looks = scope.spawn(|| bed.admissions.look(&file, &file.submit, &stop));
        let end = Instant::now() + LONG;
        let said = loop {
            let one = shared.submission(number).expect("a store").expect("it is there");
            if one.log.is_some() || Instant::now() > end {
                break (one.state, one.log.unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        stop.abandon.store(true, Ordering::Relaxed);
        let stopped = Instant::now();
        looks.join().expect("no panic").expect("a store");
        assert_eq!(said.0, SubmissionState::Compiling, "{}", said.1);
        assert!(said.1.contains("it has begun") && !said.1.contains("/tmp"), "{}", said.1);
        assert!(stopped.elapsed() < LONG / 2, "its compiler, which would go on, is ended with it");
    });
    let one = shared.submission(number).expect("a store").expect("it is there");
    // It is neither refused nor accepted: it will be compiled again.
    assert_eq!(one.state, SubmissionState::Compiling, "{:?} {:?}", SharedStore::refusal(&one), one.log);
    assert!(one.log.is_some_and(|log| log.contains("it has begun")), "what was said is kept");
}

/// Whoever hands in, and by whatever way: all go through the same door.
#[test]
fn what_is_empty_or_sent_twice_or_too_much_is_not_taken() {
    let bed = Bed::new(LONG);
    for blank in [&b""[..], b" \n\t\r\n"] {
        assert!(matches!(bed.submit("a", blank), Err(SubmitError::Empty)), "{blank:?}");
    }
    let first = bed.submit("a", b"1").expect("it is the first");
    assert_eq!(bed.submit("a", b"1").ok(), Some(first), "sent twice");
    let second = bed.submit("a", b"2").expect("it is another");
    assert_eq!(bed.submit("a", b"1").ok(), Some(second + 1), "only the last one counts");
    for text in [b"3", b"4"] {
        bed.submit("a", text).expect("one of five");
    }
    assert!(matches!(bed.submit("a", b"5"), Err(SubmitError::TooMany(5))));
    assert_eq!(bed.submit("a", b"4").ok(), Some(second + 3), "sent twice all the same");
    assert!(bed.submit("b", b"5").is_ok(), "others need not wait");
}
