//! Why something is not done at the workbench.

use leitai_core::errors;
use std::io;
use std::path::PathBuf;

errors! {
    /// Why something is not done at the workbench.
    #[derive(Debug)]
    pub enum WorkbenchRefused {
        /// No file or folder is there.
        NothingThere(path: PathBuf) =>
            "there is no file or folder {path}: copy its path from the file manager",
            "没有文件或文件夹“{path}”：请从文件管理器复制路径";
        /// No program of that name is on the workbench.
        NoProgram(path: PathBuf) =>
            "{path} is not among the programs here any more",
            "这里已没有程序“{path}”";
        /// A file is named in a way that some system does not know, or leads elsewhere.
        BadName(name: String) =>
            "`{name}` is no name for a source file: letters, digits, `-` and `_`, and an ending such as .py, .cpp or .java",
            "“{name}”不能作源文件名：请用字母、数字、“-”、“_”，并以“.py”“.cpp”“.java”等结尾";
        /// A file of that name is there already.
        There(path: PathBuf) =>
            "there is a {path} in this folder already: save it there with your editor, or give the new one another name",
            "此文件夹中已有“{path}”：请用编辑器直接保存，或换一个名字";
        /// Nothing was chosen.
        Empty =>
            "the file is empty, or none was chosen",
            "文件为空，或没有选择文件";
        /// As many are tried at once as may be.
        TooMany(most: usize) =>
            "{most} programs are tried already: stop one first",
            "已有 {most} 个程序在试下：请先停下一个";
        /// A file cannot be read, written or executed.
        Io(path: PathBuf, error: io::Error) =>
            "{path}: {error}",
            "{path}：{error}";
    }
}
