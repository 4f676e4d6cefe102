//! Reading the file that describes an event.

mod board;
mod clock;
mod difference;
pub(crate) mod edit;
mod group;
mod lines;
mod overrides;
mod position;
mod raw;
mod sandbox;
mod show;
mod submit;
mod team;
mod wrong;

use crate::contest::CONTEST_PREFIX;
use crate::history::Begun;
use crate::prizes::{People, Prizes};
use crate::program::Program;
use crate::program_error::ProgramError;
use clock::{clock_of, pace_of};
use group::group_of;
use leitai_arena::Disclosure;
use leitai_catalog::{GAMES, ListedGame, RuledGame, Secrets, Setup, find};
use leitai_core::{Clock, DialectName, Name, Sentence, Words, errors, sentence, utf8, wide_sign_in_toml};
use leitai_sandbox::{Limits, SandboxLevel};
use leitai_tournament::{Decimal, Entry, EntryId, Event, Format, MatchPlan, Plan, Seed, SubmittedProgram};
use overrides::{misread, overridden, written};
use position::{line_and_column, position};
use raw::{Raw, RawEntry};
use sandbox::sandbox_of;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
pub use submit::SubmitRules;
use toml_edit::Document;
use wrong::{FieldError, wrong};

/// A checked event file: the game, plan, entries and programs are valid together.
#[derive(Clone)]
pub struct EventFile {
    /// Where it was read; `None` if it was not read from a file.
    pub source: Option<PathBuf>,
    /// The event's name.
    pub name: String,
    /// The game, with the event's rule options.
    pub game: Arc<dyn RuledGame>,
    /// The clock. Its limit per game, if there is one, is replaced by that of each tournament stage.
    pub clock: Clock,
    /// Whether its games are played at tables of a hall: no stage plays them, and their results are brought from there
    /// ([`SharedStore::bring`](crate::SharedStore::bring)).
    pub at_tables: bool,
    /// The plan.
    pub plan: Plan,
    /// The entries.
    pub entries: Vec<Entry>,
    /// The program of each entry, in the same order.
    pub runners: Vec<Runner>,
    /// The default dialect of programs; `None` for the game's usual one.
    pub dialect: Option<DialectName>,
    /// The seed for all draws of lots, if the file sets one.
    pub seed: Option<Seed>,
    /// The sandbox level; `None` means the strongest available.
    pub sandbox: Option<SandboxLevel>,
    /// The minimum sandbox level: a weaker machine plays no game of the event.
    pub at_least: SandboxLevel,
    /// Resource limits of the programs.
    pub limits: Limits,
    /// Whether programs may compute in the opponent's time.
    pub ponder: bool,
    /// How much information programs are given.
    pub disclosure: Disclosure,
    /// Minimum time between two plies for spectators.
    pub shown_every: Option<Duration>,
    /// Rules for submissions.
    pub submit: SubmitRules,
    /// The interval at which standings are published; `None` for at once.
    pub published_every: Option<Duration>,
    /// When the public sees the truth of a game with secrets.
    pub secrets: Secrets,
    /// The share of its games, from 0 to 1, that is played a second time on another machine of its store.
    pub twice: f64,
    /// When it takes place, in the organiser's words.
    pub date: Option<String>,
    /// Where it takes place, in the organiser's words.
    pub place: Option<String>,
    /// The prizes; default: those of the `school` preset where it is used, else none.
    pub prizes: Option<Prizes>,
    /// Members and teachers of each entry, in the order of entries.
    pub people: Vec<People>,
}

/// How an entry plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Runner {
    /// Its program.
    pub program: Program,
    /// Its dialect; default: the event's.
    pub dialect: Option<DialectName>,
}

errors! {
    /// An error in an event's file, with its position.
    #[derive(Debug)]
    pub struct FileError {
        /// The file.
        pub path: String,
        /// The line, from 1.
        pub line: usize,
        /// The column, from 1.
        pub column: usize,
        /// What is wrong and how to fix it, in English.
        pub what: Sentence,
    } => "{path}:{line}:{column}: {what}", "{path}:{line}:{column}: {what}";
}

