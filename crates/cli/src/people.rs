//! `leitai people`: who signs in to a site, from its machine's terminal.

use crate::failure::Failure;
use crate::language::note;
use crate::out;
use jiff::civil::Date;
use leitai_arena::now_ms;
use leitai_core::{Lang, Sentence, Tell as _, say, sentence};
use leitai_hall::Zone;
use leitai_roster::{Column, Guess, Layout, Roster, Table, person};
use leitai_store::{Actor, Opener, Person, Role, RosterEntry};
use leitai_web::{Code, Register, Wishes, store_address};
use serde::Serialize;
use std::fs;
use std::path::PathBuf;

/// Days for which a sign-in code is valid.
const CODE_DAYS: i64 = 7;
/// Days for which first passwords are valid, unless another day is given.
const FIRST_DAYS: i64 = 14;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Import a roster as schools export it: a table with number and name, and perhaps class, team, seed score
    Import(ImportArgs),
    /// Add one person in a role, and print a code for signing in once
    Add(AddArgs),
    /// Print a code that lets somebody in once, in place of a forgotten password
    Code(CodeArgs),
    /// List everybody
    List(ListArgs),
}

/// Which site is meant.
#[derive(clap::Args)]
struct SiteArgs {
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = "leitai-site")]
    data: PathBuf,
    /// The site's store, if it is not in its folder: `sqlite:PATH` or `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
}

#[derive(clap::Args)]
struct ImportArgs {
    /// The roster
    file: PathBuf,
    /// First passwords: `number`, or `random`, which are printed as CSV
    #[arg(long, default_value = "number", value_parser = first)]
    first: First,
    /// The day at the end of which first passwords expire; default: in 14 days
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// What each column is, if that cannot be told: number, name, class, team, seed, or - to leave it out
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = column, allow_hyphen_values = true)]
    columns: Vec<Column>,
    /// The line that names the columns, with --columns; 0 if none does
    #[arg(long, value_name = "LINE", default_value_t = 0, requires = "columns")]
    header: u64,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(clap::Args)]
struct AddArgs {
    /// The number the person signs in with
    number: String,
    /// The person's name
    #[arg(long)]
    name: String,
    /// student, captain, organiser or administrator
    #[arg(long, default_value = "student", value_parser = role)]
    role: Role,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(clap::Args)]
struct CodeArgs {
    /// The person's number
    number: String,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(clap::Args)]
struct ListArgs {
    /// Only those who have not chosen a password yet
    #[arg(long)]
    waiting: bool,
    /// One JSON object per person
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Number,
    Random,
}

fn first(text: &str) -> Result<First, Sentence> {
    match text {
        "number" => Ok(First::Number),
        "random" => Ok(First::Random),
        _ => Err(sentence!("it takes `number` or `random`", "可用：`number`、`random`")),
    }
}

fn column(text: &str) -> Result<Column, Sentence> {
    Column::read(text).ok_or_else(|| {
        let names = Column::ALL.map(Column::name).join(", ");
        sentence!("the columns are: {names}", "可用：{names}")
    })
}

fn role(text: &str) -> Result<Role, Sentence> {
    text.parse().map_err(|()| {
        let names = Role::ALL.map(Role::name).join(", ");
        sentence!("the roles are: {names}", "可用：{names}")
    })
}

impl SiteArgs {
    /// Its people, and its time zone.
    fn open(&self) -> Result<(Register, Zone), Failure> {
        if !self.data.is_dir() && self.store.is_none() {
            let data = self.data.display();
            return Err(Failure::Usage(sentence!(
                "there is no site in {data}: `leitai serve --data {data}` makes one; name yours with --data",
                "{data} 中没有网站：可用 `leitai serve --data {data}` 新建，或用 --data 指明"
            )));
        }
        let wishes = Wishes::read(&self.data).map_err(Failure::Usage)?;
        let named = self.store.as_deref().or(wishes.store.as_deref());
        let register = Register::open(&store_address(&self.data, named));
        Ok((register.map_err(|error| Failure::stage(&error))?, wishes.zone()))
    }
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    match &args.what {
        What::Import(args) => import(args),
        What::Add(args) => add(args),
        What::Code(args) => code(args),
        What::List(args) => list(args, lang),
    }
}

