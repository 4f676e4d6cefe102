//! A large block of words with random access to single cache lines.

use memmap2::MmapMut;

/// Bytes of a word.
const WORD: usize = size_of::<u64>();
/// The size from which asking for large pages begins to pay off: that of one large page.
#[cfg(any(target_os = "linux", test))]
const LARGE: usize = 2 << 20;

/// Words that are zero at first; the first one is at the beginning of a cache line wherever the system provides pages.
///
/// The system is asked for large pages: in a table of many megabytes a processor otherwise spends more time on
/// translating a line's address than on fetching the line.
pub struct Words {
    memory: Memory,
}

enum Memory {
    Pages(MmapMut),
    /// Where no pages can be had.
    Plain(Vec<u8>),
}

impl Words {
    /// Allocates `count` words, all zero. The system provides most of the memory only when it is first written.
    pub fn zero(count: usize) -> Words {
        let bytes = count * WORD;
        let Ok(pages) = MmapMut::map_anon(bytes) else {
            return Words { memory: Memory::Plain(vec![0; bytes]) };
        };
        // A system without large pages refuses, which does no harm.
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

    /// Reads `N` words beginning at `at`. Requires that they exist.
    #[inline]
    pub fn get<const N: usize>(&self, at: usize) -> [u64; N] {
        let (words, _) = self.bytes()[at * WORD..(at + N) * WORD].as_chunks::<WORD>();
        std::array::from_fn(|at| u64::from_ne_bytes(words[at]))
    }

    /// Writes a word. Requires that it exists.
    #[inline]
    pub fn set(&mut self, at: usize, word: u64) {
        let bytes = match &mut self.memory {
            Memory::Pages(pages) => &mut **pages,
            Memory::Plain(bytes) => &mut **bytes,
        };
        bytes[at * WORD..(at + 1) * WORD].copy_from_slice(&word.to_ne_bytes());
    }

    /// Starts to prefetch the cache line of a word while other work goes on; does nothing if there is no such word.
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
