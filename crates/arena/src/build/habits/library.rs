//! Libraries that sources written for other platforms are given there.

use std::path::{Path, PathBuf};

/// A library, as sources ask for it and as this machine may have it.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::build) struct Library {
    /// Its name.
    pub(in crate::build) name: &'static str,
    /// What Debian and Ubuntu call the package with its headers.
    pub(in crate::build) package: &'static str,
    /// Its main header.
    pub(super) header: &'static str,
    /// Beginnings of names, in small letters, by which its headers are asked for.
    asked: &'static [&'static str],
    /// Where its headers may be.
    folders: &'static [&'static str],
    /// What its symbols begin with.
    symbols: Option<&'static str>,
    /// What the linker is told.
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
    /// Whose header, in small letters, is asked for by this name.
    pub(super) fn of_header(name: &str) -> Option<&'static Library> {
        ALL.iter().find(|library| library.asked.iter().any(|asked| name.starts_with(asked)))
    }

    /// Whose symbol that is.
    pub(super) fn of_symbol(name: &str) -> Option<&'static Library> {
        ALL.iter().find(|library| library.symbols.is_some_and(|start| name.starts_with(start)))
    }

    /// The folder that this machine has its headers in.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        let has = |folder: &&&str| Path::new(folder).join(self.header).is_file();
        self.folders.iter().find(has).map(PathBuf::from)
    }

    /// Does this machine have it?
    pub(in crate::build) fn is_there(&self) -> bool {
        self.folder().is_some()
    }
}
