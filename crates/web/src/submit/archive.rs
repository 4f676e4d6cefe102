//! A zip archive, which every system opens by itself: names in plain ASCII that are ours, contents compressed.

use flate2::{Compression, Crc, write::DeflateEncoder};
use std::io::Write as _;

/// What is in a header beside its own marks: version, flags, method, time, date, checksum, sizes, length of the name.
fn facts(name: &str, crc: u32, packed: usize, size: usize) -> Vec<u8> {
    let mut facts = Vec::new();
    // 2.0; no flags; DEFLATE; 0:00 on 1 January 1980, since it is the same whenever it is made.
    for half in [20_u16, 0, 8, 0, 0x21] {
        facts.extend(half.to_le_bytes());
    }
    for whole in [crc, packed as u32, size as u32] {
        facts.extend(whole.to_le_bytes());
    }
    for half in [name.len() as u16, 0] {
        facts.extend(half.to_le_bytes());
    }
    facts
}

/// An archive of these files (PKWARE's APPNOTE, without its extensions): at most 65,535, and 4 GB in all.
pub(super) fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut list) = (Vec::new(), Vec::new());
    for (name, contents) in files {
        let at = archive.len() as u32;
        let mut crc = Crc::new();
        crc.update(contents);
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
        // What is written to memory is written.
        let _ = packer.write_all(contents);
        let packed = packer.finish().unwrap_or_default();
        let facts = facts(name, crc.sum(), packed.len(), contents.len());
        archive.extend([b"PK\x03\x04".as_slice(), &facts, name.as_bytes(), &packed].concat());
        list.extend([b"PK\x01\x02\x14\x00".as_slice(), &facts].concat());
        // Neither remark nor disk; no attributes; where it begins.
        list.extend([0; 10]);
        list.extend(at.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (from, size, count) = (archive.len() as u32, list.len() as u32, files.len() as u16);
    archive.extend(list);
    archive.extend(b"PK\x05\x06\x00\x00\x00\x00");
    archive.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    archive.extend([size.to_le_bytes(), from.to_le_bytes()].concat());
    archive.extend([0; 2]);
    archive
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::DeflateDecoder;
    use std::io::Read as _;

    /// Reads it back by its list at the end, as programs do.
    fn unzip(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
        let half = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let whole = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four")) as usize;
        let end = bytes.len() - 22;
        assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
        let mut at = whole(end + 16);
        let files = (0..half(end + 10)).map(|_| {
            assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
            let (crc, packed, size, length) = (whole(at + 16), whole(at + 20), whole(at + 24), half(at + 28));
            let (local, name) = (whole(at + 42), bytes[at + 46..at + 46 + length].to_vec());
            assert_eq!(&bytes[local..local + 4], b"PK\x03\x04");
            assert_eq!(&bytes[local + 30..local + 30 + length], name);
            let from = local + 30 + length;
            let mut contents = Vec::new();
            DeflateDecoder::new(&bytes[from..from + packed]).read_to_end(&mut contents).expect("packed");
            let mut sum = Crc::new();
            sum.update(&contents);
            assert_eq!((sum.sum() as usize, contents.len()), (crc, size));
            at += 46 + length;
            (String::from_utf8(name).expect("ours"), contents)
        });
        let files = files.collect();
        assert_eq!(at, end);
        files
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let files: Vec<_> = (0..3)
            .map(|n| (format!("log-{n}.txt"), "DEBUG depth 甲\n".repeat(n * 100).into_bytes()))
            .collect();
        assert_eq!(unzip(&zip(&files)), files);
        assert_eq!(unzip(&zip(&[])), []);
    }
}
