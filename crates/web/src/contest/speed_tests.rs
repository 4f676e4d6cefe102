//! How fast the pages of a large contest are: ten games, sixty teams, three hundred games.

use super::tests::{announces, begins, does, form};
use crate::people::tests::{Browser, T, Tried};
use crate::site_contests::SiteContests;
use axum::http::StatusCode;
use leitai_core::GameName;
use leitai_hall::ContestDraft;
use leitai_store::Role;
use leitai_tournament::contest::{ContestDeed, Duty, TeamForm, TeamId};
use std::time::{Duration, Instant};

/// Teams in a game: a double round robin of six has thirty games.
const OF_GAME: usize = 6;
/// How often a page is asked for.
const TIMES: usize = 7;

/// A contest with its first games, six teams in each, drawn, announced and with matches at ten tables.
fn held(tried: &Tried, name: &str, games: usize) -> String {
    let draft = ContestDraft {
        name: name.to_owned(),
        hours: "2999-11-12 8:00 – 18:00".to_owned(),
        tables: "30".to_owned(),
        ..ContestDraft::default()
    };
    let mut terms = draft.read(&tried.site.zone).expect("terms");
    terms.games.truncate(games);
    let (shared, all) = (tried.site.events.shared(), terms.games.clone());
    shared.begin_contest(T, &terms).expect("begins");
    for number in 0..games * OF_GAME {
        let game: GameName<'static> = all[number / OF_GAME].game.clone();
        let form = TeamForm {
            games: [game].into(),
            school: format!("School {}", number % 20),
            ..form(&format!("Team {number}"), &format!("Member {number}"))
        };
        does(tried, name, &ContestDeed::SignUp { form, account: Some(format!("captain{number}")) });
    }
    does(tried, name, &ContestDeed::Appoint { account: "r1".to_owned(), duty: Duty::Referee(Vec::new()) });
    does(tried, name, &ContestDeed::Close);
    for (number, own) in all.iter().enumerate() {
        let teams: Vec<TeamId> = (0..OF_GAME).map(|at| TeamId((number * OF_GAME + at) as u32)).collect();
        let place = (tried.site.events.folder(), &tried.site.zone);
        let event = shared.draw_game(T, (name, &own.game), &teams, place).expect("drawn");
        tried.site.events.look();
        begins(tried, &tried.site.events.named(&event).expect("its file is there"));
    }
    announces(tried, name);
    for table in 1..=10 {
        let kept = shared.contest(name).expect("there");
        let due = shared.due_at_tables(&kept).expect("a store");
        let Some((due, _)) = due.into_iter().find(|(due, _)| due.is_callable()) else { break };
        does(tried, name, &ContestDeed::Call { table, game: due.game, of: due.of, teams: due.teams });
    }
    SiteContests::address(&tried.site.events, name)
}

/// How long a page takes the first time, and the median of the times after that, when what it is made of was kept.
fn timed(browser: &mut Browser<'_>, path: &str) -> [Duration; 2] {
    let mut times = Vec::new();
    for _ in 0..=TIMES {
        let began = Instant::now();
        let answer = browser.get(path);
        times.push(began.elapsed());
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    }
    let first = times.remove(0);
    times.sort_unstable();
    [first, times[TIMES / 2]]
}

/// Each page of a contest with ten times as many teams and games takes at most three times ten times as long: what is folded and
/// planned is kept between requests. The control is the small contest, on the same site and in the same minute.
#[test]
#[expect(clippy::print_stderr, reason = "figures for whoever measures")]
fn pages_of_a_large_contest_grow_no_faster_than_it_does() {
    let tried = Tried::open();
    let ids = [held(&tried, "Small", 1), held(&tried, "Large", 10)];
    let mut visitor = tried.visitor();
    let mut referee = tried.settled("r1", Role::Student);
    let mut captain = tried.settled("captain0", Role::Student);
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut told = Vec::new();
    for (who, page) in [
        (0, "/contests/ID"),
        (0, "/contests/ID/plan"),
        (0, "/contests/ID/plan.csv"),
        (0, "/contests/ID/hall"),
        (0, "/contests/ID/awards"),
        (1, "/contests/ID/tables"),
        (1, "/contests/ID/tables/1"),
        (1, "/contests/ID/check-in"),
        (1, "/contests/ID/papers"),
        (1, "/contests/ID/objections"),
        (1, "/contests/ID/mine"),
        (2, "/contests/ID/mine"),
        (2, "/contests/ID/teams/t0"),
        (2, "/contests/ID/sign-up"),
        (3, "/contests/ID/mine"),
        (3, "/organise/contests/ID"),
        (3, "/organise/contests/ID/teams"),
        (3, "/organise/contests/ID/draw"),
        (3, "/organise/contests/ID/plan"),
        (3, "/organise/contests/ID/awards"),
    ] {
        let browser = match who {
            0 => &mut visitor,
            1 => &mut referee,
            2 => &mut captain,
            _ => &mut teacher,
        };
        let [[_, small], [first, large]] = ids.each_ref().map(|id| timed(browser, &page.replace("ID", id)));
        let figures = [large, first, small].map(|time| time.as_micros());
        told.push(format!("{page}: {} µs, first {} µs, small {} µs", figures[0], figures[1], figures[2]));
        let most = small.max(Duration::from_millis(1)) * 30;
        assert!(
            large <= most,
            "{page}: {large:?}, and {small:?} in a contest of one game\n{}",
            told.join("\n")
        );
    }
    // For whoever measures: `cargo test -p leitai-web grow_no_faster -- --nocapture`.
    eprintln!("{}", told.join("\n"));
}
