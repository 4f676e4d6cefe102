//! An examination of the fold: long sequences of whatever deeds in whatever order keep what a hall relies on.

use super::source::{GAMES, OPENS, check_in, form, named, pair, terms};
use leitai_core::Rng;
use leitai_testkit::extent;
use leitai_tournament::contest::{
    Contest, ContestDeed, ContestTerms, Duty, Member, OnBehalf, Team, TeamId, TimerKind,
};
use leitai_tournament::{EntryId, Spot};
use std::collections::BTreeSet;

/// Deeds of a sequence.
const DEEDS: usize = 2_000;
/// Sequences of a test, and in a long run.
const SEQUENCES: u32 = 6;
const MANY: u32 = 400;
/// The fold is begun anew from every so many deeds.
const EVERY: usize = 250;

/// Something that somebody might do.
fn deed(contest: &Contest, rng: &mut Rng) -> ContestDeed {
    let team = TeamId(rng.below(14) as u32);
    let table = rng.below(6) as u32;
    let game = GAMES[rng.below(3)];
    let account = format!("s{}", rng.below(5));
    match rng.below(34) {
        0 => {
            let tables = 1 + rng.below(6) as u32;
            let mut terms = ContestTerms { tables, ..terms() };
            if rng.below(3) == 0 {
                terms.games.pop();
            }
            ContestDeed::State { terms }
        }
        1..5 => {
            let members: Vec<String> = (0..=rng.below(4)).map(|_| format!("m{}", rng.below(30))).collect();
            let members: Vec<&str> = members.iter().map(String::as_str).collect();
            let form = form(&format!("team {}", rng.below(20)), &[game, GAMES[rng.below(3)]], &members);
            ContestDeed::SignUp { form, account: (rng.below(3) > 0).then_some(account) }
        }
        5 | 6 => {
            let known = contest.team(team).map(|team| team.form.clone());
            let mut form = known.unwrap_or_else(|| form("nobody", &[game], &["x"]));
            form.games = [game, GAMES[rng.below(3)]].map(named).into_iter().collect();
            if rng.below(2) == 0 {
                let other = contest.team(TeamId(rng.below(14) as u32));
                form.members = other.map_or_else(Vec::new, |other| other.form.members.clone());
            } else if rng.below(4) == 0 {
                form.name = format!("team {}", rng.below(20));
            }
            ContestDeed::Change { team, form }
        }
        7 => ContestDeed::Withdraw { team, why: ["", "ill"][rng.below(2)].to_owned() },
        8 => ContestDeed::Describe { team, hash: "ab".to_owned(), name: "d.pdf".to_owned() },
        9 if rng.below(20) == 0 => ContestDeed::Close,
        9 | 10 => {
            let mut teams: Vec<TeamId> = contest.playing(&named(game)).map(|team| team.id).collect();
            if rng.below(4) == 0 {
                teams.pop();
            }
            ContestDeed::Draw { game: named(game), event: format!("event {game}"), teams }
        }
        11 => {
            let duty = [Duty::Referee(vec![table]), Duty::ChiefReferee, Duty::ArbitrationPanel];
            ContestDeed::Appoint { account, duty: duty[rng.below(3)].clone() }
        }
        12 => ContestDeed::Dismiss { account },
        13..16 => check_in(
            team.0,
            &format!("laptop {}", rng.below(12)),
            &format!("v{}", rng.below(2)),
            ["", "m1"][rng.below(2)],
        ),
        16..22 => {
            // Mostly a match of the draw.
            let (a, b) = (rng.below(4) as u32, 1 + rng.below(4) as u32);
            let of_draw = |entry| contest.drawn(&named(game)).and_then(|drawn| drawn.team(EntryId(entry)));
            let any = [team, TeamId(rng.below(14) as u32)];
            let teams = match (of_draw(a), of_draw(b)) {
                (Some(one), Some(other)) if rng.below(8) > 0 => [one, other],
                _ => any,
            };
            ContestDeed::Call { table, game: named(game), of: pair(a.min(b), a.max(b)), teams }
        }
        22..25 => ContestDeed::Arrive { table, team: seated(contest, table, rng).unwrap_or(team) },
        25 | 26 => {
            let kind = [TimerKind::Late, TimerKind::Equipment][rng.below(2)];
            ContestDeed::Wait { table, team: seated(contest, table, rng).unwrap_or(team), kind }
        }
        27 | 28 => {
            let team = seated(contest, table, rng).unwrap_or(team);
            ContestDeed::Resume { table, team, excuse: "bus".to_owned() }
        }
        29 | 30 => {
            let of = contest.table(table).map_or(pair(0, 1), |stands| stands.of);
            ContestDeed::Start { table, of: of.game(rng.below(2) as u16) }
        }
        31 | 32 => ContestDeed::Clear { table },
        _ => {
            let game = (rng.below(2) == 0).then(|| named(game));
            ContestDeed::Publish { game, list: String::new(), barred: Vec::new() }
        }
    }
}

/// One of those who sit at a table.
fn seated(contest: &Contest, table: u32, rng: &mut Rng) -> Option<TeamId> {
    let stands = contest.table(table).filter(|_| rng.below(6) > 0)?;
    Some(stands.teams[rng.below(2)])
}

