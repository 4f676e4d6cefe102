//! A paper for each table, with the address of its page.

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
                }
            }
        }
    };
    frame(reader, &format!("{title} · {}", view.contest), Nav::Account, &body)
}
