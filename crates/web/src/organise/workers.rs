//! The processes that play the games of the site, and the organisers' orders to them.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::form::Posted;
use crate::people::signed_in::Me;
use crate::reader::query;
use crate::refusal::Refused;
use crate::submit::entrant::hall_away;
use axum::extract::Path;
use leitai_arena::now_ms;
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::{MachineFacts, Zone, lasting};
use leitai_pages::{MachineRow, WorkerRow, WorkersView};
use leitai_store::{CrewOrder, CrewSeen, HeldBack, SecondPlaying};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

/// How many games with differing second playings the page shows at most.
const DIFFERING: u32 = 50;

pub(super) fn routes() -> Vec<Address> {
    vec![at("/workers").read(By::Organisers, page), at("/workers/{order}").change(By::Organisers, order)]
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    let done = query(&asked.uri, "done").and_then(|done| said(&done));
    let content = asked.aside(move |site, asking| {
        let shared = site.events.shared();
        let mut crews = shared.crews().map_err(|error| hall_away(&error))?;
        let differing = shared.differing(DIFFERING).map_err(|error| hall_away(&error))?;
        // The machine with the most differences comes first.
        crews.sort_by_key(|crew| Reverse(differing.iter().filter(|second| second.is_of(&crew.name)).count()));
        let differing: Vec<_> = differing.iter().map(SecondPlaying::words).collect();
        let held = shared.held_back().map_err(|error| hall_away(&error))?;
        let workers: Vec<_> = crews.iter().map(|crew| row(crew, &asking.zone)).collect();
        let machines = machines(&crews, held);
        let view = WorkersView {
            token: &me.token.form(),
            workers: &workers,
            machines: &machines,
            differing: &differing,
            place: &shared.address(),
            done: done.as_ref(),
        };
        Ok(Content::html(leitai_pages::workers(&asking.reader(), &view)))
    });
    Ok(asked.answer(&content.await?))
}

fn row(crew: &CrewSeen, zone: &Zone) -> WorkerRow {
    let MachineFacts { cores, processor, speed, level, version } = MachineFacts::of_value(&crew.about);
    let quiet = now_ms().saturating_sub(crew.seen_ms).max(0) as u64;
    WorkerRow {
        machine: crew.name.clone(),
        order: crew.order.words(),
        playing: crew.playing,
        seats: crew.seats,
        cores,
        processor,
        speed: speed / 1_000_000,
        level,
        version,
        class: crew.class.clone(),
        seen: zone.at(crew.seen_ms),
        silent: crew.is_silent.then(|| lasting(Duration::from_millis(quiet))),
    }
}

/// Every machine that plays or is held back.
fn machines(crews: &[CrewSeen], held: Vec<HeldBack>) -> Vec<MachineRow> {
    let mut machines: BTreeMap<String, (CrewOrder, Option<Sentence>)> = BTreeMap::new();
    for crew in crews {
        machines.entry(crew.name.clone()).or_insert((crew.order, None));
    }
    for held in held {
        let words = held.words();
        machines.insert(held.name, (held.order, Some(words)));
    }
    let machine = |(name, (order, by)): (String, (CrewOrder, Option<Sentence>))| {
        let orders: &[CrewOrder] = match order {
            CrewOrder::Work => &[CrewOrder::Pause, CrewOrder::Drain, CrewOrder::Bar],
            CrewOrder::Pause | CrewOrder::Drain => &[CrewOrder::Work, CrewOrder::Bar],
            CrewOrder::Bar => &[CrewOrder::Work],
        };
        let orders = orders.iter().map(|order| (order.name(), button(*order))).collect();
        MachineRow { name, order: order.words(), by, orders }
    };
    machines.into_iter().map(machine).collect()
}

/// The text of a button.
const fn button(order: CrewOrder) -> Words {
    match order {
        CrewOrder::Work => Words::new("Let it play again", "恢复"),
        CrewOrder::Pause => Words::new("Pause: it finishes its current games", "暂停：下完进行中的对局"),
        CrewOrder::Drain => Words::new("Drain: it finishes its current games and exits", "收工：下完后退出"),
        CrewOrder::Bar => Words::new(
            "Bar it: its games go to other machines, and its results are not accepted",
            "禁用：对局改由他机进行，成绩不予采纳",
        ),
    }
}

