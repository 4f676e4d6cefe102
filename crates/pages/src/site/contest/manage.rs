//! A contest as its organisers see it.

use super::fields::{FieldTrouble, invalid, press, wrong};
use super::list::sign_up_stands;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_tournament::contest::{Contest, Duty, SignUpStands};

/// A contest to organise.
pub struct ManageContest<'a> {
    /// Its address.
    pub id: &'a str,
    /// It as it stands.
    pub contest: &'a Contest,
    /// The token of its forms.
    pub token: &'a str,
    /// What was typed for a duty: the account, the duty, the tables.
    pub typed: [&'a str; 3],
    /// What is wrong with it.
    pub troubles: &'a [FieldTrouble],
    /// The notice typed, in English and in Chinese.
    pub notice: [&'a str; 2],
    /// Why nothing was done.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// `/organise/contests/ID`.
pub fn manage_contest(reader: &Reader<'_>, view: &ManageContest<'_>) -> Html {
    let (s, contest) = (Speech::Only(reader.lang), view.contest);
    let here = format!("/organise/contests/{}", view.id);
    let name = &contest.terms().name;
    let stands = contest.sign_up(view.now_ms);
    let link = |href: String, text: Html| html! { li { a href=(href) { (text) } } };
    let public = format!("/contests/{}", view.id);
    let body = html! {
        h1 { (s.name(name)) }
        (messages(reader, view.trouble, view.done))
        p { b { (s.said(&sign_up_stands(reader, stands, view.now_ms))) } }
        ul class="lists" {
            (link(public.clone(), s.both("The contest's page", "比赛页面")))
            (link(format!("{here}/teams"), s.both("Teams: enter, mend, import, export", "队伍：录入、更正、导入、导出")))
            (link(format!("{here}/draw"), s.both("Lots", "抽签")))
            (link(format!("{here}/plan"), s.both("Plan of the tables: what fits, what would help; announce it", "赛程：能否排下、可行办法与公布")))
            (link(format!("{public}/meeting"), s.both("Meeting before the contest: who came", "赛前会议：到会登记")))
            (link(format!("{public}/check-in"), s.both("Check-in", "检录")))
            (link(format!("{public}/tables"), s.both("Tables", "棋桌")))
            (link(format!("{public}/objections"), s.both("Objections", "异议")))
            (link(format!("{here}/awards"), s.both("Awards: publish, registry, certificates", "获奖名单：公示、上报、奖状")))
            (link(format!("{here}/dossier.zip"), s.both("What a committee needs to admit the platform: one archive with a page to print", "评审平台所需的申报材料：一个压缩包，内有可打印的页面")))
            (link(format!("{here}/terms"), s.both("Change the terms", "修改比赛条款")))
        }
        @if !matches!(stands, SignUpStands::Closed) {
            form class="fields" method="post" action=(here) {
                (token(view.token))
                p class="soft" {
                    (s.both(
                        "Once sign-up is closed, lots can be drawn. It does not open again.",
                        "截止后即可抽签；截止后不再开放。",
                    ))
                }
                (press("quiet", "close", &s.both("Close sign-up now", "立即截止报名")))
            }
        }
        (duties(reader, view, &here))
        (notice(reader, view, &here))
    };
    let title = Words::new("Organise", "组织").to(reader.lang);
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}

fn duties(reader: &Reader<'_>, view: &ManageContest<'_>, here: &str) -> Html {
    let (s, lang) = (Speech::Only(reader.lang), reader.lang);
    let [account, duty, tables] = view.typed;
    let all = [
        ("referee", Duty::Referee(Vec::new())),
        ("chief-referee", Duty::ChiefReferee),
        ("arbitration-panel", Duty::ArbitrationPanel),
    ];
    let of_tables = |duty: &Duty| match duty {
        Duty::Referee(tables) if tables.is_empty() => s.both("all tables", "全部棋桌"),
        Duty::Referee(tables) => {
            let tables: Vec<_> = tables.iter().map(ToString::to_string).collect();
            s.said(&sentence!("tables {tables}", "{tables} 号桌"; tables))
        }
        Duty::ChiefReferee | Duty::ArbitrationPanel => Html::default(),
    };
    html! {
        h2 { (s.both("Duties", "职务")) }
        @if view.contest.staff().next().is_none() {
            p class="soft" { (s.both("Nobody has a duty yet.", "尚未任命裁判。")) }
        } @else {
            ul class="notice-list" {
                @for (account, duty) in view.contest.staff() {
                    li class="notice" {
                        bdi { (account) } " · " (s.words(duty.words())) " " (of_tables(duty))
                        form method="post" action=(here) {
                            (token(view.token))
                            input type="hidden" name="account" value=(account);
                            (press("quiet", "dismiss", &s.both("Dismiss", "撤销")))
                        }
                    }
                }
            }
        }
        form class="fields" method="post" action=(here) {
            (token(view.token))
            label for="account" { (s.both("Account number", "账号（学号或工号）")) }
            (wrong(lang, view.troubles, "account"))
            input id="account" name="account" value=(Html::typed(account)) maxlength="60" autocomplete="off"
                aria-invalid=[invalid(view.troubles, "account")];
            label for="duty" { (s.both("Duty", "职务")) }
            (wrong(lang, view.troubles, "duty"))
            select id="duty" name="duty" aria-invalid=[invalid(view.troubles, "duty")] {
                @for (value, known) in &all {
                    option value=(value) selected=[(*value == duty).then_some("")] { (s.words(known.words())) }
                }
            }
            label for="of-tables" { (s.both("Tables of a referee", "裁判所辖棋桌")) }
            (wrong(lang, view.troubles, "tables"))
            input id="of-tables" name="tables" value=(Html::typed(tables)) maxlength="200" autocomplete="off"
                aria-describedby="of-tables-what" aria-invalid=[invalid(view.troubles, "tables")];
            p class="soft" id="of-tables-what" { (s.both("Such as 1, 2, 5-8; left empty: all of them.", "例如 1, 2, 5-8；留空为全部。")) }
            (press("quiet", "appoint", &s.both("Appoint", "任命")))
        }
    }
}

fn notice(reader: &Reader<'_>, view: &ManageContest<'_>, here: &str) -> Html {
    let s = Speech::Only(reader.lang);
    let [en, zh] = view.notice;
    html! {
        h2 { (s.both("Notice", "通知")) }
        form class="fields" method="post" action=(here) {
            (token(view.token))
            p class="soft" {
                (s.both(
                    "It appears at once on the contest's page and in the hall. One language is enough.",
                    "立即显示在比赛页面与大厅。只写一种语言也可以。",
                ))
            }
            label for="notice-en" { (s.both("In English", "英文")) }
            textarea id="notice-en" name="en" rows="3" maxlength="2000" { "\n" (en) }
            label for="notice-zh" { (s.both("In Chinese", "中文")) }
            textarea id="notice-zh" name="zh" rows="3" maxlength="2000" { "\n" (zh) }
            (press("quiet", "notice", &s.both("Post the notice", "发布")))
        }
    }
}
