use std::cell::{Cell, RefCell};

use super::shell::{Ended, OutputSink, Shell, ShellFault};

/// A shell in memory with a fixed output, which records its commands.
#[derive(Default)]
pub struct MemoryShell {
    /// The commands that were run.
    pub ran: RefCell<Vec<String>>,
    /// The commands that were started in the background.
    pub started: RefCell<Vec<String>>,
    /// The output of every command.
    pub output: String,
    /// The exit code of every command.
    pub exit_code: Cell<Option<i32>>,
    /// Whether commands never end.
    pub hangs: bool,
}

impl Shell for std::rc::Rc<MemoryShell> {
    async fn run(&self, command: &str, output: OutputSink) -> Result<Ended, ShellFault> {
        self.ran.borrow_mut().push(command.to_owned());
        output(&self.output);
        if self.hangs {
            std::future::pending::<()>().await;
        }
        Ok(Ended {
            exit_code: self.exit_code.get(),
        })
    }

    fn start(&self, command: &str, _name: &str) -> Result<String, ShellFault> {
        self.started.borrow_mut().push(command.to_owned());
        Ok("bash-1".to_owned())
    }

    async fn sleep(&self, _milliseconds: f64) {
        if !self.hangs {
            std::future::pending::<()>().await;
        }
    }
}
