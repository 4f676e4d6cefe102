//! What a game's facts must guarantee.

use crate::walk::default_options;
use leitai_core::{COMMON_OPTIONS, DialectName, Game, Level, Options};

/// The facts list every existing level and dialect, each once.
pub fn every_level_and_dialect_is_there<G: Game>() {
    assert_eq!(G::FACTS.levels, G::LEVELS, "the facts tell who plays");
    assert_eq!(G::LEVELS.first(), Some(&Level::Random), "what others are measured by");
    assert!(G::LEVELS.is_sorted_by(|one, next| one < next), "weakest first, each once");
    assert_eq!(G::FACTS.dialects, G::DIALECTS, "the facts tell what is spoken");
    assert!(G::DIALECTS.contains(&DialectName::Native), "every game speaks native");
    let twice = (1..).zip(G::DIALECTS).find(|(next, name)| G::DIALECTS[*next..].contains(name));
    assert_eq!(twice, None, "a dialect has one entry");
}

/// Every preset's options are accepted, and so is every option's own default, spelt out; the first preset states the
/// defaults.
pub fn presets_are_accepted<G: Game>() {
    let specs = || COMMON_OPTIONS.iter().chain(G::FACTS.options);
    for preset in G::FACTS.presets {
        let options = Options::parse(specs(), preset.options.iter().copied()).expect(preset.name);
        G::rules(&options).expect(preset.name);
    }
    // The usual preset holds where no option is given.
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