impl EventFile {
    /// Reads and checks a file. Errors if a program does not exist on this machine.
    pub fn read(path: &Path) -> Result<EventFile, FileError> {
        EventFile::at(path, &|_| true)
    }

    /// As [`read`](EventFile::read), but the programs of these entries need not exist, since they have left the event.
    pub fn read_without(path: &Path, gone: &BTreeSet<String>) -> Result<EventFile, FileError> {
        EventFile::at(path, &|name| !gone.contains(name))
    }

    /// As [`read`](EventFile::read), but the programs need not exist on this machine.
    pub fn look(path: &Path) -> Result<EventFile, FileError> {
        EventFile::at(path, &|_| false)
    }

    /// As [`read`](EventFile::read), from the text of a file that error messages call `name`. Its programs are in
    /// `folder`.
    pub fn parse(text: &str, name: &str, folder: &Path) -> Result<EventFile, FileError> {
        EventFile::checked(text, name, folder, &|_| true)
    }

    /// `needs`: whether the program of the entry of this name must exist.
    fn at(path: &Path, needs: &dyn Fn(&str) -> bool) -> Result<EventFile, FileError> {
        let name = path.display().to_string();
        let folder = path.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned));
        let fail = |(line, column), what| FileError { path: name.clone(), line, column, what };
        let bytes = fs::read(path).map_err(|error| fail((1, 1), Sentence::of(&error)))?;
        let text = utf8(&bytes).map_err(|flaw| {
            let before = String::from_utf8_lossy(&bytes[..flaw.at]);
            fail(line_and_column(&before, before.len()), flaw.why)
        })?;
        let read = EventFile::checked(text, &name, &folder.unwrap_or_default(), needs)?;
        Ok(EventFile { source: Some(path.to_owned()), ..read })
    }

    fn checked(
        text: &str,
        name: &str,
        folder: &Path,
        needs: &dyn Fn(&str) -> bool,
    ) -> Result<EventFile, FileError> {
        let fail = |(line, column): (usize, usize), what: Sentence| FileError {
            path: name.to_owned(),
            line,
            column,
            what,
        };
        let document = Document::parse(text.to_owned()).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            if let Some(flaw) = wide_sign_in_toml(text, at) {
                return fail(line_and_column(text, flaw.at), flaw.why);
            }
            let why = error.message();
            fail(line_and_column(text, at), sentence!("{why}", "TOML 语法有误（{why}）"))
        })?;
        let raw: Raw = toml_edit::de::from_document(document.clone()).map_err(|error| {
            let at = error.span().map_or((1, 1), |span| line_and_column(text, span.start));
            fail(at, misread(error.message()))
        })?;
        checked(raw, folder, needs).map_err(|(at, what)| fail(position(&document, &at), what))
    }

    /// The event's start as written to the journal. `seed` is called only if the file sets none.
    pub fn begun(&self, seed: impl FnOnce() -> Seed) -> Begun {
        Begun {
            name: self.name.clone(),
            game: self.game.game(),
            options: self.game.given().to_vec(),
            plan: self.plan.clone(),
            entries: self.entries.clone(),
            seed: self.seed.clone().unwrap_or_else(seed),
        }
    }

    /// How an entry plays, given its submission in force: with the submitted program, else with the file's. `None` if
    /// it is not in the file and has submitted nothing.
    pub fn runner(&self, entry: EntryId, submitted: Option<&SubmittedProgram>) -> Option<Runner> {
        let own = self.runners.get(entry.index()).filter(|own| own.program != Program::HandedIn);
        let named = || own.map(|own| own.program.clone());
        let program = submitted.and_then(Program::submitted).or_else(named)?;
        Some(Runner { program, dialect: self.dialect_of(entry) })
    }

    /// Whether the event accepts submissions: a ladder does, and any other event whose file has rules for them.
    pub fn takes_programs(&self) -> bool {
        self.plan.stages[0].format == Format::Ladder || self.submit.is_stated
    }

    /// Whether its first game waits until submissions are closed: true of events other than ladders that accept them.
    pub fn begins_closed(&self) -> bool {
        self.plan.stages[0].format != Format::Ladder && self.submit.is_stated
    }

    /// The dialect of an entry; `None` for the game's usual one.
    pub fn dialect_of(&self, entry: EntryId) -> Option<DialectName> {
        self.runners.get(entry.index()).map_or(self.dialect, |own| own.dialect)
    }

    /// The clock of a game with this many milliseconds per side.
    pub fn clock_of(&self, side_ms: u64) -> Clock {
        Clock { game: self.clock.game.map(|_| Duration::from_millis(side_ms)), ..self.clock }
    }
}

