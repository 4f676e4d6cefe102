//! Proof-number search, depth first (df-pn; Nagai 2002): whether one side wins by threats, however they are answered.

/// The number that stands for infinitely many.
const INFINITE: u32 = 1 << 28;

/// How many positions more must be decided, at least, to prove the win, and to disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };
}

/// What a position asks for that is searched for a proof.
#[derive(Clone, Debug)]
pub enum Task<A> {
    /// The attacker wins.
    Won,
    /// The attacker does not win, as far as the proof goes.
    Stopped,
    /// It wins if it wins after one of these acts where it is to act, and after each of them where the defender is.
    Tries(Vec<A>),
}

/// A position in which one side attacks and the other defends.
pub trait Prove {
    /// A turn of either side.
    type Act: Copy;

    /// A hash of the position, of the side to act, and of who attacks.
    fn key(&self) -> u64;

    /// The hash after a turn of the side to act.
    fn key_after(&self, act: Self::Act) -> u64;

    /// What the position asks for, `attacks` telling whether the attacker is to act. It may be `Stopped` for want of
    /// effort, but `Won` only where that is certain.
    fn task(&mut self, attacks: bool) -> Task<Self::Act>;

    /// Plays a turn of the side to act.
    fn make(&mut self, act: Self::Act);

    /// Takes back the last turn made.
    fn take_back(&mut self, act: Self::Act);
}

/// The search, with its table.
#[derive(Default)]
pub struct ProofSearch {
    /// By the key: the key and what is known.
    table: Vec<(u64, Numbers)>,
    /// Positions that the present search may still look at.
    left: u64,
    nodes: u64,
}

