//! TypeScript: bundled into one script, or run by a Node that strips types itself.

use super::super::compiler::Compiler;
use super::super::recipe::{Arg, Recipe, units, words};
use super::super::sources::Sources;
use super::super::tool::{Tool, find};
use leitai_sandbox::Runtime;

/// What is made of it.
const SCRIPT: &str = "program.js";

/// `tool` is the bundler, or Node itself.
pub(super) fn typescript(tool: Tool, sources: &Sources) -> Option<Recipe> {
    if tool.runtime == Runtime::Node {
        let script = Arg::Path(sources.first().name.clone());
        let args = vec![Arg::Word("--experimental-strip-types".into()), script];
        return Some(Recipe { compiler: None, interpreter: Some(tool), args });
    }
    let node = find("node").or_else(|| find("nodejs"))?;
    let mut args =
        words(["--bundle", "--platform=node", "--format=cjs", "--log-level=warning", "--color=false"]);
    args.push(format!("--outfile=../out/{SCRIPT}").into());
    args.extend(units(sources));
    let compiler = Compiler { tool, args, env: Vec::new(), reads: Vec::new(), reserves: true };
    Some(Recipe { compiler: Some(compiler), interpreter: Some(node), args: vec![Arg::Path(SCRIPT.into())] })
}
