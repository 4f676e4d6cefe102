//! Who draws first where lots are drawn by hand: by the names' pinyin, or by lot.

use leitai_core::sentence;
use pinyin::ToPinyin;

use crate::draw::lot;
use crate::{Entry, EntryId, Seed, Sentence};

/// How the order of drawing is determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawingOrder {
    /// By the pinyin of the names, character by character, then by tone.
    Pinyin,
    /// By lot, from the seed.
    Lot,
}

/// The entries in the order in which they draw, with the reason: 按队名拼音次序, or drawn by computer. Of characters
/// with several readings the most usual one counts; what is not written in Chinese characters is compared letter by
/// letter, without regard to capitals. Names that read alike are in the order of their characters.
pub fn drawing_order(entries: &[Entry], how: DrawingOrder, seed: &Seed) -> (Vec<EntryId>, Sentence) {
    match how {
        DrawingOrder::Lot => {
            let drawn = lot(seed, "order of drawing", entries.iter().map(|entry| entry.id));
            (drawn.order, drawn.why)
        }
        DrawingOrder::Pinyin => {
            let mut read: Vec<(Vec<String>, &Entry)> =
                entries.iter().map(|entry| (syllables(&entry.name), entry)).collect();
            read.sort_by(|(one, a), (other, b)| (one, &a.name, a.id).cmp(&(other, &b.name, b.id)));
            let said: Vec<String> =
                read.iter().map(|(read, entry)| format!("{} ({})", entry.name, read.join(" "))).collect();
            let why = sentence!("order of drawing by pinyin: {said}", "按队名拼音次序抽签：{said}"; said);
            (read.into_iter().map(|(_, entry)| entry.id).collect(), why)
        }
    }
}

/// A name as it is read: a syllable with its tone for each Chinese character, and each run of other characters that
/// are no spaces, in small letters.
fn syllables(name: &str) -> Vec<String> {
    let mut read: Vec<String> = Vec::new();
    let mut is_run = false;
    for (character, pinyin) in name.chars().zip(name.to_pinyin()) {
        match pinyin {
            Some(pinyin) => {
                read.push(pinyin.with_tone_num_end().to_owned());
                is_run = false;
            }
            None if character.is_whitespace() => is_run = false,
            None => {
                if !is_run {
                    read.push(String::new());
                }
                is_run = true;
                if let Some(run) = read.last_mut() {
                    run.extend(character.to_lowercase());
                }
            }
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    fn entries(names: &[&str]) -> Vec<Entry> {
        (0..).zip(names).map(|(id, name)| Entry::new(id, *name)).collect()
    }

    #[test]
    fn names_are_in_the_order_of_their_pinyin_and_tones() {
        let names = ["张三队", "妈妈队", "Beta", "马上队", "麻将队", "alpha", "安徽队", "安", "马 上队"];
        let entries = entries(&names);
        let (order, why) = drawing_order(&entries, DrawingOrder::Pinyin, &Seed::new("s"));
        let drawn: Vec<&str> = order.iter().map(|id| names[id.index()]).collect();
        assert_eq!(
            drawn,
            ["alpha", "安", "安徽队", "Beta", "妈妈队", "麻将队", "马 上队", "马上队", "张三队"]
        );
        assert!(why.to(Lang::Zh).contains("安徽队 (an1 hui1 dui4)"), "{why:?}");
    }

    #[test]
    fn by_lot_it_is_drawn_as_any_other_lot() {
        let entries = entries(&["甲", "乙", "丙"]);
        let (order, why) = drawing_order(&entries, DrawingOrder::Lot, &Seed::new("s"));
        assert_eq!(order.len(), 3);
        assert!(why.to(Lang::En).starts_with("lot \"order of drawing\": e"), "{why:?}");
        assert_eq!(drawing_order(&entries, DrawingOrder::Lot, &Seed::new("s")).0, order);
    }
}
