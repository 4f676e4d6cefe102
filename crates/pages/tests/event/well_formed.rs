//! What every page guarantees to readers using eyes, ears or machines.

use super::fixture::{Fixture, file};
use leitai_core::Lang;
use leitai_pages::Html;
use leitai_pages::event::{Speech, event, results};
use std::collections::BTreeSet;

/// Every element is closed in order, ids are unique, headings descend one level at a time, and every table is
/// accessible to screen readers.
fn is_sound(page: &str) {
    let (mut open, mut ids, mut level): (Vec<&str>, BTreeSet<&str>, u8) = (Vec::new(), BTreeSet::new(), 0);
    for part in page.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag.trim_start_matches('/').split(' ').next().expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed in order: {part}");
            continue;
        }
        // Every other part is a value.
        let attributes: String = tag.split('"').step_by(2).collect();
        assert!(!attributes.contains(" style=") && !attributes.contains(" on"), "{tag}");
        assert!(!["script", "style", "img", "b", "i"].contains(&name), "{part}");
        if let Some((_, id)) = tag.split_once(" id=\"") {
            assert!(ids.insert(id.split('"').next().expect("an id")), "{id} twice");
        }
        if let Some(next) = name.strip_prefix('h').and_then(|level| level.parse().ok()) {
            assert!(next <= level + 1, "h{next} after h{level}: {part}");
            level = next;
        }
        assert!(name != "th" || tag.contains("scope=\""), "{tag}");
        assert!(open.last() != Some(&"table") || ["caption", "thead", "tbody"].contains(&name), "{tag}");
        if name != "br" {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(page.matches("<table").count(), page.matches("<caption>").count(), "each has its caption");
    let labels =
        page.split("role=\"region\" aria-label=\"").skip(1).filter_map(|part| part.split('"').next());
    let labels: Vec<_> = labels.map(str::to_lowercase).collect();
    let different: BTreeSet<_> = labels.iter().collect();
    assert_eq!(labels.len(), different.len(), "each region has a name of its own: {labels:?}");
    let regions = page.matches("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"").count();
    let brackets = page.matches("<div class=\"bracket\">").count();
    assert_eq!(regions, page.matches("<table").count() + brackets, "whatever is wide moves by itself");
}

#[test]
fn names_of_strangers_change_nothing_around_them() {
    let long = "名".repeat(4_000);
    let names = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "\u{202e}\u{2066}evil",
        "فريق",
        "&lt;b&gt;",
        &long,
        "'--",
    ];
    for (preset, games) in
        [("school", usize::MAX), ("school", 0), ("course", 3), ("course", usize::MAX), ("judge", 5)]
    {
        let fixture = Fixture::new(file("tictactoe", preset, "", &names), games);
        for lang in [Lang::En, Lang::Zh] {
            let speech = Speech::Only(lang);
            fixture.view(|view| {
                let page = event(view, speech, &Html::default()).into_string();
                is_sound(&page);
                is_sound(&results(view, speech).into_string());
                for name in ["<bdi>فريق</bdi>", &long] {
                    assert!(page.contains(name), "{preset}, {games} games: {name}");
                }
                assert!(!page.contains(['\u{202e}', '\u{2066}']), "nothing turns the text around");
                assert!(page.contains("&amp;lt;b&amp;gt;"), "a name is a text and no markup");
            });
            for (_, page) in fixture.across(speech) {
                is_sound(&page.body.into_string());
            }
        }
    }
}
