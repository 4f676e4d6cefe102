//! The dossier as one archive.

use super::subject::DossierFile;
use std::io::{self, Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The files as a zip archive, in the order in which they are given. Every file has the same time, the earliest that the
/// format knows, so that equal files make equal bytes. Errors are those of the format's limits.
pub fn archive(files: &[DossierFile]) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        writer.start_file(file.path.as_str(), options)?;
        writer.write_all(&file.contents)?;
    }
    Ok(writer.finish()?.into_inner())
}
