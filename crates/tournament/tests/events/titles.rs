//! Who is champion and runner-up of a course's class, and who goes on: places are not achievements.

use super::play::{event, game, lower_wins, play, seeded, teams};
use leitai_tournament::{
    CountedOutcome, Decimal, Decision, Due, Entry, EntryId, Event, How, Lang, Plan, RankedEntry,
    RecordedGame, Role, Seat,
};

const E: fn(u32) -> EntryId = EntryId;

/// Classes of the given sizes, in the order of the entries.
fn in_classes(entries: Vec<Entry>, sizes: &[usize]) -> Vec<Entry> {
    let classes = (0..).zip(sizes).flat_map(|(class, size)| std::iter::repeat_n(class, *size));
    let in_class = |(entry, class): (Entry, u32)| Entry { class: Some(format!("class {class}")), ..entry };
    entries.into_iter().zip(classes).map(in_class).collect()
}

fn course(total: u16, sizes: &[usize]) -> Event {
    event(Plan::course(total), in_classes(seeded(sizes.iter().sum::<usize>() as u32), sizes))
}

/// A game between programs of which some do not compile: who has such a one loses by a fault, and of two such ones
/// neither scores.
fn without_programs(due: Due, without: &[EntryId]) -> RecordedGame {
    let fails = [due.first, due.second].map(|side| without.contains(&side));
    let how = if fails == [false; 2] { How::Played } else { How::Fault };
    let outcome = match fails {
        [true, true] => CountedOutcome::Nobody,
        [false, false] => lower_wins(due),
        [first_fails, _] => CountedOutcome::Win(if first_fails { Seat::Second } else { Seat::First }),
    };
    RecordedGame { how, ..game(due, outcome) }
}

/// Plays on until a stage is drawn, or to the end.
fn play_until(event: &mut Event, stage: usize, result: impl Fn(Due) -> RecordedGame) {
    while event.state().stages().len() <= stage {
        let due: Vec<_> = event.state().due().collect();
        if due.is_empty() {
            return;
        }
        for due in due {
            event.record(result(due)).expect("taken");
        }
    }
}

fn place(event: &Event, section: u16, entry: u32) -> RankedEntry {
    event.state().places(0, section).into_iter().find(|it| it.entry == E(entry)).expect("a member")
}

fn in_the_second_stage(event: &Event) -> Vec<u32> {
    let state = event.state();
    let mut members: Vec<_> = state.section(1, 0).expect("drawn").members.iter().map(|it| it.0).collect();
    members.sort_unstable();
    members
}

fn said_at_the_draw(event: &Event) -> String {
    let state = event.state();
    state.stages()[1].lots.iter().map(|lot| lot.to(Lang::En)).collect::<Vec<_>>().join("\n")
}

/// 若程序编译出错或无法完成对弈，则记0分: who has no program is no champion and no runner-up, and nobody has beaten it.
#[test]
fn who_has_no_program_is_no_champion_no_runner_up_and_nobodys_proof_of_having_won() {
    // Nobody of the second class has a program, and the better seed of the third has none.
    let mut event = course(4, &[2, 2, 2]);
    let without = [E(2), E(3), E(4)];
    play_until(&mut event, 1, |due| without_programs(due, &without));
    for (section, entry) in [(1, 2), (1, 3), (2, 4)] {
        let it = place(&event, section, entry);
        assert_eq!((it.place, &it.title), (None, &None), "{it:?}");
        assert!(it.why.to(Lang::En).contains("has completed no game"), "{:?}", it.why);
    }
    let champion = place(&event, 2, 5);
    assert_eq!((champion.place, champion.title.expect("one").to(Lang::Zh)), (Some(1), "冠军"));
    assert_eq!(champion.why.to(Lang::En), "team 5 goes on, as team 4 completed no game");
    assert_eq!(in_the_second_stage(&event), [0, 1, 5], "two champions, and the only one that came second");
    let said = said_at_the_draw(&event);
    assert!(["team 2", "team 3", "team 4"].iter().all(|name| !said.contains(name)), "{said}");
    play(&mut event, lower_wins);
    let last = event.state().ranking().into_iter().skip(3);
    assert!(last.into_iter().all(|it| it.place.is_none()), "unranked in the event too");
}

/// A team that was carried to the final by byes and forfeits alone has no place, but who came to the second stage by
/// its own games keeps what it has.
#[test]
fn byes_and_forfeits_are_no_achievement() {
    let mut event = course(2, &[3]);
    // The first seed rests, and then fails; the second does not appear against the third.
    event.decide(Decision::Withdraw { entry: E(1), leave: true }, Role::ChiefReferee, "病").expect("taken");
    play_until(&mut event, 1, |due| without_programs(due, &[E(0)]));
    assert_eq!((place(&event, 0, 0).place, place(&event, 0, 2).place), (None, Some(1)));
    assert_eq!(event.state().completed(E(1)), Some(false));

    let mut event = course(2, &[2, 2]);
    play_until(&mut event, 1, |due| without_programs(due, &[]));
    let due = event.state().due().next().expect("the grand final");
    assert_eq!([due.first.min(due.second), due.first.max(due.second)], [E(0), E(2)]);
    play_until(&mut event, 9, |due| without_programs(due, &[E(2)]));
    let ranking = event.state().ranking();
    let of = |entry| ranking.iter().find(|it| it.entry == entry).expect("listed");
    assert_eq!((of(E(0)).place, of(E(2)).place), (Some(1), Some(2)), "{ranking:?}");
    assert_eq!(of(E(2)).reached, Some([0, 1]), "the place is that of its class");
}

