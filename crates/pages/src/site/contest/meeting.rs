//! Who came to the meeting before the contest: a list to tick.

use super::fields::{FieldTrouble, Line, game_name, press, wrong};
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_tournament::contest::{Contest, Team, TeamId};

/// The meeting before a contest.
pub struct MeetingView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The token of its forms.
    pub token: &'a str,
    /// The team whose form was refused, with what was typed, and why.
    pub typed: Option<(TeamId, &'a str, &'a [FieldTrouble])>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/contests/ID/meeting`.
pub fn contest_meeting(reader: &Reader<'_>, view: &MeetingView<'_>) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let title = Words::new("Meeting before the contest", "赛前会议").to(reader.lang);
    let name = &contest.terms().name;
    let mut teams: Vec<_> = contest.teams().iter().filter(|team| team.withdrawn.is_none()).collect();
    teams.sort_by_key(|team| contest.attended(team.id).is_some());
    let (count, missing) = (teams.len(), contest.absent_from_meeting().count());
    let body = html! {
        h1 { (title) }
        p {
            a href={ "/contests/" (view.id) } { (s.name(name)) }
            " · " a href={ "/contests/" (view.id) "/check-in" } { (s.both("check-in", "检录")) }
        }
        p class="soft" { (s.both("Each team sends somebody to the meeting at which rules and procedure are explained.", "各队须派员参加赛前会议，了解规则与流程。")) }
        (messages(reader, None, view.done))
        p { b { (s.said(&sentence!("nobody of {missing} of {count} teams has come", "{count} 队中有 {missing} 队无人到会"))) } }
        @if teams.is_empty() { p class="soft" { (s.both("No team has signed up.", "没有队伍报名。")) } }
        @for team in teams { (one(reader, view, team)) }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}

fn one(reader: &Reader<'_>, view: &MeetingView<'_>, team: &Team) -> Html {
    let (s, lang) = (Speech::Only(reader.lang), reader.lang);
    let here = format!("/contests/{}/meeting", view.id);
    let there = view.contest.attended(team.id);
    let refused = view.typed.filter(|(of, ..)| *of == team.id);
    let troubles = refused.map_or(&[][..], |(_, _, troubles)| troubles);
    // Whoever signed the team up is the likeliest to come.
    let usual = team.form.members.first().map_or("", |member| &member.name);
    let typed = refused.map_or(there.map_or(usual, |(_, who)| who), |(_, typed, _)| typed);
    let id = format!("{}-who", team.id);
    let title = Words::new("Who came", "到会者");
    let what = Words::new("", "");
    let line = Line { name: &id, title, what, typed, is_required: false };
    let games: Vec<_> = team.form.games.iter().map(|game| game_name(reader, game)).collect();
    html! {
        details id=(team.id) open=[refused.map(|_| "")] {
            summary {
                (s.name(&team.form.name)) " · " (games.join(", ")) " · "
                @match there {
                    Some((at, who)) => {
                        b { (s.both("came", "已到会")) } " " bdi { (who) } " · " (reader.zone.at(*at).said().to(lang))
                    }
                    None => span class="warn" { (s.both("nobody", "无人到会")) },
                }
            }
            form class="fields" method="post" action=(here) {
                (token(view.token))
                input type="hidden" name="team" value=(team.id);
                (wrong(lang, troubles, "who"))
                (line.html(lang, &[]))
                (press("quiet", "attend", &s.both("Has come", "已到会")))
                @if there.is_some() { (press("quiet", "undo", &s.both("Entered wrong: nobody came", "登记有误：无人到会"))) }
            }
        }
    }
}
