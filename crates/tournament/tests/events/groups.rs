//! Groups: schools kept apart, seeds placed, lots drawn by hand. Each test names the sentence it is about.

use super::play::{event, game, lower_wins, play, teams};
use leitai_core::ContentHash;
use leitai_tournament::{
    CountedOutcome, Decimal, Decision, Entry, EntryId, Event, HandLot, Lang, Plan, Role, Sections, Seed,
};
use proptest::prelude::*;

/// A school's plan whose first stage is divided into groups of at most `of`.
fn plan(teams: u32, of: u16) -> Plan {
    let mut plan = Plan::school(teams.max(8), Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    plan.stages[0].sections = Sections::Groups { of };
    plan
}

fn of_schools(schools: &[Option<u32>]) -> Vec<Entry> {
    let named = |(id, school): (u32, &Option<u32>)| Entry {
        school: school.map(|number| format!("school {number}")),
        ..Entry::new(id, format!("team {id}"))
    };
    (0..).zip(schools).map(named).collect()
}

fn groups(event: &Event) -> Vec<Vec<EntryId>> {
    event.state().stages()[0].sections.iter().map(|section| section.members.clone()).collect()
}

fn lots(event: &Event) -> Vec<String> {
    event.state().stages()[0].lots.iter().map(|lot| lot.to(Lang::En).to_owned()).collect()
}

/// The most of one school in one group.
fn most_together(entries: &[Entry], groups: &[Vec<EntryId>]) -> usize {
    let of = |entry: &EntryId| entries[entry.index()].school.as_deref();
    let most = |group: &Vec<EntryId>| {
        let same = |entry: &EntryId| {
            of(entry).map_or(0, |school| group.iter().filter(|it| of(it) == Some(school)).count())
        };
        group.iter().map(same).max().unwrap_or(0)
    };
    groups.iter().map(most).max().unwrap_or(0)
}

/// The least over every division into groups of these sizes, with the placed entries where they are.
fn least_possible(entries: &[Entry], sizes: &[usize]) -> usize {
    fn go(entries: &[Entry], at: usize, sizes: &[usize], groups: &mut Vec<Vec<EntryId>>) -> usize {
        let Some(entry) = entries.get(at) else { return most_together(entries, groups) };
        let may = |group: usize| entry.group.is_none_or(|placed| usize::from(placed) == group + 1);
        let mut least = usize::MAX;
        for group in (0..sizes.len()).filter(|group| may(*group)) {
            if groups[group].len() < sizes[group] {
                groups[group].push(entry.id);
                least = least.min(go(entries, at + 1, sizes, groups));
                groups[group].pop();
            }
        }
        least
    }
    go(entries, 0, sizes, &mut vec![Vec::new(); sizes.len()])
}

/// National rules: 同校队尽量不分在同一组，否则重抽: an event of eight teams of four schools in two groups has two of no
/// school together, and the reason says which draw it is.
#[test]
fn teams_of_one_school_are_kept_apart_or_the_lot_is_drawn_again() {
    let entries = of_schools(&[0, 0, 1, 1, 2, 2, 3, 3].map(Some));
    let mut drawn_again = 0;
    for seed in 0..20 {
        let drawn = Event::new(plan(8, 4), entries.clone(), Seed::new(format!("s{seed}"))).expect("an event");
        assert_eq!(most_together(&entries, &groups(&drawn)), 1);
        let said = lots(&drawn);
        let counts = said.last().expect("a reason");
        assert!(counts.ends_with("at most 1 of one school in a group, as few as possible"), "{counts}");
        let is_first = counts.starts_with("draw 1 counts");
        assert_eq!(said.iter().any(|lot| lot.starts_with("draw 1 does not count")), !is_first, "{said:?}");
        drawn_again += usize::from(!is_first);
        // Anybody can draw it again, from the label shown.
        let lot = said.iter().find(|lot| lot.starts_with("lot \"groups of stage 0")).expect("the lot");
        let (label, order) =
            lot.strip_prefix("lot \"").and_then(|lot| lot.split_once("\": ")).expect("a lot");
        assert_eq!(label.contains(", draw "), !is_first, "{label}");
        let mut names: Vec<&str> = order.split(", ").collect();
        let drawn_order = names.clone();
        names.sort_by_key(|name| ContentHash::of(format!("s{seed}|{label}|{name}").as_bytes()).to_string());
        assert_eq!(names, drawn_order);
    }
    assert!(drawn_again > 5, "of eight in two groups most draws bring two of a school together");
}

/// Without schools nothing is drawn again, and nothing said of them.
#[test]
fn events_without_schools_are_drawn_as_ever() {
    let without = Event::new(plan(14, 4), teams(14), Seed::new("s")).expect("an event");
    let alone: Vec<Entry> = teams(14)
        .into_iter()
        .map(|entry| Entry { school: Some(format!("school {}", entry.id)), ..entry })
        .collect();
    let with = Event::new(plan(14, 4), alone, Seed::new("s")).expect("an event");
    assert_eq!((groups(&without), lots(&without)), (groups(&with), lots(&with)));
    assert!(lots(&without).iter().all(|lot| lot.starts_with("lot \"")), "{:?}", lots(&without));
}

/// Where no draw of a hundred keeps them as far apart as possible, the best of them counts, and it is said so.
#[test]
fn the_best_of_all_draws_counts_where_none_is_as_even_as_can_be() {
    let schools: Vec<_> = (0..60).map(|id| Some(id / 12)).collect();
    let entries = of_schools(&schools);
    let drawn = Event::new(plan(60, 4), entries.clone(), Seed::new("s")).expect("an event");
    assert_eq!(most_together(&entries, &groups(&drawn)), 2, "of five schools of twelve in fifteen groups");
    let said = lots(&drawn);
    let why = said.last().expect("a reason");
    assert!(why.starts_with("none of 100 draws has at most 1 of one school in a group; draw "), "{why}");
    assert!(said.iter().any(|lot| lot == "draws 6 to 100 do not count for the same reason"), "{said:?}");
}

/// National rules: 种子队直接编入指定小组，不抽签; the rest are drawn round them.
#[test]
fn seeds_are_placed_in_named_groups_without_a_lot() {
    let mut entries = teams(10);
    (entries[3].group, entries[7].group, entries[8].group) = (Some(3), Some(1), Some(3));
    for seed in 0..20 {
        let drawn = Event::new(plan(10, 4), entries.clone(), Seed::new(format!("{seed}"))).expect("an event");
        let groups = groups(&drawn);
        assert!(groups[2].contains(&EntryId(3)) && groups[2].contains(&EntryId(8)), "{groups:?}");
        assert!(groups[0].contains(&EntryId(7)));
        assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3, 3]);
        let said = lots(&drawn);
        assert!(said.contains(&"team 7 is placed in group 1, without a lot".to_owned()), "{said:?}");
        let lot = said.iter().find(|lot| lot.starts_with("lot \"groups")).expect("the lot");
        assert!(!lot.contains("e7") && !lot.contains("e3"), "they are not drawn: {lot}");
    }
}

