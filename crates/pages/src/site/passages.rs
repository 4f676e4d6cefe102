//! A source with the passages that it has in common with another.

use crate::html::Html;
use leitai_likeness::Pair;

/// Colours of passages, used in turn.
const COLOURS: usize = 6;

/// The source on one side, each of its passages a link to its place on the other.
pub fn passages(pair: &Pair, side: usize, text: &[u8]) -> Html {
    let mut places: Vec<_> =
        pair.passages.iter().map(|passage| &passage.at[side].bytes).enumerate().collect();
    places.sort_by_key(|(_, bytes)| bytes.start);
    let between = std::iter::once(0).chain(places.iter().map(|(_, bytes)| bytes.end));
    let shown = |from: usize, to: usize| String::from_utf8_lossy(&text[from..to]);
    let (mine, other) = if side == 0 { ("a", "b") } else { ("b", "a") };
    let last = places.last().map_or(0, |(_, bytes)| bytes.end);
    html! {
        @for (at, (number, bytes)) in between.zip(&places) {
            (shown(at, bytes.start))
            a class={ "c" (number % COLOURS) } id={ (mine) (number) } href={ "#" (other) (number) } {
                (shown(bytes.start, bytes.end))
            }
        }
        (shown(last, text.len()))
    }
}
