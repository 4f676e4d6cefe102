//! The pages for submitting programs, with strangers' words on them; other tests hold them to what every page
//! guarantees.

use crate::fixture::{ZONE, time};
use leitai_core::{Lang, Sentence, Words};
use leitai_hall::Trouble;
use leitai_pages::{
    DifferenceLine, DifferenceView, FindingView, LadderRow, LanguageView, MineView, OpponentRow, OwnGameRow,
    Reader, StepStands, SubmissionRow, SubmissionView, SubmitView, Theme, ValidationView, mine, mine_all,
    submission, submission_part, submissions, submissions_table, submit,
};

/// A hostile name and source.
const EVIL: &str = "\u{202e}\"><b>x</b>\u{1b}[31m</textarea>";

fn row(name: &str) -> SubmissionRow {
    SubmissionRow {
        number: 7,
        who: name.to_owned(),
        at: time(),
        language: "C++ · c++20".to_owned(),
        bytes: 4096,
        stands: Sentence::new("in force", "生效"),
        href: Some("/submissions/7".to_owned()),
    }
}

fn shows(lang: Lang, name: &str, is_final: bool, part: bool) -> String {
    let reader = Reader { lang, theme: Theme::System, zone: &ZONE, here: "/submissions/7", address: "" };
    let said = Sentence::quoted(name);
    let step = |stands| (Sentence::new("Compiles", "编译"), stands);
    let stands = [StepStands::Done, StepStands::Now, StepStands::Failed, StepStands::Ahead];
    let shown = vec![name.to_owned()];
    let found = FindingView {
        said: ["FAIL", "opening words", name].map(str::to_owned),
        shown,
        advice: Some(name.to_owned()),
    };
    let game = ValidationView {
        called: Sentence::new("against itself", "对自身"),
        stands: said.clone(),
        href: Some("/games/k7f2k7f2".to_owned()),
        log: Some("/submissions/7/game-2.txt".to_owned()),
        own: Some("/games/k7f2k7f2/own".to_owned()),
    };
    let difference = DifferenceView {
        before: 6,
        added: 1,
        removed: 1,
        lines: vec![
            DifferenceLine::Same(1, name.to_owned()),
            DifferenceLine::Removed(2, name.to_owned()),
            DifferenceLine::Added(2, name.to_owned()),
            DifferenceLine::Gap,
        ],
        is_cut: true,
        is_too_long: false,
    };
    let view = SubmissionView {
        number: 7,
        id: "k7f2",
        event: name,
        version: 3,
        ruling: Some("/organise/k7f2/rule?entry=7"),
        about: &[(Words::new("Size", "大小"), said.clone())],
        stands: &said,
        steps: &stands.map(step),
        why: Some(&said),
        log: Some(name),
        findings: &[found],
        games: &[game],
        difference: Some(&difference),
        is_final,
    };
    let page = if part { submission_part(&reader, &view) } else { submission(&reader, &view) };
    page.into_string()
}

