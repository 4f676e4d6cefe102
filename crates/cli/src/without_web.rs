//! `leitai serve`, `submit` and `join` in a build without the web site.

use crate::failure::Failure;
use leitai_core::{Lang, sentence};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(hide = true, num_args = 0.., allow_hyphen_values = true, trailing_var_arg = true)]
    anything: Vec<String>,
}

pub(crate) fn run(args: &Args, _: Lang) -> Result<(), Failure> {
    let _ = &args.anything;
    Err(Failure::Usage(sentence!(
        "this build has no web site; `./run serve` builds one that has",
        "此版本未包含网站；`./run serve` 会编译包含网站的版本"
    )))
}
