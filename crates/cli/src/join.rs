//! `leitai join`: a program of this machine plays at a table of a site. It runs here, confined as in games; its lines go to
//! the site by a WebSocket, where the law, the clock and the record are.

mod between;
mod conversation;
mod local_program;
mod seat_line;
mod shown_game;

use crate::args::{Speech, pair, speech};
use crate::conditions::{WantedLevel, sandbox, wanted};
use crate::failure::Failure;
use crate::far::{Far, SeatReport};
use crate::language::note;
use crate::named_game::NamedGame;
use crate::players::Workshop;
use crate::{conditions, stop};
use conversation::{Conversation, Means};
use leitai_arena::Conditions;
use leitai_catalog::Setup;
use leitai_check::ExaminationTerms;
use leitai_core::{Clock, Lang, Sentence, sentence};
use leitai_sandbox::Size;
use local_program::LocalProgram;
use seat_line::{FromSite, SeatLine};
use shown_game::{ShownGame, Stopping};
use std::path::PathBuf;
use std::time::Duration;

/// How long the loop waits for either side, at most.
const LOOK: Duration = Duration::from_millis(50);
/// How many lines of a program's log are shown where it ended.
const LAST: usize = 10;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address of a seat for a program, as its inviter has it (`http://…/play/ID/KEY`); or that of a site, to begin a
    /// game there
    address: String,
    /// The program: a level, 'cmd:program arguments', a source file, a folder or an executable
    program: String,
    /// The game to begin
    #[arg(long)]
    game: Option<NamedGame>,
    /// Against whom: a built-in level, or a person or a program, of whoever is sent the address that is printed
    #[arg(long, requires = "game", value_name = "LEVEL|person|program", default_value = "person")]
    rival: String,
    /// The seat: first, second or any
    #[arg(long, requires = "game", default_value = "any", value_parser = ["first", "second", "any"])]
    seat: String,
    /// A named rule set of the game
    #[arg(long, requires = "game")]
    preset: Option<String>,
    /// A rule option of the game, as name=value
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair, requires = "game", conflicts_with = "preset")]
    options: Vec<(String, String)>,
    /// The dialect it speaks, or auto to detect it; default: the game's usual dialect
    #[arg(long, value_parser = speech)]
    dialect: Option<Speech>,
    /// The file that holds the token; default: the environment variable `LEITAI_TOKEN`, or else it is asked for
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// How the program is confined: auto (the strongest level this machine can set up), F, R, N, P or off
    #[arg(long, default_value = "auto", value_parser = wanted)]
    sandbox: WantedLevel,
    /// Memory of the program with all its processes, e.g. 64MB; default: 1GB
    #[arg(long, value_parser = conditions::read::<Size>)]
    memory: Option<Size>,
    /// One JSON object per step
    #[arg(long)]
    json: bool,
}

/// Splits the address of a seat into that of its site and `ID/KEY`.
fn seat_of(address: &str) -> Option<(&str, &str)> {
    let (site, place) = address.trim_end_matches('/').rsplit_once("/play/")?;
    let (id, key) = place.split_once('/')?;
    let is_word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_word(id) && is_word(key)).then_some((site, place))
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if args.address.contains("/events/") {
        return Err(Failure::Usage(sentence!(
            "games of events are played by programs that were handed in, whatever the preset: no seat of theirs can be \
             joined (`leitai submit` hands a program in)",
            "无论何种预设，赛事的对局都由已提交的程序进行，没有可加入的座位（用 `leitai submit` 提交程序）"
        )));
    }
    let invited = seat_of(&args.address);
    let site =
        Far::new(invited.map_or(args.address.as_str(), |(site, _)| site), args.token_file.as_deref(), lang)?;
    let mut conditions = Conditions::of(sandbox(args.sandbox)?);
    conditions.limits.memory = args.memory.unwrap_or(conditions.limits.memory);
    let seat = match (invited, args.game) {
        (Some((_, place)), None) => site.seat(place)?,
        (None, Some(game)) => begin(args, game, &site)?,
        (Some(_), Some(_)) => {
            return Err(Failure::Usage(sentence!(
                "this is the address of a seat, whose game has begun: leave out --game",
                "此为座位地址，其对局已经开始：请去掉 --game"
            )));
        }
        (None, None) => {
            return Err(Failure::Usage(sentence!(
                "say which game is to begin there (--game), or give the address of a seat (`http://…/play/ID/KEY`)",
                "请用 --game 指定要开的棋种，或给出座位地址（`http://…/play/ID/KEY`）"
            )));
        }
    };
    if let Some(end) = &seat.end {
        let reason = end.reason.as_str();
        return Err(Failure::Usage(sentence!("this game is over: {reason}", "此局已结束：{reason}"; reason)));
    }
    // Whose folder lasts as long as the program.
    let mut workshop = Workshop::open()?;
    // Before the site waits for it.
    let program = started(args, &site, &seat, conditions, &mut workshop);
    if program.is_err() && args.game.is_some() {
        // Nobody waits for a program that will not come.
        let _ = site.leave(&seat.place());
    }
    let program = program?;
    let shown = ShownGame::begin(&site, &seat, program.name(), args.json, lang);
    let line = SeatLine::connect(&site, format!("/api/v1{}/line", seat.page))?;
    Carried { program, line, talk: Conversation::default(), shown }.played()
}

