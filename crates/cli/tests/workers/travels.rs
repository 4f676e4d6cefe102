//! Programs that a worker does not have: they are sent to it, or nobody loses the game.

use super::{Bed, is_over, leaves, of_two, off, until};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

#[test]
fn a_source_travels_to_a_machine_that_has_no_such_file() {
    let mut bed = Bed::sqlite();
    let source = bed.house.path("player.py");
    let engine = bed.house.binary();
    let text = "import os\nos.execv('ENGINE', ['leitai', 'engine', 'tictactoe', '--level', 'random'])\n";
    let text = text.replace("ENGINE", &engine.display().to_string());
    // 井字棋, as written by editors that do not use UTF-8.
    let bytes = [b"# coding: gbk\n# \xbe\xae\xd7\xd6\xc6\xe5\n", text.as_bytes()].concat();
    fs::write(&source, bytes).expect("our folder");
    let file = bed.house.event("travels", "player.py");
    off(&file);
    let mut event = bed.event("run", &file);
    // The game is ordered, but the file is gone when it is played.
    sleep(Duration::from_millis(700));
    fs::remove_file(&source).expect("our file");
    let worker = bed.worker("2");
    until(&mut event, "game");
    let line = until(&mut event, "game");
    assert_eq!(line["verdict"], "Law", "{line}");
    assert_eq!(bed.sql("SELECT COUNT(*) FROM blobs").expect("a number"), 1);
    is_over(&bed, event, &file);
    assert_eq!(bed.sql("SELECT COUNT(*) FROM blobs").expect("a number"), 0, "nobody needs it any more");
    leaves(worker);
}

#[test]
fn a_folder_and_an_executable_travel_to_a_machine_that_has_neither() {
    let mut bed = Bed::sqlite();
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/tictactoe/starters/tictactoe.c");
    let bot = bed.house.path("bot");
    let look = "__attribute__((constructor)) static void look(void) {\n\
                FILE *file = fopen(\"tables/weights.bin\", \"rb\");\nif (!file || fgetc(file) != 7) abort();\n}\n";
    let starts = fs::read_to_string(&starter).expect("a starter");
    for (name, text) in [
        ("main.c", format!("{starts}\n#include \"lib/look.h\"\n").into_bytes()),
        ("lib/look.h", format!("#include <stdio.h>\n#include <stdlib.h>\n{look}").into_bytes()),
        ("tables/weights.bin", vec![7, 0, 255]),
    ] {
        fs::create_dir_all(bot.join(name).parent().expect("a folder")).expect("our folder");
        fs::write(bot.join(name), text).expect("our folder");
    }
    let ready = bed.house.path("ready");
    let compiled = std::process::Command::new("cc").arg("-o").args([&ready, &starter]).status();
    assert!(compiled.expect("a compiler").success());
    let file = bed.house.event("travels", "bot");
    of_two(&file, ["bot", "ready"]);
    let mut event = bed.event("run", &file);
    while !bed.sql("SELECT COUNT(*) FROM jobs").is_ok_and(|jobs| jobs == 2) {
        sleep(Duration::from_millis(20));
    }
    assert_eq!(bed.sql("SELECT COUNT(*) FROM blobs").expect("a number"), 2);
    fs::remove_dir_all(&bot).expect("our folder");
    fs::remove_file(&ready).expect("our file");
    let worker = bed.worker("2");
    for _ in 0..2 {
        let line = until(&mut event, "game");
        assert_eq!(line["verdict"], "Law", "{line}");
    }
    assert_eq!(event.end().0, Some(0));
    leaves(worker);
    bed.house.is_clean();
}

