//! What an operator is told to do, in the moments of a game.

use super::super::desk_setup::DeskGames;
use super::super::said_file::Confirmed;
use super::*;
use leitai_arena::{Launch, Player};
use leitai_core::{Clock, DialectName, Level, Seat};
use std::path::PathBuf;
use std::time::Duration;

fn setup(game: &str) -> DeskSetup {
    DeskSetup {
        game: game.parse().expect("listed"),
        options: Vec::new(),
        program: Some(Player {
            name: "ours".to_owned(),
            launch: Launch::built_in(PathBuf::from("leitai"), Level::Easy),
            dialect: DialectName::Native,
        }),
        seat: Seat::First,
        teams: ["We".to_owned(), "They".to_owned()],
        operator: String::new(),
        clock: Clock::default(),
        by_hand: false,
        games: DeskGames::Swapped(2),
        rehearsal: None,
    }
}

fn runs(hand: Option<Actor>, moves: Vec<DeskMove>) -> DeskShown {
    DeskShown { state: DeskState::Runs, hand, moves, ..DeskShown::before(Seat::First) }
}

fn played(by: Actor, acts: &str, plies: u32) -> DeskMove {
    DeskMove { by, acts: acts.split(' ').map(str::to_owned).collect(), took: Duration::ZERO, plies }
}

fn said(game: &str, shown: &DeskShown) -> [String; 2] {
    let said = what_to_do(&setup(game), shown, false);
    [Lang::En, Lang::Zh].map(|lang| said.to(lang).to_owned())
}

#[test]
fn s7_2_4_4_a_turn_of_either_side_is_one_sentence() {
    let [ours, theirs] = Seat::BOTH.map(Actor::Seat);
    assert_eq!(
        said("gomoku", &runs(None, Vec::new())),
        ["Our program is thinking: nothing to do", "我方程序正在思考：暂时无需操作"]
    );
    let mut shown = runs(Some(theirs), vec![played(ours, "H8", 1)]);
    assert_eq!(
        said("gomoku", &shown),
        [
            "Our program plays H8: tell the other side; then enter what the other side plays",
            "我方程序走 H8：告知对方；然后输入对方的着法"
        ]
    );
    shown.waits_for_hand = true;
    assert_eq!(said("gomoku", &shown)[0], "Our program plays H8: tell the other side; then start its clock");
    shown = runs(Some(theirs), vec![played(ours, "H8", 1), played(theirs, "A1", 1)]);
    assert_eq!(
        said("connect6", &shown),
        ["Enter the rest of what the other side played", "继续输入对方这一手的其余部分"]
    );
}

#[test]
fn dice_and_layouts_are_told_to_whom_they_concern() {
    let ours = Actor::Seat(Seat::First);
    let mut shown = runs(Some(Actor::Chance), vec![played(ours, "A5=1 A4=2", 1)]);
    assert_eq!(
        said("einstein", &shown),
        [
            "Our program lays out A5=1 A4=2: set the pieces up and show the other side; then enter what the die shows",
            "我方程序布子 A5=1 A4=2：照此摆好，并告知对方；然后掷骰子，输入点数"
        ]
    );
    // A layout that nobody else may see is not read out.
    shown.hand = Some(Actor::Seat(Seat::Second));
    assert!(!said("luzhanqi", &shown)[0].contains("A5=1"), "{:?}", said("luzhanqi", &shown));
    shown = runs(Some(Actor::Arbiter), vec![played(ours, "C3", 1)]);
    assert_eq!(
        said("phantomgo", &shown),
        [
            "Our program plays C3: tell the referee; then enter what the referee says",
            "我方程序走 C3：告知裁判；然后输入裁判的判定"
        ]
    );
}