/// Reads the names in a file that people read, each in the form in which it is kept.
fn named(raw: &mut Raw) -> Result<(), FieldError> {
    if raw.name.starts_with(CONTEST_PREFIX) {
        return wrong(
            "name",
            sentence!(
                "only contests are called so: leave out `{CONTEST_PREFIX}`",
                "这种名称只用于比赛：请去掉“{CONTEST_PREFIX}”"
            ),
        );
    }
    let read = |at: String, text: &mut String| {
        let name = Name::read(text).or_else(|error| wrong(at, Sentence::of(&error)))?;
        text.replace_range(.., name.text());
        Ok::<_, FieldError>(name.key())
    };
    read("name".to_owned(), &mut raw.name)?;
    let mut known: HashMap<String, String> = HashMap::new();
    for (i, entry) in raw.entries.iter_mut().enumerate() {
        let at = |field: &str| format!("entries[{i}].{field}");
        let key = read(at("name"), &mut entry.name)?;
        let name = &entry.name;
        if let Some(other) = known.insert(key, name.clone()).filter(|other| other != name) {
            let said = sentence!(
                "`{name}` looks like `{other}`; choose another name",
                "“{name}”与“{other}”看起来相同；请换一个名称"
            );
            return wrong(at("name"), said);
        }
        for (field, list) in [("members", &mut entry.members), ("teachers", &mut entry.teachers)] {
            for name in list {
                read(at(field), name)?;
            }
        }
        for (field, text) in [("class", &mut entry.class), ("school", &mut entry.school)] {
            if let Some(text) = text {
                read(at(field), text)?;
            }
        }
    }
    Ok(())
}

/// Why an event at tables takes no programs.
const NO_SUBMISSIONS: Words = Words::new(
    "games at tables are not played by programs that were handed in: remove `at-tables`, or take another preset",
    "在棋桌上进行的对局不使用提交的程序：请删去 `at-tables`，或改用其他预设",
);

