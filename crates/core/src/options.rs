//! Typed, checked rule options with defaults: the same on the command line, in event files and on the web.

use crate::{Lang, Sentence, Words, errors, meant, sentence};

/// One option of a game's rules.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name typed and recorded.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What it does.
    pub what: Words,
}

/// The values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number in `min..=max`.
    Whole {
        /// Smallest accepted.
        min: u64,
        /// Largest accepted.
        max: u64,
        /// The default.
        default: u64,
    },
    /// One of some words; the first is the default.
    Choice(&'static [OptionWord]),
    /// `on` or `off`.
    Flag(
        /// The default.
        bool,
    ),
}

/// One of the words that an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionWord {
    /// The word typed and recorded.
    pub name: &'static str,
    /// What applies if the word is chosen, readable without the option's name.
    pub said: Words,
}

impl OptionWord {
    /// The word, and what applies if it is chosen.
    pub const fn new(name: &'static str, said: Words) -> OptionWord {
        OptionWord { name, said }
    }
}

/// Options that every game has, read by the table and not by any game's rules.
pub const COMMON_OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "illegal_retries",
    kind: Kind::Whole { min: 0, max: 1000, default: 0 },
    what: Words::new(
        "how often a seat may try again after an illegal move in one game",
        "每局每方违规后可重试的次数",
    ),
}];

/// The option of a game with secrets that says whose secrets its table knows. It is the table's alone: a program hears the
/// same whatever its value, and is not told it.
pub const SEEN: &str = "seen";

errors! {
    /// An option that could not be read, with what was wrong and what is accepted.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BadOption(pub why: Sentence);
}

/// Every option of one game with its value, given or default. The default value has no options at all.
#[derive(Clone, Debug, Default)]
pub struct Options(Vec<(&'static OptionSpec, Value)>);

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Whole(u64),
    Choice(&'static str),
    Flag(bool),
}

impl Options {
    /// Checks `given` (name, value) against `specs`; later values replace earlier ones.
    pub fn parse<'a>(
        specs: impl Iterator<Item = &'static OptionSpec>,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Options, BadOption> {
        let mut values: Vec<_> = specs.map(|spec| (spec, spec.default())).collect();
        for (name, text) in given {
            let Some((spec, value)) = values.iter_mut().find(|(spec, _)| spec.name == name) else {
                let names: Vec<_> = values.iter().map(|(spec, _)| spec.name).collect();
                let names = meant(name, &names);
                return Err(BadOption(sentence!(
                    "unknown option `{name}`; {names}", "没有选项“{name}”；{names}"; name, names
                )));
            };
            *value = spec.read(text).ok_or_else(|| {
                BadOption(Sentence::new(
                    format!("option {name}: `{text}` is not accepted; it takes {}", spec.accepts(Lang::En)),
                    format!("选项 {name} 不能是“{text}”；可用：{}", spec.accepts(Lang::Zh)),
                ))
            })?;
        }
        Ok(Options(values))
    }

    /// The value of a whole-number option. Requires a spec of that kind and name.
    pub fn whole(&self, name: &str) -> u64 {
        match self.value(name) {
            Value::Whole(n) => n,
            other => unreachable!("option {name} is {other:?}, not a number"),
        }
    }

    /// The word chosen. Requires a spec of that kind and name.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Choice(word) => word,
            other => unreachable!("option {name} is {other:?}, not a choice"),
        }
    }

    /// Whether the flag is on. Requires a spec of that kind and name.
    pub fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            Value::Flag(on) => on,
            other => unreachable!("option {name} is {other:?}, not a flag"),
        }
    }

    /// Every option and its value as text, in the order of the specs.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.0.iter().map(|(spec, value)| {
            let text = match value {
                Value::Whole(n) => n.to_string(),
                Value::Choice(word) => (*word).to_owned(),
                Value::Flag(on) => if *on { "on" } else { "off" }.to_owned(),
            };
            (spec.name, text)
        })
    }

    fn value(&self, name: &str) -> Value {
        let found = self.0.iter().find(|(spec, _)| spec.name == name);
        found.unwrap_or_else(|| unreachable!("no option {name}")).1
    }
}

impl OptionSpec {
    fn default(&self) -> Value {
        match self.kind {
            Kind::Whole { default, .. } => Value::Whole(default),
            Kind::Choice(choices) => Value::Choice(choices[0].name),
            Kind::Flag(on) => Value::Flag(on),
        }
    }

    fn read(&self, text: &str) -> Option<Value> {
        match self.kind {
            Kind::Whole { min, max, .. } => {
                text.parse().ok().filter(|n| (min..=max).contains(n)).map(Value::Whole)
            }
            Kind::Choice(choices) => {
                choices.iter().find(|choice| choice.name == text).map(|choice| Value::Choice(choice.name))
            }
            Kind::Flag(_) => match text {
                "on" | "true" | "yes" => Some(Value::Flag(true)),
                "off" | "false" | "no" => Some(Value::Flag(false)),
                _ => None,
            },
        }
    }

    /// What applies if the option has this value, for people; `None` for a value that it does not accept.
    pub fn said(&self, text: &str) -> Option<Sentence> {
        let what = Sentence::from(self.what);
        Some(match self.read(text)? {
            Value::Whole(number) => sentence!("{what}: {number}", "{what}：{number}"; what, number),
            Value::Flag(true) => sentence!("{what}: yes", "{what}：是"; what),
            Value::Flag(false) => sentence!("{what}: no", "{what}：否"; what),
            Value::Choice(name) => {
                let Kind::Choice(choices) = self.kind else { return None };
                choices.iter().find(|choice| choice.name == name)?.said.into()
            }
        })
    }

    /// The values the option accepts, with the default, for help and errors.
    pub fn accepts(&self, lang: Lang) -> String {
        let default = Words::new("default", "默认").to(lang);
        match self.kind {
            Kind::Whole { min, max, default: d } => format!("{min}..{max} ({default} {d})"),
            Kind::Choice(choices) => {
                let names: Vec<_> = choices.iter().map(|choice| choice.name).collect();
                format!("{} ({default} {})", names.join(" | "), names[0])
            }
            Kind::Flag(on) => format!("on | off ({default} {})", if on { "on" } else { "off" }),
        }
    }
}
