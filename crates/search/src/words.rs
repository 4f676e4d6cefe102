//! A large block of words, of which single lines are asked for in no order.

use memmap2::MmapMut;

/// Bytes of a word.
const WORD: usize = size_of::<u64>();
/// Where to ask for large pages begins to pay: the size of one.
#[cfg(any(target_os = "linux", test))]
const LARGE: usize = 2 << 20;

/// Words that are zero at first, the first of them at the beginning of a line of the cache wherever the system gives pages.
///
/// The system is asked for large pages: in a table of many megabytes a processor otherwise spends more time to find where
/// a line lies than to fetch it.
pub struct Words {
    memory: Memory,
}

enum Memory {
    Pages(MmapMut),
    /// Where there are none to be had.
    Plain(Vec<u8>),
}

impl Words {
    /// So many words, all zero. The system gives most of the memory when it is first written to.
    pub fn zero(count: usize) -> Words {
        let bytes = count * WORD;
        let Ok(pages) = MmapMut::map_anon(bytes) else {
            return Words { memory: Memory::Plain(vec![0; bytes]) };
        };
        // A system without large pages refuses, and is as well without.
        #[cfg(target_os = "linux")]
        if bytes >= LARGE {
            let _ = pages.advise(memmap2::Advice::HugePage);
        }
        Words { memory: Memory::Pages(pages) }
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        match &self.memory {
            Memory::Pages(pages) => pages,
            Memory::Plain(bytes) => bytes,
        }
    }

    /// `N` words from one on. Requires that they are there.
    #[inline]
    pub fn get<const N: usize>(&self, at: usize) -> [u64; N] {
        let (words, _) = self.bytes()[at * WORD..(at + N) * WORD].as_chunks::<WORD>();
        std::array::from_fn(|at| u64::from_ne_bytes(words[at]))
    }

    /// Writes a word. Requires that it is there.
    #[inline]
    pub fn set(&mut self, at: usize, word: u64) {
        let bytes = match &mut self.memory {
            Memory::Pages(pages) => &mut **pages,
            Memory::Plain(bytes) => &mut **bytes,
        };
        bytes[at * WORD..(at + 1) * WORD].copy_from_slice(&word.to_ne_bytes());
    }

    /// Begins to bring the line of a word from memory while other work goes on; of a word that is not there, nothing.
    #[inline]
    pub fn touch(&self, at: usize) {
        prefetch_index::prefetch_index(self.bytes(), at * WORD);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_the_rest_is_zero() {
        for mut words in [
            Words::zero(100),
            Words::zero(LARGE / WORD + 8),
            Words { memory: Memory::Plain(vec![0; 100 * WORD]) },
        ] {
            words.touch(usize::MAX / WORD);
            words.set(98, u64::MAX - 1);
            words.set(3, 7);
            assert_eq!(words.get::<4>(2), [0, 7, 0, 0]);
            assert_eq!(words.get::<4>(96), [0, 0, u64::MAX - 1, 0]);
        }
    }
}
