//! What waits for somebody at a contest, by what he is there.

use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words};
use leitai_tournament::contest::Contest;

/// Something that waits for the reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingTask {
    /// What it is.
    pub what: Sentence,
    /// Where it is done.
    pub href: String,
}

/// What waits for somebody in one of his roles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoleTasks {
    /// The role, or the name of a team.
    pub role: Sentence,
    /// What waits, the most urgent first.
    pub tasks: Vec<WaitingTask>,
}

/// What waits for somebody.
pub struct ContestMine<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Each role of the reader's, with what waits.
    pub roles: &'a [RoleTasks],
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/contests/ID/mine`.
pub fn contest_mine(reader: &Reader<'_>, view: &ContestMine<'_>) -> Html {
    let (s, name) = (Speech::Only(reader.lang), &view.contest.terms().name);
    let title = Words::new("What waits for you", "待办").to(reader.lang);
    let body = html! {
        h1 { (title) }
        p {
            a href={ "/contests/" (view.id) } { (s.name(name)) }
            " · " a href={ "/contests/" (view.id) "/sign-up" } { (s.both("your teams and duties", "我的队伍与职务")) }
        }
        (messages(reader, None, view.done))
        @if view.roles.is_empty() {
            p class="soft" { (s.both("You have no team and no duty here. Sign a team up, or ask an organiser for a duty.", "您在此没有队伍或职务：可为队伍报名，或请组织者任命。")) }
        }
        @for role in view.roles {
            section {
                h2 { (s.said(&role.role)) }
                @if role.tasks.is_empty() {
                    p class="soft" { (s.both("Nothing waits now.", "目前没有待办。")) }
                }
                ul class="lists" {
                    @for task in &role.tasks { li { a href=(task.href) { (s.said(&task.what)) } } }
                }
            }
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}
