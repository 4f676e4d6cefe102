//! The sample events from their files to their awards: drawn, played, ruled on, reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn leitai(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(args).env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("LEITAI_LANG");
    command.output().expect("the binary starts")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/events").join(name)
}

/// A sample event in a folder of its own.
struct Played {
    file: String,
    folder: tempfile::TempDir,
}

impl Played {
    fn begin(name: &str) -> Played {
        let folder = tempfile::tempdir().expect("a folder");
        let played = Played { file: sample(name).display().to_string(), folder };
        let run = played.tournament("run", &["--quiet"]);
        assert!(run.status.success(), "{name}: {}", said(&run));
        played
    }

    fn tournament(&self, what: &str, more: &[&str]) -> Output {
        let out = self.folder.path().display().to_string();
        let mut args = vec!["tournament", what, &self.file];
        args.extend(more);
        args.extend(["--out", &out]);
        leitai(&args)
    }

    fn rule(&self, more: &[&str]) -> Output {
        let mut args = more.to_vec();
        args.extend(["--reason", "the hall's clock stopped"]);
        self.tournament("rule", &args)
    }

    fn report(&self) -> String {
        let made = self.tournament("report", &[]);
        assert!(made.status.success(), "{}", said(&made));
        let report = self.folder.path().join("report");
        let games = fs::read_dir(self.folder.path().join("games")).expect("records").count();
        // Each game has a page and a copy of its record.
        assert_eq!(fs::read_dir(report.join("games")).expect("pages").count(), 2 * games);
        fs::read_to_string(report.join("index.html")).expect("a page")
    }
}

#[test]
fn the_school_event_goes_from_draw_to_awards() {
    let check = leitai(&["tournament", "check", &sample("school.toml").display().to_string()]);
    assert!(check.status.success(), "{}", said(&check));
    for part in
        ["first pairings", "lot \"groups of stage 0, pot 1\"", "the hall is open for", "C 起步队: ready"]
    {
        assert!(said(&check).contains(part), "{part}: {}", said(&check));
    }
    let event = Played::begin("school.toml");
    let page = event.report();
    for part in ["class=\"cross\"", "小组赛", "决赛", "over"] {
        assert!(page.contains(part), "{part}");
    }
    let sheet = fs::read_to_string(event.folder.path().join("report/results.html")).expect("a sheet");
    assert!(sheet.contains("provisional until") && sheet.contains("二等奖"), "{sheet}");
}

/// The report of a site's event is in the zone of the site, wherever it is made.
#[test]
fn a_report_of_a_site_is_in_its_zone() {
    let site = tempfile::tempdir().expect("a folder");
    let events = site.path().join("events");
    fs::create_dir(&events).expect("our folder");
    let file = events.join("cup.toml").display().to_string();
    let entries = ["a", "b"].map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
    let text = format!("name = \"cup\"\ngame = \"tictactoe\"\nseed = \"1\"\n{}", entries.concat());
    fs::write(&file, text).expect("our folder");
    let run = leitai(&["tournament", "run", &file, "--quiet"]);
    assert!(run.status.success(), "{}", said(&run));
    for zone in ["+08:00", "-05:00"] {
        fs::write(site.path().join("leitai.toml"), format!("zone = \"{zone}\"\n")).expect("our folder");
        let made = leitai(&["tournament", "report", &file]);
        assert!(made.status.success(), "{}", said(&made));
        let page = fs::read_to_string(events.join("cup/report/index.html")).expect("a page");
        assert!(page.contains(&format!("UTC{zone}")), "{zone}: {page}");
    }
}

#[test]
fn the_course_event_crowns_a_champion() {
    let event = Played::begin("course.toml");
    let page = event.report();
    assert!(page.contains("class=\"bracket\"") && page.contains("冠军") && page.contains(">has a bye<"));
}

