//! The pictures of games and events for what shows their addresses to others.

use crate::answer::Content;
use crate::game_page::secret;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use leitai_core::{Lang, Scene, Staging, Viewer, sentence};
use leitai_draw::{Caption, Svg, svg};
use leitai_pages::{PREVIEW, png};
use std::sync::Arc;
use std::time::Duration;

/// A picture is made again only for another position.
const EVER: Duration = Duration::from_secs(0);

impl Site {
    /// The board of a game at a step or at its end, as the public may see it.
    pub(crate) fn game_preview(&self, id: &str, ply: Option<usize>) -> Result<Arc<Content>, Refused> {
        let recorded = self.find(id)?.recorded(Lang::En)?.ok_or_else(secret)?;
        let last = recorded.moves.len();
        let at = ply.unwrap_or(last).min(last);
        let scene = recorded.scene(at).ok_or_else(secret)?;
        self.pictured(&format!("preview {id}"), at as u64, scene)
    }

    /// The board of an event: that of the last game of which the public may see the end, or else the start.
    pub(crate) fn event_preview(&self, event: &SiteEvent) -> Result<Arc<Content>, Refused> {
        let ended = event.public(|history| {
            let mut ended: Vec<_> = history.details.iter().map(|(id, how)| (how.ended, *id)).collect();
            ended.sort_unstable();
            ended.pop().map(|(_, id)| event.game_address(id))
        });
        if let Some(Ok(picture)) = ended.flatten().map(|game| self.game_preview(&game, None)) {
            return Ok(picture);
        }
        let table = event.file().game.table(Staging::default(), None);
        self.pictured(&format!("preview of {}", event.id), 0, &table.scene(Viewer::Arbiter))
    }

    /// A board as a picture, drawn once for each `version` of it.
    fn pictured(&self, key: &str, version: u64, scene: &Scene) -> Result<Arc<Content>, Refused> {
        let draw = || {
            let board = svg(scene, Svg { caption: Caption::None, ..Svg::default() });
            let [width, height] = PREVIEW;
            let picture = png(&board, width, height).ok_or_else(|| {
                Refused::failed(sentence!("This picture could not be drawn.", "这幅图绘制失败。"))
            })?;
            Ok(Content::as_it_is("image/png", picture))
        };
        Ok(self.pages.get(key, version, EVER, draw)?.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::own_notes::tests::played;
    use crate::people::tests::{HOST, Tried};
    use axum::http::StatusCode;

    #[test]
    fn a_shared_address_shows_what_it_leads_to() {
        let tried = Tried::open();
        let (event, game, _) = played(&tried, ["2501", "2502"]);
        let mut visitor = tried.visitor();
        // As its record names them.
        let players = "one – two".to_owned();
        let (of_game, of_event) = (format!("/games/{game}"), format!("/events/{}", event.id));
        for (page, picture, title, about) in [
            (of_game.clone(), format!("{of_game}/preview.png"), &*players, "Tic-tac-toe · Cup · "),
            (format!("{of_game}?ply=1"), format!("{of_game}/preview.png?ply=1"), &players, "Tic-tac-toe"),
            (of_event.clone(), format!("{of_event}/preview.png"), "Cup", "Tic-tac-toe: double round robin"),
        ] {
            let text = visitor.get(&page).text;
            let says = |name: &str, content: &str| {
                let tag = format!("<meta property=\"og:{name}\" content=\"{content}");
                assert!(text.contains(&tag), "{page}: {tag} in {text}");
            };
            says("title", &format!("{title}\""));
            says("description", about);
            says("url", &format!("http://{HOST}{page}\""));
            says("image", &format!("http://{HOST}{picture}\""));
            let drawn = visitor.get(&picture);
            assert_eq!(drawn.status, StatusCode::OK, "{picture}");
            assert_eq!(drawn.headers["content-type"], "image/png");
            assert!(drawn.bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{picture}");
        }
        let at = |path: String| visitor.get(&path).bytes;
        let [end, first, last] =
            ["", "?ply=1", "?ply=99"].map(|ply| format!("{of_game}/preview.png{ply}")).map(at);
        assert!(end != first && end == last, "each step has its own");
    }
}
