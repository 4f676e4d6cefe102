//! A ruling as filled in on a page: its parts, or what is wrong with each.

use leitai_core::{ContentHash, Sentence, sentence};
use leitai_hall::Trouble;
use leitai_pages::{lot_field, part_field};
use leitai_tournament::{DecisionKind, EntryId, Event, Finding, GameId, HandLot, Part, Parts};

/// The text typed into the field of a name; empty if none was.
pub(crate) type Typed<'a> = &'a dyn Fn(&str) -> String;

/// The parts of a decision about an event, as filled in.
pub(crate) struct FilledRuling<'a> {
    pub(crate) event: &'a Event,
    pub(crate) typed: Typed<'a>,
}

impl FilledRuling<'_> {
    fn typed(&self, name: &str) -> String {
        (self.typed)(name)
    }

    fn is_on(&self, name: &str) -> bool {
        self.typed(name) == "on"
    }

    /// What is wrong with each part that the kind has.
    pub(crate) fn troubles(&self, kind: &DecisionKind) -> Vec<Trouble> {
        let wrong = |part: &Part| {
            let what = match part {
                Part::Entry => self.entry().err(),
                Part::Entries => match self.entries() {
                    Ok(entries) if entries.is_empty() => {
                        Some(sentence!("Choose at least one entry.", "请至少选择一个参赛者。"))
                    }
                    entries => entries.err(),
                },
                Part::Game => self.game().err(),
                // Which sides there are is known once the game is.
                Part::Sides | Part::Side | Part::Restorers | Part::Outcome if self.game().is_err() => None,
                Part::Sides => match self.sides() {
                    Ok(sides) if sides.is_empty() => Some(sentence!("Choose a side.", "请选择一方。")),
                    sides => sides.err(),
                },
                Part::Side => self.side().err(),
                Part::Outcome => self.outcome().err(),
                Part::Restorers => self.restorers().err(),
                Part::GameIfAny => self.game_if_any().err(),
                Part::Document => self.document().err(),
                Part::Lots => self.lots().err(),
                Part::Ruling | Part::Objection | Part::Endorsed => self.ruling(*part).err(),
                Part::Consent => {
                    let is_empty = self.text(*part).is_empty();
                    is_empty.then(|| sentence!("Say who consented.", "请填写同意者。"))
                }
                Part::Asked => {
                    let is_empty = self.text(*part).is_empty();
                    is_empty.then(|| sentence!("Say what the side consents to.", "请填写同意何事。"))
                }
                Part::Witness => {
                    let is_empty = self.text(*part).is_empty();
                    is_empty.then(|| sentence!("Name the witness.", "请填写见证人。"))
                }
                Part::Leave
                | Part::Invalid
                | Part::Unrestored
                | Part::Accepted
                | Part::Upheld
                | Part::Copied => None,
            };
            Some(Trouble { path: Some(part_field(*part)), what: what? })
        };
        let reason = self.typed("reason").is_empty().then(|| Trouble {
            path: Some("reason"),
            what: sentence!(
                "Give the reason: it is kept with the ruling.",
                "请填写理由：理由与裁决一同保存。"
            ),
        });
        kind.parts.iter().filter_map(wrong).chain(reason).collect()
    }

    fn entries_of_game(&self) -> Result<[EntryId; 2], Sentence> {
        game(self.event, &self.typed("game")).map(|(_, entries)| entries)
    }
}

