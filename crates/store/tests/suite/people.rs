//! The people of a site, and the audit list of what they do, on both databases.

use crate::bed::Bed;
use crate::on_both;
use leitai_core::{ContentHash, Name};
use leitai_store::{
    Actor, Audit, Deed, Imported, Named, NewSession, Opener, People, Role, RosterEntry, RosterLine,
    StoreError,
};
use std::fs;
use std::path::Path;

on_both! {
    a_roster_is_taken_over_and_taken_over_again
    what_a_roster_says_nothing_of_stays
    a_roster_with_a_bad_line_changes_nobody
    what_lets_in_first_ends_with_the_password
    a_code_lets_in_once
    many_sign_in_with_one_code_and_one_gets_in
    a_first_password_ends_on_its_day
    slips_are_for_those_without_a_password
    a_nickname_is_one_persons
    a_closed_account_lets_nobody_in
    nobody_changes_somebody_of_the_same_or_a_higher_role
    who_has_left_changes_nobody
    the_operator_adds_and_appoints
    what_is_done_is_written_down_in_one_order
}

/// Long after any test.
pub(crate) const LATE: i64 = 1 << 50;

pub(crate) fn line(number: &str, name: &str) -> RosterLine {
    let [class, team, seed_score] = ["1班", "", "87.5"].map(str::to_owned);
    RosterLine { number: number.to_owned(), name: name.to_owned(), class, team, seed_score }
}

pub(crate) fn session(token: &str) -> NewSession {
    NewSession { token: ContentHash::of(token.as_bytes()), place: "10.0.0.7, Firefox".to_owned() }
}

pub(crate) fn name(text: &str) -> Name {
    Name::read(text).expect("a name")
}

/// The operator.
pub(crate) const T: Actor<'_> = Actor::Console("t");

/// Signs in as somebody whose password is checked at once.
pub(crate) async fn signs_in(people: &People, number: &str, by: Option<Opener>, token: &str) -> bool {
    let version = people.credentials(number).await.unwrap().unwrap_or_default().version;
    people.sign_in(number, by, version, &session(token)).await.unwrap()
}

