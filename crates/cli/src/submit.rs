//! `leitai submit`: submits a program to an event of a site, and reports what became of it.

mod tries;

use crate::failure::Failure;
use crate::far::{Far, SubmissionReport};
use crate::out;
use leitai_arena::Language;
use leitai_check::Mark;
use leitai_core::{Lang, Tell, Words, say, sentence};
use leitai_hall::{Findings, SharedStore, SubmitError, Submitted};
use leitai_store::{Actor, Submission, SubmissionState};
use leitai_web::{Wishes, open_store, submit_rules};
use serde::Serialize;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;
use tries::TriesArgs;

/// Interval between two checks of a submission's progress.
const LOOK: Duration = Duration::from_millis(200);
/// The interval over the network.
const ASK: Duration = Duration::from_secs(1);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program: one source file of at most 1 MB
    file: PathBuf,
    /// The event, by its name
    #[arg(long)]
    event: String,
    /// Who submits, by the name in the event; with --server it is the token's owner
    #[arg(long, required_unless_present = "server", conflicts_with = "server")]
    entry: Option<String>,
    /// The site's address, such as `http://10.0.0.1:8080`, to submit from another machine with a token
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// The file that holds the token; default: the environment variable `LEITAI_TOKEN`, or else it is asked for
    #[arg(long, value_name = "FILE", requires = "server")]
    token_file: Option<PathBuf>,
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = "leitai-site")]
    data: PathBuf,
    /// The store of its events, if it is not in that folder: `sqlite:PATH` or `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "ADDRESS", conflicts_with = "server")]
    store: Option<String>,
    /// The language standard, such as c++20; default: what the first line says, or the usual one
    #[arg(long)]
    standard: Option<String>,
    /// Enter the event first, if new to it
    #[arg(long, conflicts_with = "server")]
    enter: bool,
    #[command(flatten)]
    tries: TriesArgs,
    /// Wait until it is accepted or refused; exit with code 1 if it is refused
    #[arg(long)]
    wait: bool,
    /// One JSON object per step
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Step<'a> {
    r#type: &'static str,
    id: i64,
    state: &'a str,
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
            "{file}: unknown file extension (known: {endings})",
            "{file}：无法从扩展名得知语言（{endings}）"; file, endings
        ))
    })?;
    if let Some(server) = &args.server {
        return from_afar(args, server, language, &contents, lang);
    }
    let entry = args.entry.as_deref().unwrap_or_default();
    let store = match &args.store {
        Some(store) => Some(store.clone()),
        None => Wishes::read(&args.data).map_err(Failure::Usage)?.store,
    };
    let shared = open_store(&args.data, store.as_deref()).map_err(|error| Failure::hall(&error))?;
    let what = Submitted {
        event: &args.event,
        entry,
        by: Actor::CONSOLE,
        language,
        standard: args.standard.as_deref(),
        contents: &contents,
        enters: args.enter.then_some(""),
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
            tell(&of_store(&one, lang), args.json, lang);
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

/// Submits to a site over the network, and reports what became of it.
fn from_afar(
    args: &Args,
    server: &str,
    language: Language,
    contents: &[u8],
    lang: Lang,
) -> Result<(), Failure> {
    let site = Far::new(server, args.token_file.as_deref(), lang)?;
    let event = site.event(&args.event)?;
    let standard = args.standard.as_deref().map(|standard| format!(" {standard}")).unwrap_or_default();
    let choice = format!("{}{standard}", language.source_name());
    if args.tries.are_wanted() {
        return args.tries.run(&site, &event, &choice, contents, args.json, lang);
    }
    let mut one = site.submit(&event, &choice, contents)?;
    let mut told = None;
    loop {
        let state = SubmissionState::ALL.into_iter().find(|state| state.name() == one.state);
        let Some(state) = state else { return Err(site.unclear()) };
        if told != Some(state) {
            told = Some(state);
            tell(&one, args.json, lang);
        }
        if state == SubmissionState::Refused {
            return Err(Failure::No);
        }
        if state.is_final() || !args.wait {
            return Ok(());
        }
        sleep(ASK);
        one = site.submission(one.id)?;
    }
}

/// A submission in a store, in the form in which a site reports it.
fn of_store(one: &Submission, lang: Lang) -> SubmissionReport {
    let findings = Findings::of(one);
    SubmissionReport {
        id: one.id,
        state: one.state.name().to_owned(),
        why: SharedStore::refusal(one).map(|why| why.told(lang)),
        compiler: one.log.clone().filter(|log| !log.trim().is_empty()),
        findings: if lang == Lang::Zh { findings.zh } else { findings.en },
    }
}

fn tell(one: &SubmissionReport, json: bool, lang: Lang) {
    let (why, compiler) = (one.why.as_deref(), one.compiler.as_deref());
    if json {
        return out::json(&Step { r#type: "submission", id: one.id, state: &one.state, why, compiler });
    }
    let known = SubmissionState::ALL.into_iter().find(|state| state.name() == one.state);
    let (id, state) = (one.id, known.map_or(one.state.as_str(), |state| words(state).to(lang)));
    out::line(&match why {
        Some(why) => say!(lang, "submission {id}: {state}: {why}", "第 {id} 号提交：{state}：{why}"),
        None => say!(lang, "submission {id}: {state}", "第 {id} 号提交：{state}"),
    });
    if known == Some(SubmissionState::Refused) {
        compiler.into_iter().flat_map(str::lines).for_each(|line| out::line(&format!("  {line}")));
        for finding in one.findings.iter().filter(|finding| finding.mark == Mark::Bad) {
            crate::check::tell(finding, false, lang);
        }
    }
}

/// The state in words.
const fn words(state: SubmissionState) -> Words {
    match state {
        SubmissionState::Received => Words::new("received", "已收到"),
        SubmissionState::Compiling => Words::new("compiling", "编译中"),
        SubmissionState::Checking => Words::new("checking its protocol", "检查协议"),
        SubmissionState::Validating => Words::new("validation games", "验证对局"),
        SubmissionState::Accepted => {
            Words::new("accepted: it is your current program now", "已通过，现为当前版本")
        }
        SubmissionState::Refused => Words::new("refused; your current program stays", "未通过，当前版本不变"),
    }
}