#[test]
fn a_group_that_is_not_there_or_full_is_refused_at_its_field() {
    let refused =
        |entries: Vec<Entry>, plan: Plan| Event::new(plan, entries, Seed::new("s")).expect_err("it");
    let placed = |group: u16, ids: &[usize]| {
        let mut entries = teams(10);
        for id in ids {
            entries[*id].group = Some(group);
        }
        entries
    };
    let beyond = refused(placed(4, &[2]), plan(10, 4));
    assert_eq!(beyond.at, "entries[2].group");
    assert_eq!(beyond.what.to(Lang::Zh), "没有第4组：10个参赛者分为第1至第3组");
    // Ten in three groups: one of four, two of three.
    assert!(Event::new(plan(10, 4), placed(2, &[1, 2, 3, 4]), Seed::new("s")).is_ok());
    let mut two_full = placed(2, &[1, 2, 3, 4]);
    (5..9).for_each(|id| two_full[id].group = Some(3));
    let full = refused(two_full, plan(10, 4));
    assert_eq!(full.at, "entries[8].group");
    assert!(full.what.to(Lang::En).contains("no room for team 8"), "{full:?}");
    let whole = Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
    assert_eq!(refused(placed(1, &[0])[..4].to_vec(), whole).at, "entries[0].group");
}

fn by_hand(groups: &[&[u32]]) -> Vec<HandLot> {
    let of = |(group, members): (u16, &&[u32])| {
        let lot = move |entry: &u32| HandLot { entry: EntryId(*entry), group: Some(group), place: None };
        members.iter().map(lot).collect::<Vec<_>>()
    };
    (1..).zip(groups).flat_map(of).collect()
}

fn lots_of(groups: &[&[u32]]) -> Decision {
    Decision::Lots { lots: by_hand(groups), witness: "王老师".to_owned() }
}

