//! The page of the draws in an organiser's browser: its forms for seeds.

use super::tests::{does, form, opened, sent};
use crate::people::tests::Tried;
use axum::http::StatusCode;
use leitai_core::GameName;
use leitai_store::{Deed, Role};
use leitai_tournament::contest::{ContestDeed, TeamId};

#[test]
fn seeds_are_placed_and_drawn_by_lot_again_by_the_forms_of_the_page() {
    let tried = Tried::open();
    let (id, mut teacher) = (opened(&tried, "Cup"), tried.settled("t1", Role::Organiser));
    let mut student = tried.settled("2501", Role::Student);
    for (team, member) in [("<Eagles>", "Zhang"), ("Dragons", "Li"), ("Tigers", "Wu")] {
        does(&tried, "Cup", &ContestDeed::SignUp { form: form(team, member), account: None });
    }
    let page = format!("/organise/contests/{id}/draw");
    let seeds = |page: &str| {
        let part = page.split("Seeds placed in groups").nth(1).expect("the form");
        part.split("</details>").next().expect("its end").to_owned()
    };
    // Nothing is placed: one form, with the teams of the game and a field that wants a number.
    let none = seeds(&teacher.get(&page).text);
    assert!(!none.contains("by lot") && none.contains("&lt;Eagles&gt;"), "{none}");
    assert_eq!(none.matches("<option value=\"t").count(), 3, "{none}");
    for field in
        ["name=\"game\" value=\"tictactoe\"", "name=\"team\"", "name=\"group\" type=\"number\" min=\"1\""]
    {
        assert!(none.contains(field), "{field}: {none}");
    }
    assert!(none.contains("for=\"team-tictactoe\"") && none.contains("id=\"team-tictactoe\""), "{none}");
    let place = |team, group| [("do", "place"), ("game", "tictactoe"), ("team", team), ("group", group)];
    assert_eq!(student.sends("/account", &page, &place("t0", "1")).status, StatusCode::NOT_FOUND);
    for (group, told) in [("x", "from 1"), ("0", "from 1"), ("", "from 1")] {
        let wrong = teacher.sends(&page, &page, &place("t0", group));
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY, "{group}");
        assert!(wrong.text.contains(told), "{group}: {}", wrong.text);
    }
    let hex = [("do", "place"), ("game", "hex"), ("team", "t0"), ("group", "1")];
    assert!(teacher.sends(&page, &page, &hex).text.contains("does not play"));
    sent(&mut teacher, &page, &place("t0", "2"), "done=place");
    sent(&mut teacher, &page, &place("t2", "1"), "done=place");
    let game = GameName::given("tictactoe");
    let placed = || {
        let kept = tried.site.events.shared().contest("Cup").expect("there");
        [0, 1, 2].map(|team| kept.contest.placed(&game, TeamId(team)))
    };
    assert_eq!(placed(), [Some(2), None, Some(1)]);
    // Each that is placed stands with its group, beside a form that lets it be drawn.
    let both = seeds(&teacher.get(&page).text);
    assert!(
        both.contains("&lt;Eagles&gt;</bdi>: group 2") && both.contains("Tigers</bdi>: group 1"),
        "{both}"
    );
    assert_eq!(both.matches("value=\"lot\"").count(), 2, "{both}");
    let zh = teacher.get(&format!("{page}?lang=zh")).text;
    assert!(zh.contains("第 2 组") && zh.contains("改为抽签"), "{zh}");
    sent(&mut teacher, &page, &[("do", "lot"), ("game", "tictactoe"), ("team", "t0")], "done=lot");
    assert_eq!(placed(), [None, None, Some(1)]);
    let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 50)).expect("a store");
    let by_teacher = lines.iter().filter(|line| line.actor == "t1" && line.deed == Deed::Contest);
    assert_eq!(by_teacher.count(), 3, "one line a deed");
}
