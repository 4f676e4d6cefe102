//! Differences between an event's file and the start of the event.

use super::EventFile;
use crate::history::Begun;
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_tournament::{Entry, Plan};
use serde_json::Value;

impl EventFile {
    /// The first part in which the file differs from the start of the event, with the old and the new value; `None` if
    /// they agree.
    pub fn differs(&self, begun: &Begun) -> Option<Sentence> {
        let of = |part: Words, how: Sentence| Some(sentence!("{part} ({how})", "{part}（{how}）"; part, how));
        if self.game.game() != begun.game {
            return of(Words::new("game", "棋种"), changed(&begun.game, &self.game.game()));
        }
        if self.game.given() != begun.options {
            return of(Words::new("options", "规则选项"), options(&begun.options, self.game.given()));
        }
        // The pace follows from the clock, which may change; what was drawn with the old one stands.
        let mut plan = Plan { pace: begun.plan.pace, ..self.plan.clone() };
        // A later version may say a preset's stage better in one language: it is the same stage.
        for (stage, was) in plan.stages.iter_mut().zip(&begun.plan.stages) {
            if [Lang::En, Lang::Zh].iter().any(|lang| stage.name.to(*lang) == was.name.to(*lang)) {
                stage.name = was.name.clone();
            }
        }
        if plan != begun.plan {
            return of(Words::new("plan", "赛程"), plans(&begun.plan, &plan));
        }
        if self.entries != begun.entries {
            return of(Words::new("entries", "参赛者"), entries(&begun.entries, &self.entries));
        }
        let seed = self.seed.as_ref().filter(|seed| **seed != begun.seed)?;
        // While the event runs the seed itself is secret.
        of(Words::new("seed", "种子"), changed(&begun.seed.commitment(), &seed.commitment()))
    }
}

fn changed(was: &dyn std::fmt::Display, is: &dyn std::fmt::Display) -> Sentence {
    let (was, is) = (was.to_string(), is.to_string());
    sentence!("it was {was}, the file says {is}", "原为 {was}，文件为 {is}")
}

fn options(was: &[(String, String)], is: &[(String, String)]) -> Sentence {
    let value = |all: &[(String, String)], name: &str| {
        all.iter().find(|(known, _)| known == name).map_or("-".to_owned(), |(_, value)| value.clone())
    };
    let mut names = was.iter().chain(is).map(|(name, _)| name);
    let name = names.find(|name| value(was, name) != value(is, name));
    name.map_or_else(Sentence::default, |name| at(name, &value(was, name), &value(is, name)))
}

fn at(place: &str, was: &str, is: &str) -> Sentence {
    sentence!("{place} was {was}, the file says {is}", "{place} 原为 {was}，文件为 {is}")
}

fn plans(was: &Plan, is: &Plan) -> Sentence {
    if was.stages.len() != is.stages.len() {
        let named = |plan: &Plan| {
            let names = plan.stages.iter().map(|stage| stage.name.clone());
            names.reduce(|all, one| sentence!("{all}, {one}", "{all}、{one}"; all, one)).unwrap_or_default()
        };
        let (was, is) = (named(was), named(is));
        return sentence!(
            "its stages were {was}, the file says {is}", "原有阶段为{was}，按文件为{is}"; was, is
        );
    }
    let values = [was, is].map(|plan| serde_json::to_value(plan).unwrap_or_default());
    let [was, is] = &values;
    first(was, is, String::new()).map_or_else(Sentence::default, |(place, was, is)| at(&place, &was, &is))
}

/// The deepest place at which two values first differ, in the file's notation: stages are numbered from 1.
fn first(was: &Value, is: &Value, place: String) -> Option<(String, String, String)> {
    let under = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match (was, is) {
        (Value::Object(old), Value::Object(new)) if old.keys().eq(new.keys()) => {
            old.iter().find_map(|(name, was)| first(was, &new[name], under(name)))
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let both = (1..).zip(old.iter().zip(new));
            both.into_iter().find_map(|(number, (was, is))| first(was, is, under(&number.to_string())))
        }
        _ if was == is => None,
        _ => Some((place, was.to_string(), is.to_string())),
    }
}

fn entries(was: &[Entry], is: &[Entry]) -> Sentence {
    let both = (1..).zip(was.iter().zip(is));
    let other = both.into_iter().find(|(_, (was, is))| was != is);
    let Some((number, (was, is))) = other else {
        return sentence!(
            "there were {}, the file has {}",
            "原有 {} 个，文件中有 {} 个",
            was.len(),
            is.len()
        );
    };
    let (name, is_same) = (&was.name, Entry { seed_score: is.seed_score, ..was.clone() } == *is);
    if is_same {
        // Seed scores are grades, and this message is public.
        return sentence!(
            "no. {number}, {name}, has a different seed score in the file",
            "第 {number} 个 {name} 的种子分与文件不同"
        );
    }
    let said = |entry: &Entry| {
        let mut said = Sentence::quoted(&entry.name);
        if let Some(class) = &entry.class {
            said = said.then(&sentence!(", class {class}", "，班级 {class}"));
        }
        if let Some(school) = &entry.school {
            said = said.then(&sentence!(" of {school}", "，学校 {school}"));
        }
        if let Some(group) = &entry.group {
            said = said.then(&sentence!(" in group {group}", "，第 {group} 组"));
        }
        said
    };
    let (was, is) = (said(was), said(is));
    sentence!("no. {number} was {was}, the file says {is}", "第 {number} 个原为 {was}，文件为 {is}"; number, was, is)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;
    use leitai_tournament::Seed;
    use std::path::Path;

    fn file(head: &str, entries: usize) -> EventFile {
        let entry = |number| format!("[[entries]]\nname = \"team {number}\"\nprogram = \"random\"\n");
        let entries: String = (0..entries).map(entry).collect();
        let text = format!("name = \"cup\"\n{head}{entries}");
        EventFile::parse(&text, "cup.toml", Path::new("")).expect(head)
    }

    #[test]
    fn another_event_is_told_with_what_it_was_and_what_it_is() {
        let begun = file("game = \"nogo\"\n", 8).begun(|| Seed::new("1"));
        let said = |head: &str, entries| {
            let said = file(head, entries).differs(&begun).expect(head);
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| said.to(lang).to_owned());
            assert_ne!(en, zh);
            en
        };
        assert_eq!(file("game = \"nogo\"\n", 8).differs(&begun), None);
        assert_eq!(said("game = \"hex\"\n", 8), "game (it was nogo, the file says hex)");
        assert_eq!(said("game = \"nogo\"\n[plan]\ntables = 2\n", 8), "plan (tables was 4, the file says 2)");
        assert_eq!(
            said("game = \"nogo\"\n", 20),
            "plan (its stages were groups, final, the file says groups, second stage, final)"
        );
        assert_eq!(
            said("game = \"nogo\"\n[plan]\ntables = 4\n", 7),
            "entries (there were 8, the file has 7)"
        );
        let mut graded = file("game = \"nogo\"\n", 8);
        graded.entries[2].seed_score = "83.625".parse().ok();
        let grade = graded.differs(&begun).expect("another grade").to(Lang::En).to_owned();
        assert_eq!(grade, "entries (no. 3, team 2, has a different seed score in the file)");
        let secret = said("game = \"nogo\"\nseed = \"2\"\n", 8);
        assert!(secret.starts_with("seed (") && !secret.contains("was 1,"), "{secret}");
    }
}
