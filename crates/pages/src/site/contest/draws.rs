//! The draws of a contest, for its organisers.

use super::fields::{game_name, press};
use super::list::sign_up_stands;
use super::tables_view::team_name;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{GameName, Sentence, Words, sentence};
use leitai_tournament::contest::{Contest, ProposedSeed, SignUpStands, TeamId};

/// A game and what a draw of it would begin.
pub struct GameToDraw {
    /// The game's id.
    pub game: GameName<'static>,
    /// The plan in words, with how long it takes at most; why there can be none, if there cannot.
    pub plan: Result<Vec<Sentence>, Sentence>,
    /// The SHA-256 of the seed of its event.
    pub commitment: String,
    /// The orders in which its teams can draw by hand: by pinyin and by lot, each with the reason.
    pub orders: Vec<(Vec<TeamId>, Sentence)>,
    /// The seeds by the results of earlier years that are not placed yet.
    pub seeds: Vec<ProposedSeed>,
    /// The address of its event, once it was drawn and the site has it.
    pub event: Option<String>,
}

/// The draws of a contest.
pub struct DrawsView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The SHA-256 of the seed of all lots.
    pub commitment: &'a str,
    /// Its games.
    pub games: &'a [GameToDraw],
    /// The token of its forms.
    pub token: &'a str,
    /// Why nothing was drawn.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// `/organise/contests/ID/draw`.
pub fn draws(reader: &Reader<'_>, view: &DrawsView<'_>) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let (title, name) = (Words::new("Lots", "抽签").to(reader.lang), &contest.terms().name);
    let stands = contest.sign_up(view.now_ms);
    let body = html! {
        h1 { (title) }
        p { a href={ "/organise/contests/" (view.id) } { (s.name(name)) } }
        (messages(reader, view.trouble, view.done))
        p { b { (s.said(&sign_up_stands(reader, stands, view.now_ms))) } }
        p class="soft" {
            (s.both(
                "SHA-256 of the seed of all lots, on the contest's page since it was opened:",
                "全部签号种子的 SHA-256，自比赛建立起公布于比赛页面：",
            ))
            " " code { (view.commitment) }
        }
        @for game in view.games { (one(reader, view, game, matches!(stands, SignUpStands::Closed))) }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}

fn one(reader: &Reader<'_>, view: &DrawsView<'_>, game: &GameToDraw, is_closed: bool) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let teams: Vec<_> = contest.playing(&game.game).collect();
    let here = format!("/organise/contests/{}/draw", view.id);
    html! {
        section {
            h2 { (game_name(reader, &game.game)) }
            p {
                (s.said(&sentence!("{} teams", "{} 支队伍", teams.len())))
                @if !teams.is_empty() { ": " (teams.iter().map(|team| team.form.name.as_str()).collect::<Vec<_>>().join(", ")) }
            }
            @match (contest.drawn(&game.game), &game.event) {
                (Some(_), Some(event)) => p {
                    (s.both("Drawn:", "已抽签：")) " "
                    a href={ "/contests/" (view.id) "/draw/" (game.game) } { (s.both("show the draw", "展示抽签")) }
                    " · " a href={ "/events/" (event) } { (s.both("the event", "赛事")) }
                    " · " a href={ "/organise/" (event) } { (s.both("organise it", "管理")) }
                },
                (Some(_), None) => {
                    p class="trouble" {
                        (s.both(
                            "Drawn, but its event is not there yet: it was interrupted.",
                            "已抽签，但赛事尚未建立：操作曾被中断。",
                        ))
                    }
                    form method="post" action=(here) {
                        (token(view.token))
                        (press("do", "finish", &s.both("Finish the draw", "完成抽签")))
                    }
                }
                (None, _) => {
                    @match &game.plan {
                        Ok(plan) => (s.list(plan)),
                        Err(why) => p class="soft" { (s.said(why)) },
                    }
                    @if teams.len() > 1 { (seeds(reader, view, game)) }
                    p class="soft" { (s.both("SHA-256 of the seed of this event:", "本赛事种子的 SHA-256：")) " " code { (game.commitment) } }
                    @if is_closed && !game.orders.is_empty() {
                        details {
                            summary { (s.both("Drawing by hand: in which order", "手工抽签：抽签次序")) }
                            @for (order, why) in &game.orders {
                                ol { @for team in order { li { (s.name(team_name(contest, *team))) } } }
                                p class="soft" { (s.said(why)) }
                            }
                            p class="soft" { (s.both("Draw the game below first; then enter what each drew by a ruling of its event, with a witness.", "先在下方抽签建立赛事，再在该赛事中以裁决录入各队所抽的签，并注明见证人。")) }
                        }
                    }
                    @if is_closed && teams.len() > 1 {
                        form method="post" action=(here) {
                            (token(view.token))
                            input type="hidden" name="game" value=(game.game);
                            // What is drawn is what was shown.
                            input type="hidden" name="teams" value=(teams.iter().map(|team| team.id.to_string()).collect::<Vec<_>>().join(" "));
                            (press("do", "draw", &s.said(&sentence!("Draw {}", "抽签：{}", game_name(reader, &game.game)))))
                        }
                    }
                }
            }
        }
    }
}

