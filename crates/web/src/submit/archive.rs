//! A zip archive, which every system can open: our own names in plain ASCII, compressed contents.

use flate2::{Compression, Crc, write::DeflateEncoder};
use std::io::Write as _;

/// The fields that both headers of a file share: version, flags, method, time, date, checksum, sizes, length of the
/// name.
fn facts(name: &str, crc: u32, packed: usize, size: usize) -> Vec<u8> {
    let mut facts = Vec::new();
    // 2.0; no flags; DEFLATE; 0:00 on 1 January 1980, so that the archive does not depend on when it is made.
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

/// An archive made file by file (PKWARE's APPNOTE, without its extensions): at most 65,535 files, and 4 GB in all.
#[derive(Default)]
pub(crate) struct Zip {
    /// The directory at its end.
    list: Vec<u8>,
    /// How many bytes and files have been written.
    at: u64,
    count: u16,
}

impl Zip {
    /// The bytes of one more file; `None` if the archive has no room for it.
    pub(crate) fn file(&mut self, name: &str, contents: &[u8]) -> Option<Vec<u8>> {
        let (at, count) = (u32::try_from(self.at).ok()?, self.count.checked_add(1)?);
        let mut crc = Crc::new();
        crc.update(contents);
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
        // Writing to memory does not fail.
        let _ = packer.write_all(contents);
        let packed = packer.finish().unwrap_or_default();
        u32::try_from(contents.len()).ok()?;
        let facts = facts(name, crc.sum(), packed.len(), contents.len());
        let part = [b"PK\x03\x04".as_slice(), &facts, name.as_bytes(), &packed].concat();
        self.list.extend([b"PK\x01\x02\x14\x00".as_slice(), &facts].concat());
        // No comment, disk 0, no attributes; the offset.
        self.list.extend([0; 10]);
        self.list.extend(at.to_le_bytes());
        self.list.extend(name.as_bytes());
        (self.at, self.count) = (self.at + part.len() as u64, count);
        Some(part)
    }

    /// Its end; empty, which leaves the archive broken, if it has grown too large.
    pub(crate) fn end(self) -> Vec<u8> {
        let (Ok(from), size, count) = (u32::try_from(self.at), self.list.len() as u32, self.count) else {
            return Vec::new();
        };
        let mut end = self.list;
        end.extend(b"PK\x05\x06\x00\x00\x00\x00");
        end.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
        end.extend([size.to_le_bytes(), from.to_le_bytes()].concat());
        end.extend([0; 2]);
        end
    }
}

/// An archive of these files, as far as it has room.
pub(super) fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = Zip::default();
    let parts: Vec<_> = files.iter().filter_map(|(name, contents)| zip.file(name, contents)).collect();
    [parts.concat(), zip.end()].concat()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use flate2::read::DeflateDecoder;
    use std::io::Read as _;

    /// Reads it back using the directory at its end, as programs do.
    pub(crate) fn unzip(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
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
