//! The place where lines run: programs that log their arguments, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A stub's run: the variable `V`, the program and its arguments.
pub type Run = Vec<String>;

/// The programs that must never run.
const CANARIES: [&str; 12] = [
    "rm", "x", "E", "EOF", "if", "do", "for", "pq", "a", "b", "V=b", "evil",
];

/// A folder with stubs, a folder in which lines run, and the log of the stubs.
pub struct Stage(pub PathBuf);

impl Stage {
    pub fn new(name: &str) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let stage =
            Self(std::env::temp_dir().join(format!("ag-ui-lit-{}-{name}", std::process::id())));
        fs::create_dir_all(stage.0.join("bin")).expect("a folder");
        for program in ["p", "q"].iter().chain(&CANARIES) {
            let path = stage.0.join("bin").join(program);
            let code = i32::from(*program == "q");
            let log = stage.0.join("log");
            let stub = format!(
                "#!/bin/sh\nprintf '%s\\0' \"$#\" \"${{V-unset}}\" {} \"$@\" >> '{}'\nexit {code}\n",
                path.file_name()
                    .and_then(|name| name.to_str())
                    .expect("a name"),
                log.display(),
            );
            fs::write(&path, stub).expect("a stub");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it runs");
        }
        stage
    }

    /// The log of the stubs in any order, and the files that were made.
    pub fn run(&self, shell: &[&str], text: &str) -> (Vec<Run>, BTreeSet<String>) {
        let work = self.0.join("work");
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(work.join("out")).expect("a folder");
        fs::write(self.0.join("log"), "").expect("a log");
        let mut command = Command::new(shell[0]);
        command
            .args(&shell[1..])
            .args(["-c", text])
            .current_dir(&work);
        command.env_clear().env("PATH", self.0.join("bin"));
        for set in [Command::stdin, Command::stdout, Command::stderr] {
            set(&mut command, Stdio::null());
        }
        command.status().expect("a shell");
        let log = fs::read(self.0.join("log")).expect("the log");
        let mut fields = log
            .split(|byte| *byte == 0)
            .map(|field| String::from_utf8_lossy(field).into_owned());
        let mut runs = Vec::new();
        while let Some(Ok(count)) = fields.next().map(|count| count.parse::<usize>()) {
            runs.push(fields.by_ref().take(count + 2).collect());
        }
        runs.sort();
        (runs, files(&work))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Files in `out` by their name, others by their path.
fn files(work: &Path) -> BTreeSet<String> {
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("a folder");
        entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect::<Vec<_>>()
    };
    let others = names(work).into_iter().filter(|name| name != "out");
    let others = others.map(|name| format!("../{name}"));
    others.chain(names(&work.join("out"))).collect()
}
