//! A running game as far as the public may follow it, drawn step by step in one language.

use leitai_catalog::{Cut, Playback, Secrets};
use leitai_core::{Actor, Lang, RecordError, Say, Scene, Tone};
use leitai_draw::{Patch, Steps, says};
use leitai_pages::{Move, tone_names};
use serde::Serialize;

/// A growing record, played on a table, and its drawing.
pub(crate) struct Followed {
    lang: Lang,
    playback: Playback,
    steps: Steps,
    moves: Vec<Move>,
    /// The board at the start, and now.
    start: Scene,
    now: Scene,
    /// How many lines were read.
    lines: usize,
}

/// A step in the format of the stream.
#[derive(Serialize)]
pub(crate) struct StreamedStep {
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Actor>,
    m: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    us: Option<u64>,
    /// What the board says, if that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    says: Vec<String>,
    /// The tones of the seats from here on, if they changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    tones: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    looks: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    add: Vec<(&'static str, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    on: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    off: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tray: Option<String>,
}

impl Followed {
    /// Opens the record from its first line; `None` if the public sees nothing while the game has secrets.
    pub(crate) fn open(head: &str, secrets: Secrets, lang: Lang) -> Result<Option<Followed>, RecordError> {
        let Some(playback) = Cut::live(head, secrets)? else { return Ok(None) };
        let mut steps = Steps::new(lang);
        let scene = playback.scene();
        steps.push(&scene);
        let start = Scene { says: says(&scene), ..scene.clone() };
        Ok(Some(Followed { lang, playback, steps, moves: Vec::new(), start, now: scene, lines: 1 }))
    }

    /// Takes the next line, and appends the steps that it leads to.
    pub(crate) fn push(&mut self, line: &str, steps: &mut Vec<StreamedStep>) -> Result<(), RecordError> {
        self.lines += 1;
        self.playback.push(self.lines, line)?;
        while let Some(step) = self.playback.step()? {
            let scene = self.playback.scene();
            let patch = self.steps.push(&scene);
            let made = Move::between(&self.now, &scene, step.by, step.said.join(" "), step.us);
            self.now = scene;
            steps.push(StreamedStep::of(&made, patch, self.lang));
            self.moves.push(made);
        }
        Ok(())
    }

    pub(crate) fn steps(&self) -> &Steps {
        &self.steps
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What the board said at the start.
    pub(crate) fn start(&self) -> &[Say] {
        &self.start.says
    }

    /// The tones of the seats at the start.
    pub(crate) fn tones(&self) -> [Tone; 2] {
        self.start.seats
    }
}

impl StreamedStep {
    fn of(made: &Move, patch: Patch, lang: Lang) -> StreamedStep {
        let said = |say: &Say| if lang == Lang::Zh { say.zh.clone() } else { say.en.clone() };
        StreamedStep {
            n: patch.step,
            by: made.by,
            m: made.said.clone(),
            us: made.us,
            says: made.says.iter().map(said).collect(),
            tones: made.tones.map(tone_names),
            looks: patch.looks,
            add: patch.add,
            on: patch.on,
            off: patch.off,
            view: patch.view,
            tray: patch.tray,
        }
    }
}
