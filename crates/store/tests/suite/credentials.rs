//! Signing in, choosing a password, codes, first passwords, closing, importing and making tokens, in every order of
//! their steps: what lets in is looked up in one step and used in a later one, and anything may happen in between.

mod account;

use crate::bed::{Bed, wait};
use crate::people::{LATE, T, line};
use account::Knows::{Code, Number, Password, Slip};
use account::{Account, Deed, Stage, steps};
use leitai_store::{Opener, People, RosterEntry};
use std::collections::BTreeSet;

/// What can happen to somebody who has not chosen a password: two browsers have come in with the number.
const AT_FIRST: [Deed; 12] = [
    Deed::SignIn(Number),
    Deed::SignIn(Number),
    Deed::First(0),
    Deed::First(1),
    Deed::GiveCode,
    Deed::SignIn(Code),
    Deed::SignIn(Code),
    Deed::GiveSlip,
    Deed::SignIn(Slip),
    Deed::Close,
    Deed::Reopen,
    Deed::Import,
];
/// What can happen to somebody who has: two browsers have come in with the password.
const LATER: [Deed; 12] = [
    Deed::SignIn(Password),
    Deed::SignIn(Password),
    Deed::Change(0),
    Deed::Change(1),
    Deed::Token(0),
    Deed::Token(1),
    Deed::EndOther,
    Deed::GiveCode,
    Deed::SignIn(Code),
    Deed::Close,
    Deed::Reopen,
    Deed::Import,
];

/// Every order of the steps of some deeds: which deed takes a step.
fn orders(left: &mut [usize], order: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    if left.iter().all(|left| *left == 0) {
        all.push(order.clone());
    }
    for at in 0..left.len() {
        if left[at] > 0 {
            left[at] -= 1;
            order.push(at);
            orders(left, order, all);
            order.pop();
            left[at] += 1;
        }
    }
}

/// All choices of so many of them.
fn choices(all: &[Deed], size: usize) -> Vec<Vec<Deed>> {
    let Some((first, rest)) = all.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut with = if size == 0 { Vec::new() } else { choices(rest, size - 1) };
    for choice in &mut with {
        choice.insert(0, *first);
    }
    with.extend(choices(rest, size));
    with
}

/// What came of all orders.
#[derive(Default, Debug)]
struct Explored {
    orders: usize,
    /// How many sessions and tokens were made in the course of them.
    made: usize,
    wrong: BTreeSet<String>,
}

/// Tries every order of every choice of so many deeds, or of one in so many choices.
async fn explore(bed: &Bed, deeds: &[Deed], size: usize, every: usize) -> Explored {
    let is_settled = deeds == LATER;
    let people = People::new(bed.database().await);
    let mut explored = Explored::default();
    for (chosen, deeds) in choices(deeds, size).into_iter().step_by(every).enumerate() {
        let mut all = Vec::new();
        orders(&mut deeds.iter().map(|deed| steps(*deed)).collect::<Vec<_>>(), &mut Vec::new(), &mut all);
        let numbers: Vec<String> =
            (0..all.len()).map(|order| format!("{is_settled}-{size}-{chosen}-{order}")).collect();
        let lines: Vec<RosterEntry> = numbers.iter().map(|number| line(number, "name").into()).collect();
        people.import(T, &lines, Some(Opener::Number), Some(LATE)).await.unwrap();
        for (number, order) in numbers.into_iter().zip(&all) {
            let mut account = Account { people: &people, number, made: Vec::new(), ended: Vec::new() };
            account.set_up(is_settled).await;
            let mut stages: Vec<Stage> = deeds.iter().map(|_| Stage::Begins).collect();
            for (now, at) in order.iter().enumerate() {
                let stage = std::mem::replace(&mut stages[*at], Stage::Done);
                // Times begin after the two came in.
                stages[*at] = account.step(*at, now + 1, deeds[*at], stage).await;
            }
            explored.orders += 1;
            explored.made += account.made.len();
            let wrong = account.wrong().await;
            explored.wrong.extend(wrong.into_iter().map(|secret| format!("{deeds:?} {order:?}: {secret}")));
        }
        if bed.server.is_none() {
            // Imports read everybody, and here they are many.
            bed.sql("DELETE FROM people").await;
        }
    }
    explored
}

/// Two deeds at once always; with SQLite also one in 23 choices of three, and all of them with `LEITAI_LONG`.
fn nobody_stays(bed: &Bed, deeds: &[Deed]) {
    let is_long = leitai_testkit::is_long();
    let three = (3, if is_long { 1 } else { 23 });
    for (size, every) in if bed.server.is_none() { vec![(2, 1), three] } else { vec![(2, 1)] } {
        let explored = wait(explore(bed, deeds, size, every));
        assert!(explored.made > explored.orders / 4, "{explored:?}");
        assert!(explored.wrong.is_empty(), "{explored:#?}");
    }
}

/// The control: if no change raises the version, sessions outlive what they were made for, in each kind of account.
fn without_the_version_some_stay(bed: &Bed) {
    let trigger = if bed.server.is_none() {
        "CREATE TRIGGER forget AFTER UPDATE OF version ON people
         BEGIN UPDATE people SET version = 0 WHERE number = NEW.number; END"
    } else {
        "CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN NEW.version := 0; RETURN NEW; END $$;
         CREATE TRIGGER forget BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION forget()"
    };
    wait(bed.sql(trigger));
    for deeds in [AT_FIRST, LATER] {
        let explored = wait(explore(bed, &deeds, 2, 1));
        assert!(explored.wrong.len() >= 5, "{explored:#?}");
    }
}

mod sqlite {
    use super::*;

    #[test]
    fn nobody_stays_at_first() {
        nobody_stays(&Bed::sqlite(), &AT_FIRST);
    }

    #[test]
    fn nobody_stays_later() {
        nobody_stays(&Bed::sqlite(), &LATER);
    }

    #[test]
    fn without_the_version_some_stay() {
        super::without_the_version_some_stay(&Bed::sqlite());
    }
}

mod postgres {
    use super::*;

    #[test]
    fn nobody_stays() {
        for deeds in [AT_FIRST, LATER] {
            if let Some(bed) = Bed::postgres() {
                super::nobody_stays(&bed, &deeds);
            }
        }
    }

    #[test]
    fn without_the_version_some_stay() {
        if let Some(bed) = Bed::postgres() {
            super::without_the_version_some_stay(&bed);
        }
    }
}
