//! The event of a contest's game, as a file of events says it.

use super::kept_contest::KeptContest;
use crate::deed_error::DeedError;
use crate::event_draft::quoted;
use crate::event_file::EventFile;
use crate::zone::Zone;
use leitai_core::GameName;
use leitai_tournament::contest::DrawnGame;
use std::fmt::Write as _;
use std::path::Path;

impl KeptContest {
    /// The event that a draw of a game would begin with the teams as they are now, or its file's words if there can be none.
    pub fn foreseen(&self, game: &GameName<'static>, zone: &Zone) -> Result<EventFile, DeedError> {
        let teams = self.contest.playing(game).map(|team| team.id).collect();
        let drawn = DrawnGame { event: game.to_string(), teams };
        let text = text_of(self, game, &drawn, zone)?;
        EventFile::parse(&text, game, Path::new(".")).map_err(|error| DeedError::Refused(error.what))
    }
}

/// The text of the file; refused with the file's own words if the event cannot be.
pub(super) fn text_of(
    kept: &KeptContest,
    game: &GameName<'static>,
    drawn: &DrawnGame,
    zone: &Zone,
) -> Result<String, DeedError> {
    let terms = kept.contest.terms();
    let side = terms.games.iter().find(|own| own.game == *game).map_or(900_000, |own| own.side_ms);
    let hall_ms: i64 = terms.hours.iter().map(|hours| hours.until - hours.from).sum();
    let mut text = String::new();
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("name", &quoted(&drawn.event));
    line("game", &quoted(game));
    line("preset", "\"school\"");
    line("at-tables", "true");
    line("seed", &quoted(&kept.seed_of(game)));
    line("clock", &format!("\"game={side}ms\""));
    if let Some(hours) = terms.hours.first() {
        line("date", &quoted(&zone.at(hours.from).stamp()));
    }
    if !terms.place.is_empty() {
        line("place", &quoted(&terms.place));
    }
    let _ = write!(
        text,
        "\n[team]\nmembers = {}\nteachers = {}\n\n[awards]\nfirst = {}\nsecond = {}\nthird = {}\nnotice-hours = {}\n\n[plan]\ntables = {}\npause-ms = {}\n",
        terms.team.members,
        terms.team.teachers,
        terms.shares.first,
        terms.shares.second,
        terms.shares.third,
        terms.notice_ms / 3_600_000,
        terms.tables,
        terms.pause_ms,
    );
    if hall_ms > 0 {
        let _ = writeln!(text, "hall-ms = {hall_ms}");
    }
    for team in drawn.teams.iter().filter_map(|team| kept.contest.team(*team)) {
        let _ = writeln!(text, "\n[[entries]]\nname = {}", quoted(&team.form.name));
        if !team.form.school.is_empty() {
            let _ = writeln!(text, "school = {}", quoted(&team.form.school));
        }
        if let Some(group) = kept.contest.placed(game, team.id) {
            let _ = writeln!(text, "group = {group}");
        }
        let list = |names: &mut dyn Iterator<Item = &str>| {
            let names: Vec<String> = names.map(quoted).collect();
            names.join(", ")
        };
        let members = list(&mut team.form.members.iter().map(|member| member.name.as_str()));
        let teachers = list(&mut team.form.teachers.iter().map(String::as_str));
        let _ = writeln!(text, "members = [{members}]\nteachers = [{teachers}]");
    }
    match EventFile::parse(&text, game, Path::new(".")) {
        Ok(_) => Ok(text),
        Err(error) => Err(DeedError::Refused(error.what)),
    }
}
