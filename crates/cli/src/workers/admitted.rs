//! Admitted workers: their tokens, their limits, and where only they may play.

use super::line::Line;
use crate::failure::Failure;
use crate::out;
use leitai_arena::dice;
use leitai_core::{Lang, Sentence, Tell, say, sentence};
use leitai_hall::SharedStore;
use leitai_store::{Actor, AdmittedOnly, AdmittedWorker};

/// Creates a token for a worker and shows it, once.
pub(super) fn admit(
    shared: &SharedStore,
    machine: &str,
    most: Option<u32>,
    json: bool,
    lang: Lang,
) -> Result<(), Failure> {
    let token = dice(None, 0).map_err(|error| Failure::stage(&error))?.seed();
    let role = shared.admit_worker(Actor::CONSOLE, machine, &token).map_err(|error| Failure::hall(&error))?;
    if most.is_some() {
        shared.limit_worker(Actor::CONSOLE, machine, most).map_err(|error| Failure::hall(&error))?;
    }
    let address = address_of(&shared.address(), &role);
    if json {
        out::json(&Line::Token { machine, address: &address, token: &token });
        return Ok(());
    }
    let class = shared.class();
    out::line(&say!(
        lang,
        "{machine} may play games of class {class}. On its machine, put this line into `~/.pgpass` (`chmod 600`); it is shown once:",
        "{machine} 可进行类别 {class} 的对局。请在该机器的 `~/.pgpass`（`chmod 600`）中写入下面这行，仅显示一次："
    ));
    out::line(&format!("*:*:*:{role}:{token}"));
    out::line(&say!(lang, "and start it with", "并用以下命令启动："));
    out::line(&format!("leitai worker --server {address}"));
    Ok(())
}

/// The address of a store with a role to sign in as.
fn address_of(address: &str, role: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (place, more) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
    format!("{scheme}://{role}@{host}{more}")
}

/// Revokes a worker's token.
pub(super) fn revoke(shared: &SharedStore, machine: &str, json: bool, lang: Lang) -> Result<(), Failure> {
    let revoked = shared.revoke_worker(Actor::CONSOLE, machine).map_err(|error| Failure::hall(&error))?;
    if !json {
        let said = if revoked {
            sentence!(
                "{machine} can no longer sign in, and the games it held are played elsewhere",
                "{machine} 不能再登录，其手中的对局改由其他机器进行"
            )
        } else {
            has_no_token(machine)
        };
        out::line(&said.told(lang));
    }
    Ok(())
}

/// Sets how many games a worker may hold.
pub(super) fn limit(
    shared: &SharedStore,
    machine: &str,
    most: Option<u32>,
    json: bool,
    lang: Lang,
) -> Result<(), Failure> {
    let limited =
        shared.limit_worker(Actor::CONSOLE, machine, most).map_err(|error| Failure::hall(&error))?;
    if !json {
        let said = match most {
            _ if !limited => has_no_token(machine),
            Some(most) => sentence!(
                "{machine} may hold at most {most} games at once; it keeps those it has beyond that",
                "{machine} 同时至多持有 {most} 局；已超出的不收回"
            ),
            None => sentence!(
                "{machine} may hold as many games as it says it plays plus 128 for each process, and at most 512 in \
                 all",
                "{machine} 可持有其自报同时进行的局数，每个进程另加 128 局，合计至多 512 局"
            ),
        };
        out::line(&said.told(lang));
    }
    Ok(())
}

/// Restricts the games of an event, or of all events, to admitted workers, or opens them to all workers again.
pub(super) fn demand(
    shared: &SharedStore,
    event: Option<&str>,
    on: bool,
    json: bool,
    lang: Lang,
) -> Result<(), Failure> {
    let what = event.map_or(AdmittedOnly::Store, |event| AdmittedOnly::Event(event.to_owned()));
    let changed = shared.demand_admitted(Actor::CONSOLE, &what, on).map_err(|error| Failure::hall(&error))?;
    if !json {
        let said = match (changed, on) {
            (false, _) => sentence!("nothing changes: that was already so", "没有变化：原已如此"),
            (true, true) => demanded(&what),
            (true, false) => sentence!("other workers get games again", "其他对局机重新领取对局"),
        };
        out::line(&said.told(lang));
    }
    Ok(())
}

/// The message about where only admitted workers play.
pub(super) fn demanded(what: &AdmittedOnly) -> Sentence {
    match what.event() {
        None => sentence!(
            "only admitted workers get games, of every event; `--admitted-only off` lets all play",
            "所有赛事的对局都只发给已准入的对局机；`--admitted-only off` 可恢复"
        ),
        Some(event) => sentence!(
            "only admitted workers get games of {event}; `--admitted-only off --event {event}` lets all play",
            "{event} 的对局只发给已准入的对局机；`--admitted-only off --event {event}` 可恢复"
        ),
    }
}

/// A worker's line in the list.
pub(super) fn row(worker: &AdmittedWorker) -> Sentence {
    let AdmittedWorker { name, class, by, most, .. } = worker;
    let admitted = sentence!(
        "{name}: admitted to games of class {class} by {by}",
        "{name}：已准入类别 {class} 的对局（{by}）"
    );
    match most {
        Some(most) => admitted.then(&sentence!(", at most {most} at once", "，同时至多 {most} 局")),
        None => admitted,
    }
}

fn has_no_token(machine: &str) -> Sentence {
    sentence!("{machine} has no token", "{machine} 没有令牌")
}
