//! Events and matches on a machine with other users: nothing of theirs can be read, whatever the umask.

use crate::house::{House, PROGRAM, open_to_others};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Runs a command to its end, and returns what it said on stderr.
fn stderr_of(house: &House, args: &[&str]) -> String {
    let done = house.done(args);
    let said = String::from_utf8(done.stderr).expect("text");
    assert!(done.status.success(), "{args:?}: {said}");
    said
}

/// How often it is said that something was open.
fn sayings(said: &str) -> usize {
    said.matches("other users of this machine").count()
}

/// Opens a folder with all that is in it, as an earlier version left it.
pub(crate) fn open_up(path: &Path) {
    let is_folder = path.is_dir();
    fs::set_permissions(path, Permissions::from_mode(if is_folder { 0o755 } else { 0o644 })).expect("ours");
    if is_folder {
        fs::read_dir(path).expect("ours").flatten().for_each(|entry| open_up(&entry.path()));
    }
}

#[test]
fn an_event_and_a_match_are_closed_to_others_whatever_the_umask() {
    let mut house = House::open();
    house.is_careless = true;
    let program = house.path("first.py");
    fs::write(&program, PROGRAM).expect("our folder");
    let mut text = "name = \"cup\"\ngame = \"tictactoe\"\nseed = \"1\"\n".to_owned();
    text += "[sandbox]\nat-least = \"off\"\n";
    for (name, program) in [("a", "first.py"), ("b", "easy"), ("c", "random")] {
        text += &format!("[[entries]]\nname = {name:?}\nprogram = {program:?}\n");
    }
    let (file, folder, out) = (house.path("cup.toml"), house.path("cup"), house.path("match"));
    fs::write(&file, text).expect("our folder");
    let [file, out_word] = [&file, &out].map(|path| path.display().to_string());
    let said = stderr_of(&house, &["tournament", "run", &file, "-q"]);
    stderr_of(&house, &["tournament", "report", &file]);
    assert_eq!((open_to_others(&folder), sayings(&said)), (Vec::new(), 0), "{said}");
    let played = ["match", "tictactoe", "first.py", "easy", "--games", "2", "--out", &out_word];
    let played = played.map(|word| if word == "first.py" { program.to_str().expect("text") } else { word });
    let said = stderr_of(&house, &played);
    assert_eq!((open_to_others(&out), sayings(&said)), (Vec::new(), 0), "{said}");
    // What is made for others is not closed: the umask is as careless as this test says.
    let starter = house.path("starter");
    stderr_of(&house, &["new", "tictactoe", "--lang", "python", "--out", starter.to_str().expect("text")]);
    assert!(open_to_others(&starter).iter().any(|line| line.ends_with(" 666")), "the control");
    // What earlier versions left is closed, and one line says so. What somebody else put there stays as it is.
    let guest = folder.join("guest");
    fs::write(&guest, "").expect("our folder");
    for folder in [&folder, &out] {
        open_up(folder);
        assert!(open_to_others(folder).len() > 3);
    }
    let resumed = ["tournament", "resume", &file, "-q"];
    assert_eq!(sayings(&stderr_of(&house, &resumed)), 1);
    assert_eq!(
        open_to_others(&folder),
        [format!("{} 755", folder.display()), format!("{} 644", guest.display())]
    );
    fs::remove_file(guest).expect("ours");
    assert_eq!([sayings(&stderr_of(&house, &resumed)), sayings(&stderr_of(&house, &resumed))], [1, 0]);
    assert_eq!(open_to_others(&folder), [""; 0]);
    let again = ["match", "--resume", &out_word];
    assert_eq!([sayings(&stderr_of(&house, &again)), sayings(&stderr_of(&house, &again))], [1, 0]);
    assert_eq!(open_to_others(&out), [""; 0]);
}
