//! What a game's facts promise.

use crate::walk::default_options;
use leitai_core::{COMMON_OPTIONS, DialectName, Game, Level, Options};

/// Every level and dialect that the facts list exists, and no other.
pub fn every_level_and_dialect_is_there<G: Game>() {
    for level in Level::ALL {
        assert_eq!(G::engine(level, 1).is_some(), G::FACTS.levels.contains(&level), "{level}");
    }
    for name in DialectName::ALL {
        let listed = G::FACTS.dialects.contains(&name);
        if name == DialectName::Native {
            assert!(listed, "every game speaks native");
            continue;
        }
        assert_eq!(G::dialect(name).is_some(), listed, "{name}");
        assert_eq!(G::client(name).is_some(), listed, "{name}");
    }
}

/// Every preset's options are accepted, and so is every option's own default, written out; the first preset says
/// what holds anyway.
pub fn presets_are_accepted<G: Game>() {
    let specs = || COMMON_OPTIONS.iter().chain(G::FACTS.options);
    for preset in G::FACTS.presets {
        let options = Options::parse(specs(), preset.options.iter().copied()).expect(preset.name);
        G::rules(&options).expect(preset.name);
    }
    // The usual one is what holds where nothing is said.
    let usual = G::FACTS.usual();
    let spelt = Options::parse(specs(), usual.options.iter().copied()).expect(usual.name);
    let [spelt, defaults] =
        [&spelt, &default_options::<G>()].map(|options| G::rules(options).expect(usual.name));
    assert_eq!(spelt, defaults, "{}: the defaults are not those of the first preset", usual.name);
    assert_eq!(G::FACTS.clock, usual.clock, "{}: the clock is not that of the first preset", usual.name);
    let texts: Vec<_> = default_options::<G>().texts().collect();
    let again = Options::parse(specs(), texts.iter().map(|(name, text)| (*name, text.as_str())));
    G::rules(&again.expect("defaults read back")).expect("defaults are accepted");
}
