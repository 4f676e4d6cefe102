//! How long a plan can take.

use leitai_tournament::{Format, Lang, Pace, Plan};

use super::play::{event, lower_wins, play, seeded, teams};

const MINUTE: u64 = 60_000;
const ORDINARY: Pace = Pace { plies: 100, increment_ms: 0, turn_ms: None, limits_game: true, shown_ms: 0 };

#[test]
fn a_game_takes_what_its_clock_and_its_rules_allow() {
    let fischer = Pace { increment_ms: 2_000, ..ORDINARY };
    let by_turns = Pace { turn_ms: Some(1_000), ..ORDINARY };
    let endless = Pace { limits_game: false, ..ORDINARY };
    let cases = [
        ("two sides", ORDINARY, Some(360_000)),
        ("each ply gives two seconds back", fischer, Some(360_000 + 100 * 2_000)),
        ("plies of a second are over first", by_turns, Some(100_000)),
        ("what is given back cannot be used", Pace { turn_ms: Some(1_000), ..fischer }, Some(100_000)),
        ("shown at a pace", Pace { shown_ms: 500, turn_ms: Some(1_000), ..endless }, Some(150_000)),
        ("plies alone", Pace { turn_ms: Some(1_000), ..endless }, Some(100_000)),
        ("nothing", endless, None),
        ("beyond all numbers", Pace { increment_ms: u64::MAX, ..ORDINARY }, Some(u64::MAX)),
    ];
    for (what, pace, longest) in cases {
        assert_eq!(pace.game_ms(180_000), longest, "{what}");
    }
}

fn school(pace: Option<Pace>) -> Plan {
    Plan { pace, ..Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH) }
}

#[test]
fn increments_count_in_the_longest_time_and_in_words() {
    // 4 teams: 3 rounds of 2 games of 30 minutes and 100 times 6 seconds, 2 pauses.
    let long = school(Some(Pace { increment_ms: 6_000, ..ORDINARY })).length(&teams(4));
    assert_eq!((long.longest_ms(), long.fits()), (Some((3 * 2 * 40 + 2 * 10) * MINUTE), Some(false)));
    assert_eq!(long.stages[0].each_play_off_ms, Some(3 * (20 + 10) * MINUTE));
    let words = long.words();
    let en = "the plan may take 4:20:00, but the hall is open for 3:30:00";
    assert!(words.to(Lang::En).starts_with(en), "{words:?}");
    assert!(
        words.to(Lang::En).ends_with("the rules limit a game to 100 plies, each of which gives 6 s back"),
        "{words:?}"
    );
    assert!(words.to(Lang::Zh).ends_with("按规则每局至多100步，每步加时6秒"), "{words:?}");
}

#[test]
fn a_plan_whose_games_nothing_limits_has_no_longest_time() {
    let endless = school(Some(Pace { limits_game: false, ..ORDINARY })).length(&teams(4));
    assert_eq!((endless.longest_ms(), endless.fits()), (None, Some(false)));
    let words = endless.words();
    assert!(words.to(Lang::En).contains("no longest time"), "{words:?}");
    assert!(words.to(Lang::En).ends_with("the hall is open for 3:30:00"), "{words:?}");
    assert!(words.to(Lang::Zh).contains("没有最长时间"), "{words:?}");
}

/// As many rounds as fit into the hall's hours, however long the games take.
#[test]
fn a_swiss_system_makes_room_for_increments() {
    let rounds = |pace| {
        let mut plan = Plan { pace, hall_ms: Some(90 * MINUTE), tables: 4, ..school(None) };
        plan.pause_ms = 0;
        plan.stages[0].format = Format::Swiss { rounds: None };
        plan.stages[0].tie_breaks.clear();
        plan.stages[0].side_ms = 5 * MINUTE;
        let mut open = event(plan, seeded(8));
        play(&mut open, lower_wins);
        assert_eq!(open.plan().length(open.entries()).fits(), Some(true));
        open.state().section(0, 0).expect("drawn").rounds
    };
    assert_eq!(rounds(None), 4, "two games of ten minutes");
    assert_eq!(rounds(Some(Pace { increment_ms: 6_000, ..ORDINARY })), 2, "two games of twenty minutes");
}

#[test]
fn a_plan_without_pace_reads_back_as_it_was_kept() {
    let kept = serde_json::to_value(school(None)).expect("JSON");
    assert!(kept.get("pace").is_none(), "{kept}");
    assert_eq!(serde_json::from_value::<Plan>(kept).expect("as it was kept"), school(None));
    let paced = school(Some(Pace { turn_ms: Some(5), ..ORDINARY }));
    let kept = serde_json::to_value(&paced).expect("JSON");
    assert_eq!(serde_json::from_value::<Plan>(kept).expect("as it was kept"), paced);
}
