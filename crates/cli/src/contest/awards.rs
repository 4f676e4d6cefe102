//! `leitai contest awards`: what the teams receive by what was played so far.

use super::site::{SiteArgs, refused};
use crate::failure::Failure;
use crate::out;
use leitai_arena::now_ms;
use leitai_core::{Lang, Sentence, say, sentence};
use leitai_hall::{AwardedContest, Zone};
use leitai_pages::award_registry;
use leitai_tournament::EntryId;
use leitai_tournament::awards::{Awards, Notice};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The contest's name
    name: String,
    /// As CSV, which a registry takes
    #[arg(long)]
    csv: bool,
    /// One JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (store, zone) = args.site.open()?;
    let kept = store.contest(&args.name).map_err(|error| refused(error, &args.name))?;
    let awarded =
        store.awarded(&args.name, kept.year(&zone, now_ms())).map_err(|error| refused(error, &args.name))?;
    if args.csv || args.json {
        let table = award_registry(&awarded.registry(), lang);
        let text = if args.csv {
            table.csv()
        } else {
            format!(
                "{}
",
                table.json()
            )
        };
        out::text(&text);
        return Ok(());
    }
    for own in &awarded.games {
        let event = &own.event;
        let stands = notice(own.notice, own.is_over, &zone);
        out::line(&say!(lang, "{event}: {stands}", "{event}：{stands}"; event, stands));
        if let Some(awards) = &own.awards {
            list(&awarded, awards, lang);
        }
        for trophy in own.trophies.iter().flat_map(|trophies| &trophies.list) {
            told(&awarded, trophy.entry, &trophy.why, lang);
        }
    }
    if let Some(awards) = &awarded.awards {
        let stands = notice(awarded.notice, true, &zone);
        out::line(&say!(lang, "over the contest: {stands}", "整场比赛：{stands}"; stands));
        list(&awarded, awards, lang);
    }
    for teacher in &awarded.teachers {
        let name = &teacher.name;
        out::line(&say!(lang, "excellent teacher: {name}", "优秀指导教师：{name}"));
    }
    for barred in &awarded.barred {
        out::line(barred.words().to(lang));
    }
    Ok(())
}

/// Whether a list is published, provisional or final.
fn notice(notice: Option<Notice>, is_over: bool, zone: &Zone) -> Sentence {
    match notice {
        Some(notice) => notice.words(now_ms(), |ms| zone.at(ms).said()),
        None if is_over => sentence!("the list is not published yet", "名单尚未公示"),
        None => sentence!("games are still to be played", "尚有对局未赛"),
    }
}

fn list(awarded: &AwardedContest, awards: &Awards, lang: Lang) {
    for award in &awards.list {
        told(awarded, award.entry, &award.why, lang);
    }
    for withheld in &awards.withheld {
        out::line(&format!("  {}", withheld.to(lang)));
    }
}

fn told(awarded: &AwardedContest, entry: EntryId, why: &Sentence, lang: Lang) {
    let name = awarded.team(entry).map_or("", |team| team.form.name.as_str());
    out::line(&say!(lang, "  {name}: {why}", "  {name}：{why}"; name, why));
}
