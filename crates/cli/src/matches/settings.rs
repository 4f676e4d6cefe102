//! Settings of players' own programs, as given on the command line.

use crate::failure::Failure;
use leitai_arena::Allowance;
use leitai_bout::Setting;
use leitai_core::{Lang, Sentence, is_hidden, say, sentence};

/// Settings that players' programs are told.
#[derive(clap::Args)]
pub(super) struct SettingArgs {
    /// A setting of A's own program, sent in its dialect, as name=value; may be given several times
    #[arg(id = "option_a", long = "option-a", value_name = "NAME=VALUE", value_parser = setting)]
    of_a: Vec<Setting>,
    /// A setting of B's own program
    #[arg(id = "option_b", long = "option-b", value_name = "NAME=VALUE", value_parser = setting)]
    of_b: Vec<Setting>,
    /// A setting of one of several players' programs, with the player's letter in the order named, e.g. C:threads=2
    #[arg(id = "option_for", long = "option-for", value_name = "PLAYER:NAME=VALUE", value_parser = lettered)]
    lettered: Vec<(usize, Setting)>,
}

/// Reads one setting. A name may contain blanks: a command of two words is one name.
fn setting(text: &str) -> Result<Setting, Sentence> {
    let (name, value) = crate::args::pair(text)?;
    if name.is_empty() {
        return Err(sentence!("it has no name; write name=value", "缺少名称；请写作 名称=值"));
    }
    if [&name, &value].into_iter().any(|text| text.contains(is_hidden)) {
        return Err(sentence!("a setting must be one line", "一项设置只有一行"));
    }
    Ok((name, value))
}

/// Reads `C:name=value`.
fn lettered(text: &str) -> Result<(usize, Setting), Sentence> {
    let player = text.split_once(':').and_then(|(letter, rest)| match letter.trim().as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => {
            Some((usize::from(letter.to_ascii_uppercase() - b'A'), rest))
        }
        _ => None,
    });
    let (player, rest) = player.ok_or_else(|| {
        sentence!(
            "write a player's letter before it, A for the one named first: C:name=value",
            "前面应写棋手的字母，最先写出的为 A：C:名称=值"
        )
    })?;
    Ok((player, setting(rest)?))
}

impl SettingArgs {
    /// The settings of each of so many players, in order.
    pub(super) fn resolve(&self, players: usize) -> Result<Vec<Vec<Setting>>, Failure> {
        let mut settings = vec![Vec::new(); players];
        let own = self.of_a.iter().map(|own| (0, own)).chain(self.of_b.iter().map(|own| (1, own)));
        for (player, own) in own.chain(self.lettered.iter().map(|(player, own)| (*player, own))) {
            let Some(place) = settings.get_mut(player) else {
                let letter = letter(player);
                return Err(Failure::Usage(sentence!(
                    "--option-for: no player {letter}: only {players} are named",
                    "--option-for：没有棋手 {letter}，只写出了 {players} 个"
                )));
            };
            place.push(own.clone());
        }
        Ok(settings)
    }
}

/// The letter of a player, by its number from 0.
fn letter(player: usize) -> char {
    u8::try_from(player).map_or('?', |player| char::from(b'A'.saturating_add(player)))
}

/// The settings of both players as text: a line for each that has any.
pub(super) fn text(names: &[String; 2], allowances: &[Allowance; 2], lang: Lang) -> String {
    let told = names.iter().zip(allowances).filter(|(_, own)| !own.settings.is_empty());
    let lines = told.map(|(name, own)| {
        let settings = own.settings.iter().map(|(name, value)| format!("{name}={value}"));
        let settings = settings.collect::<Vec<_>>().join(" ");
        say!(lang, "  {name} was told: {settings}\n", "  告知 {name}：{settings}\n")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_with_their_player() {
        let own = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(setting("threads=2"), Ok(own("threads", "2")));
        assert_eq!(setting("param uct=a=b"), Ok(own("param uct", "a=b")));
        assert_eq!(lettered("c:hash = 64"), Ok((2, own("hash", "64"))));
        for wrong in ["threads", "=2", "a=1\nquit"] {
            assert!(setting(wrong).is_err() && lettered(&format!("A:{wrong}")).is_err(), "{wrong}");
        }
        for wrong in ["threads=2", "AB:x=1", ":x=1", "1:x=1"] {
            assert!(lettered(wrong).is_err(), "{wrong}");
        }
    }
}
