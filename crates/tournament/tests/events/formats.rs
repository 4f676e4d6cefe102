//! Properties of every format.

use std::collections::BTreeSet;

use leitai_tournament::{
    CountedOutcome, Decision, Entrants, EntryId, Event, Finding, Format, Lang, MatchPlan, Plan, Points,
    RecordedGame, Role, Scoring, Seat, Sections, Seed, Sentence, Spot, StagePlan, TieBreak,
};
use proptest::prelude::*;

use super::play::{event, game, lower_wins, order, play, seeded, teams};

const E: fn(u32) -> EntryId = EntryId;

fn stage(format: Format) -> StagePlan {
    StagePlan {
        name: Sentence::new("open", "公开赛"),
        entrants: Entrants::All,
        sections: Sections::One,
        format,
        games: MatchPlan::Games(2),
        scoring: Scoring::SCHOOL,
        tie_breaks: vec![TieBreak::Buchholz { cut: 0 }, TieBreak::Lot],
        side_ms: 60_000,
        play_off_ms: 60_000,
    }
}

fn one(format: Format) -> Plan {
    Plan { stages: vec![stage(format)], tables: 2, pause_ms: 0, hall_ms: None, pace: None }
}

fn swiss(rounds: Option<u16>) -> Plan {
    one(Format::Swiss { rounds })
}

/// An outcome that depends only on the name of the game.
fn by_name(salt: u32) -> impl Fn(leitai_tournament::Due) -> CountedOutcome {
    move |due| {
        let text = due.id.to_string();
        match text.bytes().fold(salt, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into())) >> 3 & 3 {
            0 => CountedOutcome::Draw,
            1 => CountedOutcome::Win(Seat::Second),
            _ => CountedOutcome::Win(Seat::First),
        }
    }
}

#[test]
fn a_swiss_system_plays_as_many_rounds_as_needed_or_fit() {
    let mut open = event(swiss(None), seeded(20));
    assert_eq!(play(&mut open, lower_wins), 5 * 10 * 2, "2^5 is the first that reaches 20");
    assert_eq!(order(&open)[0], (Some(1), E(0)));
    // Ten matches on two tables take five turns of two games of two minutes: a round takes 20 minutes.
    let mut plan = swiss(None);
    plan.hall_ms = Some(65 * 60_000);
    let mut short = event(plan, seeded(20));
    play(&mut short, lower_wins);
    assert_eq!(short.state().section(0, 0).expect("drawn").rounds, 3);
    assert_eq!(short.plan().length(short.entries()).fits(), Some(true));
}

#[test]
fn a_swiss_system_ends_when_everyone_has_met() {
    let mut small = event(swiss(Some(9)), seeded(4));
    play(&mut small, lower_wins);
    let state = small.state();
    assert!(state.is_over());
    assert_eq!(state.section(0, 0).expect("drawn").rounds, 3);
}

/// An override after the next round was drawn changes the table, not the round.
#[test]
fn what_is_drawn_stands() {
    let mut open = event(swiss(Some(4)), seeded(8));
    for due in open.state().due().collect::<Vec<_>>() {
        open.record(game(due, lower_wins(due))).expect("taken");
    }
    let drawn: Vec<_> = open.state().due().collect();
    let first = open.games()[0];
    let loser = if first.winner() == Some(first.first) { first.second } else { first.first };
    let ruling = Decision::Override { game: first.id, finding: Finding::Won(loser) };
    open.decide(ruling, Role::ChiefReferee, "wrong side noted").expect("taken");
    assert_eq!(open.rulings()[0].after.rounds, 2);
    assert_eq!(open.state().due().collect::<Vec<_>>(), drawn);
    let points = open.state().places(0, 0).iter().find(|place| place.entry == loser).expect("ranked").points;
    assert_eq!(points.expect("points").to_string(), "2");
    play(&mut open, lower_wins);
    assert!(open.state().is_over());
}

