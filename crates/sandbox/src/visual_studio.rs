//! Where Visual Studio keeps its compiler, and what that must be told to find its own files. What is on the disk is given as data,
//! so that the search is the same on every system. Nothing is executed: the folders say what the batch files of Visual Studio would.

use crate::kept_places::{Roots, named, numbers};
use std::cmp::Reverse;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The compiler of C and C++ of a Visual Studio, or of its build tools alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisualStudio {
    /// `cl.exe`, for and on x86-64.
    pub compiler: PathBuf,
    /// Where its headers are, and those of Windows.
    pub headers: Vec<PathBuf>,
    /// Where its libraries are, and those of Windows.
    pub libraries: Vec<PathBuf>,
    /// Where the programs are that it starts.
    pub programs: Vec<PathBuf>,
}

/// What is on the disk, as far as it matters here.
#[cfg_attr(not(windows), allow(dead_code, reason = "it is for Windows alone, and tested everywhere"))]
pub(crate) struct Disk<'a> {
    /// The names of the folders in a folder.
    pub(crate) folders: &'a dyn Fn(&Path) -> Vec<String>,
    /// The text of a file; `None` if there is no such file.
    pub(crate) text: &'a dyn Fn(&Path) -> Option<String>,
    /// Whether there is a file.
    pub(crate) has: &'a dyn Fn(&Path) -> bool,
}

/// The newest compiler there is, with the newest kit of Windows; `None` if one of them is missing.
#[cfg_attr(not(windows), allow(dead_code, reason = "it is for Windows alone, and tested everywhere"))]
pub(crate) fn visual_studio(roots: &Roots, disk: &Disk<'_>) -> Option<VisualStudio> {
    let kit = Kit::newest(roots, disk)?;
    let tools = installations(roots, disk).into_iter().filter_map(|folder| Tools::of(&folder, disk));
    // Of two of one version, the one that was found first.
    let tools = tools.min_by_key(|tools| Reverse(numbers(&tools.version)))?;
    let bin = tools.folder.join("bin").join("Hostx64").join("x64");
    let headers = ["ucrt", "shared", "um", "winrt"].map(|part| kit.headers.join(part));
    let libraries = ["ucrt", "um"].map(|part| kit.libraries.join(part).join("x64"));
    Some(VisualStudio {
        compiler: bin.join("cl.exe"),
        headers: [tools.folder.join("include")].into_iter().chain(headers).collect(),
        libraries: [tools.folder.join("lib").join("x64")].into_iter().chain(libraries).collect(),
        programs: vec![bin, kit.programs],
    })
}

/// The folders of all installations: what the installer has written down, wherever that is, and its usual places.
fn installations(roots: &Roots, disk: &Disk<'_>) -> Vec<PathBuf> {
    let kept = below(&roots.data, &["Microsoft", "VisualStudio", "Packages", "_Instances", "*"], disk);
    let written = kept.iter().filter_map(|folder| {
        let state: serde_json::Value =
            serde_json::from_str(&(disk.text)(&folder.join("state.json"))?).ok()?;
        Some(PathBuf::from(state.get("installationPath")?.as_str()?))
    });
    written.chain(below(&roots.programs, &["Microsoft Visual Studio", "*", "*"], disk)).collect()
}

/// The folders that these parts name below these roots.
fn below(roots: &[PathBuf], parts: &[&str], disk: &Disk<'_>) -> Vec<PathBuf> {
    parts.iter().fold(roots.to_vec(), |here, part| {
        here.iter().flat_map(|folder| named(folder, part, disk.folders)).collect()
    })
}

/// The compiler of one installation.
struct Tools {
    folder: PathBuf,
    version: String,
}

impl Tools {
    /// The version that the installation itself takes, or its newest if it does not say; `None` if there is no compiler.
    fn of(installation: &Path, disk: &Disk<'_>) -> Option<Tools> {
        let visual = installation.join("VC");
        let all = visual.join("Tools").join("MSVC");
        let usual = visual.join("Auxiliary").join("Build").join("Microsoft.VCToolsVersion.default.txt");
        let usual = (disk.text)(&usual).map(|text| text.trim().to_owned());
        let known = named(&all, "*", disk.folders).into_iter();
        let mut versions: Vec<Tools> = known
            .filter_map(|folder| Some(Tools { version: folder.file_name()?.to_str()?.to_owned(), folder }))
            .filter(|tools| (disk.has)(&tools.folder.join("bin").join("Hostx64").join("x64").join("cl.exe")))
            .collect();
        let at = versions.iter().position(|tools| Some(&tools.version) == usual.as_ref()).unwrap_or(0);
        (at < versions.len()).then(|| versions.swap_remove(at))
    }
}

