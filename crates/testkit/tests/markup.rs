//! Markup is made in one way, which escapes every text in it (`crates/pages/src/html.rs`).

use crate::tidy::{files, read, root, shown};

/// Where that way is defined.
const HERE: &str = "crates/pages/src/html.rs";

/// The files that vouch for markup which was made elsewhere, and for which.
const TRUSTED: [(&str, &str); 6] = [
    ("crates/cli/src/likeness/side_by_side.rs", "its own style"),
    ("crates/pages/src/site/board.rs", "the drawing of a game"),
    ("crates/pages/src/site/docs.rs", "documents of this repository, and the drawing of a board"),
    ("crates/report/src/game.rs", "the drawing of a game, and its own script"),
    ("crates/report/src/replay.rs", "the drawing of a game"),
    ("crates/report/src/shell.rs", "styles"),
];

#[test]
fn markup_is_made_in_one_way() {
    let mut trusted = Vec::new();
    for path in files(&root().join("crates"), &[".rs"]) {
        let (name, text) = (shown(&path), read(&path));
        if name == HERE || name.starts_with("crates/testkit") {
            continue;
        }
        for around in ["PreEscaped", "Html::of", "maud::"] {
            assert!(!text.contains(around), "{name}: {around} goes around html!");
        }
        if name.starts_with("crates/web/src") {
            let is_sent = text.contains("\"text/html");
            assert!(!is_sent || name.ends_with("/answer.rs"), "{name}: a page is sent by Content::html");
        }
        if text.contains("Html::trusted") {
            trusted.push(name);
        }
    }
    assert_eq!(trusted, TRUSTED.map(|(name, _)| name), "who vouches for markup that html! did not make");
}
