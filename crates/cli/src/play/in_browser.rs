//! Playing in a browser of this machine.

use crate::args::SetupArgs;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::serve;
use leitai_core::Lang;
use leitai_pages::percent_encoded;

/// Serves the site in the usual folder and opens its page for playing, with the game, its rules and the position that were asked
/// for. What no game can begin with is refused first.
pub(super) fn play(
    game: Option<NamedGame>,
    position: Option<&str>,
    setup: &SetupArgs,
    lang: Lang,
) -> Result<(), Failure> {
    let mut asked = Vec::new();
    if let Some(name) = game {
        let (game, _) = setup.resolve(name)?;
        if let Some(line) = position {
            game.begun(line).map_err(|error| Failure::option("--position", &error))?;
        }
        let options = setup.options().iter().map(|(name, value)| format!("{name}={value}"));
        let options = options.collect::<Vec<_>>().join(" ");
        let fields =
            [("game", name.facts().id), ("position", position.unwrap_or_default()), ("options", &options)];
        let fields = fields.into_iter().filter(|(_, value)| !value.is_empty());
        asked.extend(fields.map(|(field, value)| format!("{field}={}", percent_encoded(value))));
    }
    let sign = if asked.is_empty() { "" } else { "?" };
    serve::open(&format!("/play{sign}{}", asked.join("&")), lang)
}
