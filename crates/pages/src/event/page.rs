//! The site's page of an event: parts that are fetched individually when something changes.

use crate::event::links::{To, exports};
use crate::event::rounds::{EVERY, rounds_columns};
use crate::event::standings::by_section;
use crate::event::table::Table;
use crate::event::told::{Told, sections};
use leitai_core::Words;
use std::fmt::Write as _;

/// The parts of an event's page in order. Each is one `section` with its name as `id` and `data-part`.
pub const PARTS: [&str; 7] = ["overview", "standings", "bracket", "games", "rounds", "rulings", "ratings"];

/// Every table of an event, by name.
pub const TABLES: [&str; 9] =
    ["standings", "cross", "rounds", "games", "running", "stuck", "results", "rulings", "ratings"];

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

impl Told<'_> {
    /// The body of the page, or one part of it; `None` for an unknown part.
    pub fn page(&self, part: Option<&str>) -> Option<String> {
        if let Some(part) = part {
            return PARTS.contains(&part).then(|| self.part(part));
        }
        let name = self.speech.name(&self.view.history.begun.name);
        let mut body = format!("<h1>{name}</h1>\n{}", self.contents());
        body.extend(PARTS.map(|part| self.part(part)));
        Some(body)
    }

    /// Links to the parts and to the results sheet.
    fn contents(&self) -> String {
        let named = self.speech.both("parts of this page", "本页内容");
        let mut text = format!("<nav class=\"parts\" aria-label=\"{named}\"><ul>\n");
        for part in PARTS {
            let _ = writeln!(text, "<li><a href=\"#{part}\">{}</a></li>", self.speech.words(title(part)));
        }
        if let Some(href) = self.view.links.page(To::Results(self.view.id)) {
            let sheet = self.both("Results sheet to print", "成绩单（打印）");
            let _ = writeln!(text, "<li><a href=\"{href}\">{sheet}</a></li>");
        }
        if let Some(href) = self.view.links.page(To::Ladder(self.view.history.begun.game)) {
            let ladder = self.both("This game in all events", "本棋种历届赛事");
            let _ = writeln!(text, "<li><a href=\"{href}\">{ladder}</a></li>");
        }
        text + "</ul></nav>\n"
    }

    fn part(&self, part: &str) -> String {
        let (heading, body) = (self.speech.words(title(part)), self.body(part));
        let body = if body.is_empty() { self.nothing(part) } else { body };
        let tables: &[&str] = match part {
            "standings" => &["standings"],
            "bracket" => &["cross"],
            "games" => &["games"],
            "rounds" => &["rounds"],
            "rulings" => &["rulings"],
            "ratings" => &["ratings"],
            _ => &[],
        };
        let exports: String =
            tables.iter().map(|table| exports(self.view.links, To::Event(self.view.id), table)).collect();
        format!(
            "<section id=\"{part}\" data-part=\"{part}\">\n<h2>{heading}</h2>\n{exports}{body}</section>\n"
        )
    }

    fn body(&self, part: &str) -> String {
        match part {
            "standings" => self.standings(),
            "bracket" => self.stages(),
            "games" => self.stuck() + &self.running() + &self.faults_and_all(),
            "rounds" => self.rounds(),
            "rulings" => self.rulings(),
            "ratings" => self.ratings(),
            _ => self.facts() + &self.plan(),
        }
    }

    /// The text of a part that is empty so far.
    fn nothing(&self, part: &str) -> String {
        let words = match part {
            "games" => Words::new("No game has been played yet.", "尚无对局。"),
            "rounds" => Words::new("Nobody has been paired yet.", "尚未编排对阵。"),
            "rulings" => Words::new("Nothing had to be decided.", "没有需要裁决的事项。"),
            "ratings" => {
                Words::new("Ratings follow from games; none counts yet.", "等级分由对局算出，尚无有效对局。")
            }
            _ => Words::new("Nothing is drawn yet.", "尚未抽签。"),
        };
        format!("<p class=\"faded\">{}</p>\n", self.speech.words(words))
    }

    fn faults_and_all(&self) -> String {
        if self.games.is_empty() {
            return String::new();
        }
        self.faults() + &self.all_games()
    }

    fn rounds(&self) -> String {
        let mut text = String::new();
        for section in sections(&self.state) {
            let pairings = self.pairings(section);
            if !pairings.is_empty() {
                let _ = write!(text, "<h3>{}</h3>\n{pairings}", self.speech.said(&self.full_name(section)));
            }
        }
        text
    }

    /// A table of the event by its name.
    pub fn table(&self, name: &str) -> Option<Table> {
        Some(match name {
            "standings" => self.places_table(&self.ranking),
            "cross" => self.cross_data(),
            "rounds" => {
                let rows = |section| (section, self.rounds_table(section, EVERY).rows);
                by_section("rounds", rounds_columns(), sections(&self.state).map(rows))
            }
            "games" => self.games_table(self.games.iter().map(|(id, both)| (*id, both))),
            "running" => self.running_table(),
            "stuck" => self.stuck_table(),
            "results" => self.results_table(self.awards().as_ref()),
            "rulings" => self.rulings_table(),
            "ratings" => self.ratings_table(),
            _ => return None,
        })
    }
}
