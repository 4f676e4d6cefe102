//! What a program and its table have said to each other so far. A site that is started anew holds the conversation from its
//! first line again; the program, which has stayed, is told only what it has not heard, and what it said is said again only
//! where the record does not hold it.

use serde_json::Value;

/// What becomes of a line of the site.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Means {
    /// The program is to hear it; before that the site is to hear these lines.
    Tell(Vec<String>),
    /// The program has heard it; the site is to hear these lines.
    Known(Vec<String>),
    /// It does not follow from what the program has heard: another is to be started, and told all of these lines.
    Anew(Vec<String>),
}

/// A conversation in the words of `native`, as the program has had it.
#[derive(Default)]
pub(super) struct Conversation {
    hello: Option<String>,
    ready: Option<String>,
    has_started: bool,
    /// What the program was told.
    told: Vec<String>,
    /// After how many tellings it was last asked.
    asked: Option<usize>,
    /// What it answered when it was asked, and how many answers came before the first of them.
    answers: Vec<String>,
    before: u64,
    /// Whether anything followed from the last answer.
    is_replied: bool,
    resigns: Option<String>,
    /// How often it has asked for its acts and not been told them.
    queries: usize,
    /// The conversation that is held again, until it has come to where the program is.
    again: Option<HeldAgain>,
}

/// A conversation that is held again.
struct HeldAgain {
    /// How many answers of the program the record holds.
    answered: u64,
    /// Its lines so far.
    lines: Vec<String>,
    /// What the program was told, and was not told again yet. Of two layouts that are made in secret the other may come first
    /// now, so the order is not asked for.
    missing: Vec<String>,
    has_ready: bool,
    has_started: bool,
    /// Whether what the record lacks was said.
    is_said: bool,
}

fn kind(line: &str) -> String {
    let said: Value = serde_json::from_str(line).unwrap_or_default();
    said["type"].as_str().unwrap_or_default().to_owned()
}

impl Conversation {
    /// The site holds it again, from its first line; the record holds so many answers of the program.
    pub(super) fn begin_again(&mut self, answered: u64) {
        if self.answers.is_empty() {
            self.before = answered;
        }
        self.again = Some(HeldAgain {
            answered,
            lines: Vec::new(),
            missing: self.told.clone(),
            has_ready: false,
            has_started: false,
            is_said: false,
        });
    }

    /// A line of the site.
    pub(super) fn told(&mut self, line: &str) -> Means {
        let kind = kind(line);
        let Some(again) = &mut self.again else {
            self.note(&kind, line);
            return Means::Tell(Vec::new());
        };
        again.lines.push(line.to_owned());
        match kind.as_str() {
            "hello" => match &self.hello {
                Some(hello) if hello != line => return self.anew(),
                Some(_) => {
                    again.has_ready = self.ready.is_some();
                    return Means::Known(self.ready.iter().cloned().collect());
                }
                None => {}
            },
            "start" => {
                again.has_started = true;
                let late = self.resigns.iter().cloned().chain(self.asks());
                let late = late.collect();
                if self.has_started {
                    return Means::Known(late);
                }
                self.note(&kind, line);
                return Means::Tell(late);
            }
            "told" => {
                if let Some(at) = again.missing.iter().position(|known| known == line) {
                    again.missing.remove(at);
                    return Means::Known(Vec::new());
                }
            }
            "refused" if !again.missing.is_empty() => return Means::Known(Vec::new()),
            "turn" => return self.asked_again(line),
            "end" => self.again = None,
            _ => {}
        }
        self.note(&kind, line);
        Means::Tell(Vec::new())
    }

    /// The program is asked in a conversation that is held again.
    fn asked_again(&mut self, line: &str) -> Means {
        let Some(again) = &mut self.again else { return Means::Tell(Vec::new()) };
        let is_behind = !again.missing.is_empty();
        let mut late = Vec::new();
        if !std::mem::replace(&mut again.is_said, true) {
            let first = again.answered.saturating_sub(self.before) as usize;
            late.extend(self.answers.iter().skip(first).cloned());
            // The record holds its answer, and of what followed nothing was heard: it was refused. Or the program knows more than
            // its answers can bring about.
            let is_lost = late.is_empty() && ((!self.is_replied && !self.answers.is_empty()) || is_behind);
            if again.answered < self.before || is_lost {
                return self.anew();
            }
        }
        if is_behind {
            return Means::Known(late);
        }
        self.again = None;
        if self.asked == Some(self.told.len()) {
            return Means::Known(late);
        }
        self.note("turn", line);
        if !late.is_empty() {
            self.is_replied = false;
        }
        Means::Tell(late)
    }

    /// Notes what the program hears.
    fn note(&mut self, kind: &str, line: &str) {
        match kind {
            "hello" => self.hello = Some(line.to_owned()),
            "start" => self.has_started = true,
            "told" => self.told.push(line.to_owned()),
            "turn" => self.asked = Some(self.told.len()),
            "moves" => self.queries = self.queries.saturating_sub(1),
            _ => {}
        }
        self.is_replied |= matches!(kind, "told" | "refused" | "turn" | "end");
    }

    /// Its requests for its acts that were not answered.
    fn asks(&self) -> Vec<String> {
        vec![r#"{"type":"moves"}"#.to_owned(); self.queries]
    }

    /// Another program is to be told the conversation that is held again.
    fn anew(&mut self) -> Means {
        let Some(again) = self.again.take() else { return Means::Anew(Vec::new()) };
        // What was said for the one before stands.
        let ready = self.ready.take().filter(|_| again.has_ready);
        *self = Conversation { before: again.answered, ready, ..Conversation::default() };
        Means::Anew(again.lines)
    }

    /// A line of the program; whether the site is to hear it now.
    pub(super) fn says(&mut self, line: &str) -> bool {
        let again = self.again.as_mut();
        match kind(line).as_str() {
            "ready" => {
                let is_first = self.ready.is_none();
                self.ready.get_or_insert_with(|| line.to_owned());
                let Some(again) = again else { return is_first };
                let is_due = is_first && !again.lines.is_empty();
                again.has_ready |= is_due;
                is_due
            }
            "play" => {
                self.answers.push(line.to_owned());
                self.is_replied = false;
                again.is_none()
            }
            "resign" => {
                self.resigns = Some(line.to_owned());
                again.is_none_or(|again| again.has_started)
            }
            "moves" => {
                self.queries += 1;
                again.is_none_or(|again| again.has_started)
            }
            _ => again.is_none_or(|again| again.has_started),
        }
    }
}

#[cfg(test)]
mod tests;