/// The headers and libraries of Windows.
struct Kit {
    headers: PathBuf,
    libraries: PathBuf,
    programs: PathBuf,
}

impl Kit {
    /// The newest that has what a program of the console needs: kits leave parts of themselves behind when they are removed.
    fn newest(roots: &Roots, disk: &Disk<'_>) -> Option<Kit> {
        let kits = below(&roots.programs, &["Windows Kits", "10"], disk);
        let all = kits.iter().flat_map(|kit| {
            named(&kit.join("Include"), "10.*", disk.folders).into_iter().filter_map(|headers| {
                let version = headers.file_name()?.to_owned();
                let libraries = kit.join("Lib").join(&version);
                let programs = kit.join("bin").join(&version).join("x64");
                Some(Kit { headers, libraries, programs })
            })
        });
        let is_whole = |kit: &Kit| {
            let has = |folder: &Path, part: &str| !named(folder, part, disk.folders).is_empty();
            has(&kit.headers, "ucrt")
                && has(&kit.headers, "um")
                && ["ucrt", "um"].iter().all(|part| has(&kit.libraries.join(part), "x64"))
        };
        all.filter(is_whole).min_by_key(|kit| {
            let version = kit.headers.file_name().unwrap_or_default().to_string_lossy();
            Reverse(numbers(&version))
        })
    }
}

impl VisualStudio {
    /// The variables by which it finds its files: `INCLUDE`, `LIB`, and `PATH` with what that is already. Errors never: a folder
    /// that cannot be in a list is left out.
    pub fn variables(&self, path: Option<OsString>) -> Vec<(OsString, OsString)> {
        let list = |folders: &[PathBuf]| {
            let mut list = OsString::new();
            for folder in folders.iter().filter(|folder| !folder.to_string_lossy().contains(';')) {
                if !list.is_empty() {
                    list.push(";");
                }
                list.push(folder);
            }
            list
        };
        let mut programs = list(&self.programs);
        if let Some(path) = path {
            programs.push(";");
            programs.push(path);
        }
        let all = [("INCLUDE", list(&self.headers)), ("LIB", list(&self.libraries)), ("PATH", programs)];
        all.map(|(name, value)| (name.into(), value)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const STUDIO: &str = "C:/Program Files/Microsoft Visual Studio/2022/Community";
    const CL: &str = "bin/Hostx64/x64/cl.exe";
    const KITS: &str = "C:/Program Files (x86)/Windows Kits/10";

    fn roots() -> Roots {
        let of = |names: &[&str]| names.iter().map(PathBuf::from).collect();
        Roots {
            programs: of(&["C:/Program Files", "C:/Program Files (x86)"]),
            data: of(&["C:/ProgramData"]),
            ..Roots::default()
        }
    }

    /// A compiler of this version in an installation.
    fn tools(installation: &str, version: &str) -> (String, String) {
        (format!("{installation}/VC/Tools/MSVC/{version}/{CL}"), String::new())
    }

    /// All that a kit needs.
    fn kit(version: &str) -> Vec<(String, String)> {
        [
            "Include/V/ucrt/stdio.h",
            "Include/V/um/windows.h",
            "Lib/V/ucrt/x64/ucrt.lib",
            "Lib/V/um/x64/uuid.lib",
        ]
        .map(|file| (format!("{KITS}/{}", file.replace('V', version)), String::new()))
        .into()
    }

    /// What is found where these files are.
    fn found(files: &[(String, String)]) -> Option<VisualStudio> {
        let plain = |path: &Path| path.to_string_lossy().replace('\\', "/");
        let files: BTreeMap<&str, &str> = files.iter().map(|(file, text)| (&**file, &**text)).collect();
        let folders = |folder: &Path| {
            let start = format!("{}/", plain(folder));
            let inside = files.keys().filter_map(|file| file.strip_prefix(&start)?.split_once('/'));
            let mut names: Vec<String> = inside.map(|(name, _)| name.to_owned()).collect();
            names.dedup();
            names
        };
        let text = |file: &Path| files.get(&*plain(file)).map(|text| (*text).to_owned());
        let has = |file: &Path| files.contains_key(&*plain(file));
        visual_studio(&roots(), &Disk { folders: &folders, text: &text, has: &has })
    }

    fn compiler(files: &[(String, String)]) -> Option<String> {
        found(files).map(|found| found.compiler.to_string_lossy().replace('\\', "/"))
    }

    #[test]
    fn a_compiler_without_a_kit_or_a_kit_without_a_compiler_is_none() {
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[tools(STUDIO, "14.40.33807")]), None);
        assert_eq!(found(&kit("10.0.22621.0")), None);
        let half =
            kit("10.0.22621.0").into_iter().filter(|(file, _)| !file.contains("/Lib/")).collect::<Vec<_>>();
        assert_eq!(found(&[half, vec![tools(STUDIO, "14.40.33807")]].concat()), None);
    }