/// Begins a game at a table of the site.
fn begin(args: &Args, game: NamedGame, site: &Far) -> Result<SeatReport, Failure> {
    let options: Vec<_> = args.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let options = options.join(",");
    let fields = [
        ("game", game.facts().id),
        ("rival", &args.rival),
        ("seat", &args.seat),
        ("by", "program"),
        ("preset", args.preset.as_deref().unwrap_or_default()),
        ("options", &options),
    ];
    site.begin(&fields)
}

/// Starts the program that is to play at that seat.
fn started(
    args: &Args,
    site: &Far,
    seat: &SeatReport,
    conditions: Conditions,
    workshop: &mut Workshop,
) -> Result<LocalProgram, Failure> {
    let game = leitai_catalog::find(&seat.game).ok_or_else(|| site.unclear())?;
    let options = seat.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let game = game.open(&Setup::with(options)).map_err(|error| Failure::usage(&error))?;
    let terms = ExaminationTerms { game: &*game, clock: Clock::NONE, conditions: &conditions };
    let player = workshop.player(&args.program, &terms, args.dialect)?;
    LocalProgram::start(game, player, conditions)
}

/// A game between the program here and the site.
struct Carried<'a> {
    program: LocalProgram,
    line: SeatLine<'a>,
    talk: Conversation,
    shown: ShownGame<'a>,
}

impl Carried<'_> {
    /// Carries lines between the program and the site, to the end of their game.
    fn played(mut self) -> Result<(), Failure> {
        let stop = stop::flag();
        let end = 'game: loop {
            self.program.attend(self.line.fd(), LOOK);
            while let Some(said) = self.program.said() {
                match said {
                    Ok(lines) => self.say(lines),
                    Err(why) => break 'game Some(why),
                }
            }
            match self.line.next()? {
                FromSite::Line(said) => {
                    if let Err(why) = self.hear(&said)? {
                        break Some(why);
                    }
                    if self.shown.hears(&said) {
                        break None;
                    }
                    // There may be more.
                    continue;
                }
                FromSite::Anew(answered) => {
                    self.talk.begin_again(answered);
                    self.shown.begins_again();
                    continue;
                }
                FromSite::Nothing => self.shown.sees(self.line.cut()),
                FromSite::Over => break None,
            }
            if let Some(why) = self.program.over() {
                break Some(why);
            }
            if stop::raised(&stop) {
                match self.shown.stops(&stop)? {
                    Stopping::GoesOn => {}
                    Stopping::Resigns => self.say(vec![r#"{"type":"resign"}"#.to_owned()]),
                    Stopping::Leaves => {
                        self.program.stop();
                        return Err(Failure::Interrupted);
                    }
                }
            }
        };
        let name = self.program.name().to_owned();
        let log = self.program.end();
        if let Some(why) = end {
            self.line.leave();
            let last: Vec<_> = log.lines().rev().take(LAST).collect();
            last.iter().rev().for_each(|line| note(&Sentence::quoted(*line)));
            return Err(Failure::Stage(sentence!("{name}: {why}", "{name}：{why}"; name, why)));
        }
        self.shown.ends()
    }

    /// Says lines of the program to the site, as far as it is to hear them now.
    fn say(&mut self, lines: Vec<String>) {
        for line in lines {
            if self.talk.says(&line) {
                self.line.say(&line);
            }
        }
    }

    /// A line of the site, for the program, which may fail at it.
    fn hear(&mut self, line: &str) -> Result<Result<(), Sentence>, Failure> {
        let (late, told) = match self.talk.told(line) {
            Means::Tell(late) => (late, vec![line.to_owned()]),
            Means::Known(late) => (late, Vec::new()),
            Means::Anew(lines) => {
                self.program.start_anew()?;
                for line in &lines {
                    // It is the conversation of the new one now.
                    let _ = self.talk.told(line);
                }
                (Vec::new(), lines)
            }
        };
        for line in late {
            self.line.say(&line);
        }
        for line in told {
            match self.program.tell(&line) {
                Ok(lines) => self.say(lines),
                Err(why) => return Ok(Err(why)),
            }
        }
        Ok(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_seat_is_told_from_that_of_a_site() {
        assert_eq!(seat_of("http://a:8080/play/k7/x2"), Some(("http://a:8080", "k7/x2")));
        assert_eq!(seat_of("http://a/below/play/k7/x2/"), Some(("http://a/below", "k7/x2")));
        for site in [
            "http://a:8080",
            "http://a/play",
            "http://a/play/k7",
            "http://a/play/k7/x2/now",
            "http://a/play/k7/x?y",
        ] {
            assert_eq!(seat_of(site), None, "{site}");
        }
    }
}
