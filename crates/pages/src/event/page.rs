//! The site's page of an event: parts that are fetched individually when something changes.

use crate::event::computed_event::{ComputedEvent, sections};
use crate::event::links::{To, exports};
use crate::event::rounds::rounds_columns;
use crate::event::standings::by_section;
use crate::event::typed_table::TypedTable;
use crate::html::Html;
use leitai_core::Words;

/// The parts of an event's page in order. Each is one `section` with its name as `id` and `data-part`.
pub const PARTS: [&str; 7] = ["overview", "standings", "bracket", "games", "rounds", "rulings", "ratings"];

/// Every table of an event, by name.
pub const TABLES: [&str; 10] =
    ["standings", "cross", "rounds", "games", "running", "stuck", "seating", "results", "rulings", "ratings"];

/// The title of a part.
fn title(part: &str) -> Words {
    match part {
        "standings" => Words::new("Standings", "名次"),
        "bracket" => Words::new("Groups and brackets", "分组与对阵表"),
        "games" => Words::new("Games", "对局"),
        "rounds" => Words::new("Rounds", "轮次"),
        "rulings" => Words::new("Rulings", "裁决"),
        "ratings" => Words::new("Ratings", "等级分"),
        _ => Words::new("Overview", "概况"),
    }
}

impl ComputedEvent<'_> {
    /// The body of the page; `above` stands below its heading.
    pub(crate) fn page_body(&self, above: &Html) -> Html {
        html! {
            h1 { (self.speech.name(&self.view.history.begun.name)) }
            (above)
            (self.contents())
            @for part in PARTS { (self.part(part)) }
        }
    }

    /// Links to the parts, and to what else there is of the event.
    fn contents(&self) -> Html {
        let (links, id) = (self.view.links, self.view.id);
        let elsewhere = [
            (To::Board(id), Words::new("Score board", "成绩榜")),
            (To::Seating(id), Words::new("Table plan to print", "台次表（打印）")),
            (To::Results(id), Words::new("Results sheet to print", "成绩单（打印）")),
            (To::Projector(id), Words::new("Projector view", "投影")),
            (To::Rules(self.view.history.begun.game), Words::new("Rules of the game", "棋种规则")),
            (
                To::Ladder(self.view.history.begun.game),
                Words::new("This game in all events", "本棋种历届赛事"),
            ),
        ];
        html! {
            nav class="parts" aria-label=(self.both("parts of this page", "本页内容")) {
                ul {
                    @for part in PARTS { li { a href={ "#" (part) } { (self.speech.words(title(part))) } } }
                    @for (to, words) in elsewhere {
                        @if let Some(href) = links.address(to) { li { a href=(href) { (self.speech.words(words)) } } }
                    }
                }
            }
        }
    }

    /// One of its parts.
    pub(crate) fn part(&self, part: &str) -> Html {
        let body = self.body(part);
        let table = match part {
            "overview" => None,
            "bracket" => Some("cross"),
            part => Some(part),
        };
        html! {
            section id=(part) data-part=(part) {
                h2 { (self.speech.words(title(part))) }
                @if let Some(table) = table { (exports(self.view.links, To::Event(self.view.id), table)) }
                @if body.is_empty() { (self.nothing(part)) } @else { (body) }
            }
        }
    }

    fn body(&self, part: &str) -> Html {
        match part {
            "standings" => self.standings(),
            "bracket" => self.stages(),
            "games" => html! {
                (self.stuck())
                (self.running())
                @if !self.games.is_empty() { (self.shown_games()) }
            },
            "rounds" => self.rounds(),
            "rulings" => self.rulings(),
            "ratings" => self.ratings(),
            _ => html! { (self.facts()) (self.plan()) },
        }
    }

    /// The text of a part that is empty so far.
    fn nothing(&self, part: &str) -> Html {
        let words = match part {
            "games" => Words::new("No games yet.", "尚无对局。"),
            "rounds" => Words::new("No pairings yet.", "尚未编排对阵。"),
            "rulings" => Words::new("No rulings.", "没有裁决。"),
            "ratings" => {
                Words::new("Ratings follow from games; none counts yet.", "等级分由对局算出，尚无有效对局。")
            }
            _ => Words::new("Not drawn yet.", "尚未抽签。"),
        };
        html! { p class="faded" { (self.speech.words(words)) } }
    }

    fn rounds(&self) -> Html {
        let pairings = |section| (section, self.pairings(section));
        let paired = sections(&self.state).map(pairings).filter(|(_, pairings)| !pairings.is_empty());
        html! {
            @for (section, pairings) in paired { h3 { (self.speech.said(&self.full_name(section))) } (pairings) }
        }
    }

    /// A table of the event by its name.
    pub fn table(&self, name: &str) -> Option<TypedTable> {
        Some(match name {
            "standings" => self.places_table(&self.ranking),
            "cross" => self.cross_data(),
            "rounds" => {
                let rows =
                    sections(&self.state).map(|section| (section, self.rounds_table(section.matches()).rows));
                by_section("rounds", rounds_columns(), rows)
            }
            "games" => self.games_table(self.games.iter().map(|(id, both)| (*id, both))),
            "running" => self.running_table(),
            "stuck" => self.stuck_table(),
            "seating" => self.seating_table(),
            "results" => self.results_table(self.awards().as_ref()),
            "rulings" => self.rulings_table(),
            "ratings" => self.ratings_table(),
            _ => return None,
        })
    }
}
