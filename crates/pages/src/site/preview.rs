//! How a page looks where somebody shares its address: title, sentence and picture, as chats read them.

use crate::html::Html;
use crate::site::board::capital;
use crate::site::texts::Texts;
use crate::{GameView, Reader};
use leitai_core::say;

/// The size of the picture, in pixels: what most chats show whole.
pub const PREVIEW: [u32; 2] = [1200, 630];

/// What is shown of a page.
pub(crate) struct Preview<'a> {
    pub(crate) title: &'a str,
    /// A sentence or two.
    pub(crate) about: &'a str,
    /// The page's address on the site.
    pub(crate) page: &'a str,
    /// The address of its picture on the site, if it has one.
    pub(crate) picture: Option<&'a str>,
}

impl Preview<'_> {
    /// The elements for the head of the page. Chats ask from elsewhere: without the address of the site there is only
    /// the sentence.
    pub(crate) fn head(&self, reader: &Reader<'_>) -> Html {
        let (site, t) = (reader.address, Texts(reader.lang));
        let property = |name: &str, content: &str| {
            html! { meta property={ "og:" (name) } content=(content); }
        };
        let picture = self.picture.map(|picture| format!("{site}{picture}"));
        let [width, height] = PREVIEW.map(|size| size.to_string());
        html! {
            meta name="description" content=(self.about);
            @if !site.is_empty() {
                (property("site_name", t.site()))
                (property("type", "website"))
                (property("title", self.title))
                (property("description", self.about))
                (property("url", &format!("{site}{}", self.page)))
                @if let Some(picture) = &picture {
                    (property("image", picture))
                    (property("image:width", &width))
                    (property("image:height", &height))
                    meta name="twitter:card" content="summary_large_image";
                }
            }
        }
    }
}

/// The preview of a game's page. Of a game of which nothing may be seen there is no picture.
pub(crate) fn of_game(reader: &Reader<'_>, game: &GameView<'_>, why_none: &str) -> Html {
    let lang = reader.lang;
    let [first, second] = game.seats.each_ref().map(|seat| &*seat.name);
    let (title, kind) = (format!("{first} – {second}"), capital(game.facts.name.to(lang)));
    let event = game.event.map(|(_, name)| format!(" · {name}")).unwrap_or_default();
    let said = match (&game.steps, game.ending) {
        (None, _) => why_none.to_owned(),
        (Some(_), Some(ending)) => ending.reason.to(lang).to_owned(),
        (Some(_), None) if game.live.is_some() => say!(lang, "Being played", "进行中"),
        (Some(_), None) => String::new(),
    };
    let said = if said.is_empty() { said } else { format!(" · {said}") };
    let at = if game.at() == game.last() { String::new() } else { format!("?ply={}", game.at()) };
    let page = format!("/games/{}", game.id);
    let picture = game.steps.map(|_| format!("{page}/preview.png{at}"));
    let preview = Preview {
        title: &title,
        about: &format!("{kind}{event}{said}"),
        page: &format!("{page}{at}"),
        picture: picture.as_deref(),
    };
    preview.head(reader)
}

/// The preview of the first page.
pub(crate) fn of_hall(reader: &Reader<'_>, title: &str, about: &str) -> Html {
    let title = format!("{} · {title}", Texts(reader.lang).site());
    Preview { title: &title, about, page: "/", picture: None }.head(reader)
}