    #[test]
    fn the_installation_says_which_of_its_compilers_it_takes() {
        let usual = format!("{STUDIO}/VC/Auxiliary/Build/Microsoft.VCToolsVersion.default.txt");
        let both =
            [vec![tools(STUDIO, "14.38.33130"), tools(STUDIO, "14.40.33807")], kit("10.0.22621.0")].concat();
        let at = |version: &str| Some(format!("{STUDIO}/VC/Tools/MSVC/{version}/{CL}"));
        assert_eq!(compiler(&both), at("14.40.33807"));
        let says = |version: &str| [both.clone(), vec![(usual.clone(), format!("{version}\r\n"))]].concat();
        assert_eq!(compiler(&says("14.38.33130")), at("14.38.33130"));
        // One that was removed.
        assert_eq!(compiler(&says("14.29.30133")), at("14.40.33807"));
        assert_eq!(compiler(&says("../../../evil")), at("14.40.33807"));
    }

    #[test]
    fn the_newest_of_all_installations_is_taken_wherever_it_is() {
        let kept = "C:/ProgramData/Microsoft/VisualStudio/Packages/_Instances";
        let state = |id: &str, text: &str| (format!("{kept}/{id}/state.json"), text.to_owned());
        let old = "C:/Program Files (x86)/Microsoft Visual Studio/2019/BuildTools";
        let away = "D:/工具/VS";
        let all = [
            vec![tools(old, "14.29.30133"), tools(STUDIO, "14.40.33807"), tools(away, "14.44.35207")],
            kit("10.0.22621.0"),
        ]
        .concat();
        assert_eq!(compiler(&all), Some(format!("{STUDIO}/VC/Tools/MSVC/14.40.33807/{CL}")));
        let written = vec![
            state("1a", "{\"installationPath\": \"D:/工具/VS\", \"installationVersion\": \"17.14\"}"),
            state("2b", "{\"installationPath\": 7}"),
            state("3c", "half of {"),
        ];
        assert_eq!(
            compiler(&[all, written].concat()),
            Some(format!("{away}/VC/Tools/MSVC/14.44.35207/{CL}"))
        );
    }

    #[test]
    fn it_is_told_where_its_files_and_those_of_the_newest_whole_kit_are() {
        let torn = vec![(format!("{KITS}/Include/10.0.26100.0/ucrt/stdio.h"), String::new())];
        let files =
            [vec![tools(STUDIO, "14.40.33807")], kit("10.0.9600.0"), kit("10.0.22621.0"), torn].concat();
        let found = found(&files).expect("one");
        let told: BTreeMap<_, _> = found.variables(Some("C:/Windows".into())).into_iter().collect();
        let told = |name: &str| told[&OsString::from(name)].to_string_lossy().replace('\\', "/");
        let msvc = format!("{STUDIO}/VC/Tools/MSVC/14.40.33807");
        let headers =
            ["ucrt", "shared", "um", "winrt"].map(|part| format!(";{KITS}/Include/10.0.22621.0/{part}"));
        assert_eq!(told("INCLUDE"), format!("{msvc}/include{}", headers.concat()));
        let libraries = ["ucrt", "um"].map(|part| format!(";{KITS}/Lib/10.0.22621.0/{part}/x64"));
        assert_eq!(told("LIB"), format!("{msvc}/lib/x64{}", libraries.concat()));
        assert_eq!(told("PATH"), format!("{msvc}/bin/Hostx64/x64;{KITS}/bin/10.0.22621.0/x64;C:/Windows"));
    }
}
