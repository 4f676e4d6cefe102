//! Writing and reading the archive: every byte that passes is counted and hashed.

use leitai_core::ContentHash;
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::path::{Component, Path};

/// Hashes what is read from a reader. The caller may stop it at any time.
pub(super) struct HashingReader<'a, R> {
    from: R,
    hash: Sha256,
    passed: &'a mut dyn FnMut(u64) -> io::Result<()>,
}

impl<'a, R: Read> HashingReader<'a, R> {
    /// `passed` is called with the number of bytes that went through, and may stop reading with an error.
    pub(super) fn new(from: R, passed: &'a mut dyn FnMut(u64) -> io::Result<()>) -> HashingReader<'a, R> {
        HashingReader { from, hash: Sha256::new(), passed }
    }

    /// The hash of everything read, as 64 hexadecimal digits.
    pub(super) fn finish(self) -> String {
        ContentHash::from_digest(self.hash.finalize().into()).to_string()
    }
}

impl<R: Read> Read for HashingReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.from.read(buffer)?;
        self.hash.update(&buffer[..length]);
        (self.passed)(length as u64)?;
        Ok(length)
    }
}

/// Whether a name, whoever wrote it, is a path below the folder that it is put into.
pub(super) fn is_inside(name: &Path) -> bool {
    name.components().next().is_some() && name.components().all(|part| matches!(part, Component::Normal(_)))
}

/// Whether a name fits on one line of the sums.
pub(super) fn is_plain(name: &Path) -> bool {
    name.to_str().is_some_and(|name| !name.chars().any(|c| c.is_control() || c == '\\'))
}

/// Parses the sums, one per line.
pub(super) fn read_sums(text: &str) -> Option<Vec<(String, String)>> {
    let line = |line: &str| {
        let (sum, name) = line.split_once("  ")?;
        let _: ContentHash = sum.parse().ok()?;
        Some((name.to_owned(), sum.to_owned()))
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out() {
        for (name, inside) in [
            ("site/events/cup.toml", true),
            ("a", true),
            ("", false),
            ("/etc/passwd", false),
            ("../up", false),
            ("site/../../up", false),
            ("./a", false),
        ] {
            assert_eq!(is_inside(Path::new(name)), inside, "{name}");
        }
        assert!(
            is_plain(Path::new("决赛 1.jsonl"))
                && !is_plain(Path::new("a\nb"))
                && !is_plain(Path::new("a\\b"))
        );
    }

    #[test]
    fn sums_are_those_that_sha256sum_writes() {
        let sum = ContentHash::of(b"abc").to_string();
        let text = format!("{sum}  site/a b.toml\n{sum}  x\n");
        let read = read_sums(&text).expect("two lines");
        assert_eq!(read, [("site/a b.toml".to_owned(), sum.clone()), ("x".to_owned(), sum.clone())]);
        for wrong in ["abc  x\n".to_owned(), format!("{sum} x\n"), format!("{}  x\n", &sum[1..])] {
            assert_eq!(read_sums(&wrong), None, "{wrong}");
        }
        let mut passed = 0;
        let mut count = |bytes| {
            passed += bytes;
            Ok(())
        };
        let mut hashed = HashingReader::new(&b"abc"[..], &mut count);
        io::copy(&mut hashed, &mut io::sink()).expect("memory");
        assert_eq!(hashed.finish(), sum);
        assert_eq!(passed, 3);
    }
}
