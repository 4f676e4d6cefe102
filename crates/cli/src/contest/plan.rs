//! `leitai contest plan`: which match is played at which table, and when.

use super::site::{SiteArgs, refused};
use crate::failure::Failure;
use crate::out;
use leitai_arena::now_ms;
use leitai_core::{Lang, say};
use leitai_tournament::table_plan::Booking;
use serde::Serialize;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The contest's name
    name: String,
    /// One JSON object per match
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

/// A match with its place, in JSON.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    booking: &'a Booking,
}

/// Prints the plan that was announced, with what has moved since; or one from now on, or from the hall's opening if that is to
/// come. With what does not fit and what would help.
pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (store, zone) = args.site.open()?;
    let planned = store.planned(&args.name, &zone, now_ms()).map_err(|error| refused(error, &args.name))?;
    if args.json {
        for booking in &planned.plan().bookings {
            out::json(&Line { r#type: "match", booking });
        }
        return Ok(());
    }
    planned.with_names(&zone, |naming| {
        for booking in &planned.plan().bookings {
            let (at, which) = (naming.sitting(booking.sitting), naming.fixture(&booking.fixture));
            out::line(&say!(lang, "{at}: {which}", "{at}：{which}"; at, which));
        }
    });
    for movement in &planned.moves {
        out::line(planned.movement_words(&zone, movement).to(lang));
    }
    for words in planned.words(&zone) {
        out::line(words.to(lang));
    }
    Ok(())
}
