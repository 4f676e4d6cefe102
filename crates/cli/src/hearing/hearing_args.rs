//! What `leitai hearing` is asked.

use crate::args::{dialect_name, whole};
use crate::likeness::percent;
use leitai_core::DialectName;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The event: its file, or its name on a site
    pub(super) event: String,
    /// Whose program is doubted: the entry's name
    pub(super) name: String,
    /// Only the likeness with this entry
    #[arg(long, value_name = "NAME")]
    pub(super) against: Option<String>,
    /// What the team shows: a source file, a folder or an executable; default: what the event has of it
    #[arg(long, value_name = "PATH")]
    pub(super) source: Option<PathBuf>,
    /// The dialect of its program, where the record does not say; default: the event's
    #[arg(long, value_name = "DIALECT", value_parser = dialect_name)]
    pub(super) dialect: Option<DialectName>,
    /// How many of its games are played again, the newest first
    #[arg(long, default_value_t = 2, value_parser = whole(0, 99))]
    pub(super) games: u32,
    /// The least share of one source that is found in the other, in percent
    #[arg(long, value_name = "PERCENT", default_value = "30", value_parser = percent)]
    pub(super) least: f64,
    /// Write the sheet of the hearing to print: what was found, questions, verdict
    #[arg(long, value_name = "FILE.html")]
    pub(super) sheet: Option<PathBuf>,
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = "leitai-site")]
    pub(super) data: PathBuf,
    /// The store of the event: `sqlite:PATH` or `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "ADDRESS")]
    pub(super) store: Option<String>,
    /// The folder of journal and records, if it is not next to the file
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// One JSON object per finding, and one that sums up
    #[arg(long)]
    pub(super) json: bool,
}
