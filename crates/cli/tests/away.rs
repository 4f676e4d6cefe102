//! Tables of a contest that a desk without a network takes along in a file, whose results come back in another.

use crate::house::{House, lines, stderr};
use crate::relayed::relayed;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// A site with a contest of one game and three teams, drawn and begun.
fn begun(house: &House) -> PathBuf {
    let data = house.path("site");
    fs::create_dir(&data).expect("our folder");
    let done = |args: &[&str]| {
        let done = house.done(&[&["contest"], args, &["--data", text(&data)]].concat());
        assert!(done.status.success(), "{args:?}: {}", stderr(&done));
    };
    done(&["new", "Cup", "--games", "nogo", "--tables", "3", "--closes", "2025-10-22 24:00"]);
    let teams = house.path("teams.csv");
    fs::write(&teams, "team,games,members\nEagles,nogo,Zhao\nDragons,nogo,Qian\nTigers,nogo,Sun\n")
        .expect("ours");
    done(&["teams", "Cup", "--import", text(&teams)]);
    let closed = house.done(&["contest", "draw", "Cup", "nogo", "--data", text(&data)]);
    assert!(closed.status.success(), "{}", stderr(&closed));
    let file = fs::read_dir(data.join("events")).expect("events").flatten().next().expect("a file").path();
    let store = format!("sqlite:{}", data.join("store.sqlite").display());
    let run = house.done(&["tournament", "run", text(&file), "--store", &store, "-q"]);
    assert!(run.status.success(), "{}", stderr(&run));
    data
}

struct Site<'a> {
    house: &'a House,
    data: PathBuf,
}

impl Site<'_> {
    fn asked(&self, args: &[&str]) -> (Option<i32>, Vec<serde_json::Value>, String) {
        let done = self.house.done(&[&["contest"], args, &["--data", text(&self.data), "--json"]].concat());
        (done.status.code(), lines(&done), stderr(&done))
    }
}

#[test]
fn a_desk_takes_a_table_along_and_brings_it_back_by_the_binary() {
    let house = House::open();
    let site = Site { data: begun(&house), house: &house };
    let file = house.path("laptop-2.leitai");
    let wrong = site.asked(&["take", "Cup", "--tables", "9", "--to", text(&file)]);
    assert!(wrong.0 == Some(2) && wrong.2.contains("there is no table 9 of 3"), "{}", wrong.2);
    let (code, games, said) = site.asked(&["take", "Cup", "--tables", "1", "--to", text(&file)]);
    assert!(code == Some(0) && games.len() == 2, "{said}");
    let taking = games[0]["taking"].as_str().expect("a number").to_owned();
    let over = site.asked(&["take", "Cup", "--tables", "1", "--to", text(&file)]);
    assert!(over.0 == Some(2) && over.2.contains("is there already"), "{}", over.2);
    let (_, shown, _) = site.asked(&["show", "Cup"]);
    let out = &shown[0]["out"][0];
    assert_eq!(
        (&out["with"], &out["table"], &out["taking"]),
        (&"laptop-2".into(), &1.into(), &taking.clone().into())
    );
    let secret = fs::read_to_string(&file).expect("a file");
    assert!(
        !secret.contains("Zhao") && secret.contains(games[0]["first"].as_str().expect("a team")),
        "{secret}"
    );

    // At the desk, without the site: one game is relayed by both operators, the other was kept on a sheet alone.
    let teams = |game: &serde_json::Value| {
        ["first", "second"].map(|seat| game[seat].as_str().expect("a team").to_owned())
    };
    let [first, second] = teams(&games[0]);
    let played = house.path("played");
    relayed(&played, "nogo", [&first, &second]);
    let sheet = format!("nogo,{},{},time", games[1]["id"].as_str().expect("a number"), teams(&games[1])[0]);
    let back = house.path("back.leitai");
    let seal = |args: &[&str]| {
        let args = [&["contest", "seal", text(&file), text(&played), "--json"], args].concat();
        let done = house.done(&args);
        (done.status.code(), lines(&done), stderr(&done))
    };
    let strangers = format!("nogo,{},Lions,time", games[0]["id"].as_str().expect("a number"));
    let (code, _, said) = seal(&["--sheet", &strangers, "--to", text(&back)]);
    assert!(code == Some(2) && said.contains("Lions does not play"), "{said}");
    let early = house.path("early.leitai");
    let (code, sealed, said) = seal(&["--to", text(&early)]);
    assert!(
        code == Some(0) && sealed[0]["missing"].as_array().is_some_and(|all| all.len() == 1),
        "{sealed:?} {said}"
    );
    let (code, sealed, said) = seal(&["--sheet", &sheet, "--referee", "Li", "--to", text(&back)]);
    assert!(
        code == Some(0) && sealed[0]["results"] == 2 && sealed[0]["missing"][0].is_null(),
        "{sealed:?} {said}"
    );

    // Back: changed, from two commands at once, and once more in a folder.
    let whole = fs::read_to_string(&back).expect("a file");
    let changed = house.path("changed.leitai");
    fs::write(&changed, whole.replacen("Li", "Lu", 1)).expect("ours");
    let (code, told, said) = site.asked(&["back", text(&changed)]);
    assert!(code == Some(2) && told.is_empty() && said.contains("the seal does not fit"), "{said}");
    let (code, told, said) = site.asked(&["back", text(&file)]);
    assert!(code == Some(2) && told.is_empty() && said.contains("that a desk takes along"), "{said}");
    let start = || {
        let mut command =
            house.leitai(&["contest", "back", text(&back), "--data", text(&site.data), "--json"]);
        command.stdout(std::process::Stdio::piped()).spawn().expect("it starts")
    };
    let both = [start(), start()].map(|child| child.wait_with_output().expect("it ends"));
    let sums: Vec<_> = both.iter().flat_map(lines).filter(|line| line["type"] == "back").collect();
    let sum = |of: &str| sums.iter().filter_map(|line| line[of].as_u64()).sum::<u64>();
    assert_eq!((sums.len(), sum("now"), sum("before"), sum("refused")), (2, 2, 2, 0), "{sums:?}");
    let folder = house.path("stick");
    fs::create_dir(&folder).expect("ours");
    for (from, name) in [(&early, "a.leitai"), (&back, "b.leitai")] {
        fs::copy(from, folder.join(name)).expect("ours");
    }
    let (code, told, said) = site.asked(&["back", text(&folder)]);
    let counted: Vec<_> =
        told.iter().filter(|line| line["type"] == "result").map(|line| &line["counted"]).collect();
    assert!(
        code == Some(0) && counted.len() == 3 && counted.iter().all(|counted| *counted == "before"),
        "{said}"
    );
    // Both records of the relayed game are kept.
    let witnesses =
        fs::read_dir(site.data.join("events")).expect("events").flatten().map(|entry| entry.path());
    let kept: usize =
        witnesses.filter_map(|path| fs::read_dir(path.join("witnesses")).ok()).map(Iterator::count).sum();
    assert_eq!(kept, 1);
    let (_, shown, _) = site.asked(&["show", "Cup"]);
    assert!(shown[0]["out"].as_array().is_some_and(Vec::is_empty), "{shown:?}");
    let late =
        house.done(&["contest", "recall", "Cup", &taking, "--reason", "x", "--data", text(&site.data)]);
    assert!(late.status.code() == Some(2) && stderr(&late).contains("is back"), "{}", stderr(&late));
}