fn checked(mut raw: Raw, folder: &Path, needs: &dyn Fn(&str) -> bool) -> Result<EventFile, FieldError> {
    named(&mut raw)?;
    let Some(game) = find(&raw.game) else {
        let names: Vec<_> = GAMES.iter().map(|game| game.facts().id).collect();
        let names = names.join(", ");
        return wrong("game", sentence!("unknown game; known: {names}", "没有这种棋；可用：{names}"));
    };
    let preset = raw.preset.as_deref().unwrap_or("school");
    team::check(&raw, preset)?;
    let (mut plan, bundled) = plan_of(&raw, preset, game)?;
    let mut options: BTreeMap<String, String> = bundled.into_iter().collect();
    for (name, value) in &raw.options {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        options.insert(name.clone(), text);
    }
    let given = || options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let ruled = game.open(&Setup::with(given())).or_else(|error| {
        let at = given().find(|option| game.open(&Setup::with([*option])).is_err());
        let at = at.map_or("options".to_owned(), |(name, _)| format!("options.{name}"));
        wrong(at, Sentence::of(&error))
    })?;
    if ruled.is_refereed() && !raw.at_tables {
        return wrong(
            "options",
            Sentence::new(
                "these options need a human referee, and only programs play",
                "这些选项需要有人担任裁判，而双方都是程序",
            ),
        );
    }
    let clock = clock_of(&raw, preset, &mut plan, game)?;
    let mut plan = overridden(plan, &raw.plan)?;
    if plan.pace.is_some() {
        return wrong(
            "plan.pace",
            Sentence::new(
                "how long a game can take follows from `clock` and the rules of the game; remove it",
                "一局的最长时间由 clock 与规则决定：请删去",
            ),
        );
    }
    let shown_every = show::pace_of(&raw.show)?;
    plan.pace = pace_of(&clock, &*ruled, shown_every);
    let usual = raw.dialect.as_deref().map(|name| dialect(name, &*ruled, "dialect")).transpose()?;
    let is_ladder = plan.stages[0].format == Format::Ladder;
    let submit = submit_of(&raw, preset, is_ladder)?;
    if raw.at_tables && (is_ladder || submit.is_stated) {
        return wrong("at-tables", NO_SUBMISSIONS.into());
    }
    let is_taken = is_ladder || submit.is_stated || raw.at_tables;
    let program = |entry: &RawEntry| program_of(entry, folder, needs(&entry.name));
    let (entries, runners) = entries_of(&raw, &*ruled, usual, is_taken, &program)?;
    let seed = raw.seed.clone().map(Seed::new);
    let raw_games = preset == "judge" && raw.games.is_some();
    let drawn = seed.clone().unwrap_or_else(|| Seed::new("checked"));
    Event::new(plan.clone(), entries.clone(), drawn).or_else(|flaw| {
        let at = match flaw.at.as_str() {
            at if at.starts_with("entries") || at == "seed" => flaw.at,
            at if raw_games && at.rsplit('.').next() == Some("games") => "games".to_owned(),
            at => written(at, &raw.plan, &plan),
        };
        wrong(at, flaw.what)
    })?;
    let (sandbox, at_least, limits) = sandbox_of(&raw.sandbox, preset, game)?;
    let secrets = raw.watch.hidden.as_deref().map(str::parse::<Secrets>).transpose();
    let secrets = secrets.or_else(|error| wrong("watch.hidden", Sentence::of(&error)))?.unwrap_or_default();
    let prizes = Prizes::read(raw.awards.as_ref(), preset)
        .map_err(|(field, what)| (format!("awards.{field}"), what))?;
    let people = raw
        .entries
        .iter()
        .map(|entry| People { members: entry.members.clone(), teachers: entry.teachers.clone() });
    let people = people.collect();
    Ok(EventFile {
        source: None,
        name: raw.name,
        game: ruled,
        clock,
        at_tables: raw.at_tables,
        plan,
        entries,
        runners,
        dialect: usual,
        seed,
        sandbox,
        at_least,
        limits,
        ponder: raw.sandbox.ponder.unwrap_or(preset == "judge"),
        disclosure: sandbox::disclosure(&raw.sandbox)?,
        shown_every,
        submit,
        published_every: board::every_of(&raw.board)?,
        secrets,
        twice: show::twice_of(raw.twice.as_ref())?,
        date: raw.date,
        place: raw.place,
        prizes,
        people,
    })
}

/// The preset's plan for these entries, and the game's options for that preset.
fn plan_of(raw: &Raw, preset: &str, game: ListedGame) -> Result<(Plan, Vec<(String, String)>), FieldError> {
    let bundled = game.facts().preset(preset);
    let plan = match preset {
        "school" => {
            let side = bundled.and_then(|bundle| bundle.clock.game);
            let side = side.map_or(Plan::SCHOOL_SIDE_MS, |side| side.as_millis() as u64);
            let is_race = bundled.is_some_and(|bundle| bundle.first_to_four);
            let games = if is_race { MatchPlan::FirstToFour } else { Plan::SCHOOL_MATCH };
            Plan::school(raw.entries.len() as u32, side, games)
        }
        "course" => Plan::course(raw.second_stage.unwrap_or(32)),
        "judge" => Plan::judge(raw.games.unwrap_or(2)),
        _ => {
            return wrong(
                "preset",
                Sentence::new("the presets are: school, course, judge", "预设为：school、course、judge"),
            );
        }
    };
    let options = bundled.map_or(&[][..], |bundle| bundle.options);
    Ok((plan, options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()))
}

