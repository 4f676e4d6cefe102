//! What clicks must guarantee: each act is reached by one way of clicks, can be typed and spoken as well, and where no act
//! begins, a rule says why.

use crate::chinese::must_be_chinese;
use crate::texts::write;
use crate::walk::{Step, default_rules, option_sets, walk_from, walks};
use leitai_core::{Actor, Eye, Game, Lang, MoveOf, Position, Rng, RulesOf, Seat, Seen, Spot, State, ViewOf};
use std::collections::BTreeSet;

/// The click paths of a position's moves are unique and prefix-free, and every click is on the scene.
pub fn clicks_lead_to_one_move<G: Game>() {
    let rules = default_rules::<G>();
    walks::<G>(5, |step| {
        let Actor::Seat(seat) = step.by else { return };
        let view = step.before.view(Eye::Seat(seat));
        let scene = G::scene(Seen::Eye(Eye::Seat(seat), &view), &[]);
        assert!(scene.pieces.iter().all(|piece| (piece.at as usize) < scene.places.len()));
        assert!(scene.marks.iter().all(|mark| (mark.at as usize) < scene.places.len()));
        let mut moves = Vec::new();
        view.moves(step.by, &mut moves);
        let mut paths: Vec<_> = moves.iter().map(|m| G::clicks(&rules, m)).collect();
        for spot in paths.iter().flatten() {
            let there = match spot {
                Spot::Point(i) => (*i as usize) < scene.places.len(),
                Spot::Tray(i) => (*i as usize) < scene.tray.len(),
                Spot::Button(id) => scene.buttons.iter().any(|button| button.id == *id),
                Spot::Number(n) => scene.numbers.is_some_and(|(least, most)| (least..=most).contains(n)),
            };
            assert!(there, "{spot:?} is not on the scene of {:?}", step.before);
        }
        paths.sort_by_key(|path| format!("{path:?}"));
        for pair in paths.windows(2) {
            assert!(!pair[1].starts_with(&pair[0]), "{:?} leads into {:?}", pair[0], pair[1]);
        }
        // A scene draws what is there: that of the true position has as many pieces as an open view's.
        if !G::FACTS.hidden {
            let truth = G::scene(Seen::Truth(&step.before), &[]);
            assert_eq!(truth.pieces, scene.pieces);
        }
    });
}

/// Every act that a seat may play can be typed, in small letters too, and spoken: each spot on its way has a name of its own
/// in each language, among everything that can be chosen then.
pub fn acts_are_typed_and_spoken<G: Game>() {
    each_choice::<G>(|rules, _, seat, view, moves| {
        let scene = G::scene(Seen::Eye(Eye::Seat(seat), view), &[]);
        let mut spots = Vec::new();
        for m in moves {
            let text = write::<G>(m);
            for typed in [text.to_lowercase(), format!(" {text} "), text] {
                assert_eq!(G::read(&typed).as_ref(), Ok(m), "typed as {typed:?}");
            }
            spots.extend(G::clicks(rules, m));
        }
        spots.sort_by_key(|spot| format!("{spot:?}"));
        spots.dedup();
        for lang in [Lang::En, Lang::Zh] {
            let spoken: Vec<_> = spots
                .iter()
                .map(|spot| scene.called(*spot).unwrap_or_else(|| panic!("{spot:?} has no name")))
                .map(|say| if lang == Lang::Zh { say.zh } else { say.en })
                .collect();
            assert!(spoken.iter().all(|name| !name.trim().is_empty()), "{spoken:?}");
            let different: BTreeSet<_> = spoken.iter().collect();
            assert_eq!(different.len(), spoken.len(), "two spots are called the same: {spoken:?}");
        }
        let names: BTreeSet<_> = scene.places.iter().map(|place| &place.name).collect();
        assert_eq!(names.len(), scene.places.len(), "two places have one name");
    });
}

/// Clicks on places that begin an act mean one that begins so; of all others a rule says why they begin none.
pub fn other_clicks_break_a_rule<G: Game>() {
    let mut rng = Rng::new(11);
    each_choice::<G>(|rules, step, seat, view, moves| {
        let paths: Vec<_> = moves.iter().map(|m| G::clicks(rules, m)).collect();
        let places = G::scene(Seen::Eye(Eye::Seat(seat), view), &[]).places.len() as u16;
        let way: Option<Vec<u16>> = paths[rng.below(paths.len())].iter().map(|spot| point(*spot)).collect();
        // Only buttons and numbers can be chosen there; then the places are all that is left to click.
        let way = way.unwrap_or_else(|| vec![0]);
        for depth in 0..way.len() {
            let begun: Vec<_> = way[..depth].iter().map(|at| Spot::Point(*at)).collect();
            let open: BTreeSet<_> = paths
                .iter()
                .filter(|path| path.starts_with(&begun))
                .filter_map(|path| point(path[depth]))
                .collect();
            for at in 0..places {
                let clicked = [&way[..depth], &[at]].concat();
                let said = format!("clicks on {clicked:?} at {:?}", step.before);
                let meant = G::meant(view, seat, &clicked);
                if let Ok(m) = &meant {
                    let spots: Vec<_> = clicked.iter().map(|at| Spot::Point(*at)).collect();
                    assert!(G::clicks(rules, m).starts_with(&spots), "{said} mean {m:?}");
                }
                if open.contains(&at) {
                    assert!(meant.is_ok(), "{said} mean nothing");
                    continue;
                }
                let rule = match meant {
                    Ok(m) => view.check(step.by, &m).expect_err(&format!("{said} mean {m:?}")).rule,
                    Err(rule) => rule,
                };
                assert_ne!(rule.en, "not this seat's turn", "{said}");
                must_be_chinese(rule.zh, &said);
            }
        }
        // What nobody can click with a mouse is at least no end of the game.
        for clicked in [&[][..], &[u16::MAX], &[0; 50], &[places]] {
            let _ = G::meant(view, seat, clicked);
        }
    });
}

fn point(spot: Spot) -> Option<u16> {
    if let Spot::Point(at) = spot { Some(at) } else { None }
}

/// Shows, along random games of default rules and of each preset, what a seat that owes an act may play.
fn each_choice<G: Game>(mut see: impl FnMut(&RulesOf<G>, &Step<G>, Seat, &ViewOf<G>, &[MoveOf<G>])) {
    for (seed, options) in (0..).zip(option_sets::<G>()) {
        let rules = G::rules(&options).expect("presets are accepted");
        // The first is of default rules.
        for game in 0..if seed == 0 { 2 } else { 1 } {
            walk_from::<G>(G::Position::initial(&rules), &mut Rng::new(10 * seed + game), |step| {
                let Actor::Seat(seat) = step.by else { return };
                let view = step.before.view(Eye::Seat(seat));
                let mut moves = Vec::new();
                view.moves(step.by, &mut moves);
                see(&rules, step, seat, &view, &moves);
            });
        }
    }
}
