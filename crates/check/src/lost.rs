//! A lost game, reported line by line: what the program said, what that means, the board before it, what it could
//! have said, and what it logged.

use crate::own_files::OwnFiles;
use leitai_catalog::Loss;
use leitai_core::{Fault, Lang, Phrase, Scene, Sentence, say};
use leitai_draw::{Terminal, terminal};

/// Most choices shown of those that a seat had.
const CHOICES: usize = 8;
/// Most acts of a turn that are written out beside its line.
const WRITTEN: usize = 6;

/// Everything to report of a loss, in lines for a terminal: the reason, the losing line in both notations, the
/// board before it, unless it was `seen` already, legal turns in both notations, the log, and what the author
/// should look at first. `name` is the name of the loser: if it is that of a source file, the log uses that file
/// name.
pub fn lost(loss: &Loss, name: &str, seen: Option<&Scene>, lang: Lang) -> Vec<String> {
    let own = OwnFiles::named(name);
    let mut told = vec![loss.reason.to(lang).to_owned()];
    if let Some(crash) = crashed(loss, name) {
        let crash = crash.to(lang);
        told.push(say!(lang, "it crashed: {crash}", "程序崩溃：{crash}"));
    }
    if loss.is_said() {
        told.extend(sent(loss, lang));
        if seen != Some(&loss.scene) {
            told.extend(board(loss, lang));
        }
        told.extend(legal(loss, lang));
    }
    if let Some(line) = loss.line.as_ref().filter(|_| loss.fault == Fault::TimeLimit) {
        told.push(say!(lang, "its output was not an answer: {line}", "它的输出不是回答：{line}"));
    }
    if !loss.log.is_empty() {
        told.push(if loss.crash.is_some() {
            say!(lang, "its log (stderr) ends with:", "日志（标准错误）的最后几行：")
        } else {
            say!(lang, "its log (stderr) begins with:", "日志（标准错误）的最初几行：")
        });
        told.extend(loss.log.iter().map(|line| format!("  {}", own.in_own_names(line))));
    }
    if let Some(cause) = &loss.cause {
        told.push(format!("→ {}", cause.advice().to(lang)));
    }
    told
}

/// Where and why the program of a loser with that name crashed, according to its log.
pub fn crashed(loss: &Loss, name: &str) -> Option<Sentence> {
    let (crash, own) = (loss.crash.as_ref()?, OwnFiles::named(name));
    Some(Sentence::new(own.in_own_names(crash.to(Lang::En)), own.in_own_names(crash.to(Lang::Zh))))
}

/// The losing line, in both notations; `None` if that adds nothing to the reason.
pub(crate) fn sent(loss: &Loss, lang: Lang) -> Option<String> {
    let said = loss.line.as_deref()?;
    let text = both_ways(said, &loss.acts, lang);
    let text = text.trim();
    (text != said).then(|| say!(lang, "refused: {text}", "被拒的着法：{text}"))
}

/// The board as the program's seat should have known it.
pub(crate) fn board(loss: &Loss, lang: Lang) -> Vec<String> {
    let mut shown = vec![say!(lang, "the board as it should know it:", "它应当知道的棋盘：")];
    let names = loss.scene.labels.is_empty();
    let drawn = terminal(&loss.scene, Terminal { lang, names, ..Terminal::default() });
    shown.extend(drawn.lines().map(|line| format!("  {line}").trim_end().to_owned()));
    shown
}

/// What the program could have said.
pub(crate) fn legal(loss: &Loss, lang: Lang) -> Vec<String> {
    let mut shown = Vec::new();
    let (count, is_layout) = (loss.choices.len(), loss.lays_out);
    if count > 0 && count <= CHOICES && !is_layout {
        let all = loss.choices.join(" ");
        shown.push(say!(
            lang,
            "legal moves ({count}), in the game's own notation: {all}",
            "合法着法 {count} 种（按本棋记谱法）：{all}"
        ));
    }
    // If the protocol writes moves as the game does, a list of all of them is enough.
    let is_listed =
        count <= CHOICES && loss.phrases.iter().all(|phrase| phrase.said == phrase.acts.join(" "));
    if !loss.phrases.is_empty() && (is_layout || !is_listed) {
        shown.push(if is_layout {
            say!(lang, "a legal layout, for example:", "合法的布阵，例如：")
        } else if count > CHOICES {
            say!(lang, "{count} legal moves, for example:", "合法着法 {count} 种，例如：")
        } else {
            say!(lang, "in its own protocol, for example:", "按它的协议写出，例如：")
        });
        let examples = loss.phrases.iter().map(|Phrase { acts, said }| both_ways(said, acts, lang));
        shown.extend(examples);
    }
    shown
}

/// A line, with its meaning in the game's own notation if that differs and is not a whole layout.
fn both_ways(said: &str, acts: &[String], lang: Lang) -> String {
    let text = acts.join(" ");
    if acts.is_empty() || acts.len() > WRITTEN || text.eq_ignore_ascii_case(said) {
        return format!("  {said}");
    }
    say!(lang, "  {said}  ({text})", "  {said}（{text}）")
}
