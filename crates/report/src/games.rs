//! Every game: as recorded, as it counts, and how it went.

use crate::csv::csv;
use crate::html::{both, table};
use crate::told::{Both, Told, heading};
use leitai_core::{Lang, Noun, Sentence};
use leitai_hall::Details;
use leitai_tournament::{GameId, How};

/// So many games stand on the first page; all of them are in `games.csv`.
const LISTED: usize = 5_000;

pub(crate) fn heads() -> Vec<String> {
    [
        ("game", "对局"),
        ("first", "先手"),
        ("second", "后手"),
        ("result", "结果"),
        ("reason", "原因"),
        ("plies", "手数"),
        ("record", "记录"),
    ]
    .map(|(en, zh)| both(en, zh))
    .to_vec()
}

impl Both<'_> {
    /// Why it ended so; nothing where it was given and not played.
    fn reason(&self) -> Sentence {
        self.details.map_or_else(Sentence::default, |how| how.reason.clone())
    }

    /// Is it one that people ask about?
    pub(crate) fn is_marked(&self) -> bool {
        let faulty = |game: leitai_tournament::RecordedGame| game.how != How::Played || game.faults != [0; 2];
        self.counted.is_none()
            || self.recorded != self.counted
            || self.game().is_some_and(faulty)
            || self.details.is_some_and(|how| how.replays > 0)
    }

    /// What is to be said of it beyond its result.
    fn notes(&self) -> Vec<(String, String)> {
        let mut notes = Vec::new();
        let mut note = |en: String, zh: String| notes.push((en, zh));
        match (self.recorded, self.counted) {
            (Some(_), None) => note(
                "does not count: it is in doubt, or played again".to_owned(),
                "不计：存疑或已重赛".to_owned(),
            ),
            (Some(was), Some(is)) if was.outcome != is.outcome => {
                let (was, is) = (was.outcome.figures(), is.outcome.figures());
                note(
                    format!("recorded {was}, counts as {is} by a ruling"),
                    format!("原成绩 {was}，裁决为 {is}"),
                );
            }
            (None, Some(_)) => note("not played".to_owned(), "未进行".to_owned()),
            _ => {}
        }
        match self.game().map(|game| game.how) {
            Some(How::Fault) => note("lost by a fault".to_owned(), "违规负".to_owned()),
            Some(How::Forfeit) => note("forfeited".to_owned(), "弃权".to_owned()),
            Some(How::Overridden) => note("by a ruling".to_owned(), "改判".to_owned()),
            Some(How::Played) | None => {}
        }
        if let Some(replays) = self.details.map(|how| how.replays).filter(|replays| *replays > 0) {
            note(
                format!("played again {}, as the machine had disturbed it", Noun::TIMES.of(replays)),
                format!("受机器干扰，已重赛 {replays} 次"),
            );
        }
        notes
    }
}

impl Told<'_> {
    pub(crate) fn all_games(&self) -> String {
        let mut text = heading(2, "Games", "对局");
        let count = self.games.len();
        if count > LISTED {
            let more = both(
                &format!("the first {LISTED} of {count}; games.csv has them all"),
                &format!("仅列前 {LISTED} 局，共 {count} 局，全部见 games.csv"),
            );
            text.push_str(&format!("<p>{more}</p>\n"));
        }
        let rows: Vec<_> = self.games.iter().take(LISTED).map(|(id, both)| self.row(*id, both)).collect();
        text.push_str(&table("games", &heads(), &rows));
        text
    }

    /// A game as a row under [`heads`].
    pub(crate) fn row(&self, id: GameId, it: &Both<'_>) -> Vec<String> {
        let Some(game) = it.game() else { return Vec::new() };
        let reason = self.reason(id, it);
        let mut reason = both(reason.to(Lang::En), reason.to(Lang::Zh));
        for (en, zh) in it.notes() {
            reason.push_str(&format!("<br><span class=\"warn\">{}</span>", both(&en, &zh)));
        }
        let record = if self.replayed.contains_key(&id) {
            format!("<a href=\"games/{id}.jsonl\">{}</a>", both("record", "记录"))
        } else if !self.report.is_open(id) {
            both("not public yet", "尚未公开")
        } else {
            String::new()
        };
        vec![
            self.link(id, &id.to_string()),
            self.name(game.first),
            self.name(game.second),
            game.outcome.figures().to_owned(),
            reason,
            it.details.filter(|_| self.report.is_open(id)).map_or(String::new(), |how| how.plies.to_string()),
            record,
        ]
    }

    /// Why it ended so, as the public may have it.
    fn reason(&self, id: GameId, it: &Both<'_>) -> Sentence {
        if self.report.is_open(id) {
            return it.reason();
        }
        // Figures tell of what the public was not told.
        let verdict = it.details.and_then(|how| how.verdict.laid()).map(|why| Sentence::from(why.words()));
        self.replayed.get(&id).cloned().flatten().or(verdict).unwrap_or_default()
    }

    pub(crate) fn games_csv(&self) -> String {
        let heads = [
            "game 对局",
            "first 先手",
            "second 后手",
            "recorded 原成绩",
            "counts 计为",
            "verdict 判决",
            "reason 原因（英文）",
            "reason_zh 原因",
            "plies 手数",
            "seconds 秒",
            "replays 重赛",
            "sandbox 沙箱",
            "notes 备注",
            "record 记录",
        ];
        let head = heads.map(str::to_owned).to_vec();
        let rows = self.games.iter().filter_map(|(id, it)| {
            let game = it.game()?;
            let outcome = |game: Option<leitai_tournament::RecordedGame>| {
                game.map_or(String::new(), |game| points(game.outcome).to_owned())
            };
            // What was given and not played has no way it went.
            let went = |of: &dyn Fn(&Details) -> String| it.details.map_or(String::new(), of);
            let is_open = self.report.is_open(*id);
            let open = |of: &dyn Fn(&Details) -> String| if is_open { went(of) } else { String::new() };
            let reason = self.reason(*id, it);
            let notes: Vec<_> = it.notes().into_iter().map(|(en, zh)| format!("{en} {zh}")).collect();
            let record =
                if self.replayed.contains_key(id) { format!("games/{id}.jsonl") } else { String::new() };
            Some(vec![
                id.to_string(),
                self.event.name(game.first).to_owned(),
                self.event.name(game.second).to_owned(),
                outcome(it.recorded),
                outcome(it.counted),
                went(&|how| how.verdict.to_string()),
                reason.to(Lang::En).to_owned(),
                reason.to(Lang::Zh).to_owned(),
                open(&|how| how.plies.to_string()),
                open(&|how| format!("{:.3}", how.seconds)),
                went(&|how| how.replays.to_string()),
                went(&|how| how.sandbox.to_string()),
                notes.join("; "),
                record,
            ])
        });
        csv(std::iter::once(head).chain(rows))
    }
}

/// A score that no spreadsheet program takes for a date.
fn points(outcome: leitai_tournament::CountedOutcome) -> &'static str {
    use leitai_tournament::{CountedOutcome, Seat};
    match outcome {
        CountedOutcome::Win(Seat::First) => "first",
        CountedOutcome::Win(Seat::Second) => "second",
        CountedOutcome::Draw => "draw",
        CountedOutcome::Nobody => "nobody",
    }
}
