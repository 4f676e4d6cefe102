//! Where the links of a page lead.

use crate::html::Html;
use leitai_catalog::ListedGame;
use leitai_tournament::{EntryId, GameId};

/// Something that may have an address. An event is known by its short id, which files leave empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum To<'a> {
    /// An event's page.
    Event(&'a str),
    /// Its results sheet.
    Results(&'a str),
    /// Its table plan.
    Seating(&'a str),
    /// Its score board.
    Board(&'a str),
    /// Its page for a projector.
    Projector(&'a str),
    /// The page of a game.
    Game(&'a str, GameId),
    /// A game's record, as far as the public may have it.
    Record(&'a str, GameId),
    /// The page of an entry.
    Entry(&'a str, EntryId),
    /// The score board of a game over all events.
    Ladder(ListedGame),
    /// The rules of a game.
    Rules(ListedGame),
    /// Two entries against each other.
    Against([(&'a str, EntryId); 2]),
}

/// The format in which a table is exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// For spreadsheet programs.
    Csv,
    /// For programs.
    Json,
}

impl Form {
    /// The table name and the format that a file name asks for: `games.csv`.
    pub fn of(file: &str) -> Option<(&str, Form)> {
        let (name, ending) = file.rsplit_once('.')?;
        let form = [Form::Csv, Form::Json].into_iter().find(|form| form.ending() == ending)?;
        Some((name, form))
    }

    /// The extension of such a file name.
    pub const fn ending(self) -> &'static str {
        match self {
            Form::Csv => "csv",
            Form::Json => "json",
        }
    }
}

/// The targets of links; `None` for anything without an address.
pub trait Links {
    /// The address of a page or a record.
    fn address(&self, to: To<'_>) -> Option<String>;

    /// The address of a table on that page.
    fn table(&self, of: To<'_>, name: &str, form: Form) -> Option<String>;
}

/// The addresses of the site.
pub struct SiteLinks<'a> {
    /// The short id of a game; `None` if the game has no page.
    pub games: &'a dyn Fn(&str, GameId) -> Option<String>,
}

impl Links for SiteLinks<'_> {
    fn address(&self, to: To<'_>) -> Option<String> {
        let program = |event: &str, entry: EntryId| format!("{event}-{entry}");
        Some(match to {
            To::Event(event) => format!("/events/{event}"),
            To::Results(event) => format!("/events/{event}/results"),
            To::Seating(event) => format!("/events/{event}/seating"),
            To::Board(event) => format!("/events/{event}/board"),
            To::Projector(event) => format!("/projector/{event}"),
            To::Game(event, id) => format!("/games/{}", (self.games)(event, id)?),
            To::Record(event, id) => format!("/games/{}/record.jsonl", (self.games)(event, id)?),
            To::Entry(event, entry) => format!("/programs/{}", program(event, entry)),
            To::Ladder(listed) => format!("/ladders/{}", listed.facts().id),
            To::Rules(listed) => format!("/docs/{}", listed.facts().id),
            To::Against([(one, a), (other, b)]) => {
                format!("/programs/{}/against/{}", program(one, a), program(other, b))
            }
        })
    }

    /// An address below the table's page: `/events/ID/standings.csv`.
    fn table(&self, of: To<'_>, name: &str, form: Form) -> Option<String> {
        Some(format!("{}/{name}.{}", self.address(of)?, form.ending()))
    }
}

/// Links to a table's exports; empty if it has no address.
pub(crate) fn exports(links: &dyn Links, of: To<'_>, table: &str) -> Html {
    exported(|form| links.table(of, table, form))
}

/// Links to the exports of a table that has these addresses.
pub(crate) fn exported(address: impl Fn(Form) -> Option<String>) -> Html {
    let links = [(Form::Csv, "CSV"), (Form::Json, "JSON")].map(|(form, name)| {
        let href = address(form)?;
        Some(html! { a href=(href) { (name) } })
    });
    let links = Html::joined(links.into_iter().flatten(), &html! { " · " });
    html! { @if !links.is_empty() { p class="exports" { (links) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_has_an_address_for_everything_but_unknown_games() {
        let known: GameId = "0.0.e0-e1.g0".parse().expect("a game");
        let other: GameId = "0.0.e0-e2.g0".parse().expect("a game");
        let short = |event: &str, id: GameId| (id == known).then(|| format!("{event}42"));
        let links = SiteLinks { games: &short };
        let address = |to| links.address(to).unwrap_or_default();
        assert_eq!(address(To::Game("ab", known)), "/games/ab42");
        assert_eq!(links.address(To::Game("ab", other)), None);
        assert_eq!(address(To::Entry("ab", EntryId(3))), "/programs/ab-e3");
        let against = To::Against([("ab", EntryId(3)), ("cd", EntryId(0))]);
        assert_eq!(address(against), "/programs/ab-e3/against/cd-e0");
        let table = links.table(To::Event("ab"), "games", Form::Json);
        assert_eq!(table.as_deref(), Some("/events/ab/games.json"));
    }
}