/// The end of a day in the site's zone, in milliseconds since 1970-01-01 UTC.
fn end_of(zone: &Zone, day: &str) -> Result<i64, Failure> {
    zone.end_of(day).ok_or_else(|| {
        Failure::Usage(sentence!("--until: there is no day after {day}", "--until：{day} 之后没有日期"))
    })
}

/// The end of the day that many days from now.
fn in_days(zone: &Zone, days: i64) -> Result<i64, Failure> {
    end_of(zone, &zone.day_after(now_ms(), days))
}

fn import(args: &ImportArgs) -> Result<(), Failure> {
    let named = |why: Sentence| Failure::file(&args.file, &why);
    let bytes = fs::read(&args.file).map_err(|error| named(Sentence::of(&error)))?;
    let table = Table::read(&bytes).map_err(named)?;
    let layout = layout(args, &table)?;
    let roster = Roster::read(&table, &layout).map_err(|bad| {
        for bad in bad.iter().filter(|bad| bad.line > 0) {
            let (line, why) = (bad.line, &bad.why);
            note(&sentence!("line {line}: {why}", "第 {line} 行：{why}"; line = line.to_string(), why));
        }
        let whole = bad.into_iter().find(|bad| bad.line == 0).map(|bad| bad.why);
        named(whole.unwrap_or_else(|| {
            sentence!("nothing was imported: correct these lines first", "没有导入任何内容：请先改正以上各行")
        }))
    })?;
    for said in &roster.taken {
        note(said);
    }
    let lines = roster.entries;
    let (register, zone) = args.site.open()?;
    let until = match args.until {
        Some(day) => end_of(&zone, &day.to_string())?,
        None => in_days(&zone, FIRST_DAYS)?,
    };
    let opener = (args.first == First::Number).then_some(Opener::Number);
    let stage = |error| Failure::stage(&error);
    let imported = register
        .ask(async |people| people.import(Actor::CONSOLE, &lines, opener, Some(until)).await)
        .map_err(stage)?;
    if args.first == First::Random {
        slips(&register, &lines, &imported.added, until)?;
    }
    let (added, changed, same) = (imported.added.len(), imported.changed, imported.same);
    note(&sentence!(
        "{added} new, {changed} changed, {same} as before",
        "新增 {added} 人，修改 {changed} 人，{same} 人不变"
    ));
    Ok(())
}

/// What the columns of the roster are: as the command says, or as its header does.
fn layout(args: &ImportArgs, table: &Table) -> Result<Layout, Failure> {
    if !args.columns.is_empty() {
        return Ok(Layout { header: args.header, columns: args.columns.clone() });
    }
    let Guess { layout, unsure } = Guess::of(table);
    let Some(why) = unsure else { return Ok(layout) };
    let guess: Vec<_> = layout.columns.iter().map(|column| column.name()).collect();
    let (guess, header) = (guess.join(","), layout.header);
    Err(Failure::file(
        &args.file,
        &sentence!(
            "{why} The first lines look like --columns {guess} --header {header}; name them so, corrected where that is wrong",
            "{why}看起来像 --columns {guess} --header {header}，请核对、修改后这样写明"; why, guess, header = header.to_string()
        ),
    ))
}

/// Prints first passwords for the people added, as a table for slips.
fn slips(register: &Register, lines: &[RosterEntry], added: &[String], until: i64) -> Result<(), Failure> {
    let codes: Vec<_> = added.iter().map(|number| (number.clone(), Code::random())).collect();
    let digests: Vec<_> = codes.iter().map(|(number, code)| (number.clone(), code.digest())).collect();
    let given = register.ask(async |people| people.slips(Actor::CONSOLE, &digests, Some(until)).await);
    let given = given.map_err(|error| Failure::stage(&error))?;
    out::line("number,name,password");
    for (number, code) in codes.iter().filter(|(number, _)| given.contains(number)) {
        let name = lines.iter().find(|line| line.number == *number).map(|line| line.name.as_str());
        out::line(&format!("{number},{},{code}", quoted(name.unwrap_or_default())));
    }
    Ok(())
}

