//! The lists of awards of a contest: as they are published, for everybody; before that, for organisers.

use super::award_lists::{AwardList, left, list, stands};
use super::fields::press;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::{AwardedContest, AwardsStand};

/// The lists for everybody.
pub struct AwardsView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// What is awarded.
    pub awarded: &'a AwardedContest,
    /// The lists that may be shown.
    pub lists: &'a [AwardList],
    /// Whether none is held back, so that what follows from all of them can be shown.
    pub is_whole: bool,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// `/contests/ID/awards`: the lists that are published, provisional or final.
pub fn contest_awards(reader: &Reader<'_>, view: &AwardsView<'_>) -> Html {
    let (s, name) = (Speech::Only(reader.lang), &view.awarded.kept.contest.terms().name);
    let title = Words::new("Awards", "获奖名单").to(reader.lang);
    let is_shown = |list: &&AwardList| matches!(list.stands, AwardsStand::As(_) | AwardsStand::Changed(_));
    let shown: Vec<_> = view.lists.iter().filter(is_shown).collect();
    let body = html! {
        h1 { (title) }
        p { a href={ "/contests/" (view.id) } { (s.name(name)) } }
        @if shown.is_empty() {
            p class="soft" { (s.both("No list has been published yet: it appears here once its games are over.", "名单尚未公示：对局结束后在此公布。")) }
        }
        @for which in &shown {
            section {
                h2 { (which.title(reader)) }
                (stands(reader, which.stands, view.now_ms))
                (list(reader, view.awarded, which))
            }
        }
        @if view.is_whole && !shown.is_empty() && !view.awarded.teachers.is_empty() && shown.len() == view.lists.len() {
            (teachers(reader, view.awarded))
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Events, &body)
}

/// The teachers who are honoured.
fn teachers(reader: &Reader<'_>, awarded: &AwardedContest) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        h2 { (s.both("Excellent teachers", "优秀指导教师")) }
        ul class="lists" {
            @for teacher in &awarded.teachers {
                li {
                    b { (s.name(&teacher.name)) } ": "
                    (teacher.teams.iter().map(|(team, _)| super::award_lists::team(awarded, *team)).collect::<Vec<_>>().join(", "))
                }
            }
        }
    }
}

/// The lists for organisers.
pub struct AwardsToPublish<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// What is awarded.
    pub awarded: &'a AwardedContest,
    /// The lists.
    pub lists: &'a [AwardList],
    /// The token of its forms.
    pub token: &'a str,
    /// Why nothing was published.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// `/organise/contests/ID/awards`.
pub fn awards_to_publish(reader: &Reader<'_>, view: &AwardsToPublish<'_>) -> Html {
    let (s, awarded) = (Speech::Only(reader.lang), view.awarded);
    let name = &awarded.kept.contest.terms().name;
    let title = Words::new("Publish the awards", "公示获奖名单").to(reader.lang);
    let here = format!("/organise/contests/{}/awards", view.id);
    let body = html! {
        h1 { (title) }
        p {
            a href={ "/organise/contests/" (view.id) } { (s.name(name)) }
            " · " a href={ "/contests/" (view.id) "/awards" } { (s.both("as it is published", "已公示的名单")) }
        }
        (messages(reader, view.trouble, view.done))
        p class="exports" {
            (s.both("Registry:", "上报名单：")) " "
            a href={ (here) "/registry.csv" } { "CSV" } " · " a href={ (here) "/registry.json" } { "JSON" }
            " · " a href={ (here) "/certificates" } { (s.both("certificates to print", "打印奖状")) }
        }
        @if view.lists.is_empty() {
            p class="soft" { (s.both("No game has been drawn yet.", "尚未抽签。")) }
        }
        @for which in view.lists { (one(reader, view, which)) }
        @if !awarded.teachers.is_empty() { (teachers(reader, awarded)) }
        @if !awarded.barred.is_empty() {
            h2 { (s.both("Barred next year", "下一年度不得参赛")) }
            ul class="lists" { @for barred in &awarded.barred { li { (s.said(&barred.words())) } } }
            p class="soft" { (s.both("This is kept when a list is published, and whoever signs such a team up next year is warned.", "公示名单时一并保存；下一年度报名时将提示。")) }
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}

/// One list, with what is in the way, and its button.
fn one(reader: &Reader<'_>, view: &AwardsToPublish<'_>, which: &AwardList) -> Html {
    let (s, awarded) = (Speech::Only(reader.lang), view.awarded);
    let objections = match &which.game {
        Some(game) => awarded.of(game).map_or(0, |own| own.objections),
        None => awarded.games.iter().map(|own| own.objections).sum(),
    };
    let title = which.title(reader);
    let (class, words) = match which.stands {
        AwardsStand::NotYet => ("", None),
        AwardsStand::Ready => ("do", Some(sentence!("Publish: {title}", "公示：{title}"))),
        AwardsStand::Changed(_) => ("do", Some(sentence!("Publish anew: {title}", "重新公示：{title}"))),
        AwardsStand::As(_) => ("quiet", None),
    };
    let counting = match which.stands {
        AwardsStand::As(notice) | AwardsStand::Changed(notice) => left(notice, view.now_ms),
        AwardsStand::NotYet | AwardsStand::Ready => None,
    };
    html! {
        section {
            h2 { (title) }
            (stands(reader, which.stands, view.now_ms))
            @if objections > 0 {
                p class="warn" {
                    a href={ "/contests/" (view.id) "/objections" } { (s.said(&sentence!("{objections} objections wait for an answer of the panel", "{objections} 项异议待仲裁组答复"))) }
                    @if let Some(left) = &counting { " · " (s.said(&sentence!("{left} left", "还剩 {left}"; left))) }
                }
            }
            (list(reader, awarded, which))
            @if let Some(words) = words {
                form method="post" action={ "/organise/contests/" (view.id) "/awards" } {
                    (token(view.token))
                    input type="hidden" name="game" value=(which.game.as_deref().unwrap_or_default());
                    input type="hidden" name="shown" value=(awarded.mark(which.game.as_ref()));
                    (press(class, "publish", &s.said(&words)))
                }
            }
        }
    }
}
