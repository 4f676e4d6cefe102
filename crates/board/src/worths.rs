//! What bundles of patterns are worth: numbers fitted to games, kept as bytes.

/// What a point is worth by what a stone would make there, in two-hundredths of log-odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worths {
    /// In a position, if the side that would make it is to move.
    pub mover: i16,
    /// In a position, if the other side is to move.
    pub waiter: i16,
    /// As a promise, for the side that makes it.
    pub attack: i16,
    /// As a promise, for the side that keeps the other from making it.
    pub defence: i16,
}

impl Worths {
    /// The bytes that each takes.
    pub const BYTES: usize = 8;

    /// Those of all whole ones in these bytes: four numbers of two bytes each, lowest byte first, in the order of the fields.
    pub fn read(bytes: &[u8]) -> impl Iterator<Item = Worths> {
        bytes.chunks_exact(Worths::BYTES).map(|bytes| {
            let number = |i: usize| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
            Worths { mover: number(0), waiter: number(1), attack: number(2), defence: number(3) }
        })
    }

    /// The bytes of these, as [`read`](Worths::read) takes them.
    pub fn write(all: impl Iterator<Item = Worths>) -> Vec<u8> {
        let numbers = all.flat_map(|worths| [worths.mover, worths.waiter, worths.attack, worths.defence]);
        numbers.flat_map(i16::to_le_bytes).collect()
    }

    /// As a fit takes them, in the order of the fields.
    pub fn to_fit(self) -> [f32; 4] {
        [self.mover, self.waiter, self.attack, self.defence].map(f32::from)
    }

    /// What a fit found, rounded.
    pub fn fitted(found: &[f32; 4]) -> Worths {
        let round = |worth: f32| worth.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        let [mover, waiter, attack, defence] = found.map(round);
        Worths { mover, waiter, attack, defence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_read_as_they_were_written_and_fitted() {
        let found = [[1.4, -2.6, 40_000.0, 0.0], [-40_000.0, 7.0, 8.0, 9.0]];
        let all = found.map(|found| Worths::fitted(&found));
        assert_eq!(all[0], Worths { mover: 1, waiter: -3, attack: i16::MAX, defence: 0 });
        let bytes = Worths::write(all.into_iter());
        assert_eq!(bytes.len(), 2 * Worths::BYTES);
        assert!(Worths::read(&bytes).eq(all));
        assert_eq!(Worths::fitted(&all[1].to_fit()), all[1]);
        assert_eq!(all[1].mover, i16::MIN);
    }
}
