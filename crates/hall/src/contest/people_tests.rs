//! What the rules ask of people, where the store's own eyes are needed: named as in `tests/law/people.toml`.

use super::deeds::right;
use super::{ContestDraft, KeptContest};
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_core::{ContentHash, GameName, Rng};
use leitai_store::{Actor, Deed};
use leitai_testkit::extent;
use leitai_tournament::contest::{
    CheckIn, Contest, ContestDeed, ContestTerms, Duty, Member, OnBehalf, TeamForm, TeamId, TimerKind,
};
use leitai_tournament::{EntryId, MatchId, Side, Spot};
use std::collections::BTreeSet;
use std::time::Duration;

fn zone() -> Zone {
    "+08:00".parse().expect("a zone")
}

fn terms(preset: &str) -> ContestTerms {
    let draft = ContestDraft {
        name: "校内赛".to_owned(),
        preset: preset.to_owned(),
        closes: "2025-10-22 24:00".to_owned(),
        hours: "2025-11-12 14:00–17:30".to_owned(),
        tables: "4".to_owned(),
        ..ContestDraft::default()
    };
    draft.read(&zone()).expect("terms")
}

fn named(game: &str) -> GameName<'static> {
    GameName::try_from(game.to_owned()).expect("a name")
}

fn person(number: &str) -> Actor<'_> {
    Actor::Person { number, session: ContentHash::of(b"session") }
}

fn form(number: u32, games: &[&str]) -> TeamForm {
    TeamForm {
        name: format!("第{number}队"),
        games: games.iter().map(|game| named(game)).collect(),
        members: vec![Member { name: format!("队员{number}"), ..Member::default() }],
        ..TeamForm::default()
    }
}

fn sign_up(number: u32, games: &[&str], account: Option<&str>) -> ContestDeed {
    ContestDeed::SignUp { form: form(number, games), account: account.map(str::to_owned) }
}

/// Minutes of a side in each game, as the contest states them.
fn minutes(preset: &str) -> Vec<(String, u64)> {
    let terms = terms(preset);
    terms.games.iter().map(|own| (own.game.to_string(), own.side_ms / 60_000)).collect()
}

/// 附表1, in its order.
const TABLE: [(&str, u64); 10] = [
    ("gomoku", 15),
    ("connect6", 15),
    ("dots", 15),
    ("surakarta", 15),
    ("amazons", 15),
    ("phantomgo", 15),
    ("nogo", 15),
    ("einstein", 4),
    ("luzhanqi", 30),
    ("hex", 30),
];

/// 参赛对象：全体学生: whoever has an account signs a team up, in the own name only.
#[test]
fn s2_4_every_student_signs_a_team_up_in_the_own_name() {
    let mut contest = Contest::new(terms("school")).expect("terms");
    let own = sign_up(1, &["hex"], Some("2501"));
    assert_eq!(right(&contest, person("2501"), &own), (OnBehalf::Account("2501"), Deed::ContestTeam));
    contest.take(0, OnBehalf::Account("2501"), &own).expect("signs up");
    let change = ContestDeed::Change { team: TeamId(0), form: form(1, &["nogo"]) };
    assert_eq!(right(&contest, person("2501"), &change).1, Deed::ContestTeam);
    // Anybody else would need to be an organiser, which the store asks.
    for deed in [sign_up(2, &["hex"], Some("2502")), sign_up(2, &["hex"], None)] {
        assert_eq!(right(&contest, person("2501"), &deed).1, Deed::Contest);
    }
    assert_eq!(right(&contest, person("2502"), &change).1, Deed::Contest);
}

/// 竞赛项目包括……10种棋类: a contest of which nothing else is said has these ten.
#[test]
fn s4_1_a_contest_has_the_ten_games() {
    let own: BTreeSet<String> = minutes("school").into_iter().map(|(game, _)| game).collect();
    assert_eq!(own, TABLE.iter().map(|(game, _)| (*game).to_owned()).collect());
}

/// 各棋种每盘每方时间限定如附表1所示.
#[test]
fn s9_2_3_1_each_game_has_the_minutes_of_the_table() {
    let own = minutes("school");
    for (game, minutes) in TABLE {
        assert!(own.contains(&(game.to_owned(), minutes)), "{game}: {own:?}");
    }
}

/// Minutes a side, nationally: of the games that both tables have, the same.
#[test]
fn n13_the_national_minutes_are_those_of_the_table() {
    assert_eq!(minutes("national"), minutes("school"));
    assert_eq!(minutes("national").len(), TABLE.len());
}

/// 计算机一律不允许……接入网络: the games of a contest are played at tables, and no program is submitted to a stage.
#[test]
fn s8_3_1_no_game_of_a_contest_is_played_over_a_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("store.sqlite").display());
    let store = SharedStore::open(&address, "default", Duration::from_secs(10)).expect("a store");
    let terms = terms("school");
    store.begin_contest(Actor::CONSOLE, &terms).expect("begins");
    for number in 0..3 {
        let games: Vec<String> = terms.games.iter().map(|own| own.game.to_string()).collect();
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        store
            .do_in_contest(Actor::CONSOLE, &terms.name, &sign_up(number, &games, None), None)
            .expect("signs up");
    }
    let kept = store.contest(&terms.name).expect("kept");
    for own in &terms.games {
        let event = KeptContest::foreseen(&kept, &own.game, &zone()).expect("an event");
        assert!(event.at_tables, "{}", own.game);
        assert!(!event.takes_programs(), "{}", own.game);
    }
}

