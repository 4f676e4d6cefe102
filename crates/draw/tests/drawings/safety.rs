//! What no drawing may do, whatever the scene contains.

use crate::{games, scenes};
use leitai_core::{Lang, Scene};
use leitai_draw::{Caption, Film, Numbers, Svg, Terminal, clean, cut, film, pad, svg, terminal, width};
use roxmltree::Document;

fn all() -> Vec<Scene> {
    let mut all = scenes::tictactoe(scenes::DRAWN);
    all.extend(scenes::tictactoe(scenes::WON));
    all.extend(scenes::full_size(3));
    all.extend([scenes::wood(), scenes::squares(), scenes::hexagons(), scenes::edges(), scenes::stations()]);
    all.extend(games::all());
    all.extend([scenes::hostile(), scenes::broken()]);
    all
}

fn hostile_style(lang: Lang) -> Svg<'static> {
    let text = scenes::HOSTILE;
    Svg { lang, title: Some(text), caption: Caption::Text(text), numbers: &[(40, 1), (9999, 2)] }
}

fn assert_tame(drawn: &str, and_allowed: &[char]) {
    for c in drawn.chars() {
        let is_hidden =
            matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let is_control = c.is_control() && c != '\n' && !and_allowed.contains(&c);
        assert!(!is_hidden && !is_control, "{c:?} stands raw in a drawing");
    }
}

#[test]
fn every_svg_is_well_formed() {
    for scene in all() {
        for lang in [Lang::En, Lang::Zh] {
            for style in [Svg { lang, ..Svg::default() }, hostile_style(lang)] {
                let drawn = svg(&scene, style);
                let document = Document::parse(&drawn).expect("XML");
                let root = document.root_element();
                assert_eq!(root.tag_name().name(), "svg");
                assert_eq!(root.attribute("role"), Some("img"));
                assert_eq!(root.first_element_child().map(|e| e.tag_name().name()), Some("title"));
                let known = ["svg", "title", "desc", "defs", "g", "use", "rect", "circle", "path", "text"];
                for element in document.descendants().filter(roxmltree::Node::is_element) {
                    assert!(known.contains(&element.tag_name().name()), "{element:?} was smuggled in");
                }
                assert_tame(&drawn, &[]);
            }
        }
    }
}

#[test]
fn every_piece_has_a_spoken_name_and_a_look() {
    for (scene, lang, name) in [
        (scenes::wood(), Lang::En, "black stone at E5"),
        (scenes::wood(), Lang::Zh, "D7 白子"),
        (scenes::squares(), Lang::En, "white king at 7,6"),
    ] {
        let drawn = svg(&scene, Svg { lang, ..Svg::default() });
        let document = Document::parse(&drawn).expect("XML");
        let uses = || document.descendants().filter(|node| node.tag_name().name() == "use");
        assert_eq!(uses().count(), scene.pieces.len());
        assert!(uses().any(|piece| piece.attribute("aria-label") == Some(name)), "no {name}");
        for piece in uses() {
            let id = piece.attribute("href").and_then(|href| href.strip_prefix('#')).expect("a look");
            assert!(document.descendants().any(|node| node.attribute("id") == Some(id)), "{id} is not drawn");
        }
    }
}

#[test]
fn hostile_texts_never_reach_a_terminal() {
    for color in [false, true] {
        for names in [false, true] {
            for scene in all() {
                let drawn = terminal(&scene, Terminal { color, names, ..Terminal::default() });
                assert_tame(&drawn, if color { &['\x1b'] } else { &[] });
                // Our own escapes all have the same form.
                for escape in drawn.split('\x1b').skip(1) {
                    let (codes, _) = escape.split_once('m').expect("an escape ends");
                    assert!(codes.starts_with("[0"), "{codes} is not ours");
                    assert!(codes[1..].split(';').all(|code| code.parse::<u8>().is_ok()), "{codes}");
                }
            }
        }
    }
}

#[test]
fn colours_change_nothing_of_what_is_written() {
    let plain = |drawn: &str| {
        let mut parts = drawn.split('\x1b');
        let mut text = parts.next().unwrap_or_default().to_owned();
        text.extend(parts.filter_map(|part| part.split_once('m')).map(|(_, after)| after));
        text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
    };
    for scene in [scenes::wood(), scenes::hexagons(), scenes::edges(), scenes::stations()] {
        let style = Terminal::default();
        let bare = terminal(&scene, style);
        assert_eq!(plain(&terminal(&scene, Terminal { color: true, ..style })), plain(&bare));
    }
}

#[test]
fn boards_hold_no_character_of_uncertain_width() {
    for scene in all() {
        for color in [false, true] {
            let drawn = terminal(&scene, Terminal { color, ..Terminal::default() });
            let board = drawn.split("\n\n").next().unwrap_or_default();
            assert!(board.is_ascii(), "{board}");
        }
    }
}

#[test]
fn a_scene_that_does_not_fit_itself_is_drawn_as_far_as_it_goes() {
    let broken = scenes::broken();
    let text = terminal(&broken, Terminal::default());
    assert!(text.contains("[X]") && text.len() < 1000, "{text}");
    assert!(svg(&broken, Svg::default()).contains("black stone at E5"));
    assert!(film(&[broken], Film::default()).contains("<use href=\"#lt-black-stone\""));
}

