//! Signing a team up, and what a person has to do with a contest.

use super::fields::{FieldTrouble, press};
use super::list::sign_up_stands;
use super::team_fields::team_fields;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words};
use leitai_tournament::awards::Barred;
use leitai_tournament::contest::{Contest, SignUpStands, Team, TeamForm};

/// A person's part in a contest.
pub struct SignUpView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// It as it stands.
    pub contest: &'a Contest,
    /// The reader's account.
    pub account: &'a str,
    /// Whether the reader organises.
    pub organises: bool,
    /// Those who are barred this year and look like a team of the reader's.
    pub barred: &'a [Barred],
    /// The token of its form.
    pub token: &'a str,
    /// The form of a new team as typed.
    pub form: &'a TeamForm,
    /// What is wrong with it.
    pub troubles: &'a [FieldTrouble],
    /// Why it was not taken.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// `/contests/ID/sign-up`.
pub fn sign_up(reader: &Reader<'_>, view: &SignUpView<'_>) -> Html {
    let (s, contest, here) = (Speech::Only(reader.lang), view.contest, format!("/contests/{}", view.id));
    let title = Words::new("Sign up", "报名").to(reader.lang);
    let terms = contest.terms();
    let own = |team: &&Team| team.account.as_deref() == Some(view.account);
    let teams: Vec<_> = contest.teams().iter().filter(own).collect();
    let stands = contest.sign_up(view.now_ms);
    let body = html! {
        h1 { (title) }
        p { a href=(here) { (s.name(&terms.name)) } }
        (messages(reader, view.trouble, view.done))
        p { b { (s.said(&sign_up_stands(reader, stands, view.now_ms))) } }
        @if !teams.is_empty() {
            h2 { (s.both("Your teams", "我的队伍")) }
            ul class="lists" {
                @for team in teams {
                    li {
                        a href={ (here) "/teams/" (team.id) } { (s.name(&team.form.name)) }
                        @if team.withdrawn.is_some() { " " (s.both("(left)", "（已退出）")) }
                    }
                }
            }
        }
        @for barred in view.barred { p class="warn" role="status" { (s.said(&barred.words())) } }
        (duties(reader, view, &here))
        @if let SignUpStands::Open(_) = stands {
            h2 { (s.both("Sign up a team", "新队报名")) }
            form class="fields" method="post" action={ (here) "/sign-up" } {
                (token(view.token))
                (team_fields(reader, terms, view.form, view.troubles))
                (press("do", "sign-up", &s.both("Sign up", "报名")))
            }
        }
    };
    frame(reader, &format!("{title} · {}", terms.name), Nav::Account, &body)
}

/// What the reader has to do on the day.
fn duties(reader: &Reader<'_>, view: &SignUpView<'_>, here: &str) -> Html {
    let s = Speech::Only(reader.lang);
    let duty = view.contest.duty(view.account);
    html! {
        @if duty.is_some() || view.organises {
            h2 { (s.both("Your duties", "我的职务")) }
            @if let Some(duty) = duty { p { (s.words(duty.words())) } }
            ul class="lists" {
                li { a href={ (here) "/check-in" } { (s.both("Check-in", "检录")) } }
                li { a href={ (here) "/tables" } { (s.both("Tables", "棋桌")) } }
                li { a href={ (here) "/objections" } { (s.both("Objections", "异议")) } }
                li { a href={ (here) "/mine" } { (s.both("What waits for you", "待办")) } }
                @if view.organises {
                    li { a href={ "/organise/contests/" (view.id) } { (s.both("Organise", "组织")) } }
                }
            }
        }
    }
}
