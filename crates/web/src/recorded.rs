//! A finished game for an audience: replayed from its record, drawn in one language.

use leitai_catalog::{Audience, Cut, Ending, Replay, Secrets};
use leitai_core::{Heading, Lang, Record, RecordError, Say, Scene, SheetName, SheetResult, Tone};
use leitai_draw::{Caption, Film, Steps, Svg, film, says, svg};
use leitai_pages::Move;
use std::time::Duration;

/// Whether a record may end before its game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breaks {
    /// It may: the server may have been stopped during the game.
    Off,
    /// It may not: it was complete before its result counted.
    Never,
}

/// Reads a record and verifies that its acts lead to its end, its digest and its verdict.
pub(crate) fn verified(bytes: &[u8], breaks: Breaks) -> Result<Record, RecordError> {
    let record = Record::read(&String::from_utf8_lossy(bytes))?;
    if record.end.is_some() || breaks == Breaks::Never {
        Replay::open(record.clone())?.verify()?;
    }
    Ok(record)
}

/// A replayed game.
pub(crate) struct Recorded {
    /// The names of the seats, with those that the programs announced.
    names: [String; 2],
    pub(crate) steps: Steps,
    pub(crate) moves: Vec<Move>,
    pub(crate) ending: Option<Ending>,
    says: Vec<Say>,
    /// The board at each step.
    scenes: Vec<Scene>,
}

impl Recorded {
    /// Replays what an audience may see of a record that reached its present state `age` ago; `None` if that is
    /// nothing.
    pub(crate) fn open(
        record: Record,
        audience: Audience,
        secrets: Secrets,
        age: Duration,
        lang: Lang,
    ) -> Result<Option<Recorded>, RecordError> {
        let Some(cut) = Cut::of(record, audience, secrets, age)? else { return Ok(None) };
        let mut playback = cut.playback()?;
        let mut steps = Steps::new(lang);
        let mut scenes = vec![playback.scene()];
        steps.push(&scenes[0]);
        let mut moves = Vec::new();
        while let Some(step) = playback.step()? {
            let mut scene = playback.scene();
            let before = &scenes[scenes.len() - 1];
            scene.follow(before);
            moves.push(Move::between(before, &scene, step.by, step.said.join(" "), step.us));
            steps.push(&scene);
            scenes.push(scene);
        }
        let names = playback.names();
        let ending = playback.ending()?;
        Ok(Some(Recorded { names, steps, moves, ending, says: says(&scenes[0]), scenes }))
    }

    /// The tones of the seats at the start.
    pub(crate) fn tones(&self) -> [Tone; 2] {
        self.scenes[0].seats
    }

    /// What the board says at the start.
    pub(crate) fn says(&self) -> &[Say] {
        &self.says
    }

    /// The board at a step.
    pub(crate) fn scene(&self, at: usize) -> Option<&Scene> {
        self.scenes.get(at)
    }

    fn title(&self) -> String {
        self.names.join(" – ")
    }

    /// The board at a step as a picture; `None` if there is no such step.
    pub(crate) fn picture(&self, at: usize, lang: Lang) -> Option<String> {
        let title = self.title();
        let style = Svg { lang, title: Some(&title), caption: Caption::Says, numbers: &[] };
        self.scene(at).map(|scene| svg(scene, style))
    }

    /// The whole game as an animated picture.
    pub(crate) fn film(&self, lang: Lang) -> String {
        let title = self.title();
        film(&self.scenes, Film { lang, title: Some(&title), ..Film::default() })
    }
}

/// A record as a sheet, in UTF-8; `None` if its game has no such form.
pub(crate) fn sheet(
    record: &Record,
    form: SheetName,
    event: Option<&str>,
) -> Option<Result<(String, String), RecordError>> {
    let game: leitai_catalog::ListedGame = record.about.game.parse().ok()?;
    let heading = Heading {
        teams: record.names(),
        result: record.end.as_ref().map(|end| SheetResult::of(end.winner)),
        time: String::new(),
        place: String::new(),
        event: event.unwrap_or_default().to_owned(),
    };
    let written = game.write_sheet(record, form, &heading)?;
    Some(written.map(|sheet| (sheet.file_name, sheet.text)))
}
