//! Records that were tampered with.

use crate::play::{play, table, verifies};
use leitai_catalog::Replay;
use leitai_core::{Lang, Line, Record};
use leitai_fuzz::{Bytes, fuzz, game, ruled};

/// A record with changed bytes, numbers or whole lines.
fn changed(text: &str, bytes: &mut Bytes<'_>) -> String {
    let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    for _ in 0..=bytes.below(2) {
        let (one, other) = (bytes.below(lines.len()), bytes.below(lines.len()));
        match bytes.below(6) {
            0 => drop(lines.remove(one)),
            1 => lines.swap(one, other),
            2 => lines.insert(one, lines[other].clone()),
            3 => lines[one] = values_of(&lines[one], &lines[other], bytes),
            _ => lines[one] = bytes.mangled(&lines[one]),
        }
        if lines.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&lines.join(&b'\n')).into_owned()
}

/// `line` with one of its texts replaced by a text of another line.
fn values_of(line: &[u8], other: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let mut texts: Vec<&[u8]> = line.split(|byte| *byte == b'"').collect();
    let others: Vec<&[u8]> = other.split(|byte| *byte == b'"').collect();
    let at = bytes.below(texts.len());
    texts[at] = others[bytes.below(others.len())];
    texts.join(&b'"')
}

#[test]
fn changed_records_are_read_or_refused() {
    fuzz!(60, |bytes: &mut Bytes<'_>| {
        let game = game(bytes);
        let ruled = ruled(game, bytes);
        let text = play(&mut *table(&*ruled, bytes), bytes);
        verifies(&text);
        for _ in 0..8 {
            let text = changed(&text, bytes);
            let record = match Record::read(&text) {
                Ok(record) => record,
                Err(error) => {
                    assert!((1..=text.lines().count().max(1)).contains(&error.line), "{error}");
                    assert!(!error.what.to(Lang::En).is_empty());
                    continue;
                }
            };
            let mut written = Vec::new();
            Line::Game(record.about.clone()).write(&mut written);
            record.lines.iter().for_each(|(_, line)| line.write(&mut written));
            record.end.iter().for_each(|end| Line::End(end.clone()).write(&mut written));
            let written = String::from_utf8(written).expect("text");
            let again = Record::read(&written).expect("what was written is read");
            assert_eq!((&again.about, &again.end), (&record.about, &record.end));
            assert!(again.lines.iter().map(|(_, line)| line).eq(record.lines.iter().map(|(_, line)| line)));
            if let Err(error) = Replay::open(record).and_then(Replay::verify) {
                assert!((1..=text.lines().count() + 1).contains(&error.line), "{error}");
                assert!(!error.what.to(Lang::En).is_empty());
            }
        }
    });
}