/// What people try, and who: three with teams, a referee of two tables, the chief referee, the panel, and a stranger.
const PEOPLE: [&str; 7] = ["s0", "s1", "s2", "r", "chief", "panel", "stranger"];

/// Whether somebody who is no organiser may do this by the rules, told from nothing but the duties.
fn may(who: &str, deed: &ContestDeed, owners: &[Option<String>]) -> bool {
    let owns = |team: TeamId| owners.get(team.0 as usize).is_some_and(|own| own.as_deref() == Some(who));
    let serves = |table: u32| who == "chief" || who == "r" && [1, 2].contains(&table);
    match deed {
        ContestDeed::SignUp { account, .. } => account.as_deref() == Some(who),
        ContestDeed::Change { team, .. }
        | ContestDeed::Withdraw { team, .. }
        | ContestDeed::Describe { team, .. } => owns(*team),
        ContestDeed::Call { table, .. }
        | ContestDeed::Arrive { table, .. }
        | ContestDeed::Wait { table, .. }
        | ContestDeed::Resume { table, .. }
        | ContestDeed::Start { table, .. }
        | ContestDeed::Clear { table } => serves(*table),
        ContestDeed::CheckIn { .. } => ["r", "chief", "panel"].contains(&who),
        _ => false,
    }
}

fn tried(contest: &Contest, rng: &mut Rng) -> ContestDeed {
    let game = ["hex", "nogo"][rng.below(2)];
    let (team, table) = (TeamId(rng.below(4) as u32), 1 + rng.below(4) as u32);
    let side = |entry| Side { entry: EntryId(entry), submission: 0 };
    let of = MatchId { stage: 0, section: 0, spot: Spot::Pair(side(0), side(1)) };
    let account = PEOPLE[rng.below(PEOPLE.len())].to_owned();
    match rng.below(17) {
        0 => ContestDeed::State { terms: terms("school") },
        1 | 2 => sign_up(rng.below(30) as u32, &[game], (rng.below(4) > 0).then_some(&account)),
        3 => {
            let known = contest.team(team).map_or_else(|| form(99, &[game]), |team| team.form.clone());
            ContestDeed::Change { team, form: known }
        }
        4 if rng.below(8) == 0 => ContestDeed::Withdraw { team, why: "病".to_owned() },
        4 | 5 => ContestDeed::Describe { team, hash: "ab".to_owned(), name: "d.pdf".to_owned() },
        6 => ContestDeed::Close,
        7 => {
            let teams = contest.playing(&named(game)).map(|team| team.id).collect();
            ContestDeed::Draw { game: named(game), event: game.to_owned(), teams }
        }
        // Duties stay as they are: who has them is what is examined.
        8 => ContestDeed::Appoint { account: "new".to_owned(), duty: Duty::ArbitrationPanel },
        9 => ContestDeed::Dismiss { account: "new".to_owned() },
        10 => {
            let with =
                CheckIn {
                    machine: format!("机{}", team.0), program: String::new(), operator: String::new()
                };
            ContestDeed::CheckIn { team, with }
        }
        11 | 12 => ContestDeed::Call { table, game: named(game), of, teams: [TeamId(0), TeamId(1)] },
        13 => ContestDeed::Arrive { table, team },
        14 => ContestDeed::Wait { table, team, kind: TimerKind::Equipment },
        15 => match rng.below(3) {
            0 => ContestDeed::Resume { table, team, excuse: String::new() },
            1 => ContestDeed::Start { table, of: of.game(0) },
            _ => ContestDeed::Publish { game: None, list: String::new(), barred: Vec::new() },
        },
        _ => ContestDeed::Clear { table },
    }
}

/// 2,000 deeds of random people at a time: what is done is what the duty of whoever did it allows, by a table of rights that is
/// written down here a second time.
#[test]
fn nobody_does_what_the_own_duty_does_not_allow() {
    let (mut done, mut stopped) = (0, 0);
    for number in 0..extent("LEITAI_DEEDS", 3, 200) {
        let mut rng = Rng::new(number + 7);
        let mut contest = Contest::new(terms("school")).expect("terms");
        let day = contest.terms().hours[0].from;
        for (account, duty) in [
            ("r", Duty::Referee(vec![1, 2])),
            ("chief", Duty::ChiefReferee),
            ("panel", Duty::ArbitrationPanel),
        ] {
            let deed = ContestDeed::Appoint { account: account.to_owned(), duty };
            contest.take(0, OnBehalf::Staff, &deed).expect("appointed");
        }
        for step in 0..2_000_i64 {
            let at_ms = if step < 200 { step } else { day + step };
            let deed = tried(&contest, &mut rng);
            let who = PEOPLE[rng.below(PEOPLE.len())];
            // Every fourth time it is an organiser.
            let is_organiser = rng.below(4) == 0;
            let by = if is_organiser { Actor::CONSOLE } else { person(who) };
            let owners: Vec<_> = contest.teams().iter().map(|team| team.account.clone()).collect();
            let (whose, of) = right(&contest, by, &deed);
            let is_let = is_organiser || of != Deed::Contest;
            assert_eq!(is_let, is_organiser || may(who, &deed, &owners), "{number}: {who} and {deed:?}");
            if !is_let {
                stopped += 1;
                continue;
            }
            let before = contest.clone();
            match contest.take(at_ms, whose, &deed) {
                Ok(()) => done += 1,
                Err(_) => assert_eq!(before, contest, "{deed:?}"),
            }
        }
    }
    assert!(done > 300 && stopped > 1_000, "{done} were done and {stopped} stopped: too little is tried");
}