/// 现场抽签分组: paper lots are typed in, with a witness, and the draw follows them.
#[test]
fn lots_drawn_by_hand_are_followed_and_named_so() {
    let mut event = event(plan(8, 4), teams(8));
    let before = groups(&event);
    event.decide(lots_of(&[&[7, 1, 3, 5], &[6, 0, 2, 4]]), Role::ChiefReferee, "现场抽签").expect("taken");
    assert_ne!(groups(&event), before);
    let e = |ids: [u32; 4]| ids.map(EntryId).to_vec();
    assert_eq!(groups(&event), [e([7, 1, 3, 5]), e([6, 0, 2, 4])], "in the order in which they are listed");
    let said = lots(&event);
    assert_eq!(said[0], "drawn by hand, witnessed by 王老师");
    assert_eq!(said[1], "group 1: team 7, team 1, team 3, team 5");
    let ruling = &event.rulings()[0];
    assert_eq!((ruling.by, ruling.reason.as_str()), (Role::ChiefReferee, "现场抽签"));
    // Taken back, the draw is that of the seed again; after the first result it stands.
    let mut anew = event.clone();
    anew.decide(Decision::Revoke { ruling: 0 }, Role::ChiefReferee, "抄错").expect("no result is in");
    assert_eq!(groups(&anew), before);
    let due = event.state().due().next().expect("a game");
    event.record(game(due, CountedOutcome::Draw)).expect("taken");
    for late in [Decision::Revoke { ruling: 0 }, lots_of(&[&[0, 1, 2, 3], &[4, 5, 6, 7]])] {
        assert!(event.decide(late, Role::ChiefReferee, "抄错").is_err(), "too late");
    }
    // And to bring back lots that were taken back.
    let due = anew.state().due().next().expect("a game");
    anew.record(game(due, CountedOutcome::Draw)).expect("taken");
    assert!(anew.decide(Decision::Revoke { ruling: 1 }, Role::ChiefReferee, "抄错").is_err());
    // What was taken is read again with the results that came after it.
    let again = Event::new(event.plan().clone(), teams(8), event.seed().clone()).expect("an event");
    let again = again.resume(event.games().to_vec(), event.rulings().to_vec()).expect("as it was kept");
    assert_eq!(again, event);
    play(&mut event, lower_wins);
    assert!(event.state().is_over());
}

/// What is missing, drawn twice or unknown is named.
#[test]
fn incomplete_doubled_or_unknown_lots_are_refused_by_name() {
    let mut event = event(plan(8, 4), teams(8));
    let mut refused = |lots: Vec<HandLot>, witness: &str| {
        let lots = Decision::Lots { lots, witness: witness.to_owned() };
        event.decide(lots, Role::Referee, "现场抽签").expect_err("refused").why.to(Lang::En).to_owned()
    };
    let whole: [&[u32]; 2] = [&[0, 1, 2, 3], &[4, 5, 6, 7]];
    assert_eq!(refused(by_hand(&[&[0, 1, 2], &[4, 5, 6, 7]]), "w"), "no lot is given for team 3");
    assert_eq!(refused(by_hand(&[&[0, 1, 2, 3], &[4, 5, 6, 7, 3]]), "w"), "team 3 has drawn twice");
    assert_eq!(refused(by_hand(&[&[0, 1, 2, 9], whole[1]]), "w"), "e9 is not an entry of this event");
    assert_eq!(
        refused(by_hand(&[&[], &[0, 1, 2, 3, 4, 5, 6, 7]]), "w"),
        "one group would have 8 entries and another 0; they may differ by one"
    );
    let mut third = by_hand(&whole);
    third[7].group = Some(3);
    assert_eq!(refused(third, "w"), "team 7 drew group 3, but the groups are 1 to 2");
    let mut places = by_hand(&whole);
    (0..4).for_each(|at| places[at].place = Some([1, 2, 2, 4][at]));
    assert_eq!(refused(places, "w"), "team 1 and team 2 both drew place 2");
    let mut some = by_hand(&whole);
    some[0].place = Some(1);
    assert_eq!(refused(some, "w"), "team 1 has no place in its group, where others have one");
    assert!(refused(by_hand(&whole), " ").contains("witness"));
    let taken = event.decide(lots_of(&whole), Role::Captain, "现场抽签").expect_err("not his");
    assert!(taken.why.to(Lang::En).starts_with("`lots` is decided by: referee, chief referee, organiser"));
    event.decide(lots_of(&whole), Role::Organiser, "现场抽签").expect("whole");
    let twice = event.decide(lots_of(&whole), Role::Organiser, "现场抽签").expect_err("they stand");
    assert_eq!(twice.why.to(Lang::Zh), "已有手工抽签结果（第0号）；须先撤销");
}