impl Parts for FilledRuling<'_> {
    type Error = Sentence;

    fn entry(&self) -> Result<EntryId, Sentence> {
        let number =
            self.typed("entry").strip_prefix('e').and_then(|number| number.parse().ok()).map(EntryId);
        number
            .filter(|entry| entry.index() < self.event.entries().len())
            .ok_or_else(|| sentence!("Choose an entry.", "请选择参赛者。"))
    }

    fn entries(&self) -> Result<Vec<EntryId>, Sentence> {
        let all = self.event.entries().iter().map(|entry| entry.id);
        Ok(all.filter(|id| self.is_on(&id.to_string())).collect())
    }

    fn game(&self) -> Result<GameId, Sentence> {
        game(self.event, &self.typed("game")).map(|(id, _)| id)
    }

    fn sides(&self) -> Result<Vec<EntryId>, Sentence> {
        let sides = ["first", "second"].into_iter().zip(self.entries_of_game()?);
        Ok(sides.filter(|(name, _)| self.is_on(name)).map(|(_, side)| side).collect())
    }

    fn side(&self) -> Result<EntryId, Sentence> {
        side(&self.typed("side"), self.entries_of_game()?)
    }

    fn game_if_any(&self) -> Result<Option<GameId>, Sentence> {
        match self.typed(part_field(Part::GameIfAny)).as_str() {
            "" => Ok(None),
            text => game(self.event, text).map(|(id, _)| Some(id)),
        }
    }

    fn restorers(&self) -> Result<Vec<EntryId>, Sentence> {
        self.sides()
    }

    fn outcome(&self) -> Result<Finding, Sentence> {
        Ok(match self.typed("result").as_str() {
            "draw" => Finding::Drawn,
            "nobody" => Finding::Nobody,
            which => Finding::Won(side(which, self.entries_of_game()?)?),
        })
    }

    fn text(&self, part: Part) -> String {
        self.typed(part_field(part))
    }

    fn is_set(&self, part: Part) -> bool {
        self.is_on(part_field(part))
    }

    /// What was typed for each entry; who is left out is named when the lots are judged.
    fn lots(&self) -> Result<Vec<HandLot>, Sentence> {
        let is_divided = self.event.plan().is_divided();
        let typed = self.event.entries().iter().map(|entry| (entry, self.typed(&lot_field(entry.id))));
        let lots = typed.filter(|(_, text)| !text.is_empty()).map(|(entry, text)| {
            HandLot::read(entry.id, &text, is_divided).ok_or_else(|| {
                let name = self.event.name(entry.id);
                sentence!(
                    "{name}: `{text}` is no lot; write the group (`B`, `2`), or the place",
                    "{name}：“{text}”不是一个签；请写组别（`B`、`2`）或签号"
                )
            })
        });
        lots.collect()
    }

    fn document(&self) -> Result<Option<ContentHash>, Sentence> {
        match self.typed(part_field(Part::Document)).as_str() {
            "" => Ok(None),
            text => text
                .parse()
                .map(Some)
                .map_err(|_| sentence!("Give the SHA-256 in hexadecimal.", "请填写十六进制的 SHA-256。")),
        }
    }

    fn ruling(&self, part: Part) -> Result<u32, Sentence> {
        self.typed(part_field(part)).parse().map_err(|_| sentence!("Choose a ruling.", "请选择一项裁决。"))
    }
}

fn side(which: &str, [first, second]: [EntryId; 2]) -> Result<EntryId, Sentence> {
    match which {
        "first" => Ok(first),
        "second" => Ok(second),
        _ => Err(sentence!("Choose a side.", "请选择一方。")),
    }
}

/// A game by its name, and its entries: as recorded, otherwise as due.
pub(crate) fn game(event: &Event, text: &str) -> Result<(GameId, [EntryId; 2]), Sentence> {
    let id: GameId = text.parse().map_err(|_| {
        sentence!(
            "`{text}` is not a game; games are named as in the tables: 0.0.e0-e1.g0",
            "“{text}”不是对局编号；编号见各表，例如 0.0.e0-e1.g0"
        )
    })?;
    if let Some(game) = event.game(id) {
        return Ok((id, [game.first, game.second]));
    }
    let state = event.state();
    let due = state.due().find(|due| due.id == id).map(|due| (id, [due.first, due.second]));
    due.ok_or_else(|| {
        sentence!("{id} is neither played nor due in this event.", "{id} 在本赛事中既未进行，也不待进行。")
    })
}