#[test]
fn a_film_holds_every_frame_and_shows_the_last_one_still() {
    let frames = scenes::tictactoe(scenes::WON);
    let drawn = film(&frames, Film { seconds_a_frame: 1.0, pause: 4.0, ..Film::default() });
    let document = Document::parse(&drawn).expect("XML");
    let uses = document.descendants().filter(|node| node.tag_name().name() == "use").count();
    assert_eq!(uses, 5, "each of the five marks is drawn once");
    let style = document.descendants().find(|node| node.tag_name().name() == "style").expect("animations");
    let css = style.text().expect("animations");
    assert!(css.contains("10.000s") && css.contains("prefers-reduced-motion:no-preference"));
    // The X in the middle appears with the second of ten seconds and stays.
    assert!(css.contains("{0%{visibility:hidden}10%{visibility:visible}to{visibility:visible}}"));
    // Outside the animations, only what the last frame lacks is hidden: four last-move marks.
    assert_eq!(drawn.matches(" visibility=\"hidden\"").count(), 4, "{drawn}");
}

#[test]
fn odd_films_are_films() {
    let none = film(&[], Film::default());
    assert!(Document::parse(&none).is_ok());
    let one = film(&[scenes::wood()], Film { seconds_a_frame: f64::NAN, pause: -1.0, ..Film::default() });
    assert!(Document::parse(&one).is_ok() && !one.contains("@media"));
    let hostile = Film { title: Some(scenes::HOSTILE), seconds_a_frame: f64::INFINITY, ..Film::default() };
    let hostile = film(&[scenes::hostile(), scenes::wood()], hostile);
    assert!(Document::parse(&hostile).is_ok());
    assert_tame(&hostile, &[]);
}

#[test]
fn arcs_run_clockwise_the_whole_way() {
    let drawn = svg(&games::surakarta(), Svg::default());
    // The outer arc at the top left: from the end of row 4 up and over to column c.
    assert!(drawn.contains(r#"d="M230 430A200 200 0 1 1 430 230""#), "three quarters of a circle");
}

#[test]
fn a_hidden_tablet_says_nothing() {
    let scene = games::luzhanqi();
    let drawn = svg(&scene, Svg::default());
    let document = Document::parse(&drawn).expect("XML");
    let looks =
        document.descendants().filter(|node| node.tag_name().name() == "g" && node.has_attribute("id"));
    let says = |node: roxmltree::Node| node.descendants().any(|part| part.tag_name().name() == "text");
    let (red, blue): (Vec<_>, Vec<_>) =
        looks.partition(|look| look.attribute("id").is_some_and(|id| id.contains("red")));
    assert!(red.len() == 12 && red.into_iter().all(says), "twelve ranks bear their characters");
    assert!(blue.len() == 1 && !blue.into_iter().any(says), "all backs are one");
}

#[test]
fn marks_are_spoken_of() {
    let drawn = svg(&games::gomoku(), Svg { lang: Lang::Zh, ..Svg::default() });
    assert!(drawn.contains("I8 黑方禁着点") && drawn.contains("J10 备选打点"));
    let drawn = svg(&games::phantom_go(), Svg::default());
    assert_eq!(drawn.matches(" refused in this turn\"").count(), 4);
    let drawn = svg(&games::counted(), Svg::default());
    assert!(drawn.contains("H6 dead") && drawn.contains("B5 dead"));
}

#[test]
fn a_long_game_is_a_small_film() {
    let frames = scenes::full_size(300);
    let drawn = film(&frames, Film::default());
    assert!(Document::parse(&drawn).is_ok());
    assert!(drawn.len() < 256 * 1024, "{} bytes", drawn.len());
}

#[test]
fn drawings_are_the_same_every_time() {
    let frames = scenes::full_size(20);
    assert_eq!(film(&frames, Film::default()), film(&frames, Film::default()));
    assert_eq!(svg(&frames[20], Svg::default()), svg(&frames[20], Svg::default()));
}

#[test]
fn stones_are_numbered_as_they_came() {
    let mut numbers = Numbers::default();
    let frames = scenes::full_size(4);
    assert_eq!(numbers.follow(&frames[1]), [], "what stood at the start has no number");
    let at = |n: usize| frames[n].marks[0].at;
    let mut expected = vec![(at(2), 1), (at(3), 2)];
    expected.sort_unstable();
    numbers.follow(&frames[2]);
    assert_eq!(numbers.follow(&frames[3]), expected);
    // A stone that was captured and played again has the number of the later move.
    assert_eq!(numbers.follow(&frames[2]), [(at(2), 1)]);
    expected = vec![(at(2), 1), (at(3), 3)];
    expected.sort_unstable();
    assert_eq!(numbers.follow(&frames[3]), expected);
}

#[test]
fn widths_are_columns() {
    assert_eq!(width("H8"), 2);
    assert_eq!(width("擂台"), 4);
    assert_eq!(width("e\u{301}"), 1);
    assert_eq!(pad("擂台", 6), "擂台  ");
    assert_eq!(pad("擂台", 3), "擂台");
    assert_eq!(pad("", 2), "  ");
    assert_eq!(cut("擂台赛", 6), "擂台赛");
    assert_eq!(cut("擂台赛程", 6), "擂...");
    assert_eq!(cut("leitai", 5), "le...");
    assert_eq!(cut("leitai", 2), "..");
    assert_eq!(cut("leitai", 0), "");
    for text in ["擂台赛程表", "a擂b台c", "leitai"] {
        for columns in 0..12 {
            assert!(width(&cut(text, columns)) <= columns);
            assert!(width(&pad(text, columns)) >= columns);
        }
    }
}

#[test]
fn clean_texts_hide_nothing() {
    assert_eq!(clean("a\tb\r\nc"), "a b  c");
    assert_eq!(clean("\x1b[31m"), "?[31m");
    assert_eq!(clean("ad\u{200b}min\u{202e}"), "ad?min?");
    assert_eq!(clean("擂台 Lisi é"), "擂台 Lisi é");
}
