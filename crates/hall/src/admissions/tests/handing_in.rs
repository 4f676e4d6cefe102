//! What an event's rules allow when a submission arrives, and what its author sees afterwards.

use super::*;
use crate::allowance::Allowance;

#[test]
fn an_event_closes_at_its_time_once_all_is_settled_that_was_taken_before() {
    let mut bed = Bed::new(LONG);
    let number = bed.validated("a");
    let shared = Arc::clone(&bed.admissions.shared);
    let is_closed = || shared.history("judge").expect("it began").0.event.is_closed();
    let of =
        |text: &str| SubmitRules { closes: Some(text.parse().expect("a moment")), ..SubmitRules::default() };
    let rules = of("2001-01-01 24:00 +08:00");
    let (file, stop) = (bed.file.clone(), Stop::default());
    assert_eq!(bed.admissions.look(&file, &rules, &stop).expect("a store"), Looked::TookOneUp);
    assert_eq!(bed.admissions.look(&file, &rules, &stop).expect("a store"), Looked::Validates);
    assert!(!is_closed(), "what was taken in time is not shut out");
    bed.file.submit = rules.clone();
    assert!(matches!(bed.submit("b", SOURCE), Err(SubmitError::Closed)), "nothing more is taken");
    for _ in 0..GAMES {
        let lease = bed.take().expect("ordered");
        bed.hand_in(&lease, None, None);
    }
    bed.admissions.look(&file, &of("2999-01-01 00:00Z"), &stop).expect("a store");
    assert_eq!((bed.state(number).0, is_closed()), (SubmissionState::Accepted, false));
    for _ in 0..2 {
        bed.admissions.look(&file, &rules, &stop).expect("a store");
    }
    let (history, _) = shared.history("judge").expect("it began");
    let closes: Vec<_> =
        history.event.rulings().iter().filter(|ruling| ruling.decision == Decision::Close).collect();
    assert_eq!(closes.len(), 1, "once");
    assert!(closes[0].reason.contains("2001-01-01 24:00 UTC+08:00"), "{}", closes[0].reason);
}

#[test]
fn who_was_first_stands_first_however_many_come_after() {
    let entries = ["a", "b", "c"].map(|name| format!("{{ name = '{name}', program = 'random' }}"));
    let text = format!("preset = \"judge\"\nentries = [{}]\n", entries.join(", "));
    let mut bed = Bed::of(&text, LONG);
    let first = bed.validated("a");
    bed.look();
    for _ in 0..GAMES {
        let lease = bed.take().expect("ordered");
        bed.hand_in(&lease, None, None);
    }
    let others = ["b", "c"].map(|entry| bed.submit(entry, SOURCE).expect("taken"));
    let mut said = Vec::new();
    for _ in 0..3 {
        bed.look();
        said.push([first, others[0], others[1]].map(|number| bed.state(number).0));
    }
    let [accepted, validating, received] =
        [SubmissionState::Accepted, SubmissionState::Validating, SubmissionState::Received];
    assert_eq!(said[0], [accepted, validating, received], "the third has not been looked at");
    assert_eq!(said[1..], [[accepted, validating, validating]; 2]);
}

#[test]
fn an_author_sees_how_far_the_validation_is() {
    let mut bed = Bed::new(LONG);
    let number = bed.validated("a");
    let told = Arc::new(std::sync::Mutex::new(0));
    let counts = Arc::clone(&told);
    bed.admissions.told = Box::new(move |event| {
        assert_eq!(event, "judge");
        *counts.lock().expect("nobody panics") += 1;
    });
    let shared = Arc::clone(&bed.admissions.shared);
    let file = bed.file.clone();
    let games = || {
        let one = shared.submission(number).expect("a store").expect("it is there");
        shared.validation(&file, &one).expect("a store")
    };
    let said: Vec<_> = games().iter().map(|game| game.called.to(Lang::En).to_owned()).collect();
    assert_eq!(
        said,
        ["against easy, as First", "against easy, as Second", "against itself", "against itself"]
    );
    assert!(games().iter().all(|game| game.stands == GameStands::Waiting));
    let lease = bed.take().expect("ordered");
    bed.look();
    assert_eq!((&games()[0].stands, *told.lock().expect("nobody panics")), (&GameStands::Running, 1));
    bed.hand_in(&lease, None, None);
    bed.look();
    bed.look();
    assert_eq!(*told.lock().expect("nobody panics"), 2, "only what is new");
    let GameStands::Played(how) = &games()[0].stands else { panic!("{:?}", games()[0]) };
    assert_eq!((how.to(Lang::En), how.to(Lang::Zh)), ("First won: it crashed", "先手胜：程序崩溃"));
    let record = |game: usize| shared.validation_record("judge", games()[game].id).expect("a store");
    assert_eq!((record(0), record(1)), (Some(String::new()), None));
    let other = "0.0.e0-e1.g0".parse().expect("a game");
    assert_eq!(shared.validation_record("judge", other).expect("a store"), None);
}

