//! Certificates to print: one a page, A4 landscape.

use super::fields::game_name;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{Frame, mark};
use crate::{Nav, Reader};
use leitai_core::{GameName, Sentence, Words, sentence};
use leitai_hall::AwardedContest;
use leitai_tournament::awards::Award;
use leitai_tournament::contest::Team;

/// `/organise/contests/ID/awards/certificates`: for each prize, each trophy and each teacher who is honoured.
pub fn certificates(reader: &Reader<'_>, id: &str, awarded: &AwardedContest, now_ms: i64) -> Html {
    let (s, terms) = (Speech::Only(reader.lang), awarded.kept.contest.terms());
    let title = Words::new("Certificates", "奖状").to(reader.lang);
    let games = awarded.games.iter().filter_map(|own| Some((Some(&own.game), own.awards.as_ref()?)));
    let lists = games.chain(awarded.awards.as_ref().map(|awards| (None, awards)));
    let prizes: Vec<_> =
        lists.flat_map(|(game, awards)| awards.list.iter().map(move |award| (game, award))).collect();
    let page = Page { reader, awarded, now_ms };
    let body = html! {
        div class="no-print" {
            h1 { (title) }
            p { a href={ "/organise/contests/" (id) "/awards" } { (s.name(&terms.name)) } }
            p class="soft" { (s.both("One a page, A4 landscape; everything is on the page, and nothing is loaded from elsewhere.", "每页一张，A4 横向；内容齐全，不从别处加载。")) }
            @if prizes.is_empty() { p class="soft" { (s.both("No prize yet: lists are made once their games are over.", "尚无奖项：对局结束后产生名单。")) } }
        }
        @for (game, award) in &prizes { (page.of_prize(*game, award)) }
        @for own in &awarded.games {
            @for trophy in own.trophies.iter().flat_map(|trophies| &trophies.list) {
                @if let Some(team) = awarded.team(trophy.entry) {
                    (page.one(team.form.name.as_str(), &people(team), &sentence!(
                        "the trophy of place {place} in {game}", "{game}项目第 {place} 名奖杯";
                        place = trophy.number, game = game_name(reader, &own.game)
                    )))
                }
            }
        }
        @for teacher in &awarded.teachers {
            (page.one(&teacher.name, "", &Sentence::new("excellent teacher", "优秀指导教师")))
        }
    };
    let title = format!("{title} · {}", terms.name);
    Frame { title: &title, nav: Nav::Account, main: "page", body: &body, head: Html::default() }.html(reader)
}

/// Members, then teachers.
fn people(team: &Team) -> String {
    let members = team.form.members.iter().map(|member| member.name.as_str());
    members.collect::<Vec<_>>().join("、")
}

struct Page<'a> {
    reader: &'a Reader<'a>,
    awarded: &'a AwardedContest,
    now_ms: i64,
}

impl Page<'_> {
    fn of_prize(&self, game: Option<&GameName<'static>>, award: &Award) -> Html {
        let Some(team) = self.awarded.team(award.entry) else { return Html::default() };
        let (prize, rank) = (award.prize.words(), award.place.rank);
        let what = match game.map(|game| game_name(self.reader, game)) {
            Some(game) => sentence!(
                "{prize} in {game} (place {rank})", "{game}项目{prize}（第 {rank} 名）"; game, prize, rank
            ),
            None => prize,
        };
        self.one(&team.form.name, &people(team), &what)
    }

    fn one(&self, name: &str, people: &str, what: &Sentence) -> Html {
        let (s, terms) = (Speech::Only(self.reader.lang), self.awarded.kept.contest.terms());
        let date = self.reader.zone.at(terms.hours.last().map_or(self.now_ms, |hours| hours.until));
        html! {
            section class="certificate" {
                p class="mark" { (mark()) }
                h2 { (s.both("Certificate", "荣誉证书")) }
                p class="whom" { (s.name(name)) }
                @if !people.is_empty() { p { bdi { (people) } } }
                p { (s.said(&sentence!("received at {}", "在 {} 中荣获", terms.name))) }
                p class="what" { (s.said(what)) }
                @for (what, who) in terms.hosts.named() { p { (what.to(self.reader.lang)) ": " (s.name(who)) } }
                p class="signed" { (s.both("Organising committee (seal)", "组委会（盖章）")) " ____________" }
                p { (s.said(&date.day())) }
            }
        }
    }
}
