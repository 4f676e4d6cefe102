//! What an organiser types of a contest, read.

use crate::moment::Moment;
use crate::zone::Zone;
use leitai_catalog::{GAMES, ListedGame, find};
use leitai_core::{GameName, Name, Sentence, sentence};
use leitai_tournament::contest::{ContestGame, ContestPreset, ContestTerms, Hosts};
use leitai_tournament::{HallHours, Plan};

/// The fields of a contest, as typed in a form or a file: one line each, but for the hours, one opening a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ContestDraft {
    /// Its name.
    pub name: String,
    /// `school` or `national`.
    pub preset: String,
    /// Ids of games, divided by commas or blanks; empty for the ten of the school's contest.
    pub games: String,
    /// Where it takes place.
    pub place: String,
    /// Who holds it.
    pub hosts: Hosts,
    /// When sign-up opens; empty for at once.
    pub opens: String,
    /// When sign-up closes; empty if that is done by hand.
    pub closes: String,
    /// The openings of the hall, one a line: `2025-11-12 14:00 – 17:30`.
    pub hours: String,
    /// How many tables there are.
    pub tables: String,
}

/// The game by what people write in a form or a table: its id, or its name in either language, with or without 棋 at its end
/// (海克斯棋 is 海克斯 in the list of the school's text).
pub fn game_written(typed: &str) -> Option<GameName<'static>> {
    let is_it = |game: &&ListedGame| {
        let facts = game.facts();
        let is_named = [facts.id, facts.name.en].iter().any(|name| name.eq_ignore_ascii_case(typed));
        is_named || facts.name.zh.trim_end_matches('棋') == typed.trim_end_matches('棋')
    };
    GAMES.iter().find(is_it).map(|game| GameName::given(game.facts().id))
}

impl ContestDraft {
    /// The terms, or what is wrong with which field.
    pub fn read(&self, zone: &Zone) -> Result<ContestTerms, Vec<(&'static str, Sentence)>> {
        let mut troubles = Vec::new();
        let name = Name::read(&self.name).map(|name| name.text().to_owned());
        let name = name.unwrap_or_else(|error| {
            troubles.push(("name", Sentence::of(&error)));
            String::new()
        });
        let preset = ContestPreset::ALL.into_iter().find(|preset| preset.name() == self.preset.trim());
        let preset = preset.unwrap_or_else(|| {
            if !self.preset.trim().is_empty() {
                troubles.push(("preset", sentence!("one of: school, national", "可选：school、national")));
            }
            ContestPreset::School
        });
        let games = match self.games() {
            Ok(games) => games,
            Err(why) => {
                troubles.push(("games", why));
                Vec::new()
            }
        };
        let mut terms = ContestTerms::new(&name, preset, games);
        terms.place = self.place.trim().chars().take(200).collect();
        terms.hosts = self.hosts.trimmed();
        let mut moment = |field: &'static str, text: &str| {
            let text = text.trim();
            if text.is_empty() {
                return None;
            }
            Moment::read(text, Some(zone))
                .map(|moment| moment.ms)
                .map_err(|error| troubles.push((field, Sentence::of(&error))))
                .ok()
        };
        terms.sign_up.opens_ms = moment("opens", &self.opens);
        terms.sign_up.closes_ms = moment("closes", &self.closes);
        match self.tables.trim() {
            "" => {}
            text => match text.parse::<u32>().ok().filter(|tables| (1..=500).contains(tables)) {
                Some(tables) => terms.tables = tables,
                None => {
                    troubles.push(("tables", sentence!("a number from 1 to 500", "请填写 1 到 500 的数")));
                }
            },
        }
        match hours_of(&self.hours, zone) {
            Ok(hours) => terms.hours = hours,
            Err(why) => troubles.push(("hours", why)),
        }
        if troubles.is_empty()
            && let Err(flaw) = terms.check()
        {
            let field =
                ["name", "games", "tables", "hours"].into_iter().find(|field| flaw.at.starts_with(field));
            troubles.push((field.unwrap_or("closes"), flaw.what));
        }
        if troubles.is_empty() { Ok(terms) } else { Err(troubles) }
    }

    fn games(&self) -> Result<Vec<ContestGame>, Sentence> {
        let typed: Vec<&str> = self
            .games
            .split([',', '，', '、', ' ', '\n'])
            .map(str::trim)
            .filter(|game| !game.is_empty())
            .collect();
        // The ten of the source, each of which has its preset.
        let ten = GAMES.iter().map(|listed| listed.facts()).filter(|facts| facts.preset("school").is_some());
        let wanted = if typed.is_empty() { ten.map(|facts| facts.id).collect() } else { typed };
        wanted
            .into_iter()
            .map(|id| {
                let listed =
                    find(id).ok_or_else(|| sentence!("there is no game `{id}` here", "没有棋种“{id}”"))?;
                let bundle = listed.facts().preset("school");
                let side = bundle.and_then(|bundle| bundle.clock.game).map(|side| side.as_millis() as u64);
                let side_ms = side.unwrap_or(Plan::SCHOOL_SIDE_MS);
                Ok(ContestGame { game: GameName::given(listed.facts().id), side_ms })
            })
            .collect()
    }
}

fn hours_of(text: &str, zone: &Zone) -> Result<Vec<HallHours>, Sentence> {
    let mut hours: Vec<HallHours> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let wrong = || {
            sentence!(
                "`{line}`: write a date and two times, such as 2025-11-12 14:00 – 17:30",
                "“{line}”：请写日期与起止时间，例如 2025-11-12 14:00–17:30"
            )
        };
        let (from, until) =
            line.split_once(['–', '—', '~', '至']).or_else(|| line.rsplit_once('-')).ok_or_else(wrong)?;
        let from = from.trim();
        let until = until.trim();
        let opens = Moment::read(from, Some(zone)).map_err(|_| wrong())?;
        let day = from.rsplit_once(' ').map_or("", |(day, _)| day);
        let closes =
            Moment::read(until, Some(zone)).or_else(|_| Moment::read(&format!("{day} {until}"), Some(zone)));
        let opening = HallHours { from: opens.ms, until: closes.map_err(|_| wrong())?.ms };
        if opening.until <= opening.from {
            return Err(sentence!(
                "`{line}`: the hall would close before it opens",
                "“{line}”：赛场关闭早于开放"
            ));
        }
        let overlaps = |other: &HallHours| other.from < opening.until && opening.from < other.until;
        if hours.iter().any(overlaps) {
            return Err(sentence!(
                "`{line}`: it overlaps with another opening of the hall",
                "“{line}”：与另一段开放时间重叠"
            ));
        }
        hours.push(opening);
    }
    hours.sort();
    Ok(hours)
}
