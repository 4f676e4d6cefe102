//! `leitai match --sprt`: a match that ends once it is decided whether A is stronger.

use leitai_core::{Lang, Sentence, say, sentence};
use leitai_tournament::rating::{GameScore, Hypothesis, Pairs, Sprt};
use serde::Serialize;

/// Pairs of games with seats swapped: games 2n and 2n + 1 of a match.
#[derive(Clone, Copy, Default)]
pub(crate) struct SeatPairs {
    pub(crate) counted: Pairs,
    /// The first game of a pair, with its number, until the second arrives.
    half: Option<(u32, GameScore)>,
}

/// A test in progress.
#[derive(Clone, Copy)]
pub(crate) struct Test {
    sprt: Sprt,
    /// The pairs last weighed.
    pairs: Pairs,
    decision: Option<Hypothesis>,
}

/// The test in the summary, with the log-likelihood ratio and its bounds to four decimals.
#[derive(Serialize)]
pub(crate) struct Summary {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    /// Pairs worth 0, ½, 1, 1½ and 2 points to A.
    pairs: [u64; 5],
    decision: Option<&'static str>,
}

/// Reads `elo0=0,elo1=10`, optionally followed by `alpha=0.05,beta=0.05`.
pub(crate) fn sprt(text: &str) -> Result<Sprt, Sentence> {
    let (mut elo, mut rates) = ([None; 2], [None; 2]);
    for part in text.split(',') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let place = match name.trim() {
            "elo0" => &mut elo[0],
            "elo1" => &mut elo[1],
            "alpha" => &mut rates[0],
            "beta" => &mut rates[1],
            _ => {
                return Err(sentence!(
                    "`{part}` is none of elo0=…, elo1=…, alpha=…, beta=…",
                    "“{part}”不是 elo0=…、elo1=…、alpha=…、beta=… 之一"
                ));
            }
        };
        let number = value.trim().parse::<f64>();
        let number =
            number.map_err(|_| sentence!("`{part}` does not end in a number", "“{part}”不是以数字结尾"))?;
        if place.replace(number).is_some() {
            let name = name.trim();
            return Err(sentence!("`{name}` is given twice; write it once", "“{name}”写了两次，应只写一次"));
        }
    }
    let [alpha, beta] = rates.map(|rate| rate.unwrap_or(0.05));
    let [Some(elo0), Some(elo1)] = elo else {
        return Err(sentence!(
            "both elo0 and elo1 are needed, such as elo0=0,elo1=10",
            "应写明 elo0 与 elo1，例如 elo0=0,elo1=10"
        ));
    };
    Sprt::new(elo0, elo1, alpha, beta).map_err(|error| Sentence::of(&error))
}

impl SeatPairs {
    /// Adds a game; games come in the order of their numbers. Returns true if it completed a pair.
    pub(crate) fn add(&mut self, index: u32, game: GameScore) -> bool {
        if index.is_multiple_of(2) {
            self.half = Some((index, game));
            return false;
        }
        let Some((_, first)) = self.half.take().filter(|(half, _)| half + 1 == index) else { return false };
        self.counted.add([first, game]);
        true
    }

    /// The number of pairs of each kind, as text.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let counts = self.counted.counts.map(|count| count.to_string()).join(" ");
        say!(lang, "  pairs of 0 ½ 1 1½ 2 points: {counts}\n", "  得 0 ½ 1 1½ 2 分的对数：{counts}\n")
    }
}

impl Test {
    pub(crate) fn new(sprt: Sprt) -> Self {
        Test { sprt, pairs: Pairs::default(), decision: None }
    }

    /// Weighs all pairs so far.
    pub(crate) fn weigh(&mut self, pairs: Pairs) {
        self.pairs = pairs;
        self.decision = self.sprt.decision(self.llr());
    }

    pub(crate) fn decided(&self) -> bool {
        self.decision.is_some()
    }

    fn llr(&self) -> f64 {
        self.sprt.llr_of_pairs(self.pairs)
    }

    /// For the progress bar.
    pub(crate) fn short(&self) -> String {
        format!("LLR {:.2} [{:.2}, {:.2}]", self.llr(), self.sprt.lower(), self.sprt.upper())
    }

    pub(crate) fn summary(&self) -> Summary {
        let short = |number: f64| (number * 1e4).round() / 1e4 + 0.0;
        let [elo0, elo1] = self.sprt.elo();
        let [alpha, beta] = self.sprt.rates();
        Summary {
            elo0,
            elo1,
            alpha,
            beta,
            llr: short(self.llr()),
            lower: short(self.sprt.lower()),
            upper: short(self.sprt.upper()),
            pairs: self.pairs.counts,
            decision: self.decision.map(|decision| match decision {
                Hypothesis::H0 => "h0",
                Hypothesis::H1 => "h1",
            }),
        }
    }

    /// What the test decided about A.
    pub(crate) fn report(&self, name: &str, lang: Lang) -> String {
        let [elo0, elo1] = self.sprt.elo();
        let said = match self.decision {
            Some(Hypothesis::H1) => say!(
                lang,
                "H1 accepted: {name} is at least {elo1} Elo stronger",
                "接受 H1：{name} 至少强 {elo1} Elo"
            ),
            Some(Hypothesis::H0) => say!(
                lang,
                "H0 accepted: {name} is at most {elo0} Elo stronger",
                "接受 H0：{name} 至多强 {elo0} Elo"
            ),
            None => say!(lang, "undecided: more games are needed", "尚未判定：还需更多对局"),
        };
        let short = self.short();
        say!(lang, "  SPRT {}: {short}, {said}\n", "  SPRT {}：{short}，{said}\n", self.sprt)
    }
}
