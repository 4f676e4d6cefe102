//! The desk as a page in a browser of this machine.

use crate::failure::Failure;
use crate::{browser, out, stop};
use leitai_core::{Lang, say};
use leitai_hall::{Desk, DeskEye, DeskState, Stop};
use leitai_web::operate;
use std::net::SocketAddr;
use std::sync::Arc;

/// Serves the window of a desk until Ctrl-C, after which its game rests. `opens`: whether a browser is opened too, where there
/// is a display.
pub(crate) fn run(desk: &Arc<Desk>, listen: SocketAddr, opens: bool, lang: Lang) -> Result<(), Failure> {
    let stop = Arc::new(Stop::default());
    stop::at_once_twice(&stop);
    let ready = |address: &str, screens: &[(DeskEye, String)]| {
        out::line(&say!(lang, "the desk is at {address}", "操作席：{address}"));
        let seat = |seat| desk.setup().game.facts().seat(seat);
        for (eye, address) in screens {
            out::line(&match eye {
                DeskEye::Side(side) => {
                    let side = seat(*side);
                    say!(lang, "what {side} may see is at {address}", "{side}方可见画面：{address}"; side, address)
                }
                DeskEye::Public => {
                    say!(lang, "what everybody may see is at {address}", "公开画面：{address}"; address)
                }
            });
        }
        out::line(&say!(
            lang,
            "Ctrl-C lets the game rest; the same command goes on where it stood",
            "按 Ctrl-C 暂停对局；再次运行同一命令即从原处接着下"
        ));
        if opens {
            browser::opens(address, lang);
        }
    };
    operate(desk, listen, lang, &stop, ready).map_err(|error| Failure::stage(&error))?;
    if desk.shown().state == DeskState::Over { Ok(()) } else { Err(Failure::Interrupted) }
}
