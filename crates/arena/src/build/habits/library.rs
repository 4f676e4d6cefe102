//! Libraries that other platforms provide to the sources written for them.

use std::path::{Path, PathBuf};

/// A library, as sources ask for it and as this machine may have it installed.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::build) struct Library {
    /// Its name.
    pub(in crate::build) name: &'static str,
    /// The name of the Debian and Ubuntu package that contains its headers.
    pub(in crate::build) package: &'static str,
    /// Its main header.
    pub(super) header: &'static str,
    /// Prefixes, in lower case, of the names by which sources include its headers.
    asked: &'static [&'static str],
    /// Folders where its headers may be.
    folders: &'static [&'static str],
    /// The prefix of its symbols.
    symbols: Option<&'static str>,
    /// The linker argument for it.
    pub(super) link: Option<&'static str>,
}

static ALL: [Library; 4] = [
    Library {
        name: "jsoncpp",
        package: "libjsoncpp-dev",
        header: "json/json.h",
        asked: &["jsoncpp/json.h", "json/json.h", "jsoncpp/json/json.h", "json/value.h", "json/reader.h"],
        folders: &["/usr/include/jsoncpp", "/usr/include", "/usr/local/include"],
        symbols: Some("Json::"),
        link: Some("-ljsoncpp"),
    },
    Library {
        name: "nlohmann-json",
        package: "nlohmann-json3-dev",
        header: "nlohmann/json.hpp",
        asked: &["nlohmann/json.hpp", "json.hpp"],
        folders: &["/usr/include", "/usr/local/include"],
        symbols: None,
        link: None,
    },
    Library {
        name: "Eigen",
        package: "libeigen3-dev",
        header: "Eigen/Core",
        asked: &["eigen/"],
        folders: &["/usr/include/eigen3", "/usr/local/include/eigen3"],
        symbols: None,
        link: None,
    },
    Library {
        name: "Boost",
        package: "libboost-dev",
        header: "boost/version.hpp",
        asked: &["boost/"],
        folders: &["/usr/include", "/usr/local/include"],
        symbols: None,
        link: None,
    },
];

impl Library {
    /// The library to which a header of this lower-case name belongs.
    pub(super) fn of_header(name: &str) -> Option<&'static Library> {
        ALL.iter().find(|library| library.asked.iter().any(|asked| name.starts_with(asked)))
    }

    /// The library to which this symbol belongs.
    pub(super) fn of_symbol(name: &str) -> Option<&'static Library> {
        ALL.iter().find(|library| library.symbols.is_some_and(|start| name.starts_with(start)))
    }

    /// The folder that contains its headers on this machine.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        let has = |folder: &&&str| Path::new(folder).join(self.header).is_file();
        self.folders.iter().find(has).map(PathBuf::from)
    }

    /// Whether this machine has it.
    pub(in crate::build) fn is_there(&self) -> bool {
        self.folder().is_some()
    }
}
