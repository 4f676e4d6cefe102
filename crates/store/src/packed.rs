//! Results as they are stored: compressed, since the record of a game is most of it.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{self, Read, Write};

/// A text, compressed.
pub(crate) fn pack(text: &str) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let _ = packer.write_all(text.as_bytes());
    packer.finish().unwrap_or_default()
}

/// The longest text of a result. A worker may hand in bytes that would unpack to any length.
const LONGEST: u64 = 64 << 20;

/// The text that was packed.
pub(crate) fn unpack(packed: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(packed).take(LONGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let text = r#"{"play":{"by":"first","acts":["d4"],"ms":12}} 甲队"#.repeat(100);
        let packed = pack(&text);
        assert!(packed.len() * 10 < text.len(), "{}", packed.len());
        assert_eq!(unpack(&packed).expect("whole"), text);
        assert_eq!(unpack(&pack("")).expect("whole"), "");
        assert!(unpack(&packed[..packed.len() / 2]).is_err(), "cut short");
        assert!(unpack(b"\xff\xff").is_err());
    }
}