impl ProofSearch {
    /// A search whose table takes at most `bytes` bytes; without room for two entries it proves nothing.
    pub fn new(bytes: u64) -> ProofSearch {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<(u64, Numbers)>();
        let entries = if most < 2 { 0 } else { 1 << most.ilog2() };
        ProofSearch { table: vec![(0, Numbers::UNKNOWN); entries], ..ProofSearch::default() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.fill((0, Numbers::UNKNOWN));
    }

    /// The number of positions looked at so far, over all searches.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The turn with which the attacker, to act, certainly wins, if a search of at most `most` positions, none deeper
    /// than `depth` turns, finds it before `stop` says to stop. The position is left unchanged.
    pub fn win<P: Prove>(
        &mut self,
        position: &mut P,
        depth: usize,
        most: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<P::Act> {
        if self.table.is_empty() {
            return None;
        }
        self.left = most;
        let all = Numbers { proof: INFINITE, disproof: INFINITE };
        let mut first = None;
        let found = self.prove(position, true, depth, all, stop, &mut first);
        if found == Numbers::PROVED { first } else { None }
    }

    fn get(&self, key: u64) -> Numbers {
        match self.table.get(key as usize & (self.table.len() - 1)) {
            Some((other, numbers)) if *other == key => *numbers,
            _ => Numbers::UNKNOWN,
        }
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let at = key as usize & (self.table.len() - 1);
        if let Some(entry) = self.table.get_mut(at) {
            *entry = (key, numbers);
        }
    }

    /// Searches the position until a number reaches its threshold. `won` becomes an act that is proved to win, if the
    /// attacker acts and there is one.
    fn prove<P: Prove>(
        &mut self,
        position: &mut P,
        attacks: bool,
        depth: usize,
        most: Numbers,
        stop: &dyn Fn() -> bool,
        won: &mut Option<P::Act>,
    ) -> Numbers {
        let key = position.key();
        self.nodes += 1;
        self.left = self.left.saturating_sub(1);
        if self.left.is_multiple_of(4) && stop() {
            self.left = 0;
        }
        let decided = |numbers| (Vec::new(), Some(numbers));
        let (tries, decided) = match if depth == 0 { Task::Stopped } else { position.task(attacks) } {
            Task::Won => decided(Numbers::PROVED),
            Task::Stopped => decided(Numbers::DISPROVED),
            Task::Tries(tries) => (tries, None),
        };
        if let Some(numbers) = decided {
            self.put(key, numbers);
            return numbers;
        }
        loop {
            let (mut sum, mut least, mut second, mut best) = (0_u32, INFINITE, INFINITE, None);
            let mut rest = 0;
            for act in &tries {
                let child = self.get(position.key_after(*act));
                // What the side hopes for needs one child; what the other side hopes for needs all of them.
                let (one, all) =
                    if attacks { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
                sum = (sum + all).min(INFINITE);
                if one < least || best.is_none() {
                    (second, least, rest, best) = (least, one, all, Some(*act));
                } else {
                    second = second.min(one);
                }
            }
            if least == 0 {
                sum = INFINITE;
                if attacks {
                    *won = best;
                }
            }
            let numbers = if attacks {
                Numbers { proof: least, disproof: sum }
            } else {
                Numbers { proof: sum, disproof: least }
            };
            let (one, all) = if attacks { (most.proof, most.disproof) } else { (most.disproof, most.proof) };
            if least >= one || sum >= all || self.left == 0 || least == 0 || sum == 0 {
                self.put(key, numbers);
                return numbers;
            }
            let Some(act) = best else { return numbers };
            let one = one.min(second.saturating_add(second / 4 + 1));
            let all = (all - sum).saturating_add(rest).min(INFINITE);
            let below = if attacks {
                Numbers { proof: one, disproof: all }
            } else {
                Numbers { proof: all, disproof: one }
            };
            position.make(act);
            let found = self.prove(position, !attacks, depth - 1, below, stop, &mut None);
            position.take_back(act);
            if found == Numbers::PROVED && attacks {
                // The turn of a proof is remembered even where its place in the table is taken at once.
                *won = Some(act);
                self.put(key, Numbers::PROVED);
                return Numbers::PROVED;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nim with one heap: a turn takes one to three, who takes the last one wins.
    struct Heap {
        left: u64,
        attacks: bool,
    }

    impl Prove for Heap {
        type Act = u64;

        fn key(&self) -> u64 {
            (2 * self.left + u64::from(self.attacks)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7
        }

        fn key_after(&self, act: u64) -> u64 {
            Heap { left: self.left - act, attacks: !self.attacks }.key()
        }

        fn task(&mut self, attacks: bool) -> Task<u64> {
            assert_eq!(attacks, self.attacks);
            match (self.left, attacks) {
                (0, true) => Task::Stopped,
                (0, false) => Task::Won,
                (left, _) => Task::Tries((1..=left.min(3)).collect()),
            }
        }

        fn make(&mut self, act: u64) {
            (self.left, self.attacks) = (self.left - act, !self.attacks);
        }

        fn take_back(&mut self, act: u64) {
            (self.left, self.attacks) = (self.left + act, !self.attacks);
        }
    }

    #[test]
    fn it_proves_what_is_won_and_nothing_else() {
        for left in 1..40 {
            let won =
                ProofSearch::new(1 << 16).win(&mut Heap { left, attacks: true }, 60, 1 << 20, &|| false);
            assert_eq!(won, (left % 4 > 0).then_some(left % 4));
        }
    }

    #[test]
    fn it_stops_when_told_and_without_room() {
        let mut heap = Heap { left: 39, attacks: true };
        assert_eq!(ProofSearch::new(1 << 16).win(&mut heap, 60, 1 << 20, &|| true), None);
        assert_eq!(ProofSearch::new(1 << 16).win(&mut heap, 60, 3, &|| false), None);
        assert_eq!(ProofSearch::new(1 << 16).win(&mut heap, 4, 1 << 20, &|| false), None);
        assert_eq!(ProofSearch::new(20).win(&mut heap, 60, 1 << 20, &|| false), None);
        assert_eq!(heap.left, 39);
    }
}
