//! What somebody chose at `/play`: in the form, in the address, or the last time in this browser; or by the API.

use crate::asked::Asked;
use crate::people::secret::Token;
use crate::play_partners::OF_AN_ENTRY;
use crate::reader::{cookie, decoded, query};
use axum::http::HeaderMap;
use leitai_catalog::{ListedGame, Setup};
use leitai_core::{Clock, Lang, Preset, Seat, Sentence, Words, sentence};
use leitai_hall::{PlayRefused, PlayWish, Rival};
use leitai_pages::{ChosenPlay, percent_encoded};

/// The name of a person without another.
const VISITOR: Words = Words::new("guest", "访客");
/// The name of whoever has the invitation.
const INVITED: Words = Words::new("invited guest", "受邀者");
/// The name of a program on another machine until the game is over: its own is in the record.
const PROGRAM: Words = Words::new("invited program", "受邀程序");
/// The last choice, kept in the browser.
const CHOICE: &str = "lt-play";
/// The longest choice that is kept.
const LONGEST: usize = 1500;

/// The rule sets of a game that need no referee.
pub(crate) fn presets(game: ListedGame) -> Vec<&'static Preset> {
    let needs_none = |preset: &&Preset| {
        game.open(&Setup::with(preset.options.iter().copied())).is_ok_and(|ruled| !ruled.is_refereed())
    };
    game.facts().presets.iter().filter(needs_none).collect()
}

/// The last choice of this browser.
pub(crate) fn kept(headers: &HeaderMap) -> (Option<ListedGame>, ChosenPlay) {
    let kept = cookie(headers, CHOICE).unwrap_or_default();
    let mut parts = kept.split('&').map(decoded);
    let game = parts.next().and_then(|game| leitai_catalog::find(&game));
    let mut chosen = ChosenPlay::of(|_| parts.next().unwrap_or_default());
    for (field, usual) in [(&mut chosen.rival, "easy"), (&mut chosen.side, "first")] {
        if field.is_empty() {
            usual.clone_into(field);
        }
    }
    (game, chosen)
}

/// Keeps a choice in the browser, or what of it is not too long.
pub(crate) fn keep(headers: &mut HeaderMap, game: ListedGame, chosen: &ChosenPlay) {
    let text = |chosen: &ChosenPlay| {
        let fields = chosen.fields().map(|(_, value)| percent_encoded(value));
        format!("{}&{}", game.facts().id, fields.join("&"))
    };
    let mut kept = text(chosen);
    if kept.len() > LONGEST {
        kept = text(&ChosenPlay { opening: String::new(), ..chosen.clone() });
    }
    if kept.len() <= LONGEST {
        crate::asked::keep(headers, CHOICE, &kept);
    }
}

/// The choice that an address states for a game, from a page that leads here; the rest is as in the last one.
pub(crate) fn stated(asked: &Asked, game: Option<ListedGame>) -> ChosenPlay {
    let (last, kept) = kept(&asked.headers);
    let is_same = last.map(|last| last.facts().id) == game.map(|game| game.facts().id);
    let preset = if is_same { kept.preset } else { String::new() };
    let stated = |name| query(&asked.uri, name).unwrap_or_default();
    let side = Some(stated("side")).filter(|side| !side.is_empty()).unwrap_or(kept.side);
    ChosenPlay { opening: stated("position"), options: stated("options"), preset, side, ..kept }
}

/// The game that is asked for, by a person of this name who plays there. `entered` finds a program of an event.
pub(crate) fn wish(
    game: ListedGame,
    chosen: &ChosenPlay,
    name: Option<&str>,
    lang: Lang,
    entered: impl FnOnce(&str) -> Result<Rival, PlayRefused>,
) -> Result<PlayWish, PlayRefused> {
    let rival = match chosen.rival.as_str() {
        entry if entry.starts_with(OF_AN_ENTRY) => entered(&entry[OF_AN_ENTRY.len()..])?,
        "person" => Rival::Person,
        "program" => Rival::Program,
        "oneself" => Rival::Oneself,
        level => Rival::Level(
            level
                .parse()
                .map_err(|()| PlayRefused::Setup(sentence!("Choose an opponent.", "请选择对手。")))?,
        ),
    };
    let seat = match chosen.side.as_str() {
        "first" => Seat::First,
        "second" => Seat::Second,
        "" | "any" => Seat::BOTH[usize::from(Token::random().text().as_bytes()[0]) & 1],
        _ => {
            let why = sentence!("a seat is `first` or `second`", "座位应为 `first` 或 `second`");
            return Err(PlayRefused::Setup(why));
        }
    };
    let name = name.unwrap_or_else(|| VISITOR.to(lang)).to_owned();
    let other = if rival == Rival::Program { PROGRAM } else { INVITED };
    Ok(PlayWish {
        game,
        options: options(game, chosen)?,
        opening: Some(chosen.opening.clone()).filter(|opening| !opening.is_empty()),
        rival,
        clock: clock(chosen)?,
        seat,
        by_program: false,
        names: [name, other.to(lang).to_owned()],
    })
}

/// Those that are written out, or those of the preset.
fn options(game: ListedGame, chosen: &ChosenPlay) -> Result<Vec<(String, String)>, PlayRefused> {
    if chosen.options.is_empty() {
        let all = presets(game);
        let named = &chosen.preset;
        let preset = all.iter().find(|preset| preset.name == named.as_str());
        if preset.is_none() && !named.is_empty() {
            let why = sentence!("there is no preset `{named}`", "没有预设“{named}”");
            return Err(PlayRefused::Setup(why));
        }
        let options = preset.or(all.first()).map_or(&[][..], |preset| preset.options);
        return Ok(options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect());
    }
    let pairs = chosen.options.split(|sign: char| sign == ',' || sign.is_whitespace());
    let each = pairs.filter(|text| !text.is_empty()).map(|text| {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            PlayRefused::Setup(sentence!(
                "`{text}` is no rule option; write `name=value`.",
                "“{text}”不是规则选项；请写作 `name=value`。"
            ))
        })?;
        Ok((name.to_owned(), value.to_owned()))
    });
    each.collect()
}

fn clock(chosen: &ChosenPlay) -> Result<Clock, PlayRefused> {
    let clock: Clock = chosen.clock_text().parse().map_err(|why| PlayRefused::Setup(Sentence::of(&why)))?;
    if chosen.timing == "own" && clock.turn.is_none() && clock.game.is_none() {
        return Err(PlayRefused::Setup(sentence!(
            "Write a clock, for example game=5m,inc=3s, or choose none.",
            "请写明时限，例如 game=5m,inc=3s，或选择不计时。"
        )));
    }
    Ok(clock)
}
