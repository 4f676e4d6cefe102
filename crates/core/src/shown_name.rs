//! What a player is called where people read it: the name that its program announced comes before all others
//! ("用于平台显示参赛选手名号").

/// The name of a player for people: what its program `announced`, and the name under which it plays where that is
/// another and says more than which file it is: `hex.cpp` gives way to what it announced. Of a built-in player,
/// `Leitai easy`, the level is enough.
pub fn shown_name(known: &str, announced: Option<&str>) -> String {
    match announced_beside(known, announced) {
        None => known.to_owned(),
        Some(announced) if is_file(known) => announced.to_owned(),
        Some(announced) => format!("{announced} / {known}"),
    }
}

/// What a program announced, if it adds anything to the name under which it plays.
pub fn announced_beside<'a>(known: &str, announced: Option<&'a str>) -> Option<&'a str> {
    announced.filter(|announced| !announced.is_empty() && !announced.ends_with(bare(known)))
}

/// A name without the letter by which two of the same name were told apart.
fn bare(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(name, _)| name)
}

/// Whether a name is that of a file: it has an ending such as `.c`.
fn is_file(name: &str) -> bool {
    bare(name).rsplit_once('.').is_some_and(|(stem, ending)| {
        let is_short = (1..=4).contains(&ending.len());
        !stem.is_empty() && is_short && ending.bytes().all(|byte| byte.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_called_as_it_announced_and_by_its_own_name_where_that_says_more() {
        for (known, announced, shown) in [
            ("hex.cpp", Some("令狐冲"), "令狐冲"),
            ("hex.cpp (B)", Some("令狐冲"), "令狐冲"),
            ("甲队", Some("令狐冲"), "令狐冲 / 甲队"),
            ("甲队", Some("甲队"), "甲队"),
            ("easy", Some("Leitai easy"), "easy"),
            ("easy (A)", Some("Leitai easy"), "easy (A)"),
            ("hex.cpp", Some(""), "hex.cpp"),
            ("hex.cpp", None, "hex.cpp"),
        ] {
            assert_eq!(shown_name(known, announced), shown, "{known} {announced:?}");
        }
    }
}
