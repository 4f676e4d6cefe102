//! Which languages' sources can be played.

use super::finding::{Health, Report};
use leitai_arena::Language;
use leitai_core::say;

pub(super) fn look(report: &Report) {
    let lang = report.lang;
    for language in Language::ALL {
        let what = say!(lang, "{} programs", "{} 程序", language.name());
        if let Some(tool) = language.tool() {
            let tool = tool.display().to_string();
            let found = match language.standards() {
                [] => tool,
                standards => {
                    let standards = standards.join(" ");
                    say!(lang, "{tool}; standards: {standards}", "{tool}；标准：{standards}")
                }
            };
            report.machine(what, Health::Good, found, None);
        } else {
            let found = say!(lang, "its sources cannot be played", "无法运行该语言的源程序");
            report.machine(what, Health::Missing, found, None);
        }
    }
}