/// The rules for submissions.
fn submit_of(raw: &Raw, preset: &str, is_ladder: bool) -> Result<SubmitRules, FieldError> {
    match &raw.submit {
        Some(_) if !is_ladder && preset != "course" => wrong(
            "submit",
            Sentence::new(
                "such an event takes no submissions: it is neither a ladder (preset = \"judge\") nor a course \
                 (preset = \"course\")",
                "此类赛事不接受提交：既不是天梯赛（preset = \"judge\"），也不是课程赛（preset = \"course\"）",
            ),
        ),
        Some(raw) => submit::rules_of(raw, !is_ladder),
        None => Ok(SubmitRules::default()),
    }
}

fn dialect(name: &str, game: &dyn RuledGame, at: &str) -> Result<DialectName, FieldError> {
    let facts = game.facts();
    let speaks = |name: &DialectName| facts.dialects.contains(name) && game.speaks(*name);
    name.parse().ok().filter(speaks).ok_or_else(|| {
        let names: Vec<_> =
            facts.dialects.iter().filter(|name| speaks(name)).map(|name| name.name()).collect();
        let (id, names) = (facts.id, names.join(", "));
        let what =
            sentence!("with these options {id} supports: {names}", "这些选项下的 {id} 可用协议：{names}");
        (at.to_owned(), what)
    })
}

/// An entry's program, which must exist only if it `is_needed`; if omitted, whatever it submits.
fn program_of(entry: &RawEntry, folder: &Path, is_needed: bool) -> Result<Program, ProgramError> {
    let Some(text) = &entry.program else { return Ok(Program::HandedIn) };
    if is_needed { Program::read(text, folder) } else { Ok(Program::named(text, folder)) }
}

fn entries_of(
    raw: &Raw,
    game: &dyn RuledGame,
    usual: Option<DialectName>,
    is_taken: bool,
    program: &dyn Fn(&RawEntry) -> Result<Program, ProgramError>,
) -> Result<(Vec<Entry>, Vec<Runner>), FieldError> {
    let (mut entries, mut runners) = (Vec::new(), Vec::new());
    for (i, entry) in raw.entries.iter().enumerate() {
        let at = |field: &str| format!("entries[{i}].{field}");
        if entry.program.is_none() && !is_taken {
            let field = "program";
            return wrong(at(field), sentence!("missing field `{field}`", "缺少字段 {field}"));
        }
        let program =
            program(entry).or_else(|error: ProgramError| wrong(at("program"), Sentence::of(&error)))?;
        if let Program::Level(level) = &program
            && !game.facts().levels.contains(level)
        {
            let levels: Vec<_> = game.facts().levels.iter().map(|level| level.name()).collect();
            let levels = levels.join(", ");
            return wrong(
                at("program"),
                sentence!(
                    "{} has no level {level}; it has: {levels}",
                    "{} 没有级别 {level}；可用：{levels}",
                    game.facts().id
                ),
            );
        }
        let own = entry.dialect.as_deref().map(|name| dialect(name, game, &at("dialect"))).transpose()?;
        let score = entry.seed_score.as_ref().map(|score| {
            let text = score.as_str().map_or_else(|| score.to_string(), str::to_owned);
            text.parse::<Decimal>().or_else(|_| {
                wrong(
                    at("seed-score"),
                    Sentence::new(
                        "a seed score is a number with at most three decimals",
                        "种子分须为数字，至多三位小数",
                    ),
                )
            })
        });
        entries.push(Entry {
            id: EntryId(i as u32),
            name: entry.name.clone(),
            seed_score: score.transpose()?,
            class: entry.class.clone(),
            school: entry.school.clone(),
            group: group_of(entry, at("group"))?,
        });
        runners.push(Runner { program, dialect: own.or(usual) });
    }
    Ok((entries, runners))
}
