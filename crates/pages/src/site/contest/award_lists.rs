//! The lists of awards of a contest, game by game and over the whole.

use super::fields::game_name;
use super::time_left::time_left;
use crate::Reader;
use crate::event::{Cell, Column, Speech, TypedTable};
use crate::html::Html;
use leitai_core::{GameName, Sentence, Words, sentence};
use leitai_hall::{AwardedContest, AwardsStand};
use leitai_tournament::EntryId;
use leitai_tournament::awards::{Awards, Notice};

/// A list of awards: of a game, or over the contest if none is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwardList {
    /// The game.
    pub game: Option<GameName<'static>>,
    /// How it stands.
    pub stands: AwardsStand,
    /// The address of the game's event, if the site has it.
    pub event: Option<String>,
}

impl AwardList {
    /// The heading of the list.
    pub(super) fn title(&self, reader: &Reader<'_>) -> String {
        match &self.game {
            Some(game) => game_name(reader, game),
            None => Words::new("Over the contest", "整场比赛").to(reader.lang).to_owned(),
        }
    }
}

/// How a list stands, in words: its notice period is counted down.
pub(super) fn stands(reader: &Reader<'_>, stands: AwardsStand, now_ms: i64) -> Html {
    let s = Speech::Only(reader.lang);
    let told = |notice: Notice| {
        let words = notice.words(now_ms, |ms| reader.zone.at(ms).said());
        let since = reader.zone.at(notice.published).said();
        html! {
            p { b { (s.said(&words)) } }
            p class="soft" { (s.said(&sentence!("Published {since}", "{since} 公示"; since))) }
        }
    };
    match stands {
        AwardsStand::NotYet => {
            html! { p class="soft" { (s.both("Games are still to be played.", "尚有对局未赛。")) } }
        }
        AwardsStand::Ready => {
            html! { p class="soft" { (s.both("The list has not been published yet.", "名单尚未公示。")) } }
        }
        AwardsStand::As(notice) => told(notice),
        AwardsStand::Changed(notice) => html! {
            (told(notice))
            p class="warn" { (s.both("A ruling has changed this list since: it will be published anew.", "此名单因其后的裁决有变，将重新公示。")) }
        },
    }
}

/// How much of a notice period is left, in a few words; nothing once it is over.
pub(super) fn left(notice: Notice, now_ms: i64) -> Option<Sentence> {
    (!notice.is_over(now_ms)).then(|| time_left(notice.until() - now_ms))
}

/// A list: prizes with their reasons, what is withheld, trophies.
pub(super) fn list(reader: &Reader<'_>, awarded: &AwardedContest, which: &AwardList) -> Html {
    let s = Speech::Only(reader.lang);
    let prizes = awarded.prizes(which.game.as_ref());
    let own = which.game.as_ref().and_then(|game| awarded.of(game));
    let trophies = own.and_then(|own| own.trophies.as_ref()).filter(|trophies| !trophies.list.is_empty());
    html! {
        @if let Some(prizes) = prizes {
            @if prizes.list.is_empty() {
                p class="soft" { (s.both("No prize: too few teams for one.", "队数过少，无奖项。")) }
            } @else {
                (table(awarded, prizes).html(s, "", &Sentence::new("Prizes", "奖项")))
            }
            (s.list(&prizes.withheld))
        }
        @if let Some(trophies) = trophies {
            h3 { (s.both("Trophies", "奖杯")) }
            ol {
                @for trophy in &trophies.list {
                    li { b { (s.name(team(awarded, trophy.entry))) } ": " (s.said(&trophy.why)) }
                }
            }
            @if !trophies.passed_over.is_empty() {
                ul class="lists" { @for it in &trophies.passed_over { li { (s.said(&it.why)) } } }
            }
        }
        @if let (Some(event), Some(_)) = (&which.event, own) {
            p { a href={ "/events/" (event) "/results" } { (s.both("Results sheet to print", "成绩单（打印）")) } }
        }
    }
}

/// The name of a team.
pub(super) fn team(awarded: &AwardedContest, entry: EntryId) -> &str {
    awarded.team(entry).map_or("", |team| team.form.name.as_str())
}

fn table(awarded: &AwardedContest, prizes: &Awards) -> TypedTable {
    let columns = vec![
        Column::new("team", Words::new("Team", "队伍")).names_row(),
        Column::new("school", Words::new("School", "学校")),
        Column::new("college", Words::new("College", "学院")),
        Column::new("prize", Words::new("Prize", "奖项")),
        Column::new("place", Words::new("Place", "名次")),
        Column::new("why", Words::new("Why", "依据")).aside(),
    ];
    let text = |text: &str| if text.is_empty() { Cell::Nothing } else { Cell::Name(text.to_owned(), None) };
    let rows = prizes.list.iter().filter_map(|award| {
        let team = awarded.team(award.entry)?;
        Some(vec![
            text(&team.form.name),
            text(&team.form.school),
            text(&team.form.college),
            Cell::Said(award.prize.words()),
            Cell::number(award.place.rank),
            Cell::Said(award.why.clone()),
        ])
    });
    TypedTable::new("prizes", columns, rows.collect())
}
