//! `leitai contest`: contests of several games, from the terminal of a site's machine.

mod awards;
mod back;
mod new;
mod plan;
mod seal;
mod site;
mod take;
mod teams;

use crate::failure::Failure;
use crate::out;
use leitai_arena::now_ms;
use leitai_catalog::find;
use leitai_core::{GameName, Lang, Sentence, say, sentence};
use leitai_store::Actor;
use leitai_tournament::contest::{Contest, ContestDeed, ContestGame, SignUpStands, TeamId};
use serde::Serialize;
pub(crate) use site::{SiteArgs, refused};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Set a contest up: its games, days, place and tables
    New(new::Args),
    /// List the contests of a site
    List(ListArgs),
    /// Show one: sign-up, games, teams, tables
    Show(ShowArgs),
    /// Print its teams with everything that they wrote, or import teams
    Teams(teams::Args),
    /// Draw a game once sign-up is closed: its event begins
    Draw(DrawArgs),
    /// Plan its tables: who plays where and when, what does not fit, and what would help
    Plan(plan::Args),
    /// Let a desk without a network take tables along: a file with all that it needs
    Take(take::Args),
    /// Call off what a desk has taken along: its matches are called elsewhere
    Recall(take::RecallArgs),
    /// Expect the results of what was taken along for a day longer
    Extend(take::ExtendArgs),
    /// At the desk: seal the results of what was taken along in a file to bring back
    Seal(seal::Args),
    /// Take the results that desks bring back; each game counts once, whichever way it came
    Back(back::Args),
    /// Show what the teams receive by what was played so far
    Awards(awards::Args),
}

#[derive(clap::Args)]
struct ListArgs {
    /// One JSON object per contest
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(clap::Args)]
struct ShowArgs {
    /// The contest's name
    name: String,
    /// One JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(clap::Args)]
struct DrawArgs {
    /// The contest's name
    name: String,
    /// The game's id
    game: String,
    /// A seeded team that is placed in a group without a lot, as TEAM=GROUP
    #[arg(long, value_name = "TEAM=GROUP", value_parser = crate::args::pair)]
    seed: Vec<(String, String)>,
    #[command(flatten)]
    site: SiteArgs,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    match &args.what {
        What::New(args) => new::run(args, lang),
        What::List(args) => list(args, lang),
        What::Show(args) => show(args, lang),
        What::Teams(args) => teams::run(args, lang),
        What::Draw(args) => draw(args, lang),
        What::Plan(args) => plan::run(args, lang),
        What::Take(args) => take::run(args, lang),
        What::Recall(args) => take::recall(args, lang),
        What::Extend(args) => take::extend(args, lang),
        What::Seal(args) => seal::run(args, lang),
        What::Back(args) => back::run(args, lang),
        What::Awards(args) => awards::run(args, lang),
    }
}

/// A game of a contest, in JSON.
#[derive(Serialize)]
struct GameLine<'a> {
    game: &'a str,
    side_ms: u64,
    teams: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
}

/// A contest, in JSON.
#[derive(Serialize)]
struct ContestLine<'a> {
    r#type: &'static str,
    name: &'a str,
    place: &'a str,
    sign_up: &'static str,
    teams: usize,
    tables: u32,
    commitment: String,
    games: Vec<GameLine<'a>>,
    /// What desks have taken along and is not back.
    out: Vec<OutLine<'a>>,
}

/// A match that a desk has taken along, in JSON.
#[derive(Serialize)]
struct OutLine<'a> {
    taking: String,
    with: &'a str,
    since_ms: i64,
    table: u32,
    game: &'a str,
    of: String,
    teams: [String; 2],
}

fn out_lines(contest: &Contest) -> Vec<OutLine<'_>> {
    contest
        .out()
        .map(|(taking, known, taken)| OutLine {
            taking: taking.to_string(),
            with: &known.with,
            since_ms: known.taken_ms,
            table: taken.table,
            game: &taken.game,
            of: taken.of.to_string(),
            teams: taken.teams.map(|team| team_name(contest, team)),
        })
        .collect()
}

fn game_line<'a>(contest: &'a Contest, own: &'a ContestGame) -> GameLine<'a> {
    let event = contest.drawn(&own.game).map(|drawn| drawn.event.as_str());
    GameLine { game: &own.game, side_ms: own.side_ms, teams: contest.playing(&own.game).count(), event }
}

fn line_of(contest: &Contest, commitment: String) -> ContestLine<'_> {
    let terms = contest.terms();
    let game = |own| game_line(contest, own);
    ContestLine {
        r#type: "contest",
        name: &terms.name,
        place: &terms.place,
        sign_up: match contest.sign_up(now_ms()) {
            SignUpStands::From(_) => "ahead",
            SignUpStands::Open(_) => "open",
            SignUpStands::Closed => "closed",
        },
        teams: contest.teams().iter().filter(|team| team.withdrawn.is_none()).count(),
        tables: terms.tables,
        commitment,
        games: terms.games.iter().map(game).collect(),
        out: out_lines(contest),
    }
}

