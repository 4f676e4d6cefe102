//! At each step, a changing drawing shows what a picture of that step alone shows, whatever the game.

use crate::scenes;
use leitai_catalog::{GAMES, ListedGame, Setup};
use leitai_core::{Act, Actor, Dice, Lang, Outbox, Rng, Scene, Seat, Span, Staging, Table, Turn, Viewer};
use leitai_draw::{Caption, Patch, Steps, Svg, svg};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::time::Duration;

/// The most acts of one game; setting up a luzhanqi army takes 25.
const MOST: usize = 120;

const VIEWERS: [Viewer; 3] = [Viewer::Arbiter, Viewer::Seat(Seat::First), Viewer::Spectator];

/// The scenes of a random game.
pub(crate) fn scenes(game: ListedGame, who: Viewer, seed: u64) -> Vec<Scene> {
    let dice = Dice::from_hex(&"5".repeat(64));
    let mut table = game.open(&Setup::default()).expect("default rules").table(Staging::default(), dice);
    table.begin([None; 2], &mut Outbox::default());
    let (mut rng, mut scenes) = (Rng::new(seed), vec![table.scene(who)]);
    while scenes.len() < MOST && play(&mut *table, &mut rng) {
        scenes.push(table.scene(who));
    }
    scenes
}

fn play(table: &mut dyn Table, rng: &mut Rng) -> bool {
    let turn = table.turn();
    let Some(seat) = Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat))) else { return false };
    let choices = table.choices(seat);
    let act = [choices[rng.below(choices.len())].text.as_str()];
    let act = Act::Play { by: Actor::Seat(seat), acts: &act, span: Span::Part };
    table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("it was offered");
    !matches!(table.turn(), Turn::Over(_))
}

/// The visible content of a drawing: the elements of each layer, without number, steps and spoken name.
fn seen(drawn: &str) -> BTreeSet<String> {
    let document = Document::parse(drawn).expect("XML");
    let mut seen = BTreeSet::new();
    let layers = document.root_element().children().filter(|node| node.has_tag_name("g"));
    layers.for_each(|layer| layer.children().for_each(|node| see(node, &mut seen)));
    seen
}

fn attributes(node: Node<'_, '_>) -> Vec<String> {
    let unseen = ["data-i", "data-s", "role", "aria-label"];
    let seen = node.attributes().filter(|attribute| !unseen.contains(&attribute.name()));
    seen.map(|attribute| format!("{}={}", attribute.name(), attribute.value())).collect()
}

fn see(node: Node<'_, '_>, seen: &mut BTreeSet<String>) {
    if !node.is_element() || node.attribute("visibility") == Some("hidden") {
        return;
    }
    if node.has_tag_name("g") && attributes(node).is_empty() {
        return node.children().for_each(|node| see(node, seen));
    }
    let parts = node.descendants().filter(Node::is_element);
    let parts = parts.map(|part| format!("{:?} {:?}", part.tag_name(), (attributes(part), part.text())));
    seen.insert(parts.collect());
}

/// The content of a picture of the scene alone.
fn pictured(scene: &Scene) -> BTreeSet<String> {
    seen(&svg(scene, Svg { caption: Caption::None, ..Svg::default() }))
}

fn both(steps: &Steps, at: usize, all: bool) -> BTreeSet<String> {
    let tray = steps.tray(at, all).map_or(BTreeSet::new(), |tray| seen(&tray));
    seen(&steps.sheet(at, all)).into_iter().chain(tray).collect()
}

/// Where the layer with that name ends in a page.
fn end_of(page: &str, layer: &str) -> usize {
    let start = page.find(&format!("<g data-l=\"{layer}\"")).expect("every layer is there");
    let rest = &page[start + 1..];
    start + 1 + rest.find("<g data-l=").or(rest.find("</svg>")).expect("it ends") - "</g>\n".len()
}

/// Applies a patch to a page.
fn patched(mut page: String, patch: &Patch, known: usize) -> String {
    for (id, body) in &patch.looks {
        if let Some(end) = page.find("</defs>") {
            page.insert_str(end, &format!("<g id=\"{id}\">{body}</g>\n"));
        }
    }
    for (number, (layer, drawn)) in (known..).zip(&patch.add) {
        if page.contains(&format!("data-l=\"{layer}\"")) {
            let name = drawn.find([' ', '>']).expect("an element");
            let marks = format!(" data-i=\"{number}\" data-s=\"{}\"", patch.step);
            let new = format!("{}{marks}{}\n", &drawn[..name], &drawn[name..]);
            page.insert_str(end_of(&page, layer), &new);
        }
    }
    for number in patch.on.iter().chain(&patch.off) {
        let mark = format!(" data-i=\"{number}\" data-s=\"");
        let Some(at) = page.find(&mark) else { continue };
        let end = at + mark.len() + page[at + mark.len()..].find('"').expect("it is quoted");
        page.insert_str(end, &format!(" {}", patch.step));
        let end = end + 2 + patch.step.to_string().len();
        let hidden = " visibility=\"hidden\"";
        if patch.on.contains(number) {
            assert!(page[end..].starts_with(hidden), "{number} was hidden");
            page.replace_range(end..end + hidden.len(), "");
        } else {
            page.insert_str(end, hidden);
        }
    }
    page
}

