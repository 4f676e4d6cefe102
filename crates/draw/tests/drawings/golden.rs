//! Drawings as files under `tests/golden`. `UPDATE_GOLDEN=1 cargo test -p leitai-draw` rewrites them.

use crate::{games, scenes};
use leitai_core::Lang;
use leitai_draw::{Caption, Film, Svg, Terminal, film, svg, terminal};
use std::path::Path;

fn golden(name: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, drawn).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = expected.lines().zip(drawn.lines()).position(|(a, b)| a != b).map(|line| line + 1);
    assert!(
        expected == drawn,
        "{name} has changed, first at line {differs:?}; is it better? UPDATE_GOLDEN=1"
    );
}

const EN: Terminal = Terminal { color: false, lang: Lang::En, names: false, tight: false };
const ZH: Terminal = Terminal { lang: Lang::Zh, ..EN };
const COLOR: Terminal = Terminal { color: true, ..EN };
const NAMES: Terminal = Terminal { names: true, ..EN };

#[test]
fn tictactoe_in_the_terminal() {
    let frames = scenes::tictactoe(scenes::WON);
    golden("tictactoe-empty.txt", &terminal(&frames[0], EN));
    golden("tictactoe-names.txt", &terminal(&frames[3], NAMES));
    golden("tictactoe-won.txt", &terminal(&frames[5], ZH));
    golden("tictactoe-won-color.txt", &terminal(&frames[5], COLOR));
    golden("tictactoe-drawn.txt", &terminal(&scenes::tictactoe(scenes::DRAWN)[9], EN));
}

#[test]
fn boards_in_the_terminal() {
    golden("wood.txt", &terminal(&scenes::wood(), ZH));
    golden("wood-names.txt", &terminal(&scenes::wood(), NAMES));
    golden("wood-color.txt", &terminal(&scenes::wood(), COLOR));
    golden("full-size.txt", &terminal(&scenes::full_size(40)[40], EN));
    golden("squares.txt", &terminal(&scenes::squares(), EN));
    golden("squares-color.txt", &terminal(&scenes::squares(), Terminal { color: true, ..ZH }));
    golden("hexagons.txt", &terminal(&scenes::hexagons(), EN));
    golden("hexagons-color.txt", &terminal(&scenes::hexagons(), COLOR));
    golden("edges.txt", &terminal(&scenes::edges(), EN));
    golden("stations.txt", &terminal(&scenes::stations(), EN));
}

#[test]
fn boards_as_svg() {
    let en = Svg::default();
    let zh = Svg { lang: Lang::Zh, ..en };
    golden("tictactoe-won.svg", &svg(scenes::tictactoe(scenes::WON).last().expect("a frame"), en));
    golden("tictactoe-drawn.svg", &svg(&scenes::tictactoe(scenes::DRAWN)[9], zh));
    let numbers = [(20, 1), (21, 2), (30, 3), (32, 4), (60, 5), (41, 10), (40, 11), (0, 100)];
    golden("wood.svg", &svg(&scenes::wood(), Svg { title: Some("张三 – Lisi"), ..zh }));
    golden("wood-numbers.svg", &svg(&scenes::wood(), Svg { numbers: &numbers, ..en }));
    golden("full-size.svg", &svg(&scenes::full_size(80)[80], Svg { title: Some("A – B"), ..en }));
    golden("squares.svg", &svg(&scenes::squares(), zh));
    golden("hexagons.svg", &svg(&scenes::hexagons(), Svg { caption: Caption::Text("Hex 5×5"), ..en }));
    golden("edges.svg", &svg(&scenes::edges(), en));
    golden("stations.svg", &svg(&scenes::stations(), en));
}

#[test]
fn a_game_as_film() {
    let frames = scenes::tictactoe(scenes::WON);
    golden("tictactoe-film.svg", &film(&frames, Film { title: Some("X – O"), ..Film::default() }));
    let heads = ["1/5 X 0.1 s".to_owned(), "2/5 <O>".to_owned()];
    let told = film(&frames, Film { heads: &heads, can_pause: true, ..Film::default() });
    assert!(told.contains("1/5 X 0.1 s") && told.contains("2/5 &lt;O&gt;"));
    assert!(roxmltree::Document::parse(&told).is_ok() && told.contains("<script>"));
}

#[test]
fn games_in_the_terminal() {
    golden("dots.txt", &terminal(&games::dots(), EN));
    golden("dots-color.txt", &terminal(&games::dots(), COLOR));
    golden("surakarta.txt", &terminal(&games::surakarta(), ZH));
    golden("amazons.txt", &terminal(&games::amazons(), EN));
    golden("amazons-color.txt", &terminal(&games::amazons(), COLOR));
    golden("einstein.txt", &terminal(&games::einstein(), EN));
    golden("einstein-color.txt", &terminal(&games::einstein(), COLOR));
    golden("luzhanqi.txt", &terminal(&games::luzhanqi(), EN));
    golden("luzhanqi-zh.txt", &terminal(&games::luzhanqi(), ZH));
    golden("luzhanqi-color.txt", &terminal(&games::luzhanqi(), COLOR));
    golden("hex.txt", &terminal(&games::hex(), EN));
    golden("hex-color.txt", &terminal(&games::hex(), COLOR));
    golden("gomoku.txt", &terminal(&games::gomoku(), ZH));
    golden("gomoku-color.txt", &terminal(&games::gomoku(), COLOR));
    golden("phantom-go.txt", &terminal(&games::phantom_go(), EN));
    golden("counted.txt", &terminal(&games::counted(), EN));
    golden("counted-color.txt", &terminal(&games::counted(), COLOR));
}

#[test]
fn games_as_svg() {
    let en = Svg::default();
    let zh = Svg { lang: Lang::Zh, ..en };
    golden("dots.svg", &svg(&games::dots(), zh));
    golden("surakarta.svg", &svg(&games::surakarta(), en));
    golden("amazons.svg", &svg(&games::amazons(), en));
    golden("einstein.svg", &svg(&games::einstein(), zh));
    golden("luzhanqi.svg", &svg(&games::luzhanqi(), zh));
    golden("hex.svg", &svg(&games::hex(), en));
    golden("gomoku.svg", &svg(&games::gomoku(), zh));
    golden("phantom-go.svg", &svg(&games::phantom_go(), en));
    golden("counted.svg", &svg(&games::counted(), en));
}
