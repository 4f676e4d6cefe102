//! The head of an event's page: what it is, how it stands, until when, and how to take part.

use crate::html::Html;
use crate::site::board::capital;
use crate::site::events::{about, stand};
use crate::site::preview::Preview;
use crate::site::texts::Texts;
use crate::{EventCard, Reader};
use leitai_core::{Sentence, say};

/// What a reader is told first about an event.
pub struct EventHead<'a> {
    /// Its row in a list of events.
    pub card: &'a EventCard,
    /// Its form in a few words.
    pub form: &'a Sentence,
    /// What comes next, or until when it goes on.
    pub until: &'a Sentence,
    /// How to take part.
    pub part: &'a Sentence,
    /// Whether people submit programs to it.
    pub takes: bool,
}

impl EventHead<'_> {
    /// How the event's page looks where its address is shared.
    pub fn preview(&self, reader: &Reader<'_>) -> Html {
        let (lang, card) = (reader.lang, self.card);
        let game = capital(card.game.name.to(lang));
        let (form, until) = (self.form.to(lang), self.until.to(lang));
        let about = say!(
            lang,
            "{game}: {form}. {until}",
            "{game}，{form}。{until}",
            game = game,
            form = form,
            until = until
        );
        let (page, picture) = (format!("/events/{}", card.id), format!("/events/{}/preview.png", card.id));
        let preview = Preview { title: &card.name, about: &about, page: &page, picture: Some(&picture) };
        preview.head(reader)
    }
}

/// The head of an event's page. It is the same for everybody: where the reader stands is behind a link, which the script
/// of the page fills in for those who have signed in.
pub fn event_head(reader: &Reader<'_>, head: &EventHead<'_>) -> Html {
    let (lang, t, card) = (reader.lang, Texts(reader.lang), head.card);
    let (dot, stand) = stand(card, t);
    let (game, form) = (capital(card.game.name.to(lang)), head.form.to(lang));
    let facts = [
        (
            say!(lang, "Event", "赛事"),
            html! { (say!(lang, "{game}: {form}", "{game}，{form}", game = game, form = form)) },
        ),
        (
            say!(lang, "State", "状态"),
            html! { span class="state" { i class={ "dot " (dot) } {} " " (stand) } " · " bdi { (about(card, lang)) } },
        ),
        (say!(lang, "Next", "接下来"), html! { (head.until.to(lang)) }),
        (say!(lang, "Taking part", "参赛"), html! { (head.part.to(lang)) }),
    ];
    let here = format!("/events/{}", card.id);
    html! {
        dl class="facts" data-part="head" { @for (name, value) in &facts { dt { (name) } dd { (value) } } }
        @if head.takes {
            p class="no-print" {
                a class="do" href={ (here) "/submit" } { (t.submit()) } " "
                a href={ (here) "/start" } { (t.start_here()) } " · "
                a href={ (here) "/try" } { (t.trial()) } " · "
                a data-mine=(card.id) href={ (here) "/mine" } { (say!(lang, "Your place and your games", "您的名次与对局")) } " · "
                a href={ (here) "/submissions" } { (t.submissions()) }
            }
        }
    }
}
