//! The time zone of an event, for what is printed of it.

use crate::failure::Failure;
use leitai_hall::Zone;
use std::path::Path;

/// The zone of the site in whose folder of events the file is; this machine's if it is in none.
#[cfg(feature = "web")]
pub(crate) fn zone_of(file: &Path) -> Result<Zone, Failure> {
    // The file may be named from within the folder.
    let whole = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let folder = whole.parent().filter(|folder| folder.ends_with("events")).and_then(Path::parent);
    folder.map_or_else(
        || Ok(Zone::of_machine()),
        |site| Ok(leitai_web::Wishes::read(site).map_err(Failure::Usage)?.zone()),
    )
}

/// This machine's: a build without the site knows no other.
#[cfg(not(feature = "web"))]
pub(crate) fn zone_of(_: &Path) -> Result<Zone, Failure> {
    Ok(Zone::of_machine())
}