/// What a hall relies on, whatever was done.
fn sound(contest: &Contest) -> Result<(), String> {
    let (mut seated, mut matches) = (BTreeSet::new(), BTreeSet::new());
    for (number, stands) in contest.tables() {
        let drawn = contest.drawn(&stands.game).ok_or_else(|| format!("table {number}: not drawn"))?;
        for team in stands.teams {
            if !seated.insert(team) {
                return Err(format!("{team} sits at two tables"));
            }
            let entry = drawn.entry(team).ok_or_else(|| format!("{team} is not in the draw"))?;
            if let Spot::Pair(a, b) = stands.of.spot
                && ![a.entry, b.entry].contains(&entry)
            {
                return Err(format!("{team} at table {number} is not of {}", stands.of));
            }
        }
        let own = |team: &TeamId| stands.teams.contains(team);
        if !stands.there.iter().all(own) || !stands.timers.iter().all(|(team, _)| own(team)) {
            return Err(format!("somebody else is waited for at table {number}"));
        }
        let mut waited: Vec<TeamId> = stands.timers.iter().map(|(team, _)| *team).collect();
        waited.dedup();
        if waited.len() != stands.timers.len() || !(1..=contest.terms().tables).contains(&number) {
            return Err(format!("table {number} of {}", contest.terms().tables));
        }
        if !matches.insert((stands.game.clone(), stands.of)) {
            return Err(format!("{} sits at two tables", stands.of));
        }
    }
    let mut machines = BTreeSet::new();
    for team in contest.teams().iter().filter(|team| team.withdrawn.is_none()) {
        if let Some((_, with)) = contest.check_in(team.id)
            && !machines.insert(&with.machine)
        {
            return Err(format!("two programs on {}", with.machine));
        }
        if let Err(troubles) = team.form.clone().read(contest.terms()) {
            return Err(format!("{}: {}", team.id, troubles[0].what.to(leitai_tournament::Lang::En)));
        }
    }
    let there: Vec<&Team> = contest.teams().iter().filter(|team| team.withdrawn.is_none()).collect();
    for (at, team) in there.iter().enumerate() {
        for other in &there[..at] {
            let is_in_both = |member: &Member| other.form.members.iter().any(|own| own.name == member.name);
            let share = !team.form.games.is_disjoint(&other.form.games);
            if team.form.name == other.form.name || share && team.form.members.iter().any(is_in_both) {
                return Err(format!(
                    "{} and {} are called alike, or share a member in a game",
                    team.id, other.id
                ));
            }
        }
    }
    for (game, drawn) in contest.events() {
        let play = there.iter().filter(|team| team.form.games.contains(game)).map(|team| team.id);
        if !play.eq(drawn.teams.iter().copied()) {
            return Err(format!("who plays {game} has changed since the draw"));
        }
    }
    Ok(())
}

/// Random deeds by random people, each at a later moment: what is refused changes nothing, what is taken leaves the contest
/// sound, and folding what was taken, whole or up to anywhere, gives the same contest again.
#[test]
fn two_thousand_deeds_of_anybody_leave_a_contest_sound() {
    let mut tallest = 0;
    for number in 0..extent("LEITAI_DEEDS", SEQUENCES, MANY) {
        let mut rng = Rng::new(u64::from(number) + 1);
        let mut contest = Contest::new(terms()).expect("terms");
        let mut at_ms = OPENS - 25 * 86_400_000;
        let (mut journal, mut states) = (Vec::new(), Vec::new());
        for place in 0..DEEDS {
            // The first quarter before sign-up closes, the rest on the day.
            at_ms = if place == DEEDS / 4 { OPENS } else { at_ms + rng.below(60_000) as i64 };
            let deed = deed(&contest, &mut rng);
            let account = format!("s{}", rng.below(5));
            let by = if rng.below(4) == 0 { OnBehalf::Account(&account) } else { OnBehalf::Staff };
            let before = contest.clone();
            match contest.take(at_ms, by, &deed) {
                Ok(()) => {
                    sound(&contest).unwrap_or_else(|why| panic!("{number}: after {deed:?}: {why}"));
                    let theirs = |team: &TeamId| {
                        before.team(*team).and_then(|team| team.account.as_ref()) == Some(&account)
                    };
                    let is_own = match &deed {
                        ContestDeed::SignUp { account: own, .. } => own.as_ref() == Some(&account),
                        ContestDeed::Change { team, .. }
                        | ContestDeed::Withdraw { team, .. }
                        | ContestDeed::Describe { team, .. } => theirs(team),
                        _ => false,
                    };
                    assert!(by == OnBehalf::Staff || is_own, "{number}: {account} did {deed:?}");
                    journal.push((at_ms, deed));
                }
                Err(why) => {
                    assert_eq!(before, contest, "{number}: refused: {deed:?}");
                    assert_ne!(why.to(leitai_tournament::Lang::En), why.to(leitai_tournament::Lang::Zh));
                }
            }
            if place % EVERY == 0 {
                states.push((journal.len(), contest.clone()));
            }
        }
        states.push((journal.len(), contest));
        for (length, state) in states {
            let mut again = Contest::new(terms()).expect("terms");
            journal[..length].iter().for_each(|(at_ms, deed)| again.take_in(*at_ms, deed));
            assert_eq!(again, state, "{number}: the first {length} deeds, folded anew");
        }
        tallest = tallest.max(journal.len());
    }
    assert!(tallest > 200, "{tallest} of {DEEDS} deeds were taken: the sequences try too little");
}
