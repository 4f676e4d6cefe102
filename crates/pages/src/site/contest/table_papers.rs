//! A paper for each table, with the address of its page.

use super::plan_table::PlanRows;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::frame;
use crate::site::qr_code::qr_code;
use crate::{Nav, Reader};
use leitai_core::{Words, sentence};

/// The papers of a hall.
pub struct TablePapers<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// Its name.
    pub contest: &'a str,
    /// How many tables there are.
    pub tables: u32,
    /// The plan, once it was announced.
    pub plan: Option<PlanRows<'a>>,
    /// Scheme and host of the site, as others type them.
    pub address: &'a str,
}

/// `/contests/ID/papers`.
pub fn table_papers(reader: &Reader<'_>, view: &TablePapers<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    let title = Words::new("Papers for the tables", "桌签").to(reader.lang);
    let body = html! {
        h1 class="no-print" { (title) }
        p class="no-print" { a href={ "/contests/" (view.id) "/tables" } { (s.name(view.contest)) } }
        ul class="papers" {
            @for number in 1..=view.tables {
                @let page = format!("{}/contests/{}/tables/{number}", view.address, view.id);
                li {
                    p { b { (s.said(&sentence!("Table {number}", "{number} 号桌"))) } }
                    p { (s.name(view.contest)) }
                    (qr_code(&page))
                    p { code { (page) } }
                    @if let Some(plan) = &view.plan { (matches(reader, plan, number)) }
                }
            }
        }
    };
    frame(reader, &format!("{title} · {}", view.contest), Nav::Account, &body)
}

/// What is played at a table by the plan that was announced.
fn matches(reader: &Reader<'_>, plan: &PlanRows<'_>, number: u32) -> Html {
    let s = Speech::Only(reader.lang);
    let own: Vec<_> = plan.ahead().filter(|it| u32::from(it.sitting.table) + 1 == number).collect();
    html! {
        @if !own.is_empty() {
            ol class="planned" {
                @for it in own {
                    li {
                        (s.said(&reader.zone.at(it.sitting.from).said())) " · " (s.said(&plan.what(reader, &it.fixture)))
                    }
                }
            }
        }
    }
}