/// Quotes a CSV cell so that no spreadsheet program takes it for a formula.
fn quoted(text: &str) -> String {
    let mark = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

fn add(args: &AddArgs) -> Result<(), Failure> {
    let entry = person(&args.number, &args.name).map_err(Failure::Usage)?;
    let (register, zone) = args.site.open()?;
    let stage = |error| Failure::stage(&error);
    let was = register.ask(async |people| people.find(&entry.number).await).map_err(stage)?;
    let line = entry.over(was.as_ref().map(|was| &was.line));
    let (code, until) = (Code::random(), in_days(&zone, CODE_DAYS)?);
    register
        .ask(async |people| people.add(Actor::CONSOLE, &line, args.role, code.digest(), until).await)
        .map_err(stage)?;
    shows(&code, &line.number);
    Ok(())
}

fn code(args: &CodeArgs) -> Result<(), Failure> {
    let (register, zone) = args.site.open()?;
    let (code, until) = (Code::random(), in_days(&zone, CODE_DAYS)?);
    let given = register
        .ask(async |people| people.give_code(Actor::CONSOLE, &args.number, code.digest(), until).await);
    if !given.map_err(|error| Failure::stage(&error))? {
        let number = &args.number;
        return Err(Failure::Usage(sentence!(
            "there is no open account for {number}; `leitai people list` shows all",
            "没有 {number} 的可用账号；`leitai people list` 列出全部"
        )));
    }
    shows(&code, &args.number);
    Ok(())
}

fn shows(code: &Code, number: &str) {
    out::line(&code.to_string());
    note(&sentence!(
        "{number} signs in with it once, within {CODE_DAYS} days, and then chooses a password",
        "{number} 可凭此码登录一次（{CODE_DAYS} 天内有效），随后设置密码"
    ));
}

#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    number: &'a str,
    name: &'a str,
    class: &'a str,
    team: &'a str,
    seed_score: &'a str,
    nickname: Option<&'a str>,
    role: &'static str,
    has_password: bool,
    closed: bool,
    signed_in_ms: Option<i64>,
}

fn list(args: &ListArgs, lang: Lang) -> Result<(), Failure> {
    let (register, zone) = args.site.open()?;
    let all = register
        .ask(async |people| people.listed(Actor::CONSOLE).await)
        .map_err(|error| Failure::stage(&error))?;
    let shown: Vec<_> = all.iter().filter(|person| !args.waiting || waits(person)).collect();
    for person in &shown {
        if args.json {
            out::json(&line(person));
        } else {
            out::line(&details(person, &zone, lang));
        }
    }
    if !args.json {
        let people = shown.len();
        out::line(&say!(lang, "{people} people", "共 {people} 人"));
    }
    Ok(())
}

fn waits(person: &Person) -> bool {
    !person.has_password && person.closed_ms.is_none()
}

fn line(person: &Person) -> Line<'_> {
    let of = &person.line;
    Line {
        r#type: "person",
        number: &of.number,
        name: &of.name,
        class: &of.class,
        team: &of.team,
        seed_score: &of.seed_score,
        nickname: person.nickname.as_deref(),
        role: person.role.name(),
        has_password: person.has_password,
        closed: person.closed_ms.is_some(),
        signed_in_ms: person.signed_in_ms,
    }
}

fn details(person: &Person, zone: &Zone, lang: Lang) -> String {
    let of = &person.line;
    let stands = match (person.closed_ms, person.signed_in_ms) {
        (Some(_), _) => say!(lang, "closed", "已关闭"),
        (None, None) => say!(lang, "has not signed in", "尚未登录"),
        (None, Some(at)) => zone.at(at).told(lang),
    };
    let parts = [&of.number, &of.name, &of.class, &of.team, person.role.words().to(lang), &stands];
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}
