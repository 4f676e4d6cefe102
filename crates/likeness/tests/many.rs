//! Many sources at once: the time it takes, and that copies among them are found.

use leitai_likeness::{Source, Thresholds, compare};
use std::io::Write;
use std::time::Instant;

/// Pseudo-random numbers.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 31)) % end
    }

    fn name(&mut self) -> String {
        format!("n{}", self.below(40))
    }

    fn value(&mut self, depth: u64) -> String {
        match self.below(if depth == 0 { 2 } else { 6 }) {
            0 => self.name(),
            1 => self.below(100).to_string(),
            2 => format!("{}[{}]", self.name(), self.value(depth - 1)),
            3 => format!("{}({}, {})", self.name(), self.value(depth - 1), self.value(depth - 1)),
            4 => format!("({} - {})", self.value(depth - 1), self.value(depth - 1)),
            _ => format!(
                "{} {} {}",
                self.value(depth - 1),
                ["+", "*", "<", "==", "&", "%"][self.below(6) as usize],
                self.value(depth - 1)
            ),
        }
    }

    fn program(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            let line = match self.below(7) {
                0 => format!("if ({}) {{\n", self.value(3)),
                1 => "}\n".to_owned(),
                2 => format!(
                    "for (int {} = {}; {}; {}++)\n",
                    self.name(),
                    self.value(1),
                    self.value(2),
                    self.name()
                ),
                3 => format!("return {};\n", self.value(3)),
                4 => format!("int {}(int {}, int {}) {{\n", self.name(), self.name(), self.name()),
                _ => format!("{} = {};\n", self.value(1), self.value(3)),
            };
            text.push_str(&line);
        }
        text
    }
}

/// Twenty sources; with `LEITAI_LONG` five hundred of 20 KB, as at a large event.
#[test]
fn copies_among_many_are_found_in_time() {
    let is_long = std::env::var_os("LEITAI_LONG").is_some();
    let (count, bytes) = if is_long { (500, 20_000) } else { (20, 6_000) };
    let (mut lots, copies) = (Lots(15), 5);
    let mut texts: Vec<String> = (0..count).map(|_| lots.program(bytes)).collect();
    // Each of the last ones has a third of one of the first.
    for copy in 0..copies {
        let third: String = texts[copy]
            .lines()
            .skip(40)
            .take(texts[copy].lines().count() * 2 / 5)
            .collect::<Vec<_>>()
            .join("\n");
        let own: String = texts[count - 1 - copy].chars().take(bytes / 2).collect();
        texts[count - 1 - copy] = format!(
            "{own}\n{}",
            (0..10).fold(third, |text, digit| text.replace(&format!("n{digit}"), &format!("name_{digit}")))
        );
    }
    let names: Vec<_> = (0..count).map(|number| number.to_string()).collect();
    let sources: Vec<_> = texts
        .iter()
        .zip(&names)
        .map(|(text, author)| Source { author, name: "main.c", text: text.as_bytes() })
        .collect();
    let began = Instant::now();
    let report = compare(&sources, &[], &[], Thresholds::default(), &|_| true).expect("not ended");
    let took = began.elapsed();
    let mut pairs: Vec<_> = report.pairs.iter().map(|pair| pair.of).collect();
    pairs.sort_unstable();
    let planted: Vec<_> = (0..copies).map(|copy| [copy, count - 1 - copy]).collect();
    assert_eq!(pairs, planted);
    assert!(took.as_secs() < 60, "{count} sources took {took:?}");
    if is_long {
        let told = format!("{count} sources of {bytes} bytes, {} tokens: {took:?}", report.tokens);
        let _ = writeln!(std::io::stderr(), "{told}");
    }
}
