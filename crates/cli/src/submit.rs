//! `leitai submit`: hands in a program to an event of a site, and says what became of it.

use crate::failure::Failure;
use crate::out;
use leitai_arena::Language;
use leitai_check::Mark;
use leitai_core::{Lang, Tell, Words, say, sentence};
use leitai_hall::{Findings, Following, SharedStore, SubmitError, Submitted};
use leitai_store::{Submission, SubmissionState};
use leitai_tournament::{Decision, Role};
use leitai_web::{Wishes, open_store, submit_rules};
use serde::Serialize;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

/// How often it is asked how far a submission is.
const LOOK: Duration = Duration::from_millis(200);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program: one source file of at most 1 MB
    file: PathBuf,
    /// The event, by its name
    #[arg(long)]
    event: String,
    /// Who hands in, by the name in the event
    #[arg(long)]
    entry: String,
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = "leitai-site")]
    data: PathBuf,
    /// The store of its events, if it is not in that folder: `sqlite:PATH` or `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
    /// The language's standard, such as c++20; default: what the first line says, or the usual one
    #[arg(long)]
    standard: Option<String>,
    /// Who is new enters the event
    #[arg(long)]
    enter: bool,
    /// Wait until it is accepted or refused; leave with code 1 if it is refused
    #[arg(long)]
    wait: bool,
    /// One JSON object a step
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Step<'a> {
    r#type: &'static str,
    id: i64,
    state: &'static str,
    why: Option<&'a str>,
    compiler: Option<&'a str>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let file = &args.file;
    let contents = std::fs::read(file)
        .map_err(|error| Failure::Usage(sentence!("{file}: {error}", "{file}：{error}"; file, error)))?;
    let language = Language::of(file).ok_or_else(|| {
        let endings = Language::endings();
        Failure::Usage(sentence!(
            "{file}: its ending is of no language that is known ({endings})",
            "{file}：无法从扩展名得知语言（{endings}）"; file, endings
        ))
    })?;
    let store = match &args.store {
        Some(store) => Some(store.clone()),
        None => Wishes::read(&args.data).map_err(Failure::Usage)?.store,
    };
    let shared = open_store(&args.data, store.as_deref()).map_err(|error| Failure::hall(&error))?;
    if args.enter {
        enter(args, &shared)?;
    }
    let what = Submitted {
        event: &args.event,
        entry: &args.entry,
        account: None,
        language,
        standard: args.standard.as_deref(),
        contents: &contents,
    };
    let rules = submit_rules(&args.data, &args.event);
    let number = shared.submit(&what, &rules).map_err(|error| match error {
        SubmitError::Hall(error) => Failure::hall(&error),
        error => Failure::usage(&error),
    })?;
    let mut told = None;
    loop {
        let one = shared.submission(number).map_err(|error| Failure::hall(&error))?;
        let Some(one) = one else {
            let gone = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(Failure::system(&Words::new("the submission", "提交"), &gone));
        };
        if told != Some(one.state) {
            told = Some(one.state);
            tell(&one, args.json, lang);
        }
        if one.state == SubmissionState::Refused {
            return Err(Failure::No);
        }
        if one.state.is_final() || !args.wait {
            return Ok(());
        }
        sleep(LOOK);
    }
}

/// Enters who is new.
fn enter(args: &Args, shared: &SharedStore) -> Result<(), Failure> {
    let (history, _) = shared.history(&args.event).map_err(|error| Failure::hall(&error))?;
    if history.event.entries().iter().any(|entry| entry.name == args.entry) {
        return Ok(());
    }
    let decision = Decision::Enter { name: args.entry.clone(), seed_score: None, class: None };
    let entered =
        shared.rule(&args.event, &decision, Role::Organiser, "leitai submit --enter", Following::Stands);
    entered.map(|_| ()).map_err(|error| Failure::hall(&error))
}

fn tell(one: &Submission, json: bool, lang: Lang) {
    let why = SharedStore::refusal(one).map(|why| why.told(lang));
    let compiler = one.log.as_deref().filter(|log| !log.trim().is_empty());
    if json {
        let (state, why) = (one.state.name(), why.as_deref());
        return out::json(&Step { r#type: "submission", id: one.id, state, why, compiler });
    }
    let (id, state) = (one.id, words(one.state));
    let state = state.to(lang);
    out::line(&match &why {
        Some(why) => say!(lang, "submission {id}: {state}: {why}", "第 {id} 号提交：{state}：{why}"),
        None => say!(lang, "submission {id}: {state}", "第 {id} 号提交：{state}"),
    });
    if one.state == SubmissionState::Refused {
        compiler.into_iter().flat_map(str::lines).for_each(|line| out::line(&format!("  {line}")));
        let findings = Findings::of(one);
        let findings = if lang == Lang::Zh { findings.zh } else { findings.en };
        for finding in findings.iter().filter(|finding| finding.mark == Mark::Bad) {
            crate::check::tell(finding, false, lang);
        }
    }
}

/// The state for a person.
const fn words(state: SubmissionState) -> Words {
    match state {
        SubmissionState::Received => Words::new("received", "已收到"),
        SubmissionState::Compiling => Words::new("compiling", "编译中"),
        SubmissionState::Checking => Words::new("checking its protocol", "检查协议"),
        SubmissionState::Validating => Words::new("validation games", "验证对局"),
        SubmissionState::Accepted => Words::new("accepted, and in force", "已通过，生效"),
        SubmissionState::Refused => Words::new("refused; it replaces nothing", "未通过，原程序继续有效"),
    }
}
