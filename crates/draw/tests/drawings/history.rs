//! What a scene takes over from the one before it, and a position does not know.

use crate::steps::scenes;
use leitai_catalog::GAMES;
use leitai_core::{Form, Lang, MarkKind, Piece, Scene, Viewer};
use leitai_draw::Steps;
use std::collections::BTreeSet;

/// A random game of which each scene has followed the one before.
fn followed(game: &str, seed: u64) -> Vec<Scene> {
    let game = GAMES.iter().find(|listed| listed.facts().id == game).expect("a game");
    let mut followed: Vec<Scene> = Vec::new();
    for mut scene in scenes(*game, Viewer::Arbiter, seed) {
        if let Some(before) = followed.last() {
            scene.follow(before);
        }
        followed.push(scene);
    }
    followed
}

#[test]
fn gomoku_numbers_its_last_five_stones() {
    let mut most = 0;
    for (at, scene) in followed("gomoku", 4).iter().enumerate() {
        let numbered: Vec<_> =
            scene.marks.iter().filter_map(|mark| Some((mark.number()?, mark.at))).collect();
        let stones = scene.pieces.len() as u32;
        let expected: BTreeSet<u32> = (stones.saturating_sub(4).max(1)..=stones).collect();
        assert_eq!(
            numbered.iter().map(|(number, _)| *number).collect::<BTreeSet<_>>(),
            expected,
            "step {at}"
        );
        assert_eq!(numbered.len(), expected.len(), "step {at}: no number twice");
        assert!(numbered.iter().all(|(_, at)| scene.pieces.iter().any(|piece| piece.at == *at)), "step {at}");
        most = most.max(stones);
    }
    assert!(most > 20, "only {most} stones");
}

#[test]
fn the_die_lies_as_it_fell_until_it_is_rolled_again() {
    let scenes = followed("einstein", 2);
    let die = |scene: &Scene| {
        let dice: Vec<u8> = scene
            .tray
            .iter()
            .filter_map(|piece| match piece.form {
                Form::Die(shows) => Some(shows),
                _ => None,
            })
            .collect();
        assert_eq!(dice.len(), 1, "there is one die in every scene");
        dice[0]
    };
    let first = scenes.iter().position(|scene| die(scene) > 0).expect("it is rolled");
    assert!(scenes[..first].iter().all(|scene| die(scene) == 0), "blank before the first roll");
    assert!(scenes.len() > first + 2 && scenes[first..].iter().all(|scene| die(scene) > 0));
}

#[test]
fn an_edge_keeps_its_owner_when_its_turn_is_past() {
    let is_edge = |piece: &Piece| piece.form == Form::Bar;
    let games = GAMES.iter().map(|game| scenes(*game, Viewer::Spectator, 3));
    let scenes = games.into_iter().find(|scenes| scenes.iter().any(|scene| scene.pieces.iter().any(is_edge)));
    let scenes = scenes.expect("a game of edges");
    let mut steps = Steps::new(Lang::En);
    for scene in &scenes {
        steps.push(scene);
    }
    let last = scenes.len() - 1;
    let own = |drawn: &str, tone: &str| drawn.matches(&format!("href=\"#lt-{tone}-")).count();
    let sheet = steps.sheet(last, false);
    assert_eq!(own(&sheet, "black"), 0, "an edge of nobody");
    assert!(own(&sheet, "red") > 0 && own(&sheet, "blue") > 0);
}

#[test]
fn a_box_is_ripe_while_three_of_its_sides_are_drawn() {
    let mut seen = 0;
    for scene in followed("dots", 3) {
        for (at, place) in
            (0u16..).zip(&scene.places).filter(|(_, it)| it.shape == leitai_core::Shape::Square)
        {
            let sides = scene.pieces.iter().filter(|piece| {
                let side = &scene.places[usize::from(piece.at)];
                piece.form == Form::Bar && (side.x - place.x).abs() + (side.y - place.y).abs() == 50
            });
            let ripe = scene.marks.iter().any(|mark| mark.at == at && mark.kind == MarkKind::Ripe);
            assert_eq!(ripe, sides.count() == 3, "{}", place.name);
            seen += u32::from(ripe);
        }
    }
    assert!(seen > 5, "only {seen} seen");
}