/// Pushes the scenes, and checks each patch against the pages before and after it.
fn grown(scenes: &[Scene], what: &str) -> Steps {
    let mut steps = Steps::new(Lang::En);
    let (mut sheet, mut tray) = (String::new(), None);
    let mut known = 0;
    for (at, scene) in scenes.iter().enumerate() {
        let patch = steps.push(scene);
        let (now, tray_now) = (steps.sheet(at, true), steps.tray(at, true));
        assert_eq!(patch.step, at);
        assert!(at > 0 || patch.view.is_some());
        if patch.view.is_none() {
            assert_eq!(patched(sheet, &patch, known), now, "{what}, step {at}");
        }
        if let (Some(tray), Some(now), None) = (tray, &tray_now, &patch.tray) {
            assert_eq!(&patched(tray, &patch, known), now, "{what}, tray at step {at}");
        }
        known += patch.add.len();
        (sheet, tray) = (now, tray_now);
    }
    steps
}

#[test]
fn every_step_of_every_game_shows_what_its_picture_shows() {
    for (seed, game) in (1..).zip(GAMES) {
        let viewers = if game.facts().hidden { &VIEWERS[..] } else { &VIEWERS[..1] };
        for &who in viewers {
            let what = format!("{} for {who:?}", game.facts().id);
            let scenes = scenes(*game, who, seed);
            assert!(scenes.len() > 4, "{what}: {} steps", scenes.len());
            let steps = grown(&scenes, &what);
            let mut before: Option<Scene> = None;
            for (at, mut scene) in scenes.into_iter().enumerate() {
                if let Some(before) = &before {
                    scene.follow(before);
                }
                let pictured = pictured(&scene);
                assert_eq!(both(&steps, at, true), pictured, "{what}, step {at}");
                assert_eq!(both(&steps, at, false), pictured, "{what}, step {at} alone");
                before = Some(scene);
            }
        }
    }
}

#[test]
fn of_a_board_nothing_is_drawn_twice_and_its_view_stays() {
    for game in GAMES {
        let mut steps = Steps::new(Lang::Zh);
        let id = game.facts().id;
        for (at, scene) in scenes(*game, Viewer::Arbiter, 7).iter().enumerate() {
            let patch = steps.push(scene);
            let boards = patch.add.iter().filter(|(_, drawn)| drawn.starts_with("<g>\n")).count();
            assert_eq!(boards > 0, at == 0, "{id}, step {at}");
            assert_eq!(patch.view.is_some(), at == 0, "{id}, step {at}");
        }
    }
}

#[test]
fn another_board_takes_the_place_of_the_first() {
    let all = [scenes::wood(), scenes::squares(), scenes::hostile(), scenes::edges(), scenes::wood()];
    let steps = grown(&all, "boards");
    for (at, scene) in all.iter().enumerate() {
        assert_eq!(both(&steps, at, true).len(), pictured(scene).len(), "step {at}");
    }
    let labels = |at| both(&steps, at, false);
    assert_eq!(labels(0), labels(4));
}

#[test]
fn the_rules_show_each_step_by_its_number_alone() {
    let frames = scenes::tictactoe(scenes::WON);
    let mut steps = Steps::new(Lang::En);
    for frame in &frames {
        steps.push(frame);
    }
    let rules = steps.rules();
    assert!(rules.contains("[data-s=\"3\"]{opacity:calc(var(--at) - 3 + 1)}"), "{rules}");
    assert!(
        rules.contains("[data-s=\"1 2\"]{opacity:calc(min(var(--at) - 1 + 1,2 - var(--at)))}"),
        "{rules}"
    );
    let sheet = steps.sheet(5, true);
    let mut used: BTreeSet<_> =
        sheet.split("data-s=\"").skip(1).filter_map(|it| it.split('"').next()).collect();
    used.remove("0");
    assert_eq!(rules.lines().count(), 1 + used.len(), "one rule for each");
}