fn said(contest: &Contest, lang: Lang) -> String {
    let line = line_of(contest, String::new());
    let stands = match line.sign_up {
        "ahead" => Sentence::new("sign-up ahead", "报名未开始"),
        "open" => Sentence::new("sign-up open", "报名中"),
        _ => Sentence::new("sign-up closed", "报名已截止"),
    };
    let (name, games, teams) = (line.name, line.games.len(), line.teams);
    say!(
        lang,
        "{name}: {games} games, {teams} teams, {stands}",
        "{name}：{games} 个棋种，{teams} 支队伍，{stands}";
        name, games, teams, stands
    )
}

fn list(args: &ListArgs, lang: Lang) -> Result<(), Failure> {
    let (store, _) = args.site.open()?;
    for name in store.contests().map_err(|error| Failure::hall(&error))? {
        let kept = store.contest(&name).map_err(|error| refused(error, &name))?;
        if args.json {
            out::json(&line_of(&kept.contest, kept.commitment()));
        } else {
            out::line(&said(&kept.contest, lang));
        }
    }
    Ok(())
}

fn show(args: &ShowArgs, lang: Lang) -> Result<(), Failure> {
    let (store, zone) = args.site.open()?;
    let kept = store.contest(&args.name).map_err(|error| refused(error, &args.name))?;
    let (contest, commitment) = (&kept.contest, kept.commitment());
    if args.json {
        out::json(&line_of(contest, commitment));
        return Ok(());
    }
    out::line(&said(contest, lang));
    let terms = contest.terms();
    for hours in &terms.hours {
        let (from, until) = (zone.at(hours.from).said(), zone.at(hours.until).said());
        out::line(&say!(lang, "hall open {from} – {until}", "赛场开放 {from} – {until}"; from, until));
    }
    out::line(&say!(
        lang, "SHA-256 of the seed: {commitment}", "种子的 SHA-256：{commitment}"; commitment
    ));
    for game in &terms.games {
        let name = find(&game.game).map_or(&*game.game, |game| game.facts().name.to(lang));
        let (teams, minutes) = (contest.playing(&game.game).count(), game.side_ms / 60_000);
        let drawn = match contest.drawn(&game.game) {
            Some(drawn) => sentence!("drawn: {}", "已抽签：{}", drawn.event),
            None => sentence!("not drawn", "尚未抽签"),
        };
        out::line(&say!(
            lang,
            "  {name}: {teams} teams, {minutes} min a side, {drawn}",
            "  {name}：{teams} 支队伍，每方 {minutes} 分钟，{drawn}";
            name, teams, minutes, drawn
        ));
    }
    for (table, stands) in contest.tables() {
        let [one, other] = stands.teams.map(|team| team_name(contest, team));
        out::line(
            &say!(lang, "  table {table}: {one} – {other}", "  {table} 号桌：{one} – {other}"; table, one, other),
        );
    }
    for out in out_lines(contest) {
        let OutLine { taking, with, since_ms, table, game, teams: [one, other], .. } = out;
        let since = zone.at(since_ms).said();
        out::line(&say!(
            lang,
            "  out with {with} ({taking}) since {since}: table {table}, {game}, {one} – {other}",
            "  已由“{with}”取走（{taking}，{since}）：{table} 号桌，{game}，{one} – {other}";
            with, taking, since, table, game, one, other
        ));
    }
    Ok(())
}

fn team_name(contest: &Contest, team: TeamId) -> String {
    contest.team(team).map_or_else(String::new, |team| team.form.name.clone())
}

fn draw(args: &DrawArgs, lang: Lang) -> Result<(), Failure> {
    let game = GameName::try_from(args.game.clone()).map_err(|error| Failure::usage(&error))?;
    let (store, zone) = args.site.open()?;
    let kept = store.contest(&args.name).map_err(|error| refused(error, &args.name))?;
    for (name, group) in &args.seed {
        let team = kept.contest.playing(&game).find(|team| team.form.name == *name);
        let Some(team) = team.map(|team| team.id) else {
            return Err(Failure::Usage(sentence!(
                "--seed {name}: no such team plays {game}",
                "--seed {name}：没有这支队伍参加 {game}"
            )));
        };
        let group = group.parse().ok().filter(|group| *group > 0).ok_or_else(|| {
            Failure::Usage(sentence!(
                "--seed {name}={group}: write the group's number, from 1",
                "--seed {name}={group}：请写小组编号，从 1 起"
            ))
        })?;
        let deed = ContestDeed::Place { game: game.clone(), team, group: Some(group) };
        let placed = store.do_in_contest(Actor::CONSOLE, &args.name, &deed, None);
        placed.map_err(|error| refused(error, &args.name))?;
    }
    let teams: Vec<TeamId> = match kept.contest.drawn(&game) {
        // Drawn before, it is finished.
        Some(drawn) => drawn.teams.clone(),
        None => kept.contest.playing(&game).map(|team| team.id).collect(),
    };
    let (folder, of) = (args.site.events(), (args.name.as_str(), &game));
    let event = store.draw_game(Actor::CONSOLE, of, &teams, (&folder, &zone));
    let event = event.map_err(|error| refused(error, &args.name))?;
    out::line(&say!(
        lang,
        "drawn: {event}; the running site begins it, and its page shows the lots",
        "已抽签：{event}；运行中的网站将开始该赛事，抽签结果见其页面";
        event
    ));
    Ok(())
}
