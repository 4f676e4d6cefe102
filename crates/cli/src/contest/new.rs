//! `leitai contest new`.

use super::site::{SiteArgs, refused};
use crate::failure::Failure;
use crate::out;
use leitai_core::{Lang, Sentence, say, sentence};
use leitai_hall::ContestDraft;
use leitai_store::Actor;
use leitai_tournament::contest::Hosts;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The contest's name
    name: String,
    /// Whose rules it follows: school or national
    #[arg(long, default_value = "school")]
    preset: String,
    /// Its games by id, divided by commas; default: the ten of the school's contest
    #[arg(long, default_value = "")]
    games: String,
    /// Where it takes place
    #[arg(long, default_value = "")]
    place: String,
    /// Who holds it, for its page and its certificates
    #[arg(long, value_name = "NAME", default_value = "")]
    host: String,
    /// Who runs it
    #[arg(long, value_name = "NAME", default_value = "")]
    organiser: String,
    /// Who helps to run it
    #[arg(long, value_name = "NAME", default_value = "")]
    co_organiser: String,
    /// When sign-up opens; default: at once
    #[arg(long, value_name = "TIME", default_value = "")]
    opens: String,
    /// When sign-up closes, such as '2025-10-22 24:00'; default: when it is closed by hand
    #[arg(long, value_name = "TIME", default_value = "")]
    closes: String,
    /// An opening of the hall, such as '2025-11-12 14:00 – 17:30'; may be given several times
    #[arg(long, value_name = "FROM – UNTIL")]
    hours: Vec<String>,
    /// How many tables there are
    #[arg(long, default_value = "10")]
    tables: String,
    #[command(flatten)]
    site: SiteArgs,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (store, zone) = args.site.open()?;
    let draft = ContestDraft {
        name: args.name.clone(),
        preset: args.preset.clone(),
        games: args.games.clone(),
        place: args.place.clone(),
        hosts: Hosts {
            host: args.host.clone(),
            organiser: args.organiser.clone(),
            co_organiser: args.co_organiser.clone(),
        },
        opens: args.opens.clone(),
        closes: args.closes.clone(),
        hours: args.hours.join("\n"),
        tables: args.tables.clone(),
    };
    let terms = draft.read(&zone).map_err(|troubles| {
        let said = troubles
            .into_iter()
            .map(|(field, what)| sentence!("{field}: {what}", "{field}：{what}"; field, what));
        let all = said.reduce(|all, what| all.then(&sentence!("; {what}", "；{what}"; what)));
        Failure::Usage(all.unwrap_or_else(Sentence::default))
    })?;
    let begun = store.begin_contest(Actor::CONSOLE, &terms);
    begun.map_err(|error| refused(error, &terms.name))?;
    let (name, games) = (&terms.name, terms.games.len());
    out::line(&say!(lang, "{name}: {games} games", "{name}：{games} 个棋种"; name, games));
    Ok(())
}
