//! `leitai doctor`: what this machine has and can enforce, measured.

mod advice;
mod finding;
mod guarantees;
mod levels;
mod machine;
mod speed;
mod tools;

use crate::conditions;
use crate::failure::Failure;
use finding::Report;
use leitai_core::{Lang, say, sentence};
use leitai_sandbox::SandboxLevel;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The sandbox level to examine: F, R, N, P or off; default: the strongest that can be set up
    #[arg(long, value_parser = conditions::read::<SandboxLevel>)]
    level: Option<SandboxLevel>,
    /// Exit with code 1 if this machine cannot set up this level: F, R, N or P
    #[arg(long, value_name = "LEVEL", value_parser = conditions::read::<SandboxLevel>)]
    require: Option<SandboxLevel>,
    /// One JSON object per finding
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let report = Report { json: args.json, lang };
    report.heading(&say!(lang, "This machine", "本机"));
    machine::look(&report);
    tools::look(&report);
    speed::measure(&report)?;
    report.heading(&say!(lang, "Sandbox levels", "沙箱等级"));
    let strongest = levels::look(&report);
    let sandbox = match args.level {
        None => strongest.clone(),
        Some(level) => levels::set_up(level).map_err(|error| Failure::stage(&error))?,
    };
    let level = sandbox.level();
    report.heading(&say!(lang, "What level {level} enforces here", "等级 {level} 在本机的实际效力"));
    guarantees::look(&report, &sandbox)?;
    match args.require {
        Some(level) if strongest.level() < level => {
            let found = strongest.level();
            Err(Failure::Stage(sentence!(
                "this machine can set up level {found} at most, and {level} is required",
                "本机最高只能建立等级 {found}，而要求 {level}"
            )))
        }
        _ => Ok(()),
    }
}