/// A student who has signed in.
pub(crate) async fn signed_in(bed: &Bed, number: &'static str) -> Actor<'static> {
    let people = People::new(bed.database().await);
    people.import(T, &[line(number, number).into()], Some(Opener::Number), Some(LATE)).await.unwrap();
    assert!(signs_in(&people, number, Some(Opener::Number), number).await);
    Actor::Person { number, session: session(number).token }
}

/// The hash and the opener of an account.
async fn lets_in(people: &People, number: &str) -> Option<(Option<String>, Option<Opener>)> {
    people.credentials(number).await.unwrap().map(|known| (known.hash, known.opener))
}

/// Chooses a password whatever was there.
pub(crate) async fn chooses(people: &People, number: &str, hash: &str, token: &str) -> bool {
    let version = people.credentials(number).await.unwrap().unwrap_or_default().version;
    people.choose_password(T, number, version, hash, &session(token)).await.unwrap()
}

/// Two students who can sign in with their numbers.
pub(crate) async fn two(bed: &Bed) -> People {
    let people = People::new(bed.database().await);
    let lines = [line("2501", "甲"), line("2502", "乙")];
    people.import(T, &lines.clone().map(RosterEntry::from), Some(Opener::Number), Some(LATE)).await.unwrap();
    people
}

async fn a_roster_is_taken_over_and_taken_over_again(bed: Bed) {
    let people = two(&bed).await;
    people.give_role(T, "2501", Role::Captain).await.unwrap();
    assert!(chooses(&people, "2501", "hash", "a").await);
    let mut lines = [line("2501", "甲改"), line("2502", "乙"), line("2503", "丙 'x'; --")];
    "0.1".clone_into(&mut lines[2].seed_score);
    let imported = people.import(T, &lines.clone().map(RosterEntry::from), None, None).await.unwrap();
    assert_eq!(
        imported,
        Imported { added: vec!["2503".to_owned()], changed: 1, same: 1, skipped: Vec::new() }
    );
    let all = people.all().await.unwrap();
    assert_eq!(all.iter().map(|person| &person.line).collect::<Vec<_>>(), lines.iter().collect::<Vec<_>>());
    let [first, second, third] = &all[..] else { panic!("{all:?}") };
    assert!(first.has_password && first.role == Role::Captain && first.opener.is_none());
    assert_eq!((second.opener, second.opens_until_ms), (Some(Opener::Number), Some(LATE)));
    assert_eq!((third.opener, third.opens_until_ms, third.role), (None, None, Role::Student));
    assert_eq!(people.find("2503").await.unwrap().as_ref(), Some(third));
    assert_eq!(people.find("2504").await.unwrap(), None);
}

async fn what_a_roster_says_nothing_of_stays(bed: Bed) {
    let people = two(&bed).await;
    let entry = |number: &str, team: &str| {
        let [number, name, team] = [number, "甲", team].map(str::to_owned);
        RosterEntry { number, name, team: Some(team), ..RosterEntry::default() }
    };
    let imported = people.import(T, &[entry("2501", "飞鹰"), entry("2503", "")], None, None).await.unwrap();
    assert_eq!((imported.changed, imported.added), (1, vec!["2503".to_owned()]));
    let now = async |number| people.find(number).await.unwrap().unwrap().line;
    assert_eq!(now("2501").await, RosterLine { team: "飞鹰".to_owned(), ..line("2501", "甲") });
    assert_eq!(now("2503").await.class, "");
    assert_eq!(people.import(T, &[entry("2501", "飞鹰")], None, None).await.unwrap().same, 1);
    // What it says is empty becomes so.
    assert_eq!(people.import(T, &[entry("2501", "")], None, None).await.unwrap().changed, 1);
    assert_eq!(now("2501").await, line("2501", "甲"));
}

async fn a_roster_with_a_bad_line_changes_nobody(bed: Bed) {
    let people = two(&bed).await;
    let lines = [line("2501", "another"), line("2509", "new"), line("", "nobody")];
    people.import(T, &lines.clone().map(RosterEntry::from), None, None).await.unwrap_err();
    let all = people.all().await.unwrap();
    assert_eq!(all.iter().map(|person| person.line.name.as_str()).collect::<Vec<_>>(), ["甲", "乙"]);
}

async fn what_lets_in_first_ends_with_the_password(bed: Bed) {
    let people = two(&bed).await;
    let found = lets_in(&people, "2501").await;
    assert_eq!(found, Some((None, Some(Opener::Number))));
    assert_eq!(people.credentials("2599").await.unwrap(), None);
    // If interrupted before choosing a password, the person can sign in with the number again.
    for token in ["a", "b"] {
        assert!(signs_in(&people, "2501", Some(Opener::Number), token).await);
    }
    assert!(chooses(&people, "2501", "hash", "c").await);
    assert_eq!(lets_in(&people, "2501").await, Some((Some("hash".to_owned()), None)));
    assert!(!people.find("2501").await.unwrap().unwrap().is_settled(), "he has no nickname");
    assert!(!chooses(&people, "2599", "hash", "d").await);
}

async fn a_code_lets_in_once(bed: Bed) {
    let people = two(&bed).await;
    chooses(&people, "2501", "hash", "a").await;
    let code = ContentHash::of(b"code");
    assert!(people.give_code(T, "2501", code, LATE).await.unwrap());
    assert_eq!(people.whose(session("a").token).await.unwrap(), None, "his sessions are over");
    let opener = Some(Opener::Code(code));
    assert_eq!(lets_in(&people, "2501").await, Some((None, opener)));
    assert!(signs_in(&people, "2501", opener, "b").await);
    assert!(!signs_in(&people, "2501", opener, "c").await, "once");
    assert_eq!(lets_in(&people, "2501").await, Some((None, None)));
    assert!(people.whose(session("b").token).await.unwrap().is_some());
    assert_eq!(people.whose(session("c").token).await.unwrap(), None);
    assert!(!people.give_code(T, "2599", code, LATE).await.unwrap());
}

async fn many_sign_in_with_one_code_and_one_gets_in(bed: Bed) {
    let people = two(&bed).await;
    let code = ContentHash::of(b"code");
    people.give_code(T, "2501", code, LATE).await.unwrap();
    let version = people.credentials("2501").await.unwrap().unwrap().version;
    let database = bed.database().await;
    let tries: Vec<_> = (0..8)
        .map(|i| {
            let people = People::new(database.clone());
            let new = session(&format!("token {i}"));
            tokio::spawn(async move { people.sign_in("2501", Some(Opener::Code(code)), version, &new).await })
        })
        .collect();
    let mut let_in = 0;
    for one in tries {
        let_in += usize::from(one.await.unwrap().unwrap());
    }
    assert_eq!(let_in, 1);
    assert_eq!(people.sessions("2501").await.unwrap().len(), 1);
}

async fn a_first_password_ends_on_its_day(bed: Bed) {
    let people = two(&bed).await;
    chooses(&people, "2502", "hash", "a").await;
    people.import(T, &[line("2503", "丙").into()], Some(Opener::Number), Some(LATE)).await.unwrap();
    people.give_code(T, "2503", ContentHash::of(b"code"), LATE).await.unwrap();
    assert_eq!(
        people.opens_until(T, 1).await.unwrap(),
        1,
        "who has one of his own, or a code, is not concerned"
    );
    assert_eq!(lets_in(&people, "2501").await, Some((None, None)));
    assert!(people.credentials("2502").await.unwrap().unwrap().hash.is_some());
    assert!(people.credentials("2503").await.unwrap().unwrap().opener.is_some());
    people.opens_until(T, LATE).await.unwrap();
    assert!(people.credentials("2501").await.unwrap().unwrap().opener.is_some());
}

async fn slips_are_for_those_without_a_password(bed: Bed) {
    let people = two(&bed).await;
    chooses(&people, "2502", "hash", "a").await;
    let slip = |text: &str| ContentHash::of(text.as_bytes());
    let slips = [("2501", slip("x")), ("2502", slip("y")), ("2599", slip("z"))];
    let slips = slips.map(|(number, slip)| (number.to_owned(), slip));
    assert_eq!(people.slips(T, &slips, None).await.unwrap(), ["2501"]);
    let found = people.credentials("2501").await.unwrap().unwrap();
    assert_eq!(found.opener, Some(Opener::Slip(slip("x"))), "without a day it holds on");
    assert!(people.credentials("2502").await.unwrap().unwrap().hash.is_some());
}

async fn a_nickname_is_one_persons(bed: Bed) {
    let people = two(&bed).await;
    assert_eq!(people.choose_nickname(T, "2501", &name("Tiger")).await.unwrap(), Named::Done);
    assert_eq!(people.choose_nickname(T, "2502", &name("TIGER")).await.unwrap(), Named::Taken);
    assert_eq!(people.choose_nickname(T, "2501", &name("TiGER")).await.unwrap(), Named::Done, "one's own");
    assert_eq!(people.choose_nickname(T, "2501", &name("Lion")).await.unwrap(), Named::Done);
    assert_eq!(people.choose_nickname(T, "2502", &name("Tiger")).await.unwrap(), Named::Done, "free again");
    assert_eq!(people.choose_nickname(T, "2599", &name("Bear")).await.unwrap(), Named::Nobody);
    // One that looks the same is the same, and a number is nobody's name.
    for taken in ["TIGER", "Ｔｉｇｅｒ", "ti ger", "2502"] {
        assert_eq!(people.choose_nickname(T, "2501", &name(taken)).await.unwrap(), Named::Taken, "{taken}");
    }
    // An earlier version compared them in another way.
    bed.sql("UPDATE people SET nickname_key = 'tiger, in another way' WHERE number = '2502'").await;
    assert_eq!(people.choose_nickname(T, "2501", &name("Tiger")).await.unwrap(), Named::Done, "the control");
    people.choose_nickname(T, "2501", &name("Lion")).await.unwrap();
    people.compare_nicknames_anew().await.unwrap();
    assert_eq!(people.choose_nickname(T, "2501", &name("Tiger")).await.unwrap(), Named::Taken);
    let names: Vec<_> = people.all().await.unwrap().into_iter().filter_map(|one| one.nickname).collect();
    assert_eq!(names, ["Lion", "Tiger"]);
}

async fn a_closed_account_lets_nobody_in(bed: Bed) {
    let people = two(&bed).await;
    chooses(&people, "2501", "hash", "a").await;
    assert!(people.close(T, "2501").await.unwrap());
    assert!(!people.close(T, "2501").await.unwrap(), "it is closed");
    assert_eq!(people.whose(session("a").token).await.unwrap(), None);
    assert_eq!(people.credentials("2501").await.unwrap(), None);
    assert!(!signs_in(&people, "2501", None, "b").await);
    assert!(!chooses(&people, "2501", "hash", "c").await);
    assert!(!people.give_code(T, "2501", ContentHash::of(b"code"), LATE).await.unwrap());
    assert!(people.find("2501").await.unwrap().unwrap().closed_ms.is_some());
    assert!(people.reopen(T, "2501").await.unwrap());
    assert!(!people.reopen(T, "2501").await.unwrap());
    assert!(people.credentials("2501").await.unwrap().unwrap().hash.is_some());
}

/// Everything that can be done to another account, by each role to each role, with the session of the one who does it.
async fn nobody_changes_somebody_of_the_same_or_a_higher_role(bed: Bed) {
    let people = People::new(bed.database().await);
    let code = ContentHash::of(b"code");
    for own in Role::ALL {
        people.import(T, &[line(own.name(), "own").into()], Some(Opener::Number), Some(LATE)).await.unwrap();
        people.give_role(T, own.name(), own).await.unwrap();
        assert!(signs_in(&people, own.name(), Some(Opener::Number), own.name()).await);
        let by = Actor::Person { number: own.name(), session: session(own.name()).token };
        for other in Role::ALL {
            for deed in 0..9 {
                let number = format!("{own}-{other}-{deed}");
                let number = number.as_str();
                people
                    .import(T, &[line(number, "was").into()], Some(Opener::Number), Some(LATE))
                    .await
                    .unwrap();
                people.give_role(T, number, other).await.unwrap();
                if deed == 4 {
                    people.close(T, number).await.unwrap();
                }
                let before = people.find(number).await.unwrap();
                let refused = match deed {
                    0 => people.give_code(by, number, code, LATE).await.err(),
                    1 => people.close(by, number).await.err(),
                    2 => people.give_role(by, number, Role::Student).await.err(),
                    3 => people.remove(by, number).await.err(),
                    4 => people.reopen(by, number).await.err(),
                    5 => people.add(by, &line(number, "now"), Role::Student, code, LATE).await.err(),
                    // These go to many, and leave out some.
                    6 => {
                        let imported =
                            people.import(by, &[line(number, "now").into()], None, None).await.unwrap();
                        assert_eq!(imported.skipped.is_empty(), other < own, "{number}");
                        None
                    }
                    7 => {
                        let given = people.slips(by, &[(number.to_owned(), code)], Some(LATE)).await.unwrap();
                        assert_eq!(given.is_empty(), other >= own, "{number}");
                        None
                    }
                    _ => people.opens_until(by, LATE - 1).await.err(),
                };
                assert!(refused.is_none() || matches!(refused, Some(StoreError::Above(_))), "{refused:?}");
                let is_changed = before != people.find(number).await.unwrap();
                let is_student_made_student = deed == 2 && other == Role::Student && own > other;
                assert_eq!(is_changed, other < own && !is_student_made_student, "{number}: {refused:?}");
            }
        }
        // Nor does anybody rise, or raise others to the same role.
        people.give_role(by, own.name(), Role::Administrator).await.unwrap_err();
        people.import(T, &[line("2501", "甲").into()], None, None).await.unwrap();
        people.give_role(T, "2501", Role::Student).await.unwrap();
        people.give_role(by, "2501", own).await.unwrap_err();
        people.add(by, &line("2509", "new"), own, code, LATE).await.unwrap_err();
        let imported = people.import(by, &[line(own.name(), "I").into()], None, None).await.unwrap();
        assert_eq!(imported.skipped, [own.name()]);
        // Of oneself one may do what is one's own.
        assert_eq!(
            people.choose_nickname(by, own.name(), &name(&format!("I, {own}"))).await.unwrap(),
            Named::Done
        );
        let chosen = people.find(own.name()).await.unwrap().unwrap();
        assert!(
            people
                .choose_password(by, own.name(), chosen.version, "hash", &session(&format!("new {own}")))
                .await
                .unwrap()
        );
    }
}

/// The control is the same session before it ends.
async fn who_has_left_changes_nobody(bed: Bed) {
    let people = two(&bed).await;
    let code = ContentHash::of(b"code");
    people.import(T, &[line("t1", "Teacher").into()], Some(Opener::Number), Some(LATE)).await.unwrap();
    people.give_role(T, "t1", Role::Organiser).await.unwrap();
    assert!(signs_in(&people, "t1", Some(Opener::Number), "t").await);
    let by = Actor::Person { number: "t1", session: session("t").token };
    for is_over in [false, true] {
        if is_over {
            assert!(people.end_session(T, "t1", session("t").token).await.unwrap());
        }
        let slip = [("2501".to_owned(), code)];
        let ended = [
            people.import(by, &[line("2509", "new").into()], None, None).await.err(),
            people.slips(by, &slip, None).await.err(),
            people.opens_until(by, LATE).await.err(),
            people.close(by, "2501").await.err(),
            people.reopen(by, "2501").await.err(),
            people.give_code(by, "2501", code, LATE).await.err(),
            people.give_role(by, "2501", Role::Captain).await.err(),
            people.choose_nickname(by, "t1", &name("Tiger")).await.err(),
            people.note_export(by, "2501").await.err(),
            people.remove(by, "2502").await.err(),
        ];
        for (deed, error) in ended.into_iter().enumerate() {
            assert_eq!(matches!(error, Some(StoreError::Ended(_))), is_over, "{deed}: {error:?}");
        }
    }
}

async fn the_operator_adds_and_appoints(bed: Bed) {
    let people = two(&bed).await;
    let code = ContentHash::of(b"code");
    people.add(T, &line("t1", "Teacher"), Role::Administrator, code, LATE).await.unwrap();
    let teacher = people.find("t1").await.unwrap().unwrap();
    assert_eq!((teacher.role, teacher.opener), (Role::Administrator, Some(Opener::Code(code))));
    people.close(T, "2501").await.unwrap();
    people.add(T, &line("2501", "甲"), Role::Organiser, code, LATE).await.unwrap();
    let again = people.find("2501").await.unwrap().unwrap();
    assert_eq!(
        (again.role, again.opener, again.closed_ms),
        (Role::Organiser, Some(Opener::Code(code)), None)
    );
    assert!(!people.give_role(T, "2599", Role::Captain).await.unwrap());
}

async fn what_is_done_is_written_down_in_one_order(bed: Bed) {
    let people = two(&bed).await;
    let database = bed.database().await;
    let many: Vec<_> = (0..12)
        .map(|i| {
            let people = People::new(database.clone());
            tokio::spawn(async move {
                let named = name(&format!("n{i}"));
                people.choose_nickname(T, "2501", &named).await
            })
        })
        .collect();
    for one in many {
        assert_eq!(one.await.unwrap().unwrap(), Named::Done);
    }
    assert!(!people.close(T, "2599").await.unwrap(), "what changes nothing is not written");
    people.close(Actor::Console("2509"), "2502").await.unwrap();
    let audit = Audit::new(database);
    let lines = audit.lines(u64::MAX, 100).await.unwrap();
    assert_eq!(lines.iter().map(|line| line.seq).collect::<Vec<_>>(), (1..=14).rev().collect::<Vec<_>>());
    let close = &lines[0];
    assert_eq!((close.actor.as_str(), close.deed, close.about.as_str()), ("2509", Deed::Close, "2502"));
    let import = &lines[13];
    assert_eq!((import.deed, &import.details["added"]), (Deed::Import, &2.into()));
    let page = audit.lines(14, 2).await.unwrap();
    assert_eq!(page.iter().map(|line| line.seq).collect::<Vec<_>>(), [13, 12]);
}

/// The audit list only grows: no statement of this crate changes or removes a line.
#[test]
fn no_statement_takes_back_what_was_written_down() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut inserts, mut folders) = (0, vec![sources.join("src"), sources.join("migrations")]);
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).unwrap().flatten() {
            if file.path().is_dir() {
                folders.push(file.path());
                continue;
            }
            let text = fs::read_to_string(file.path()).unwrap();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            for verb in ["update audit", "delete from audit", "drop table audit", "truncate audit"] {
                assert!(!text.contains(verb), "{}: {verb}", file.path().display());
            }
            inserts += text.matches("insert into audit").count();
        }
    }
    assert_eq!(inserts, 1, "in one place");
}

/// Deeds are read back by names, which are unique and never change.
#[test]
fn every_deed_has_a_name_of_its_own() {
    let mut names: Vec<_> = Deed::ALL.iter().map(|deed| deed.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Deed::ALL.len());
    for role in Role::ALL {
        assert_eq!(role.name().parse(), Ok(role));
    }
    assert!(Role::Student < Role::Captain && Role::Organiser < Role::Administrator);
}