#[test]
fn a_folder_that_cannot_be_unpacked_costs_nobody_the_game() {
    let mut bed = Bed::sqlite();
    let bot = bed.house.path("bot");
    fs::create_dir(&bot).expect("our folder");
    fs::write(bot.join("main.py"), "print()").expect("our folder");
    symlink("main.py", bot.join("link.py")).expect("our folder");
    let file = bed.house.event("linked", "bot");
    let (code, said) = bed.event("run", &file).end();
    assert!(code == Some(2) && said.contains("link.py: a link; submit the file itself"), "{said}");
    fs::remove_file(bot.join("link.py")).expect("our folder");
    of_two(&file, ["bot", "random"]);
    let event = bed.event("run", &file);
    while !bed.sql("SELECT COUNT(*) FROM jobs").is_ok_and(|jobs| jobs == 2) {
        sleep(Duration::from_millis(20));
    }
    // A writer to the store can order anything: here, the bytes of `pass` as a folder.
    let put = "INSERT INTO blobs VALUES \
               ('d74ff0ee8da3b9806b18c877dbf29bbde50b5bd8e4dad7a3a725000feb82e8f1', x'70617373') RETURNING 1";
    bed.sql(put).expect("put");
    let order = "UPDATE jobs SET payload = replace(payload, (SELECT MIN(sha256) FROM blobs WHERE length(body) > 4), \
                 'd74ff0ee8da3b9806b18c877dbf29bbde50b5bd8e4dad7a3a725000feb82e8f1') RETURNING 1";
    bed.sql(order).expect("ordered");
    let mut worker = bed.worker("2");
    let why = until(&mut worker, "back")["why"].to_string();
    assert!(why.contains("bot: the submitted folder cannot be unpacked"), "{why}");
    assert_eq!(bed.sql("SELECT COUNT(*) FROM results").expect("a number"), 0);
    event.kill();
    worker.kill();
}

#[test]
fn a_command_whose_file_a_machine_lacks_costs_nobody_the_game() {
    let mut bed = Bed::sqlite();
    let (source, away) = (bed.house.path("player.py"), bed.house.path("away.py"));
    let text = "import os\nos.execv('ENGINE', ['leitai', 'engine', 'tictactoe', '--level', 'random'])\n";
    fs::write(&source, text.replace("ENGINE", &bed.house.binary().display().to_string())).expect("ours");
    let file = bed.house.event("lacks", "cmd:python3 player.py");
    of_two(&file, ["cmd:python3 player.py", "random"]);
    off(&file);
    let mut event = bed.event("run", &file);
    while !bed.sql("SELECT COUNT(*) FROM jobs").is_ok_and(|jobs| jobs == 2) {
        sleep(Duration::from_millis(20));
    }
    fs::rename(&source, &away).expect("our file");
    let mut worker = bed.worker("1");
    let why = until(&mut worker, "back")["why"].to_string();
    assert!(
        why.contains(
            "player.py is not on this machine, and commands are not sent to other machines: install it on"
        ),
        "{why}"
    );
    fs::rename(&away, &source).expect("our file");
    for _ in 0..2 {
        let line = until(&mut event, "game");
        assert_eq!(line["verdict"], "Law", "{line}");
    }
    leaves(worker);
}

#[test]
fn a_source_that_the_store_lost_fails_attempts_and_costs_nobody_the_game() {
    let mut bed = Bed::sqlite();
    let engine = bed.house.binary().display().to_string();
    let file = bed.house.event("lost", "one.py");
    of_two(&file, ["one.py", "two.py"]);
    off(&file);
    for name in ["one", "two"] {
        let text =
            "import os # NAME\nos.execv('ENGINE', ['leitai', 'engine', 'tictactoe', '--level', 'random'])\n";
        let text = text.replace("ENGINE", &engine).replace("NAME", name);
        fs::write(bed.house.path(&format!("{name}.py")), text).expect("our folder");
    }
    let event = bed.event("run", &file);
    while !bed.sql("SELECT COUNT(*) FROM jobs").is_ok_and(|jobs| jobs == 2) {
        sleep(Duration::from_millis(20));
    }
    assert_eq!(bed.sql("SELECT COUNT(*) FROM blobs").expect("a number"), 2);
    // One program is gone, and the other was altered.
    bed.sql("DELETE FROM blobs WHERE sha256 = (SELECT MIN(sha256) FROM blobs) RETURNING 1").expect("one");
    bed.sql("UPDATE blobs SET body = x'70617373' RETURNING 1").expect("the other");
    let mut worker = bed.worker("2");
    let back = until(&mut worker, "back");
    let why = back["why"].as_str().expect("a reason");
    assert!(why.contains("SHA-256") && why.contains("`resume` of the event writes them again"), "{why}");
    let (code, said) = event.end();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("2 of the games failed too often and need attention"), "{said}");
    assert_eq!(bed.sql("SELECT COUNT(*) FROM results").expect("a number"), 0);
    let mut event = bed.event("resume", &file);
    assert_eq!(until(&mut event, "game")["verdict"], "Law");
    assert_eq!(until(&mut event, "game")["verdict"], "Law");
    leaves(worker);
}