/// The seeds of a game that are placed in groups without a lot, and a form that places one.
fn seeds(reader: &Reader<'_>, view: &DrawsView<'_>, to_draw: &GameToDraw) -> Html {
    let (s, contest, game) = (Speech::Only(reader.lang), view.contest, &to_draw.game);
    let here = format!("/organise/contests/{}/draw", view.id);
    let placed = |team| contest.placed(game, team);
    let group = |of: u16| sentence!("group {of}", "第 {of} 组");
    let (team_id, group_id) = (format!("team-{game}"), format!("group-{game}"));
    html! {
        details open[!to_draw.seeds.is_empty() || contest.playing(game).any(|team| placed(team.id).is_some())] {
            summary { (s.both("Seeds placed in groups", "种子队分组")) }
            ul {
                @for (team, of) in contest.playing(game).filter_map(|team| Some((team, placed(team.id)?))) {
                    li {
                        form method="post" action=(here) {
                            (token(view.token))
                            input type="hidden" name="game" value=(game);
                            input type="hidden" name="team" value=(team.id);
                            (s.name(&team.form.name)) ": " (s.said(&group(of))) " "
                            (press("do", "lot", &s.both("by lot", "改为抽签")))
                        }
                    }
                }
            }
            @if !to_draw.seeds.is_empty() {
                p { (s.both("Proposed by the results of the last three years (first to third, the same school and team name); you decide:", "按近三年成绩（前三名，同校同队名）建议的种子队，由组织者决定：")) }
                ul {
                    @for seed in &to_draw.seeds {
                        @let field = format!("seed-{game}-{}", seed.team);
                        li {
                            form method="post" action=(here) {
                                (token(view.token))
                                input type="hidden" name="game" value=(game);
                                input type="hidden" name="team" value=(seed.team);
                                (s.name(team_name(contest, seed.team))) " (" (s.said(&seed.words())) ") "
                                label for=(field) { (s.both("Group", "小组")) }
                                " " input id=(field) name="group" type="number" min="1" max="99" value=(seed.group) required;
                                " " (press("quiet", "place", &s.both("Place it", "指定小组")))
                            }
                        }
                    }
                }
            }
            form method="post" action=(here) {
                (token(view.token))
                input type="hidden" name="game" value=(game);
                label for=(team_id) { (s.both("Team", "队伍")) }
                select id=(team_id) name="team" {
                    @for team in contest.playing(game) { option value=(team.id) { (team.form.name) } }
                }
                label for=(group_id) { (s.both("Group", "小组")) }
                input id=(group_id) name="group" type="number" min="1" max="99" required;
                (press("do", "place", &s.both("Place it", "指定小组")))
            }
        }
    }
}
