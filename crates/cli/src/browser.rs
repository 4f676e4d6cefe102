//! The browser of whoever sits at this machine.

use crate::out;
use leitai_core::{Lang, say};
use leitai_sandbox::outside::open_in_browser;

/// Opens an address of our own, which has been printed; says so if nothing opens it.
pub(crate) fn opens(address: &str, lang: Lang) {
    if open_in_browser(address).is_err() {
        out::line(&say!(
            lang,
            "no browser opened: open the address yourself",
            "未能打开浏览器：请自行打开该地址"
        ));
    }
}