/// A stage that is not divided has places; who is placed in a group need not draw.
#[test]
fn lots_by_hand_give_places_in_a_stage_without_groups() {
    let mut whole = event(Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(4));
    let lot = |entry, place| HandLot { entry: EntryId(entry), group: None, place: Some(place) };
    let drawn = vec![lot(0, 3), lot(1, 1), lot(2, 4), lot(3, 2)];
    let lots = Decision::Lots { lots: drawn, witness: "王老师".to_owned() };
    whole.decide(lots, Role::Referee, "现场抽签").expect("whole");
    assert_eq!(groups(&whole), [[1, 3, 0, 2].map(EntryId).to_vec()]);
    let mut entries = teams(8);
    entries[5].group = Some(1);
    let mut placed = event(plan(8, 4), entries);
    let elsewhere = placed.decide(lots_of(&[&[0, 1, 2, 3], &[4, 5, 6, 7]]), Role::Referee, "抽签");
    assert_eq!(
        elsewhere.expect_err("placed").why.to(Lang::En),
        "team 5 is placed in group 1 without a lot, and cannot draw group 2"
    );
    placed.decide(lots_of(&[&[0, 1, 2], &[4, 3, 6, 7]]), Role::Referee, "抽签").expect("whole");
    assert_eq!(groups(&placed)[0], [5, 0, 1, 2].map(EntryId));
    let mut ladder = event(Plan::judge(2), teams(4));
    assert!(ladder.decide(lots_of(&[&[0, 1, 2, 3]]), Role::Referee, "抽签").is_err(), "nothing is drawn");
}

proptest! {
    /// Against every possible division of small events: with schools, placed entries and seed scores alike, no fewer of
    /// one school could be together, sizes differ by one, and who is placed is there.
    #[test]
    fn schools_are_as_far_apart_as_can_be(
        schools in prop::collection::vec(prop::option::weighted(0.8, 0u32..4), 6..9),
        placed in prop::collection::vec(prop::option::weighted(0.2, 1u16..4), 9),
        scored in any::<bool>(), of in 3u16..5, seed in 0u32..1000,
    ) {
        let mut entries = of_schools(&schools);
        let count = entries.len().div_ceil(of.into());
        for (entry, group) in entries.iter_mut().zip(placed) {
            entry.group = group.filter(|group| usize::from(*group) <= count && !scored);
            entry.seed_score = (scored && entry.id.0 < 4).then(|| Decimal::from(entry.id.0 as i32));
        }
        let drawn = Event::new(plan(8, of), entries.clone(), Seed::new(seed.to_string()));
        prop_assume!(drawn.is_ok());
        let groups = groups(&drawn.expect("there is room"));
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        for entry in entries.iter().filter(|entry| entry.group.is_some()) {
            prop_assert!(groups[usize::from(entry.group.unwrap()) - 1].contains(&entry.id));
        }
        let mut all = groups.concat();
        all.sort_unstable();
        prop_assert_eq!(all, entries.iter().map(|entry| entry.id).collect::<Vec<_>>());
        prop_assert_eq!(most_together(&entries, &groups), least_possible(&entries, &sizes), "{:?}", groups);
    }

    /// A draw by hand equals itself after the journal is read again, whatever was drawn.
    #[test]
    fn a_draw_by_hand_is_itself_after_it_was_read_again(order in Just((0u32..10).collect::<Vec<_>>()).prop_shuffle(), games in 0usize..20) {
        let mut drawn = event(plan(10, 4), teams(10));
        let hands = [&order[..4], &order[4..7], &order[7..]];
        drawn.decide(lots_of(&hands), Role::Organiser, "抽签").expect("whole");
        let dues: Vec<_> = drawn.state().due().take(games).collect();
        for due in dues {
            drawn.record(game(due, lower_wins(due))).expect("due");
        }
        let kept = serde_json::to_string(drawn.rulings()).expect("JSON");
        let again = Event::new(drawn.plan().clone(), teams(10), drawn.seed().clone()).expect("an event");
        let rulings: Vec<leitai_tournament::Ruling> = serde_json::from_str(&kept).expect("as written");
        let again = again.resume(drawn.games().to_vec(), rulings).expect("as kept");
        prop_assert_eq!(groups(&again), hands.map(|hand| hand.iter().map(|id| EntryId(*id)).collect::<Vec<_>>()));
        prop_assert_eq!(&again, &drawn);
        prop_assert_eq!(again.state().due().collect::<Vec<_>>(), drawn.state().due().collect::<Vec<_>>());
    }
}
