//! The legend of a picture: what occurs in it, and nothing else.

use crate::{games, scenes};
use leitai_core::{Lang, MarkKind, Say, Scene};
use leitai_draw::{Caption, Film, Svg, film, legend, says, svg};

fn english(scene: &Scene) -> Vec<String> {
    legend(scene).into_iter().map(|say| say.en).collect()
}

#[test]
fn a_legend_names_each_sign_that_occurs() {
    assert_eq!(english(&games::gomoku()), ["red ×: forbidden to black", "letters: offered"]);
    assert_eq!(english(&games::phantom_go()), ["red ring: refused in this turn"]);
    assert_eq!(english(&games::counted()), ["struck out: dead"]);
    assert_eq!(english(&games::amazons()), ["dark square: burnt by an arrow"]);
    assert_eq!(english(&games::einstein()), ["gold rim: may move"]);
    assert_eq!(english(&games::dots()), ["gold box: three sides drawn"]);
    let mut fewer = games::gomoku();
    fewer.marks.retain(|mark| matches!(mark.kind, MarkKind::Offered(_)));
    assert_eq!(english(&fewer), ["letters: offered"]);
    assert_eq!(english(&games::surakarta()), [""; 0], "nothing needs an explanation");
}

#[test]
fn the_legend_is_one_sentence_below_the_others() {
    let scene = games::gomoku();
    let expected = Say {
        en: "red ×: forbidden to black; letters: offered".to_owned(),
        zh: "红叉：黑方禁着点；字母：备选打点".to_owned(),
    };
    assert_eq!(says(&scene)[scene.says.len()..], [expected]);
    assert_eq!(says(&games::surakarta()), games::surakarta().says);
}

#[test]
fn pictures_and_films_have_their_legend() {
    let scene = games::counted();
    let drawn = svg(&scene, Svg { lang: Lang::Zh, ..Svg::default() });
    assert!(drawn.contains(">打叉：死子</text>"));
    let drawn = film(&[scenes::wood(), scene.clone()], Film::default());
    assert!(drawn.contains(">struck out: dead</text>"));
    let drawn = svg(&scene, Svg { caption: Caption::None, ..Svg::default() });
    assert!(!drawn.contains(">struck out"));
}

#[test]
fn a_caption_does_not_say_twice_why_the_game_is_over() {
    let mut scene = games::counted();
    scene.says =
        vec![Say { en: "black: has the larger area".to_owned(), zh: "黑方胜：数子较多".to_owned() }];
    let end = "A wins: has the larger area";
    let drawn = svg(&scene, Svg { caption: Caption::Over(end), ..Svg::default() });
    assert_eq!(drawn.matches("larger area</text>").count(), 1);
    assert!(drawn.contains(end));
}