#[test]
fn what_failed_and_what_ended_say_how_it_goes_on() {
    let mut shown = runs(None, Vec::new());
    shown.state =
        DeskState::Failed(sentence!("exited with code 3", "程序异常退出（返回码 3）"), String::new());
    assert_eq!(
        said("gomoku", &shown)[0],
        "Our program has failed (exited with code 3) and the clocks are stopped: tell the referee, then start the \
         program again"
    );
    let five = sentence!("five in a row", "五连");
    let result = |seat, winner| DeskResult {
        seat,
        winner,
        reason: five.clone(),
        record: PathBuf::new(),
        confirmed: Confirmed::default(),
    };
    shown.results = vec![result(Seat::First, Some(Seat::First))];
    (shown.state, shown.game, shown.seat) = (DeskState::Waits, 1, Seat::Second);
    assert_eq!(
        said("gomoku", &shown),
        [
            "Game 1: we won (five in a row); begin game 2 once the referee says so; our program plays second",
            "第 1 局：我方胜（五连）；裁判宣布开始后，开始第 2 局；我方为后手"
        ]
    );
    shown.results.push(result(Seat::Second, None));
    shown.state = DeskState::Over;
    assert_eq!(
        said("gomoku", &shown),
        [
            "The match is over: We 1, They 0, drawn 1; both sides sign the result",
            "本场结束：We 1，They 0，和 1；请双方签字确认成绩"
        ]
    );
    let rests = what_to_do(&setup("gomoku"), &DeskShown::before(Seat::First), true);
    assert_eq!(rests.to(Lang::En), "Game 1 rests: begin it again, and it goes on where it stood");
}

#[test]
fn s4_2_6_4_6_a_correction_is_put_back_in_time_or_decided() {
    let mut shown = runs(None, Vec::new());
    shown.state = DeskState::Stopped("slip".to_owned());
    let correcting = |whose, is_over| Correcting { whose, to: 4, since: std::time::Instant::now(), is_over };
    shown.correcting = Some(correcting(Some(Seat::Second), false));
    assert_eq!(
        said("gomoku", &shown),
        [
            "Put both boards back to ply 4 and compare the position codes; then let the clocks go on",
            "双方退回到第 4 手并核对局面码，然后继续计时"
        ]
    );
    shown.correcting = Some(correcting(Some(Seat::Second), true));
    assert!(said("gomoku", &shown)[0].contains("the referee decides whether the game is lost for They"));
    shown.correcting = Some(correcting(None, true));
    assert!(said("gomoku", &shown)[1].contains("不能恢复局面的一方"));
}

#[test]
fn n8_a_referee_is_told_whose_act_he_enters_and_who_confirms() {
    let refereed = DeskSetup { program: None, ..setup("gomoku") };
    let said = |shown: &DeskShown| {
        let said = what_to_do(&refereed, shown, false);
        [Lang::En, Lang::Zh].map(|lang| said.to(lang).to_owned())
    };
    let [first, second] = Seat::BOTH.map(Actor::Seat);
    assert_eq!(
        said(&DeskShown::before(Seat::First))[0],
        "Begin game 1 once both sides are ready: We plays first, They plays second"
    );
    let mut shown = runs(Some(second), vec![played(first, "H8", 1)]);
    assert_eq!(said(&shown), ["Enter what They (second) plays", "录入 They（后手）的着法"]);
    shown.waits_for_hand = true;
    assert_eq!(said(&shown)[0], "Start the clock of They (second)");
    shown = runs(Some(Actor::Chance), Vec::new());
    assert_eq!(said(&shown), ["Let the die be thrown, and enter what it shows", "掷骰子，录入点数"]);
    let confirmed = |sides, referee| Confirmed { sides, referee };
    let asks = "let both sides confirm it, or confirm it yourself";
    for (confirmed, asked) in [
        (confirmed([false; 2], false), asks),
        (confirmed([true, false], false), asks),
        (confirmed([true; 2], false), "the result is confirmed"),
        (confirmed([false; 2], true), "the result is confirmed"),
    ] {
        let result = DeskResult {
            seat: Seat::First,
            winner: Some(Seat::Second),
            reason: sentence!("five in a row", "连五"),
            record: PathBuf::new(),
            confirmed,
        };
        let waits = DeskShown { results: vec![result], game: 1, ..DeskShown::before(Seat::Second) };
        let said = &said(&waits)[0];
        let begins = format!("Game 1: They won (five in a row); {asked}; begin game 2");
        assert!(said.starts_with(&begins), "{said}");
    }
}