async fn order(Path(order): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let wanted = CrewOrder::ALL.into_iter().find(|known| known.name() == order);
    let wanted = wanted.ok_or_else(Refused::no_page)?;
    let machine = posted.text("machine");
    asked
        .aside(move |site, _| {
            let shared = site.events.shared();
            let is_known =
                shared.crews().map_err(|error| hall_away(&error))?.iter().any(|crew| crew.name == machine)
                    || shared
                        .held_back()
                        .map_err(|error| hall_away(&error))?
                        .iter()
                        .any(|held| held.name == machine);
            if !is_known {
                return Err(Refused::no_page());
            }
            // Sent twice, it has the same result.
            shared.order_crews(me.actor(), &machine, wanted).map_err(|error| hall_away(&error))
        })
        .await?;
    Ok(leads_to(&format!("/workers?done={order}")))
}

fn said(done: &str) -> Option<Sentence> {
    Some(match CrewOrder::ALL.into_iter().find(|order| order.name() == done)? {
        CrewOrder::Work => sentence!("It gets games again.", "已恢复。"),
        CrewOrder::Pause => {
            sentence!(
                "It gets no more games; those in progress are finished.",
                "已暂停；进行中的对局会下完。"
            )
        }
        CrewOrder::Drain => sentence!("It finishes its games and exits.", "下完进行中的对局后退出。"),
        CrewOrder::Bar => sentence!(
            "It gets no games, and those it held are played elsewhere.",
            "已禁用，其对局改由其他机器进行。"
        ),
    })
}

#[cfg(test)]
mod tests {
    use crate::people::tests::Tried;
    use axum::http::StatusCode;
    use leitai_store::{
        Actor, CrewOrder, Job, LeaseTerms, Queue, Release, Role, SecondOutcome, SecondPlaying, SecondPlayings,
    };

    /// A machine fails three games, and another plays them.
    fn fails_what_others_play(tried: &Tried, machine: &str) {
        let queue = Queue::new(tried.site.events.shared().database().clone(), LeaseTerms::default());
        let job = |game: &str| Job {
            event: "other".to_owned(),
            game: game.parse().expect("a key"),
            class: "lab".to_owned(),
            priority: 0,
            payload: serde_json::Value::Null,
        };
        tried.runtime.block_on(async {
            queue.enqueue(&["1", "2", "3"].map(job)).await.expect("a store");
            for lease in queue.lease_many("lab", machine, 3).await.expect("a store") {
                queue.release(&lease, &Release::Failed("no compiler".to_owned())).await.expect("a store");
            }
            for lease in queue.lease_many("lab", "another", 3).await.expect("a store") {
                queue.finish(&lease, &serde_json::Value::Null).await.expect("a store");
            }
            assert_eq!(queue.keep_order().await.expect("a store"), [machine]);
        });
    }

    #[test]
    fn an_organiser_sees_who_plays_and_bars_one() {
        let tried = Tried::open();
        let mut organiser = tried.settled("t1", Role::Organiser);
        assert!(organiser.get("/workers").text.contains("Nobody has taken games"));
        assert!(!organiser.get("/workers").text.contains("differing"));
        // One game was played by two machines, one of them with a hostile name.
        let second = SecondPlaying {
            event: "cup".to_owned(),
            game: "0.0.e0-e1.g0".parse().expect("a key"),
            first: "lab-a".to_owned(),
            second: "<i>lab-b</i>".to_owned(),
            outcome: SecondOutcome::Differs,
            ply: Some(7),
        };
        let seconds = SecondPlayings::new(tried.site.events.shared().database().clone());
        tried.runtime.block_on(seconds.keep(&second)).expect("a store");
        let page = organiser.get("/workers").text;
        assert!(page.contains("differently from ply 7") && page.contains("&lt;i&gt;lab-b"), "{page}");
        // A machine with a hostile name was barred at the terminal.
        let (shared, name) = (tried.site.events.shared(), "<b>lab</b>");
        assert!(shared.order_crews(Actor::CONSOLE, name, CrewOrder::Bar).expect("a store"));
        let page = organiser.get("/workers").text;
        assert!(
            page.contains("&lt;b&gt;lab") && !page.contains(name) && page.contains("ordered by console"),
            "{page}"
        );
        // One that the store paused says why.
        fails_what_others_play(&tried, "lab-c");
        let page = organiser.get("/workers").text;
        assert!(page.contains("it failed 3 games that other machines played"), "{page}");
        for (path, machine) in [("/workers/fly", name), ("/workers/bar", "nobody")] {
            assert_eq!(
                organiser.sends("/workers", path, &[("machine", machine)]).status,
                StatusCode::NOT_FOUND
            );
        }
        let resumed = organiser.sends("/workers", "/workers/resume", &[("machine", name)]);
        assert_eq!(resumed.leads_to(), "/workers?done=resume", "{}", resumed.text);
        let left = shared.held_back().expect("a store");
        assert_eq!(left.iter().map(|held| held.name.as_str()).collect::<Vec<_>>(), ["lab-c"]);
        assert!(organiser.get("/people/audit").text.contains("let the workers of a machine work again"));
    }
}