/// A ruling revoked after the next stage was drawn changes the table, not the draw.
#[test]
fn a_ruling_taken_back_later_leaves_the_draw() {
    let mut open = event(Plan::school(8, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(8));
    for due in open.state().due().collect::<Vec<_>>() {
        open.record(game(due, lower_wins(due))).expect("taken");
        let ruling = Decision::Override { game: due.id, finding: Finding::Won(due.first.max(due.second)) };
        open.decide(ruling, Role::ArbitrationPanel, "the higher number wins").expect("taken");
    }
    let state = open.state();
    let second = state.stages()[1].sections[0].members.clone();
    let best = state.places(0, 0)[0].entry;
    for ruling in 0..open.rulings().len() as u32 {
        open.decide(Decision::Revoke { ruling }, Role::ArbitrationPanel, "it does not").expect("taken");
    }
    let state = open.state();
    assert_eq!(state.stages()[1].sections[0].members, second);
    assert_ne!(state.places(0, 0)[0].entry, best);
}

/// An entry that comes late to a Swiss system plays from the next round on; what was drawn without it is not
/// changed.
#[test]
fn who_comes_back_plays_from_then_on() {
    let mut open = event(swiss(Some(3)), seeded(6));
    let of_first: Vec<_> = open.state().due().filter(|due| due.first == E(0) || due.second == E(0)).collect();
    open.decide(Decision::Absent { entry: E(0) }, Role::Referee, "not there").expect("taken");
    let late = open.record(game(of_first[0], CountedOutcome::Draw)).expect_err("forfeited already");
    assert!(late.to_string().contains("team 0 has left"), "{late}");
    for due in open.state().due().collect::<Vec<_>>() {
        open.record(game(due, lower_wins(due))).expect("taken");
    }
    let drawn: Vec<_> = open.state().due().collect();
    assert!(drawn.iter().all(|due| due.first != E(0) && due.second != E(0)));
    open.decide(Decision::Revoke { ruling: 0 }, Role::ChiefReferee, "excused").expect("taken");
    assert_eq!(open.state().due().collect::<Vec<_>>(), drawn);
    play(&mut open, lower_wins);
    let state = open.state();
    let section = state.section(0, 0).expect("drawn");
    let rounds = section.matches().filter(|it| it.sides.contains(&E(0)));
    let rounds: Vec<_> =
        rounds.map(|it| (it.id.spot, it.verdict == leitai_tournament::Verdict::Won(E(0)))).collect();
    assert!(
        matches!(rounds[..], [(Spot::Table { round: 0, .. }, false), (Spot::Table { round: 2, .. }, true)]),
        "{rounds:?}"
    );
    assert!(state.is_over());
}

/// Every match states its result, who sat where and why, and what was ruled.
#[test]
fn matches_explain_themselves() {
    let mut open = event(
        one(Format::KnockOut {
            rounds: vec![MatchPlan::BestOf { games: 3, replays: 0 }],
            bracket: leitai_tournament::Bracket::Seeds,
        }),
        seeded(2),
    );
    let id = open.state().due().next().expect("a game").id;
    let seats = |number| open.state().why_seats(id.of.game(number)).expect("drawn").to(Lang::En).to_owned();
    assert!(seats(0).starts_with("lot \"first seat of 0.0.r0t0\": "), "{}", seats(0));
    assert_eq!(seats(1), seats(0));
    for outcome in [0, 1, 2] {
        let due = open.state().due().next().expect("a game");
        let won = |entry| CountedOutcome::Win(if due.first == entry { Seat::First } else { Seat::Second });
        let outcome = [won(E(0)), won(E(1)), CountedOutcome::Draw][outcome];
        open.record(game(due, outcome)).expect("taken");
    }
    let first = open.games()[0].id;
    open.decide(Decision::Confirm { game: first, by: E(1) }, Role::Captain, "双方确认").expect("taken");
    let mut confirmed = open.state().confirmed(&open.games()[0]);
    confirmed.sort_unstable();
    assert_eq!(confirmed, [false, true]);
    let said = open.state().result(id.of).expect("begun");
    let winner = open.state().ranking()[0].entry;
    assert!(said.to(Lang::En).starts_with(&format!("{} beat ", open.name(winner))), "{said:?}");
    assert!(
        said.to(Lang::En).contains("2–1; lot \"winner of 0.0.r0t0.g2\"")
            && said.to(Lang::Zh).contains("2比1"),
        "{said:?}"
    );
    let ruling = Decision::Override { game: first, finding: Finding::Won(E(1)) };
    open.decide(ruling, Role::ArbitrationPanel, "时钟有误").expect("taken");
    let said = open.state().result(id.of).expect("begun");
    assert!(
        said.to(Lang::En).contains("team 1 beat team 0 2–0; game 1 stands as an arbiter ruled"),
        "{said:?}"
    );
    assert!(said.to(Lang::Zh).ends_with("时钟有误"), "{said:?}");
}

/// What is kept of an event is text from which it can be restored.
#[test]
fn results_and_rulings_are_kept_as_text() {
    let mut open = event(one(Format::RoundRobin), teams(3));
    let due = open.state().due().next().expect("a game");
    open.record(game(due, CountedOutcome::Win(Seat::Second))).expect("taken");
    let replay = Decision::Replay { game: due.id, consent: "both".into() };
    open.decide(replay, Role::ArbitrationPanel, "disturbed").expect("taken");
    open.decide(Decision::Withdraw { entry: E(2), leave: false }, Role::Referee, "left").expect("taken");
    let kept = serde_json::to_string(&(open.games(), open.rulings())).expect("text");
    for word in [
        r#""id":"0.0.e"#,
        r#"{"win":"second"}"#,
        r#""arbitration-panel""#,
        r#"{"withdraw":{"entry":"e2","leave":false}}"#,
    ] {
        assert!(kept.contains(word), "{word} in {kept}");
    }
    let (games, rulings): (Vec<RecordedGame>, Vec<leitai_tournament::Ruling>) =
        serde_json::from_str(&kept).expect("as kept");
    let again = event(one(Format::RoundRobin), teams(3)).resume(games, rulings).expect("as kept");
    assert_eq!(again, open);
    let plan = serde_json::to_string(&Plan::course(32)).expect("text");
    assert_eq!(serde_json::from_str::<Plan>(&plan).expect("as kept"), Plan::course(32));
}

/// An entry that leaves between rounds is not paired again.
#[test]
fn who_left_is_not_paired_again() {
    let mut open = event(swiss(Some(4)), seeded(8));
    for due in open.state().due().collect::<Vec<_>>() {
        open.record(game(due, lower_wins(due))).expect("taken");
    }
    open.decide(Decision::Withdraw { entry: E(0), leave: true }, Role::ChiefReferee, "ill").expect("taken");
    play(&mut open, lower_wins);
    let state = open.state();
    let met = state.section(0, 0).expect("drawn").matches().filter(|it| it.sides.contains(&E(0))).count();
    assert_eq!(met, 2, "the round it played, and the one that was drawn");
    assert_eq!(state.section(0, 0).expect("drawn").byes.len(), 2, "seven are left");
    assert!(state.is_over());
}

#[test]
fn pairings_and_byes_give_their_reasons() {
    let mut open = event(swiss(Some(4)), seeded(9));
    play(&mut open, by_name(7));
    let state = open.state();
    let section = state.section(0, 0).expect("drawn");
    for it in section.matches() {
        let why = state.why(it.id).expect("a reason");
        assert!(why.to(Lang::En).contains("points") && why.to(Lang::Zh).contains("未曾对阵"), "{why:?}");
    }
    assert!(
        section
            .matches()
            .any(|it| state.why(it.id).is_some_and(|why| why.to(Lang::En).contains("floats down")))
    );
    assert!(section.byes.iter().all(|bye| bye.scores && bye.why.to(Lang::En).contains("bye")));
}

#[test]
fn champions_of_a_gauntlet_meet_all_the_others() {
    let mut open = event(one(Format::Gauntlet { champions: 2 }), teams(7));
    assert_eq!(play(&mut open, lower_wins), 2 * 5 * 2);
    assert!(open.state().is_over());
    let met: BTreeSet<_> =
        open.games().iter().map(|game| (game.first.min(game.second), game.first.max(game.second))).collect();
    assert_eq!(met.len(), 10);
    assert!(met.iter().all(|(a, b)| a.0 < 2 && b.0 >= 2));
}

/// Whenever play stops, everyone has played about equally often.
#[test]
fn what_is_due_first_is_fair() {
    let mut open = event(one(Format::RoundRobin), teams(10));
    for _ in 0..9 {
        for due in open.state().due().take(10).collect::<Vec<_>>() {
            open.record(game(due, CountedOutcome::Draw)).expect("taken");
        }
        let games = |entry| open.games().iter().filter(|game| game.seat_of(entry).is_some()).count();
        let counts: Vec<_> = (0..10).map(|id| games(E(id))).collect();
        assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    }
    assert!(open.state().is_over());
}

#[test]
fn a_result_is_taken_exactly_once() {
    let mut open = event(one(Format::RoundRobin), teams(3));
    let due = open.state().due().next().expect("a game");
    let won = game(due, CountedOutcome::Win(Seat::First));
    assert_eq!((open.record(won), open.record(won)), (Ok(true), Ok(false)));
    let other = open.record(game(due, CountedOutcome::Draw)).expect_err("another result");
    assert!(other.to_string().contains("cannot be recorded twice"), "{other}");
    let stranger = RecordedGame { second: E(9), ..won };
    assert!(open.record(stranger).is_err());
    let nobodys = RecordedGame {
        first: due.first,
        second: E((0..3).find(|id| E(*id) != due.first && E(*id) != due.second).expect("a third")),
        ..won
    };
    assert!(open.record(nobodys).expect_err("not its game").why.to(Lang::Zh).contains("不是"));
}

#[test]
fn what_does_not_fit_is_said() {
    let check = |change: fn(&mut Plan)| {
        let mut plan = Plan::school(12, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
        change(&mut plan);
        plan.check().expect_err("a flaw").to_string()
    };
    for (said, at) in [
        (check(|plan| plan.stages.clear()), "stages: "),
        (check(|plan| plan.tables = 0), "tables: "),
        (check(|plan| plan.stages[0].entrants = Entrants::Best(2)), "stages[0].entrants: "),
        (check(|plan| plan.stages[1].entrants = Entrants::All), "stages[1].entrants: "),
        (check(|plan| plan.stages[1].entrants = Entrants::Best(0)), "stages[1].entrants: "),
        (check(|plan| plan.stages[0].sections = Sections::Groups { of: 1 }), "stages[0].sections: "),
        (check(|plan| plan.stages[2].games = MatchPlan::Games(0)), "stages[2].games: "),
        (
            check(|plan| plan.stages[2].games = MatchPlan::BestOf { games: 4, replays: 2 }),
            "stages[2].games: ",
        ),
        (check(|plan| plan.stages[0].format = Format::Ladder), "stages[0].format: "),
        (check(|plan| plan.stages[0].format = Format::Swiss { rounds: Some(0) }), "stages[0].format: "),
        (check(|plan| plan.stages[0].format = Format::Gauntlet { champions: 0 }), "stages[0].format: "),
        (check(|plan| plan.stages[0].scoring.win = Points::ZERO), "stages[0].scoring: "),
    ] {
        assert!(said.starts_with(at), "{said}");
    }
    let refused = |entries| Event::new(Plan::course(32), entries, Seed::new("s")).expect_err("a flaw").at;
    assert_eq!(refused(teams(3)), "entries[0].class");
    assert_eq!(refused(vec![]), "entries");
    let mut same = teams(2);
    same[1].name = "team 0".into();
    for entry in &mut same {
        entry.class = Some("class".into());
    }
    assert_eq!(refused(same), "entries[1].name");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(48)))]
    /// The state depends on what was recorded, not on its order, and what was kept restores it.
    #[test]
    fn the_order_of_results_does_not_matter(kind in 0usize..5, count in 2u32..14, salt in 0u32..1000, cut in 0usize..400, shuffle in 0u64..1000) {
        let plan = match kind {
            0 => Plan::school(count, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH),
            1 => Plan::course(8),
            2 => swiss(Some(5)),
            3 => one(Format::Gauntlet { champions: 1 }),
            _ => Plan::school(count, 4 * 60_000, MatchPlan::FirstToFour),
        };
        let classes = |id: u32| Some(format!("class {}", id % 3));
        let entries: Vec<_> = seeded(count).into_iter().map(|it| leitai_tournament::Entry { class: classes(it.id.0), ..it }).collect();
        let mut whole = event(plan.clone(), entries.clone());
        play(&mut whole, by_name(salt));
        prop_assert!(whole.state().is_over());
        let mut games = whole.games().to_vec();
        games.sort_by_key(|game| game.id.to_string().bytes().fold(shuffle, |hash, byte| hash.wrapping_mul(6364136223846793005).wrapping_add(u64::from(byte) + 1442695040888963407)));
        let cut = cut.min(games.len());
        let mut live = event(plan.clone(), entries.clone());
        for game in &games[..cut] {
            live.record(*game).expect("taken");
        }
        let resumed = event(plan, entries).resume(games[..cut].to_vec(), vec![]).expect("as kept");
        prop_assert_eq!(&live, &resumed);
        for game in &games[cut..] {
            live.record(*game).expect("taken");
        }
        let (live, whole) = (live.state(), whole.state());
        prop_assert_eq!(live.stages(), whole.stages());
        prop_assert_eq!(live.ranking(), whole.ranking());
    }

    /// Whatever is decided along the way, an event comes to an end, everyone has one place, and what was kept of it
    /// restores the same event.
    #[test]
    fn decisions_never_block_an_event(kind in 0usize..4, salt in 0u32..1000, steps in proptest::collection::vec((0usize..7, 0u32..9, 0usize..40), 0..10)) {
        let plan = match kind {
            0 => Plan::school(9, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH),
            1 => Plan::course(8),
            2 => swiss(Some(5)),
            _ => Plan::school(5, 4 * 60_000, MatchPlan::FirstToFour),
        };
        let entries: Vec<_> = seeded(if kind == 3 { 5 } else { 9 }).into_iter().map(|it| leitai_tournament::Entry { class: Some(format!("class {}", it.id.0 % 2)), ..it }).collect();
        let mut live = event(plan.clone(), entries.clone());
        let outcome = by_name(salt);
        for (what, entry, games) in steps {
            for due in live.state().due().take(games).collect::<Vec<_>>() {
                live.record(game(due, outcome(due))).expect("taken");
            }
            let entry = E(entry % entries.len() as u32);
            let some = live.games().iter().rev().nth(games).map(|game| game.id);
            let due = live.state().due().next();
            let decision = match (what, some, due) {
                (0, ..) => Decision::Withdraw { entry, leave: false },
                (1, ..) => Decision::Disqualify { entries: vec![entry] },
                (2, Some(game), _) => Decision::Replay { game, consent: "both".into() },
                (3, Some(game), _) => Decision::Override { game, finding: Finding::Drawn },
                (4, _, Some(due)) => Decision::Forfeit { game: due.id, by: vec![due.first] },
                (5, _, Some(due)) => Decision::Forfeit { game: due.id, by: vec![due.first, due.second] },
                (6, ..) if !live.rulings().is_empty() => Decision::Revoke { ruling: live.rulings().len() as u32 - 1 },
                _ => continue,
            };
            live.decide(decision, Role::ArbitrationPanel, "so decided").expect("taken");
        }
        play(&mut live, &outcome);
        let state = live.state();
        prop_assert!(state.is_over());
        let mut placed: Vec<_> = state.ranking().iter().map(|place| place.entry).collect();
        placed.sort_unstable();
        prop_assert_eq!(placed, entries.iter().map(|entry| entry.id).collect::<Vec<_>>());
        let again = event(plan, entries.clone()).resume(live.games().iter().rev().copied(), live.rulings().to_vec()).expect("as kept");
        prop_assert_eq!(again.state().ranking(), state.ranking());
        let matches = state.stages().iter().flat_map(|it| &it.sections).flat_map(leitai_tournament::Section::matches);
        let mut drawn = matches.filter(|it| matches!(it.id.spot, Spot::Table { .. }));
        prop_assert!(drawn.all(|it| state.why(it.id).is_some()));
    }
}
