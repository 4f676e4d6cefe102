//! Test games: ordering them, and what came of them.

use crate::html::Html;
use crate::site::events::ways;
use crate::site::frame::{Frame, coded, facts, frame, general, invalid, messages, token, wrong};
use crate::site::submit::{LanguageView, ValidationView, language_choice, validation};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words};
use leitai_hall::{LocalTime, Trouble};

/// An order in a list.
pub struct TrialRow {
    /// Its number.
    pub number: i64,
    /// Opponent and number of games.
    pub called: Sentence,
    /// The score, or how far it is.
    pub stands: Sentence,
    /// When it was ordered.
    pub at: LocalTime,
}

/// What was typed into the form.
#[derive(Clone, Default, Debug)]
pub struct TypedTrial {
    /// The language and standard.
    pub language: String,
    /// The source.
    pub text: String,
    /// The opponent.
    pub opponent: String,
    /// The seats: `both`, `first` or `second`.
    pub side: String,
    /// How many games.
    pub games: String,
    /// How each begins.
    pub opening: String,
}

/// The form for ordering test games.
pub struct TrialsView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// The maximum size of a source in bytes.
    pub most: u64,
    /// The most games of an order.
    pub most_games: u16,
    /// Whether the reader has a current program.
    pub has_current: bool,
    /// The languages that this machine compiles or runs.
    pub languages: &'a [LanguageView],
    /// Built-in levels: the value that the form sends, and the name.
    pub levels: &'a [(String, String)],
    /// Programs whose owners allow it: the value that the form sends, and the name shown.
    pub partners: &'a [(String, String)],
    /// Whether a game can be given an opening, and how an act of it is written.
    pub notation: Option<Words>,
    /// What was typed.
    pub typed: &'a TypedTrial,
    /// Whether others may test against the reader's program; `None` if that is not the reader's to say.
    pub allows: Option<bool>,
    /// The reader's orders, the newest first.
    pub rows: &'a [TrialRow],
    /// What is wrong with the order.
    pub troubles: &'a [Trouble],
}

/// `/events/ID/try`.
pub fn trials(reader: &Reader<'_>, view: &TrialsView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let body = html! {
        h1 { (t.trial()) }
        (ways(view.id, view.event, &[("start", t.start_program()), ("submit", t.submit()), ("mine", t.my_programs())]))
        (messages(reader, general(view.troubles), None))
        p { (t.trial_what()) }
        (form(reader, view))
        @if let Some(allows) = view.allows {
            form class="fields" method="post" action={ "/events/" (view.id) "/try/partner" } {
                (token(view.token))
                input type="hidden" name="allows" value=(if allows { "no" } else { "yes" });
                p class="soft" { (if allows { t.trial_allowed() } else { t.trial_not_allowed() }) }
                button class="quiet" { (if allows { t.trial_forbid() } else { t.trial_allow() }) }
            }
        }
        @if !view.rows.is_empty() {
            h2 { (t.trial_mine()) }
            ul class="rows" {
                @for row in view.rows {
                    li class="row" {
                        span { a href={ "/trials/" (row.number) } { bdi { (row.called.to(lang)) } } br; span class="soft" { (row.at.said().to(lang)) } }
                        span { (row.stands.to(lang)) }
                    }
                }
            }
        }
    };
    frame(reader, &format!("{} · {}", t.trial(), view.event), Nav::Account, &body)
}

fn form(reader: &Reader<'_>, view: &TrialsView<'_>) -> Html {
    let (t, typed) = (Texts(reader.lang), view.typed);
    let wrong = |path| wrong(reader.lang, view.troubles, path);
    let invalid = |path| invalid(view.troubles, path);
    let option = |value: &str, name: &str, chosen: &str| {
        html! { option value=(value) selected=[(value == chosen).then_some("")] { (name) } }
    };
    let sides = [("both", t.trial_both()), ("first", t.trial_first()), ("second", t.trial_second())];
    html! {
        form class="fields" method="post" action={ "/events/" (view.id) "/try" } enctype="multipart/form-data"
            data-drop=(view.most) {
            (token(view.token))
            label for="opponent" { (t.opponent()) }
            (wrong("opponent"))
            select id="opponent" name="opponent" aria-invalid=[invalid("opponent")] {
                optgroup label=(t.trial_levels()) {
                    @for (value, name) in view.levels { (option(value, name, &typed.opponent)) }
                }
                @if !view.partners.is_empty() {
                    optgroup label=(t.trial_partners()) {
                        @for (value, name) in view.partners { (option(value, name, &typed.opponent)) }
                    }
                }
            }
            label for="side" { (t.trial_side()) }
            select id="side" name="side" {
                @for (value, name) in sides { (option(value, name, &typed.side)) }
            }
            label for="games" { (t.games()) }
            (wrong("games"))
            input id="games" name="games" type="number" min="1" max=(view.most_games) required="" value=(typed.games)
                aria-invalid=[invalid("games")];
            @if let Some(notation) = view.notation {
                label for="opening" { (t.trial_opening()) }
                (wrong("opening"))
                input id="opening" name="opening" value=(typed.opening) autocapitalize="none" spellcheck="false"
                    aria-describedby="opening-rule" aria-invalid=[invalid("opening")];
                p class="soft" id="opening-rule" { (coded(notation.to(t.0))) }
            }
            p class="soft" { (if view.has_current { t.trial_current() } else { t.trial_no_current() }) }
            (language_choice(reader, view.languages, (&typed.language, !view.has_current), view.troubles))
            label for="file" { (t.source_file()) }
            (wrong("file"))
            input id="file" name="file" type="file" aria-invalid=[invalid("file")];
            label for="text" { (t.source_text()) }
            textarea id="text" name="text" rows="8" spellcheck="false" autocapitalize="none" {
                "\n" (Html::typed(&typed.text))
            }
            button class="do" { (t.trial_now()) }
        }
    }
}

/// An order of test games, for who ordered it.
pub struct TrialView<'a> {
    /// Its number.
    pub number: i64,
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The form's token; `None` if the reader may not call it off, or it is over.
    pub token: Option<&'a str>,
    /// The score, or how far it is.
    pub stands: &'a Sentence,
    /// Opponent, opening, when it was ordered.
    pub about: &'a [(Words, Sentence)],
    /// Its games.
    pub games: &'a [ValidationView],
    /// Whether it is over.
    pub is_over: bool,
}

/// `/trials/N`.
pub fn trial(reader: &Reader<'_>, view: &TrialView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let body = html! {
        h1 { (t.trial()) " " (view.number) }
        (ways(view.id, view.event, &[("try", t.trial_more()), ("submit", t.submit()), ("mine", t.my_programs())]))
        p class="done" role="status" { strong { (view.stands.to(lang)) } }
        ul class="rows" { @for game in view.games { (validation(game, t)) } }
        (facts(view.about.iter().map(|(name, said)| (name.to(lang), said.to(lang)))))
        @if let Some(form_token) = view.token {
            form method="post" action={ "/trials/" (view.number) } {
                (token(form_token))
                button class="quiet" { (t.trial_off()) }
            }
        }
    };
    // It is no change of the event, whose stream says nothing of it: the page reloads itself.
    let head = html! {
        @if !view.is_over { meta http-equiv="refresh" content="5"; }
    };
    let title = format!("{} {} · {}", t.trial(), view.number, view.event);
    Frame { title: &title, nav: Nav::Account, main: "page", body: &body, head }.html(reader)
}
