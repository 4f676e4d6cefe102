//! Tokens of people's programs, and the removal of people, on both databases.

use crate::bed::Bed;
use crate::on_both;
use crate::people::{T, chooses, name, session, signs_in, two};
use leitai_core::ContentHash;
use leitai_store::{
    Actor, Audit, Deed, MOST_TOKENS, NewToken, Opener, People, Removed, Role, RosterLine, Scope, TokenMade,
};
use std::time::Duration;

on_both! {
    a_token_is_its_persons_until_it_ends
    nobody_has_too_many_tokens
    a_closed_account_and_a_code_end_tokens
    who_is_removed_leaves_the_number_alone
    the_last_administrator_stays
}

const DAY: Duration = Duration::from_hours(24);

fn hash(text: &str) -> ContentHash {
    ContentHash::of(text.as_bytes())
}

async fn made(people: &People, number: &str, text: &str, scopes: &[Scope], lasts: Duration) -> TokenMade {
    let new = NewToken { token: hash(text), name: text, scopes, lasts };
    people.make_token(T, number, &new).await.unwrap()
}

async fn a_token_is_its_persons_until_it_ends(bed: Bed) {
    let people = two(&bed).await;
    let both = [Scope::Submit, Scope::Read, Scope::Submit];
    assert_eq!(made(&people, "2501", "a", &both, DAY).await, TokenMade::Done);
    assert_eq!(made(&people, "2599", "b", &both, DAY).await, TokenMade::Nobody);
    assert_eq!(people.tokens("2501").await.unwrap()[0].seen_ms, None);
    let (person, scopes) = people.of_token(hash("a"), DAY).await.unwrap().unwrap();
    assert_eq!((person.line.number.as_str(), scopes.as_slice()), ("2501", &[Scope::Read, Scope::Submit][..]));
    let seen = people.tokens("2501").await.unwrap()[0].seen_ms;
    assert!(seen.is_some());
    people.of_token(hash("a"), DAY).await.unwrap().unwrap();
    assert_eq!(people.tokens("2501").await.unwrap()[0].seen_ms, seen, "it was noted a moment ago");
    assert_eq!(people.of_token(hash("b"), DAY).await.unwrap(), None);
    assert!(!people.end_token(T, "2502", hash("a")).await.unwrap(), "it is somebody else's");
    assert!(people.end_token(T, "2501", hash("a")).await.unwrap());
    assert_eq!(people.of_token(hash("a"), DAY).await.unwrap(), None);
    made(&people, "2501", "short", &both, Duration::ZERO).await;
    assert_eq!(people.of_token(hash("short"), DAY).await.unwrap(), None, "it has ended");
    assert!(people.tokens("2501").await.unwrap().is_empty());
}

async fn nobody_has_too_many_tokens(bed: Bed) {
    let people = two(&bed).await;
    made(&people, "2501", "over", &[], Duration::ZERO).await;
    for number in 0..MOST_TOKENS {
        assert_eq!(made(&people, "2501", &number.to_string(), &[], DAY).await, TokenMade::Done);
    }
    assert_eq!(made(&people, "2501", "more", &[], DAY).await, TokenMade::Many);
    assert_eq!(made(&people, "2502", "other", &[], DAY).await, TokenMade::Done);
    assert!(people.end_token(T, "2501", hash("3")).await.unwrap());
    assert_eq!(made(&people, "2501", "more", &[], DAY).await, TokenMade::Done);
}

async fn a_closed_account_and_a_code_end_tokens(bed: Bed) {
    let people = two(&bed).await;
    for number in ["2501", "2502"] {
        made(&people, number, number, &[Scope::Read], DAY).await;
    }
    people.close(T, "2501").await.unwrap();
    people.reopen(T, "2501").await.unwrap();
    assert_eq!(people.of_token(hash("2501"), DAY).await.unwrap(), None);
    people.give_code(T, "2502", hash("code"), i64::MAX).await.unwrap();
    assert_eq!(people.of_token(hash("2502"), DAY).await.unwrap(), None);
}

async fn who_is_removed_leaves_the_number_alone(bed: Bed) {
    let people = two(&bed).await;
    signs_in(&people, "2501", Some(Opener::Number), "a").await;
    people.choose_nickname(T, "2501", &name("Tiger")).await.unwrap();
    made(&people, "2501", "a", &[Scope::Read], DAY).await;
    let own = Actor::Person { number: "2501", session: session("a").token };
    assert_eq!(people.remove(own, "2501").await.unwrap(), Removed::Done);
    people.remove(own, "2501").await.expect_err("his session is over");
    assert_eq!(people.remove(T, "2501").await.unwrap(), Removed::Nobody);
    let person = people.find("2501").await.unwrap().unwrap();
    assert_eq!(person.line, RosterLine { number: "2501".to_owned(), ..RosterLine::default() });
    assert_eq!(person.nickname.as_deref(), Some("已退出 withdrawn"));
    assert!(person.removed_ms.is_some() && person.closed_ms.is_some() && !person.has_password);
    assert_eq!(people.whose(session("a").token).await.unwrap(), None);
    assert_eq!(people.of_token(hash("a"), DAY).await.unwrap(), None);
    assert_eq!(people.credentials("2501").await.unwrap(), None);
    assert!(!people.reopen(T, "2501").await.unwrap());
    assert!(!people.give_code(T, "2501", hash("code"), i64::MAX).await.unwrap());
    assert!(people.slips(T, &[("2501".to_owned(), hash("slip"))], None).await.unwrap().is_empty());
    // The nickname is free again, and two people may be removed.
    people.choose_nickname(T, "2502", &name("Tiger")).await.unwrap();
    assert_eq!(people.remove(T, "2502").await.unwrap(), Removed::Done);
    // A roster brings nobody back; adding a person by hand does.
    let line = RosterLine { number: "2501".to_owned(), name: "王".to_owned(), ..RosterLine::default() };
    let imported = people.import(T, &[line.clone().into()], Some(Opener::Number), None).await.unwrap();
    assert_eq!((imported.added.len(), imported.same), (0, 1));
    assert_eq!(people.find("2501").await.unwrap().unwrap().line.name, "");
    people.add(T, &line, Role::Student, hash("code"), i64::MAX).await.unwrap();
    let person = people.find("2501").await.unwrap().unwrap();
    assert_eq!((person.line, person.nickname, person.removed_ms, person.closed_ms), (line, None, None, None));
    let deeds: Vec<_> = Audit::new(bed.database().await).lines(u64::MAX, 99).await.unwrap();
    let removed = deeds.iter().filter(|line| line.deed == Deed::Remove);
    let who: Vec<_> = removed.map(|line| (line.actor.as_str(), line.about.as_str())).collect();
    assert_eq!(who, [("t", "2502"), ("2501", "2501")]);
}

async fn the_last_administrator_stays(bed: Bed) {
    let people = two(&bed).await;
    for number in ["2501", "2502"] {
        people.give_role(T, number, Role::Administrator).await.unwrap();
        chooses(&people, number, "hash", number).await;
    }
    assert_eq!(people.remove(T, "2501").await.unwrap(), Removed::Done);
    assert_eq!(people.remove(T, "2502").await.unwrap(), Removed::LastAdministrator);
    assert!(people.find("2502").await.unwrap().unwrap().removed_ms.is_none());
}
