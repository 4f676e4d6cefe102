//! Documents written in Markdown, as parts of pages.

use crate::site::texts::Texts;
use leitai_core::Lang;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// How a document becomes a part of a page.
pub(crate) struct Rendering<'a> {
    /// What the ids of its headings begin with: several documents on one page have headings of the same name.
    pub(crate) ids: &'a str,
    /// By how many levels its headings are lowered.
    pub(crate) lowered: usize,
    /// Where a link leads; `None` drops the link and keeps its text.
    pub(crate) address: &'a dyn Fn(&str) -> Option<String>,
}

/// A document as HTML. HTML in it is shown as text, and pictures are left out.
pub(crate) fn rendered(text: &str, how: &Rendering<'_>) -> String {
    let events: Vec<_> =
        Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect();
    let mut kept = Vec::with_capacity(events.len());
    let (mut i, mut ids) = (0, Vec::new());
    let (mut under, mut regions) = (String::new(), Vec::new());
    // For each open link, whether it is kept.
    let mut links = Vec::new();
    while i < events.len() {
        // The first line links to the other language, for which the frame has a link.
        if let [
            Event::Start(Tag::Paragraph),
            Event::Start(Tag::Link { .. }),
            Event::Text(name),
            Event::End(TagEnd::Link),
            Event::End(TagEnd::Paragraph),
            ..,
        ] = &events[i..]
            && (**name == *Texts(Lang::En).other_language() || **name == *Texts(Lang::Zh).other_language())
        {
            i += 5;
            continue;
        }
        match &events[i] {
            Event::Html(text) | Event::InlineHtml(text) => kept.push(Event::Text(text.clone())),
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                under = heading(&events[i..]);
                let id = format!("{}{}", how.ids, anchor(&under, &mut ids));
                let level = HeadingLevel::try_from(*level as usize + how.lowered).unwrap_or(HeadingLevel::H6);
                let (classes, attrs) = (classes.clone(), attrs.clone());
                kept.push(Event::Start(Tag::Heading { level, id: Some(id.into()), classes, attrs }));
            }
            Event::End(TagEnd::Heading(level)) => {
                let level = HeadingLevel::try_from(*level as usize + how.lowered).unwrap_or(HeadingLevel::H6);
                kept.push(Event::End(TagEnd::Heading(level)));
            }
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                let dest = (how.address)(dest_url);
                links.push(dest.is_some());
                if let Some(dest) = dest {
                    let link = Tag::Link {
                        link_type: *link_type,
                        dest_url: dest.into(),
                        title: CowStr::Borrowed(""),
                        id: id.clone(),
                    };
                    kept.push(Event::Start(link));
                }
            }
            Event::End(TagEnd::Link) => {
                if links.pop() == Some(true) {
                    kept.push(events[i].clone());
                }
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Table(_)) => {
                let name = region(&under, &mut regions);
                let region =
                    html! { div class="wide" tabindex="0" role="region" aria-label=(name) {} }.into_string();
                let opened = region.trim_end_matches("</div>").to_owned();
                kept.push(Event::Html(opened.into()));
                kept.push(events[i].clone());
            }
            Event::End(TagEnd::Table) => kept.extend([events[i].clone(), Event::Html("</div>\n".into())]),
            other => kept.push(other.clone()),
        }
        i += 1;
    }
    let mut page = String::with_capacity(text.len() * 2);
    pulldown_cmark::html::push_html(&mut page, kept.into_iter());
    // Wide content is scrollable by keyboard. The text cannot contain these tags, since its own are escaped. Inline
    // styles are removed.
    let plain = [
        ("<pre>", "<pre tabindex=\"0\">"),
        (" style=\"text-align: right\"", " class=\"n\""),
        (" style=\"text-align: left\"", ""),
        (" style=\"text-align: center\"", ""),
        ("<th></th>", "<td></td>"),
    ];
    plain.into_iter().fold(page, |page, (from, to)| page.replace(from, to))
}

/// The text of the heading that begins these events.
fn heading(events: &[Event<'_>]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    inside
        .filter_map(
            |event| if let Event::Text(text) | Event::Code(text) = event { Some(&**text) } else { None },
        )
        .collect()
}

/// The unique name of a scrollable table: its heading, numbered if it was used before.
fn region(under: &str, known: &mut Vec<String>) -> String {
    let n = known.iter().filter(|known| *known == under).count();
    known.push(under.to_owned());
    if n == 0 { under.to_owned() } else { format!("{under} ({})", n + 1) }
}

/// The anchor of a heading, unlike those before it.
fn anchor(text: &str, known: &mut Vec<String>) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let name: String = kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect();
    // Used by the page itself.
    let is_known = |name: &str| name == "main" || known.iter().any(|known| known == name);
    let mut unlike = name.clone();
    for n in 1.. {
        if !is_known(&unlike) {
            break;
        }
        unlike = format!("{name}-{n}");
    }
    known.push(unlike.clone());
    unlike
}