/// 只要能正常完成对弈者，无论输赢都可及格: a game that the other side forfeits completes nothing.
#[test]
fn who_only_won_by_forfeits_has_not_completed_a_game() {
    let mut event = course(2, &[2]);
    event.decide(Decision::Absent { entry: E(1) }, Role::Referee, "未到").expect("taken");
    assert_eq!((event.state().completed(E(0)), event.state().completed(E(1))), (None, Some(false)));
    let first = place(&event, 0, 0);
    assert_eq!((first.place, first.title), (Some(1), None), "it goes on, and is no champion");

    // Nobody else of a class has a program: the first seed, which rested, has shown none either.
    let mut event = course(2, &[3, 2]);
    play_until(&mut event, 1, |due| without_programs(due, &[E(1), E(2)]));
    assert_eq!((place(&event, 0, 0).place, place(&event, 0, 0).title), (Some(1), None));
    assert_eq!(in_the_second_stage(&event), [0, 3]);
}

/// Plays the first section of the first stage to its end.
fn play_first_section(event: &mut Event) {
    loop {
        let of_first = |due: &Due| due.id.of.stage == 0 && due.id.of.section == 0;
        let Some(due) = event.state().due().find(of_first) else { return };
        event.record(game(due, lower_wins(due))).expect("taken");
    }
}

fn disqualify(event: &mut Event, entries: &[u32]) {
    let entries = entries.iter().copied().map(E).collect();
    event.decide(Decision::Disqualify { entries }, Role::Organiser, "雷同").expect("taken");
}

/// 7个成绩最好的亚军: wins of a final are credited only to who played in it.
#[test]
fn who_stands_in_for_a_runner_up_is_not_credited_with_the_final() {
    // All seeds of the first class are better than those of the second.
    let mut event = course(3, &[3, 3]);
    play_first_section(&mut event);
    disqualify(&mut event, &[1]);
    play_until(&mut event, 1, |due| without_programs(due, &[]));
    assert_eq!(in_the_second_stage(&event), [0, 3, 4], "a runner-up goes before who was in no final");
    let said = said_at_the_draw(&event);
    for line in [
        "team 4 is no. 1 of the runners-up: 0 games won in the final, then by seed score; goes through",
        "team 2 is no. 2 of the runners-up: it did not play the final, then by seed score; does not go through",
    ] {
        assert!(said.contains(line), "{said}");
    }
}

/// Two semifinal losers share a place: who of them goes on in somebody's stead is decided as between runners-up, by
/// seed score, then by lot, and the draw says so.
#[test]
fn semifinal_losers_who_share_a_place_are_separated_with_a_reason() {
    let mut event = course(3, &[4, 2]);
    play_first_section(&mut event);
    disqualify(&mut event, &[0]);
    play_until(&mut event, 1, |due| without_programs(due, &[]));
    assert_eq!(place(&event, 0, 2).place, place(&event, 0, 3).place);
    let said = said_at_the_draw(&event);
    let line =
        "team 2 and team 3 share a place in class 0, and team 2 goes before team 3: a higher seed score";
    assert!(said.contains(line), "{said}");
    assert!(said.contains("no champion of class 0 goes on; team 1 goes in its place"), "{said}");

    let equal = teams(6).into_iter().map(|entry| Entry { seed_score: Some(Decimal::from(7)), ..entry });
    let mut event = event_of(equal.collect(), &[4, 2]);
    play_first_section(&mut event);
    let champion = event.state().places(0, 0)[0].entry;
    disqualify(&mut event, &[champion.0]);
    play_until(&mut event, 1, |due| without_programs(due, &[]));
    let said = said_at_the_draw(&event);
    assert!(said.contains("share a place in class 0") && said.contains(": by lot"), "{said}");
    assert!(said.contains("lot \"through from 0.0 at place 2\""), "{said}");
}

fn event_of(entries: Vec<Entry>, sizes: &[usize]) -> Event {
    event(Plan::course(3), in_classes(entries, sizes))
}

/// Nobody is runner-up before the final is lost, nor has a title before a match is won.
#[test]
fn a_title_is_earned() {
    let mut event = course(2, &[4]);
    let titles = |event: &Event| {
        let places = event.state().places(0, 0);
        let title = |it: &RankedEntry| it.title.as_ref().map_or("", |title| title.to(Lang::Zh)).to_owned();
        places.iter().map(title).collect::<Vec<_>>()
    };
    assert_eq!(titles(&event), [""; 4]);
    for due in event.state().due().collect::<Vec<_>>() {
        event.record(game(due, lower_wins(due))).expect("taken");
    }
    assert_eq!(titles(&event), ["进入决赛", "进入决赛", "4强", "4强"]);
    play(&mut event, lower_wins);
    assert_eq!(titles(&event), ["冠军", "亚军", "4强", "4强"]);
}