#[test]
fn a_table_that_was_taken_along_is_played_at_a_referees_desk() {
    let house = House::open();
    let site = Site { data: begun(&house), house: &house };
    let file = house.path("laptop.leitai");
    let (code, games, said) = site.asked(&["take", "Cup", "--tables", "1", "--to", text(&file)]);
    assert!(code == Some(0) && games.len() == 2, "{said}");
    let desk = |args: &[&str], typed: &str| {
        let folder = house.path("desk");
        let mut command = house.leitai(&["desk", text(&file), "--folder", text(&folder), "--terminal"]);
        command.args(args).stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut desk = command.spawn().expect("it starts");
        desk.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
        desk.wait_with_output().expect("it ends")
    };
    for (args, why) in [
        (&["--games", "3"][..], "--games: the file of the tables says what is played"),
        (&["--table", "2"], "table 2 was not taken along"),
    ] {
        let refused = desk(args, "");
        assert!(refused.status.code() == Some(2) && stderr(&refused).contains(why), "{}", stderr(&refused));
    }
    // Each game ends by the referee's word.
    let typed = "begin\nA1\nrule first time is over\nconfirm\nnext\nA1\nrule second time is over\nconfirm\n";
    let played = desk(&["--referee", "Li"], typed);
    let told = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(played.status.success() && told.contains("leitai contest seal"), "{told} {}", stderr(&played));
    let over = desk(&[], "");
    assert!(over.status.code() == Some(2) && stderr(&over).contains("are over"), "{}", stderr(&over));
    let back = house.path("back.leitai");
    let folder = house.path("desk");
    let seal = ["contest", "seal", text(&file), text(&folder), "--json", "--to", text(&back)];
    let sealed = house.done(&seal);
    assert_eq!(lines(&sealed)[0]["results"], 2, "{} {told}", stderr(&sealed));
    // What the desk itself keeps beside its records is nothing to be told of.
    assert!(lines(&sealed)[0]["left_out"].as_array().is_some_and(Vec::is_empty), "{}", stderr(&sealed));
    let (code, told, said) = site.asked(&["back", text(&back)]);
    let sum = told.last().expect("a sum");
    assert!(code == Some(0) && (&sum["now"], &sum["refused"]) == (&2.into(), &0.into()), "{told:?} {said}");
}
