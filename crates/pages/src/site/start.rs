//! How to write a program for a game: starters to download, what is said with it, and how to test it at home.

use crate::event::limits::{level, limits, size};
use crate::html::Html;
use crate::site::events::ways;
use crate::site::frame::{coded, facts, frame};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_arena::Language;
use leitai_catalog::{RuledGame, Setup, Spoken, conversation};
use leitai_core::{Clock, DialectName, Lang, Sentence, Words, sentence};
use leitai_hall::{EventFile, Zone, lasting};
use leitai_sandbox::Size;
use std::path::Path;

/// The longest line of a conversation that is shown whole, in characters.
const LONGEST: usize = 120;

/// What a program for a game is written for.
pub(crate) struct StartView<'a> {
    /// The game, with its options.
    pub(crate) game: &'a dyn RuledGame,
    /// The dialect of its programs.
    pub(crate) dialect: DialectName,
    /// Its clock.
    pub(crate) clock: Clock,
    /// The event, if it is for one.
    pub(crate) event: Option<&'a EventFile>,
}

impl StartView<'_> {
    /// What a command needs to play by the same rules: nothing where they are the usual ones.
    fn options(&self, of_dialect: &str) -> String {
        let (game, facts) = (self.game.game(), self.game.facts());
        let all = |setup: &Setup| game.open(setup).map(|ruled| ruled.options()).unwrap_or_default();
        let own = self.game.options();
        let mut options = String::new();
        if own != all(&Setup::with(facts.usual().options.iter().copied())) || self.clock != facts.clock {
            let usual = all(&Setup::default());
            let other = own.iter().filter(|one| !usual.contains(one));
            options.extend(other.map(|(name, value)| format!(" --option {name}={value}")));
            options += &format!(" --clock {}", self.clock);
        }
        if facts.dialects[0] != self.dialect {
            options += &format!(" {of_dialect} {}", self.dialect);
        }
        options
    }

    /// The commands that try a program at home: a starter in a folder of its own, its check, games by hand, a match.
    fn commands(&self, lang: Lang) -> String {
        let id = self.game.facts().id;
        let steps: [(String, Words); 4] = [
            (
                format!("leitai new {id} --lang cpp --out my"),
                Words::new("a starter in a folder", "生成起步程序"),
            ),
            (
                format!("leitai check my --game {id}{}", self.options("--dialect")),
                Words::new("check its protocol", "检查通信"),
            ),
            (
                format!("leitai play {id} human my{}", self.options("--dialect")),
                Words::new("play against it", "与它对弈"),
            ),
            (
                format!("leitai match {id} my easy --games 20{}", self.options("--dialect-a")),
                Words::new("measure its strength", "测试棋力"),
            ),
        ];
        let lines = steps.iter().map(|(command, about)| format!("# {}\n{command}\n", about.to(lang)));
        lines.collect()
    }
}

/// The section about writing a program; its heading has the id `start`.
pub(crate) fn start(view: &StartView<'_>, reader: &Reader<'_>) -> Html {
    let lang = reader.lang;
    let (t, game) = (Texts(lang), view.game.game());
    let id = game.facts().id;
    let starters: Vec<_> =
        game.starters().iter().filter(|starter| starter.dialect() == Some(view.dialect)).collect();
    let language = |file: &'static str| Language::of(Path::new(file)).map_or(file, Language::name);
    let dialect = view.dialect;
    let spoken = conversation(view.game, dialect, &view.clock);
    html! {
        h2 id="start" { (t.start_program()) }
        @if starters.is_empty() {
            p { (coded(sentence!("No starter speaks `{dialect}`.", "没有使用 `{dialect}` 协议的起步程序。").to(lang))) }
        } @else {
            p { (t.start_starters()) }
            ul class="lists" {
                @for starter in starters {
                    li { a href={ "/docs/" (id) "/" (starter.file) } download=(starter.file) { (language(starter.file)) " · " (starter.file) } }
                }
            }
        }
        @if let Some(spoken) = spoken {
            h3 { (t.start_spoken()) " " a href={ "/docs/" (dialect.name().trim_end_matches("-simple")) } { code { (dialect) } } }
            p class="soft" { (t.start_marks()) }
            pre class="log" tabindex="0" role="region" aria-label=(t.start_spoken()) { "\n" (lines(&spoken, t)) }
        }
        h3 { (t.start_home()) }
        p { (coded(t.start_home_what())) }
        pre class="log" tabindex="0" role="region" aria-label=(t.start_home()) { "\n" (view.commands(lang)) }
        @if let Some(event) = view.event {
            h3 { (t.start_limits()) }
            (facts(limits_of(event, reader.zone).iter().map(|(name, said)| (name.to(lang), said.to(lang)))))
        }
    }
}

/// The limits of programs and of submissions.
fn limits_of(event: &EventFile, zone: &Zone) -> Vec<(Words, Sentence)> {
    let memory = size(event.limits.memory);
    let mut all = Vec::new();
    all.extend(limits(event.clock).map(|time| (Words::new("Time", "用时"), time)));
    all.push((
        Words::new("Memory", "内存"),
        sentence!("{memory}, with all it starts", "{memory}（含其启动的进程）"),
    ));
    let processes = event.limits.processes;
    all.push((Words::new("Processes", "进程"), sentence!("{processes} at most", "至多 {processes} 个")));
    all.push((Words::new("Sandbox", "沙箱"), level(event.at_least)));
    if event.takes_programs() {
        let rules = &event.submit;
        let source = size(Size(rules.size));
        all.push((
            Words::new("Source", "源代码"),
            sentence!("one file, {source} at most", "一个文件，至多 {source}"),
        ));
        if !rules.interval.is_zero() {
            let least = lasting(rules.interval);
            all.push((
                Words::new("Interval", "提交间隔"),
                sentence!("{least} between submissions", "每次提交间隔至少 {least}"; least),
            ));
        }
        all.extend(
            rules.opens.as_ref().map(|at| (Words::new("Submissions open", "开放提交"), at.said_in(zone))),
        );
        all.extend(
            rules.closes.as_ref().map(|at| (Words::new("Submissions close", "截止提交"), at.said_in(zone))),
        );
    }
    all
}

fn lines(spoken: &[Spoken], t: Texts) -> String {
    let shown = |line: &str| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_owned(),
    };
    let line = |one: &Spoken| match one {
        Spoken::Platform(line) => format!("> {}\n", shown(line)),
        Spoken::Program(line) => format!("< {}\n", shown(line)),
        Spoken::Exit => format!("  {}\n", t.start_exit()),
        Spoken::Cut => "  …\n".to_owned(),
    };
    spoken.iter().map(line).collect()
}

/// `/events/ID/start`: how to take part with a program.
pub fn start_page(reader: &Reader<'_>, id: &str, event: &EventFile) -> Html {
    let t = Texts(reader.lang);
    let (rules, submit) = (event.game.facts().id, [("submit", t.submit())]);
    let dialect = event.dialect.unwrap_or(event.game.facts().dialects[0]);
    let view = StartView { game: &*event.game, dialect, clock: event.clock, event: Some(event) };
    let body = html! {
        h1 { (t.start_here()) }
        (ways(id, &event.name, &submit[..usize::from(event.takes_programs())]))
        (start(&view, reader))
        p { a href={ "/docs/" (rules) } { (t.start_rules()) } }
    };
    frame(reader, &format!("{} · {}", t.start_here(), event.name), Nav::Events, &body)
}