#[test]
fn decisions_change_a_score_board_and_can_be_taken_back() {
    let event = Played::begin("judge.toml");
    let standings = || said(&event.tournament("standings", &[]));
    let before = standings();
    assert!(before.contains("2023001"), "{before}");
    let game = "0.0.e0-e1.g0";
    let unknown = event.rule(&["override", game, "nobody-knows", "--by", "referee"]);
    assert_eq!(unknown.status.code(), Some(2), "{}", said(&unknown));
    assert!(
        said(&unknown).contains("no entry is called `nobody-knows`; known: 2023001"),
        "{}",
        said(&unknown)
    );
    let nobody = event.rule(&["question", game]);
    assert!(said(&nobody).contains("--by is needed"), "{}", said(&nobody));
    // Four submissions precede it as rulings.
    let ruled = event.rule(&["override", game, "2023002", "--by", "arbitration-panel"]);
    let words = "ruling 4: 0.0.e0-e1.g0 is awarded to 2023002 (arbitration panel: the hall's clock stopped)";
    assert!(said(&ruled).contains(words), "{}", said(&ruled));
    let again = event.rule(&["override", game, "2023001", "--by", "chief-referee"]);
    assert!(said(&again).contains("ruling 5"), "{}", said(&again));
    for ruling in ["4", "5"] {
        let back = event.rule(&["revoke", ruling, "--by", "chief-referee"]);
        assert!(back.status.success(), "{}", said(&back));
    }
    assert_eq!(standings(), before);
    let replay = event.rule(&["replay", game, "--consent", "both captains", "--by", "referee"]);
    assert!(said(&replay).contains("games due: 1"), "{}", said(&replay));
    let resumed = event.tournament("resume", &["--quiet"]);
    assert!(resumed.status.success(), "{}", said(&resumed));
    let closed = event.rule(&["close", "--by", "organiser"]);
    assert!(said(&closed).contains("the event is over"), "{}", said(&closed));
    let late = event.rule(&["submit", "2023001", "--by", "organiser"]);
    assert_eq!(late.status.code(), Some(2), "{}", said(&late));
    let page = event.report();
    assert!(
        page.contains("0.0.e0-e1.g0r1") && page.contains("does not count") && page.contains("taken back")
    );
}

/// A knock-out of four within one class.
const KNOCK_OUT: &str =
    "name = \"cup\"\ngame = \"hex\"\npreset = \"course\"\nseed = \"1\"\n[options]\nsize = 3\n";

#[test]
fn a_ruling_that_undoes_later_games_of_a_knock_out_says_so_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let entry = |name| format!("[[entries]]\nname = \"{name}\"\nclass = \"c\"\nprogram = \"random\"\n");
    let path = folder.path().join("cup.toml");
    let entries: String = ["p0", "p1", "p2", "p3"].map(entry).concat();
    fs::write(&path, format!("{KNOCK_OUT}{entries}")).expect("our folder");
    let event = Played { file: path.display().to_string(), folder };
    let run = event.tournament("run", &["--json"]);
    assert!(run.status.success(), "{}", said(&run));
    let game = "0.0.r0t0.g0";
    let line =
        said(&run).lines().find(|line| line.contains(&format!("\"id\":\"{game}\""))).map(str::to_owned);
    let line: serde_json::Value = serde_json::from_str(&line.expect("a first game")).expect("JSON");
    let loser = ["first", "second"].map(|seat| &line[seat]).into_iter().find(|name| **name != line["winner"]);
    let loser = loser.and_then(|name| name.as_str()).expect("Hex is never drawn");
    let journal = || fs::read_to_string(event.folder.path().join("journal.jsonl")).expect("a journal");

    let (before, decision) = (journal(), ["override", game, loser, "--by", "arbitration-panel"]);
    let refused = event.rule(&decision);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("0.0.r1t0.g0 (") && said(&refused).contains("--replay-following"));
    assert_eq!(journal(), before, "nothing is decided");

    let mut meant = decision.to_vec();
    meant.push("--replay-following");
    let ruled = event.rule(&meant);
    assert!(ruled.status.success(), "{}", said(&ruled));
    for part in ["  0.0.r1t0: ", " → ", "  no longer counts: 0.0.r1t0.g0", "games due: 1"] {
        assert!(said(&ruled).contains(part), "{part}: {}", said(&ruled));
    }
    let resumed = event.tournament("resume", &["--quiet"]);
    assert!(resumed.status.success(), "{}", said(&resumed));
    let after = journal();
    assert!(after.starts_with(&before) && after.contains("\"0.0.r1t0.g0r1\""), "{after}");
}
