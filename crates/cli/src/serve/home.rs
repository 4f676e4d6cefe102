//! The workbench of whoever only started the program, beside the site.

use crate::failure::Failure;
use crate::{browser, out};
use leitai_core::{Lang, say, sentence};
use leitai_hall::{Stop, Workbench};
use leitai_web::{workbench, workbench_address};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

/// Serves the workbench of the programs in this folder until `stop` is set, beside the site at `site` whose folder is `data`, and
/// opens it in the browser. Where that cannot be, it says why and opens the site.
pub(super) fn begin(site: &str, data: &Path, lang: Lang, stop: &Arc<Stop>) {
    let (site, data, stop) = (site.to_owned(), data.to_owned(), Arc::clone(stop));
    let (own, kept) = (site.clone(), data.clone());
    let serves = move || {
        let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        let ready = |address: &str| {
            out::line(&say!(lang, "open {address} in a browser", "请在浏览器中打开 {address}"));
            out::line(&say!(
                lang,
                "this machine's site, without your programs: {own}",
                "本机网站（不含自己的程序）：{own}"
            ));
            said(&data, lang);
            browser::opens(address, lang);
        };
        let served = workbench(&Workbench::open(folder, &data), (&data, &own), lang, &stop, ready);
        if let Err(error) = served {
            Failure::stage(&error).report(lang);
            browser::opens(&own, lang);
        }
    };
    // The command ends only once nothing of it runs any more.
    if thread::Builder::new().name("workbench".to_owned()).spawn(serves).is_err() {
        Failure::Stage(sentence!(
            "too few threads for the page of your programs",
            "线程不足，无法打开“我的程序”页面"
        ))
        .report(lang);
        said(&kept, lang);
        browser::opens(&site, lang);
    }
}

/// What whoever sits here is to open of a site that is served already.
pub(super) fn opened(site: &str, data: &Path) -> String {
    workbench_address(data).unwrap_or_else(|| site.to_owned())
}

/// Who reaches it, what is kept where, and what else there is.
fn said(data: &Path, lang: Lang) {
    let folder = std::path::absolute(data).unwrap_or_else(|_| data.to_owned());
    let folder = folder.display().to_string();
    out::line(&say!(
        lang,
        "only this machine reaches it, and everything is kept in {folder}",
        "只有本机可以访问，一切都保存在 {folder}"; folder
    ));
    out::advice(&say!(lang, "all commands: `leitai --help`", "全部命令：`leitai --help`"));
    out::line(&say!(
        lang,
        "Ctrl-C stops it; the same command continues where it stopped",
        "按 Ctrl-C 停止；再次运行同一命令即从停下处继续"
    ));
}
