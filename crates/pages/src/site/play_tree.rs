//! What the script of a seat clicks: the acts as a tree, and the names of what lies beside the board.

use leitai_core::{Choice, Lang, Say, Scene, Spot};
use serde_json::{Map, Value};

/// A spot as the script names it: `p12`, `t3`, `bpass`, `n5`.
fn spot(spot: Spot) -> String {
    match spot {
        Spot::Point(at) => format!("p{at}"),
        Spot::Tray(at) => format!("t{at}"),
        Spot::Button(id) => format!("b{id}"),
        Spot::Number(number) => format!("n{number}"),
    }
}

/// The acts by what is clicked, one spot after the other; at the end of each path its text.
pub(super) fn tree(choices: &[Choice]) -> Value {
    let mut root = Map::new();
    for choice in choices {
        grow(&mut root, &choice.path, &choice.text);
    }
    Value::Object(root)
}

fn grow(tree: &mut Map<String, Value>, path: &[Spot], text: &str) {
    match path {
        [] => {}
        [last] => drop(tree.insert(spot(*last), Value::String(text.to_owned()))),
        [first, rest @ ..] => {
            let next = tree.entry(spot(*first)).or_insert_with(|| Value::Object(Map::new()));
            // No path is the beginning of another.
            if let Value::Object(next) = next {
                grow(next, rest, text);
            }
        }
    }
}

/// The names of what lies beside the board: pieces in the tray and buttons.
pub(super) fn beside(scene: &Scene, lang: Lang) -> Value {
    let tray = (0..).zip(&scene.tray).map(|(at, _)| Spot::Tray(at));
    let buttons = scene.buttons.iter().map(|button| Spot::Button(button.id));
    let named = tray.chain(buttons).filter_map(|it| {
        let Say { en, zh } = scene.called(it)?;
        Some((spot(it), Value::String(if lang == Lang::Zh { zh } else { en })))
    });
    named.collect::<Map<_, _>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_a_tree_of_what_is_clicked() {
        let choice = |text: &str, path: &[Spot]| Choice { text: text.to_owned(), path: path.to_vec() };
        let (a, b) = (Spot::Point(0), Spot::Point(7));
        let all = [
            choice("a-b", &[a, b]),
            choice("a1", &[a, Spot::Number(1)]),
            choice("pass", &[Spot::Button("pass")]),
        ];
        assert_eq!(tree(&all).to_string(), r#"{"bpass":"pass","p0":{"n1":"a1","p7":"a-b"}}"#);
    }
}
