//! What the teams of a contest have objected to, and what they can object to.

use crate::site::Site;
use crate::site_contests::SiteContest;
use leitai_core::{GameName, Sentence, Words, sentence};
use leitai_pages::{ObjectionChoice, ObjectionRow};
use leitai_tournament::Event;
use leitai_tournament::contest::{Contest, Team};

/// A game's name in both languages.
pub(super) fn game_words(game: &GameName<'_>) -> Sentence {
    leitai_catalog::find(game)
        .map_or_else(|| Sentence::quoted(&**game), |known| Words::into(known.facts().name))
}

/// What a team has objected to, what it can object to, and until when.
#[derive(Default)]
pub(super) struct TeamObjections {
    pub(super) rows: Vec<ObjectionRow>,
    pub(super) choices: Vec<ObjectionChoice>,
    pub(super) until: Vec<Sentence>,
}

impl TeamObjections {
    pub(super) fn of(site: &Site, found: &SiteContest, team: &Team, now_ms: i64) -> TeamObjections {
        let mut all = TeamObjections::default();
        for own in &found.kept.contest.terms().games {
            all.take_in(site, found, team, (&own.game, now_ms));
        }
        all
    }

    fn take_in(
        &mut self,
        site: &Site,
        found: &SiteContest,
        team: &Team,
        (game, now_ms): (&GameName<'static>, i64),
    ) {
        let drawn = found.kept.contest.drawn(game);
        let Some((drawn, entry)) = drawn.and_then(|drawn| Some((drawn, drawn.entry(team.id)?))) else {
            return;
        };
        let name = game_words(game);
        let notice = found.kept.objections_until(game);
        if let Some(notice) = notice {
            let until = site.zone.at(notice.until()).said();
            self.until.push(sentence!(
                "{name}: objections are heard until {until}", "{name}：异议截止于{until}"; name, until
            ));
        }
        let is_heard = notice.is_none_or(|notice| !notice.is_over(now_ms));
        if is_heard {
            let words = sentence!("{name}: the schedule", "{name}：赛程"; name);
            self.choices.push(ObjectionChoice { value: game.to_string(), words });
        }
        let Some(event) = site.events.named(&drawn.event) else { return };
        let known = event.known();
        let Some(event) = known.as_ref().map(|known| &known.history.event) else { return };
        let own = event.state().objections();
        let own = own.iter().filter(|heard| heard.ruling.decision.entries().contains(&entry));
        self.rows.extend(own.map(|heard| ObjectionRow::of(game, event, heard)));
        let played = event.games().iter().filter(|played| [played.first, played.second].contains(&entry));
        for played in played.filter(|_| is_heard) {
            let [first, second] = [played.first, played.second].map(|side| event.name(side));
            let figures = played.outcome.figures();
            let words = sentence!(
                "{name}: {first} – {second}, {figures}", "{name}：{first} – {second}，{figures}";
                name, first, second, figures
            );
            self.choices.push(ObjectionChoice { value: format!("{game} {}", played.id), words });
        }
    }
}

/// The objections of a contest, those that are open first; by what its events are now.
pub(super) fn all_objections(site: &Site, contest: &Contest) -> Vec<ObjectionRow> {
    let mut rows = Vec::new();
    for (game, drawn) in contest.events() {
        let Some(event) = site.events.named(&drawn.event) else { continue };
        let known = event.known();
        let Some(event) = known.as_ref().map(|known| &known.history.event) else { continue };
        rows.extend(of_event(game, event));
    }
    rows.sort_by_key(|row| row.answer.is_some());
    rows
}

fn of_event(game: &GameName<'static>, event: &Event) -> Vec<ObjectionRow> {
    let heard = event.state().objections();
    heard.iter().map(|heard| ObjectionRow::of(game, event, heard)).collect()
}