/// Every page for submitting, by name, for a person of this name.
pub(crate) fn pages(lang: Lang, name: &str) -> Vec<(&'static str, String)> {
    let reader = Reader { lang, theme: Theme::System, zone: &ZONE, here: "/events/k7f2/submit", address: "" };
    let said = Sentence::quoted(name);
    let standards = vec![("main.c gnu99".to_owned(), "C · gnu99".to_owned())];
    let form = SubmitView {
        id: "k7f2",
        event: name,
        token: "0123456789abcdef",
        who: &said,
        limits: &[(Words::new("Interval", "提交间隔"), said.clone())],
        most: 1 << 20,
        languages: &[LanguageView { name: "C (/usr/bin/cc)".to_owned(), endings: ".c", standards }],
        chosen: "main.c gnu99",
        text: name,
        shut: Some(&said),
        warning: Some(&said),
        takes_reports: true,
        is_closed: false,
        troubles: &[None, Some("language"), Some("file")].map(|path| Trouble { path, what: said.clone() }),
    };
    let game = OwnGameRow {
        opponent: name.to_owned(),
        seat: Words::new("First", "先手"),
        result: Words::new("won", "胜"),
        reason: said.clone(),
        used: Some("1.25".to_owned()),
        at: Some(time()),
        href: Some("/games/k7f2k7f2".to_owned()),
        log: Some("/events/k7f2/mine/k7f2k7f2.txt".to_owned()),
    };
    let opponent =
        OpponentRow { name: name.to_owned(), href: "/programs/k7f2-e1".to_owned(), games: [3, 2, 1] };
    let own = MineView {
        id: "k7f2",
        event: name,
        entry: Some((name, "/programs/k7f2-e0")),
        facts: &[(Words::new("Rank", "名次"), said.clone())],
        versions: &[row(name)],
        opponents: &[opponent],
        games: &[game],
    };
    let nothing = MineView { entry: None, facts: &[], versions: &[], opponents: &[], games: &[], ..own };
    let ladder = |entry: Option<&str>| LadderRow {
        id: "k7f2".to_owned(),
        name: name.to_owned(),
        entry: entry.map(str::to_owned),
    };
    vec![
        ("submit", submit(&reader, &form).into_string()),
        ("closed", submit(&reader, &SubmitView { is_closed: true, troubles: &[], ..form }).into_string()),
        ("submission", shows(lang, name, false, false)),
        ("settled", shows(lang, name, true, false)),
        ("submissions", submissions(&reader, "k7f2", name, &[row(name)]).into_string()),
        ("no submissions", submissions(&reader, "k7f2", name, &[]).into_string()),
        ("mine", mine(&reader, &own).into_string()),
        ("nothing of mine", mine(&reader, &nothing).into_string()),
        ("ladders of mine", mine_all(&reader, &[ladder(Some(name)), ladder(None)]).into_string()),
        ("no ladders", mine_all(&reader, &[]).into_string()),
    ]
}

#[test]
fn what_strangers_hand_in_is_nothing_but_text() {
    for lang in [Lang::En, Lang::Zh] {
        for (page, text) in pages(lang, EVIL) {
            assert!(!text.contains("<b>x") && !text.contains("\"><b>"), "{page}");
            let shown = text.split("<textarea").next().unwrap_or_default();
            assert!(
                !shown.contains('\u{202e}') && !shown.contains('\u{1b}'),
                "{page}: a control came through"
            );
            let after = text.split("</textarea>").count();
            assert!(after <= 2, "{page}: the field ends once");
        }
    }
}

#[test]
fn a_page_follows_until_nothing_more_happens() {
    let (open, settled) = (shows(Lang::En, "甲", false, false), shows(Lang::En, "甲", true, false));
    assert!(open.contains("<noscript><meta http-equiv=\"refresh\"") && open.contains("data-final=\"false\""));
    assert!(!settled.contains("http-equiv=\"refresh\"") && settled.contains("data-final=\"true\""));
    // The part that the stream inserts equals the part in the page.
    let part = shows(Lang::En, "甲", true, true);
    assert!(part.starts_with("<section data-part=\"submission\"") && settled.contains(&part));
    assert!(settled.contains("data-from=\"/submissions/7\""));
}

#[test]
fn the_newest_of_a_list_comes_first_and_leaves_it_as_data() {
    let rows = [row("甲"), SubmissionRow { number: 8, who: "=cmd()".to_owned(), href: None, ..row("乙") }];
    let csv = submissions_table(&rows).csv();
    let csv = String::from_utf8_lossy(csv.as_bytes());
    let lines: Vec<_> = csv.lines().collect();
    assert!(lines.len() == 3 && lines[1].contains("'=cmd()") && lines[1].contains('8'), "{csv}");
    assert!(lines[2].contains('甲') && lines[2].contains("4096") && !csv.contains("/submissions/"), "{csv}");
}
