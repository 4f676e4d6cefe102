//! A drawing as PNG, for what shows no SVG: previews in chats.

use crate::site::raster::Raster;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use roxmltree::{Document, ParsingOptions};
use std::io::Write as _;

/// The ground around a board.
const PAPER: &str = "#f7f4ee";

/// A drawing of `leitai_draw` in the middle of a picture of that size, as PNG. Of its text only the numbers on pieces are
/// drawn. `None` if it is no drawing, or the picture has no pixel.
pub fn png(svg: &str, width: u32, height: u32) -> Option<Vec<u8>> {
    let document = Document::parse_with_options(svg, ParsingOptions::default()).ok()?;
    let mut raster = Raster::new(width, height, PAPER);
    (width > 0 && height > 0 && raster.draw(&document)).then(|| encoded(&raster))
}

/// The picture in the format of the PNG specification: 8 bits for each colour, no filter.
fn encoded(raster: &Raster) -> Vec<u8> {
    let mut head = Vec::new();
    head.extend(raster.width.to_be_bytes());
    head.extend(raster.height.to_be_bytes());
    head.extend([8, 2, 0, 0, 0]);
    let mut zip = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in raster.pixels.chunks_exact(raster.width as usize) {
        // Writing to memory cannot fail.
        let _ = zip.write_all(&[0]).and_then(|()| zip.write_all(row.as_flattened()));
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, *b"IHDR", &head);
    chunk(&mut file, *b"IDAT", &zip.finish().unwrap_or_default());
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(data);
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
}
