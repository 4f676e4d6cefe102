//! Openings from files, and suites that are made, judged and shipped.

use crate::games::game;
use crate::openings::Openings;
use crate::suite::{OpeningJudge, WantedSuite};
use leitai_catalog::{GAMES, RuledGame};
use leitai_core::{Level, NoShelf};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn judge(game: &dyn RuledGame, level: Level, nodes: u64, within: u32) -> OpeningJudge<'_> {
    OpeningJudge { game, level, nodes, within, shelf: &NoShelf }
}

/// The openings of a file that are even.
fn even(judge: &OpeningJudge<'_>, file: &Path) -> (usize, usize) {
    let openings = Openings::read(file, judge.game).unwrap_or_else(|error| panic!("{error}"));
    let is_even = openings.games().iter().filter(|begun| judge.is_even(judge.worth(&***begun)));
    (is_even.count(), openings.lines().len())
}

#[test]
fn openings_come_from_sgf_files_and_in_an_order_of_the_seed() {
    let (folder, game) = (tempfile::tempdir().expect("a folder"), game("gomoku"));
    let file = folder.path().join("openings.sgf");
    // Three stones of each game, followed by another line and a comment that looks like a tree.
    let trees = ["ii", "jj", "fi", "gj"]
        .map(|third| format!("(;FF[4]GM[4]SZ[15];B[hh];W[gg]C[a (;) b](;B[{third}])(;B[aa]C[other]))"));
    fs::write(&file, trees.join("\n")).expect("ours");
    let listed = Openings::read(&file, &*game).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(listed.count(), Some(4));
    assert!(listed.lines().iter().all(|line| line.split(' ').count() == 3), "{:?}", listed.lines());
    let shuffled = |seed| listed.clone().shuffled(seed).lines().to_vec();
    assert_eq!(shuffled(5), shuffled(5));
    assert!((0..9).any(|seed| shuffled(seed) != listed.lines()));
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_eq!(sorted(shuffled(5)), sorted(listed.lines().to_vec()));
}

#[test]
fn a_suite_is_made_and_judged() {
    let (folder, game) = (tempfile::tempdir().expect("a folder"), game("tictactoe"));
    let judge = judge(&*game, game.facts().strongest_level(), 2000, 10);
    let make = || {
        let (mut seen, wanted) = (Vec::new(), WantedSuite { count: 6, plies: 2, seed: 1 });
        let made = judge.make(wanted, &AtomicBool::new(false), &mut |line, worth| {
            assert!(judge.is_even(worth), "{line}: {worth:?}");
            seen.push(line.to_owned());
        });
        assert_eq!(made.as_ref(), Ok(&seen));
        seen
    };
    let made = make();
    assert_eq!((made.len(), &made), (6, &make()), "it follows from what was wanted");
    let file = folder.path().join("suite.txt");
    fs::write(&file, made.join("\n")).expect("ours");
    assert_eq!(even(&judge, &file), (6, 6));
    // The corner against the adjacent edge is lost.
    fs::write(&file, "# even and not\n0 1\n4 0\n").expect("ours");
    assert_eq!(even(&judge, &file), (1, 2));
    let einstein = crate::games::game("einstein");
    let judge = OpeningJudge { game: &*einstein, ..judge };
    let wanted = WantedSuite { count: 1, plies: 1, seed: 1 };
    let refused = judge.make(wanted, &AtomicBool::new(false), &mut |_, _| {});
    assert!(refused.is_err_and(|error| error.to_string().contains("no opening can be given")));
}

/// The suites we ship: every line can be played from, and no two lead to the same position. Whether they are as even
/// as their first line says is judged again in the long run.
#[test]
fn the_suites_that_ship_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/openings");
    for listed in GAMES {
        let facts = listed.facts();
        let file = folder.join(format!("{}.txt", facts.id));
        assert_eq!(file.is_file(), !facts.hidden && !facts.chance, "{}", file.display());
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let made = text.lines().next().and_then(|line| line.strip_prefix("# leitai ")).expect("a command");
        let words: Vec<_> = made.split(' ').collect();
        let value = |name: &str| words[words.iter().position(|word| *word == name).expect(name) + 1];
        let is_long = leitai_testkit::is_long();
        let (within, nodes) = if is_long { (value("--within"), value("--nodes")) } else { ("50", "50") };
        let game = game(facts.id);
        let [nodes, within] = [nodes, within].map(|number| number.parse().expect("a number"));
        let level = value("--level").parse().expect("a level");
        assert_eq!(even(&judge(&*game, level, nodes, within as u32), &file), (16, 16), "{}", facts.id);
    }
}
