//! The fields of a team's form.

use super::fields::{FieldTrouble, Line, game_name, wrong};
use crate::Reader;
use crate::event::Speech;
use crate::html::Html;
use leitai_core::{Words, sentence};
use leitai_tournament::contest::{ContestTerms, Member, TeamForm};

/// The fields, with what is typed in them. Those of a member are `member-N-name` and so on, that of a teacher `teacher-N`, that
/// of a game `game-ID`.
pub(super) fn team_fields(
    reader: &Reader<'_>,
    terms: &ContestTerms,
    form: &TeamForm,
    troubles: &[FieldTrouble],
) -> Html {
    let (s, lang) = (Speech::Only(reader.lang), reader.lang);
    let line = |name: &str, title, what, typed: &str, is_required| {
        Line { name, title, what, typed, is_required }.html(lang, troubles)
    };
    let none = Words::new("", "");
    let limits = terms.team;
    let size = sentence!(
        "1 to {} students; the first is the captain. Rows left empty do not count.",
        "1 至 {} 名学生，第一名为队长；空行不计。",
        limits.members
    );
    html! {
        (line("name", Words::new("Team", "队名"), none, &form.name, true))
        (line("school", Words::new("School", "学校"), Words::new("Within one school it may stay empty.", "校内比赛可不填。"), &form.school, false))
        (line("college", Words::new("College", "学院"), none, &form.college, false))
        fieldset {
            legend { (s.both("Games", "参赛棋种")) }
            (wrong(lang, troubles, "games"))
            @for game in &terms.games {
                label {
                    input type="checkbox" name={ "game-" (game.game) } value="on"
                        checked=[form.games.contains(&game.game).then_some("")];
                    " " span { (game_name(reader, &game.game)) }
                }
            }
        }
        (line("leader", Words::new("Leader", "领队"), Words::new("Who objects for the team, if it is not the captain.", "代表队伍提出申诉的人；可不填。"), &form.leader, false))
        fieldset {
            legend { (s.both("Members", "队员")) }
            p class="soft" { (s.said(&size)) }
            (wrong(lang, troubles, "members"))
            @for at in 0..usize::from(limits.members).max(form.members.len()) {
                (member(reader, at, form.members.get(at), troubles))
            }
        }
        fieldset {
            legend { (s.both("Teachers", "指导教师")) }
            (wrong(lang, troubles, "teachers"))
            @for at in 0..usize::from(limits.teachers).max(form.teachers.len()) {
                (line(
                    &format!("teacher-{at}"),
                    TEACHERS[at.min(TEACHERS.len() - 1)],
                    none,
                    form.teachers.get(at).map_or("", String::as_str),
                    false,
                ))
            }
        }
        (line("contact", Words::new("How to reach the team", "联系方式"), Words::new("Only organisers see it, as all members' names and numbers.", "与队员姓名、学号一样，仅组织者可见。"), &form.contact, false))
    }
}

const TEACHERS: [Words; 3] = [
    Words::new("First teacher", "指导教师一"),
    Words::new("Second teacher", "指导教师二"),
    Words::new("Another teacher", "其他指导教师"),
];

/// The three fields of a member.
fn member(reader: &Reader<'_>, at: usize, member: Option<&Member>, troubles: &[FieldTrouble]) -> Html {
    let lang = reader.lang;
    let number = at + 1;
    let typed = |of: fn(&Member) -> &String| member.map_or("", |member| of(member).as_str());
    let fields = [
        ("name", sentence!("Name of member {number}", "队员 {number} 姓名"), typed(|it| &it.name)),
        ("number", sentence!("Number of member {number}", "队员 {number} 学号"), typed(|it| &it.number)),
        ("class", sentence!("Class of member {number}", "队员 {number} 班级"), typed(|it| &it.class)),
    ];
    html! {
        div class="member" {
            @for (field, title, typed) in fields {
                @let name = format!("member-{at}-{field}");
                (wrong(lang, troubles, &format!("members[{at}].{field}")))
                input id=(name) name=(name) value=(Html::typed(typed)) maxlength="200" autocomplete="off"
                    aria-label=(title.to(lang)) placeholder=(title.to(lang));
            }
        }
    }
}
