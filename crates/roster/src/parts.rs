//! The parts of an Excel workbook: XML files in a ZIP archive, unpacked up to a ceiling and no further.

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::io::{self, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use zip::ZipArchive;

/// The most bytes that the parts of one workbook unpack to: several times as many as the largest roster has.
pub(crate) const MOST_UNPACKED: u64 = 16 << 20;

/// Why a part was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PartError {
    /// There is none of this name.
    Missing,
    /// It is encrypted, compressed in no usual way, or no XML.
    Damaged,
    /// The parts unpack to more than [`MOST_UNPACKED`].
    TooLarge,
}

/// What is found in a part, in order; the names of elements and attributes without their prefixes.
pub(crate) enum Item<'a> {
    /// An element begins; one without contents ends at once.
    Begins(&'a str, &'a Attributes<'a>),
    /// An element ends.
    Ends(&'a str),
    /// Text, perhaps not all of it.
    Text(&'a str),
}

/// The attributes of an element.
pub(crate) struct Attributes<'a>(&'a BytesStart<'a>);

impl Attributes<'_> {
    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let mut all = self.0.attributes();
        let all = all.with_checks(false).filter_map(Result::ok);
        let mut named = all.filter(|attribute| attribute.key.local_name().as_ref() == name);
        Some(named.next()?.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
    }
}

/// The parts of a workbook, of which all together unpack to [`MOST_UNPACKED`] bytes at most.
pub(crate) struct Parts<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

/// A reader that fails after a number of bytes.
struct Bounded<'a, R> {
    inner: R,
    left: &'a mut u64,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        *self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            *self.left = 0;
            io::Error::other("too large")
        })?;
        Ok(read)
    }
}

impl<'a> Parts<'a> {
    /// The parts of a file; `None` if it is no archive.
    pub(crate) fn of(bytes: &'a [u8]) -> Option<Parts<'a>> {
        Some(Parts { archive: ZipArchive::new(Cursor::new(bytes)).ok()?, left: MOST_UNPACKED })
    }

    /// Whether there is a part whose name begins so.
    pub(crate) fn has(&self, start: &str) -> bool {
        self.archive.file_names().filter_map(Result::ok).any(|name| name.starts_with(start))
    }

    /// Hands over what is in a part until its end, or until that is enough.
    pub(crate) fn read(
        &mut self,
        name: &str,
        mut each: impl FnMut(Item<'_>) -> ControlFlow<()>,
    ) -> Result<(), PartError> {
        let file = self.archive.by_name(name).map_err(|error| match error {
            zip::result::ZipError::FileNotFound => PartError::Missing,
            _ => PartError::Damaged,
        })?;
        let read = walk(Bounded { inner: file, left: &mut self.left }, &mut each);
        match read {
            Some(()) => Ok(()),
            None if self.left == 0 => Err(PartError::TooLarge),
            None => Err(PartError::Damaged),
        }
    }
}

/// Hands over what is in XML; `None` if that cannot be read.
fn walk(part: impl Read, each: &mut impl FnMut(Item<'_>) -> ControlFlow<()>) -> Option<()> {
    let mut reader = Reader::from_reader(BufReader::new(part));
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let flow = match reader.read_event_into(&mut buffer).ok()? {
            Event::Start(element) => each(Item::Begins(element.local_name().as_ref(), &Attributes(&element))),
            Event::Empty(element) => {
                let name = element.local_name();
                let flow = each(Item::Begins(name.as_ref(), &Attributes(&element)));
                if flow.is_break() { flow } else { each(Item::Ends(name.as_ref())) }
            }
            Event::End(element) => each(Item::Ends(element.local_name().as_ref())),
            Event::Text(text) => each(Item::Text(&text.xml10_content())),
            Event::CData(text) => each(Item::Text(&text.xml10_content())),
            Event::GeneralRef(entity) => match entity.resolve_char_ref().ok()? {
                Some(c) => each(Item::Text(c.encode_utf8(&mut [0; 4]))),
                None => each(Item::Text(resolve_predefined_entity(&entity.xml10_content())?)),
            },
            Event::Eof => return Some(()),
            _ => ControlFlow::Continue(()),
        };
        if flow.is_break() {
            return Some(());
        }
    }
}