#[test]
fn what_the_rules_of_an_event_forbid_is_not_taken() {
    let mut bed = Bed::new(LONG);
    let hours = |hours: u64| Duration::from_secs(3600 * hours);
    let mut number = 0;
    let mut tried = |bed: &mut Bed, rules: SubmitRules| {
        bed.file.submit = rules;
        number += 1;
        bed.submit("a", format!("print({number})").as_bytes())
    };
    let usual = SubmitRules::default();
    let closes = Some("2999-01-01 00:00Z".parse().expect("a moment"));
    let early = tried(&mut bed, SubmitRules { opens: closes, ..usual.clone() });
    assert!(matches!(early, Err(SubmitError::TooEarly(_))), "{early:?}");
    let large = tried(&mut bed, SubmitRules { size: 3, ..usual.clone() });
    assert!(matches!(large, Err(SubmitError::Large(3))), "{large:?}");
    assert_eq!(tried(&mut bed, SubmitRules { interval: hours(1), ..usual.clone() }).expect("taken"), 1);
    let soon = tried(&mut bed, SubmitRules { interval: hours(1), ..usual.clone() });
    assert!(matches!(soon, Err(SubmitError::TooSoon(_))), "{soon:?}");
    // Both have just played; First used 40 ms and Second 50.
    let due = bed.hall.event().state().due().next().expect("a match");
    let order = bed.hall.assignment(&due, &bed.hall.event().state()).expect("both have programs");
    let played = played_now(order.id, [due.first, due.second]);
    let body = serde_json::to_value(JournalBody::Played(played)).expect("JSON");
    let shared = Arc::clone(&bed.admissions.shared);
    let journal = shared.journal("judge").expect("a store");
    bed.wait(journal.append_after(None, 0, Some("game"), &body)).expect("a store");
    let (history, _) = shared.history("judge").expect("it began");
    let entry = history.event.entries().iter().find(|entry| entry.name == "a").expect("an entry");
    let budget = |ms| SubmitRules { day_time: Some(Duration::from_millis(ms)), ..usual.clone() };
    let now = leitai_arena::now_ms();
    let allowed = |ms| Allowance::new(&history, Some(entry.id), &budget(ms), now, None);
    let used = allowed(1000).used;
    assert!([40, 50].contains(&used.as_millis()) && allowed(1000).is_open(), "{used:?}");
    let rest = allowed(40).rest.expect("it is used up");
    assert!(rest <= hours(24) && rest > hours(23), "{rest:?}");
    let exhausted = tried(&mut bed, budget(40));
    assert!(matches!(exhausted, Err(SubmitError::Exhausted { .. })), "{exhausted:?}");
    assert_eq!(tried(&mut bed, budget(1000)).expect("taken"), 2);
}

fn played_now(id: GameId, [first, second]: [EntryId; 2]) -> Played {
    let details = Details {
        verdict: VerdictName::Law,
        reason: Sentence::new("a line", "连成一线"),
        plies: 5,
        seconds: 0.1,
        record: None,
        seal: None,
        used_ms: Some([40, 50]),
        replays: 0,
        disturbed_ms: None,
        programs: [None; 2],
        at_table: None,
        sandbox: SandboxLevel::Off,
        ended: leitai_arena::now_ms(),
    };
    let outcome = CountedOutcome::Win(Seat::First);
    Played { result: RecordedGame { id, first, second, outcome, how: How::Played, faults: [0; 2] }, details }
}
