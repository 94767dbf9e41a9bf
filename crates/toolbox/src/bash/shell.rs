use std::future::Future;
use std::rc::Rc;

/// Takes output as it comes.
pub type OutputSink = Rc<dyn Fn(&str)>;

/// What the page has to run commands.
pub trait Shell: 'static {
    /// Runs a command to its end. Dropping the future kills it.
    fn run(
        &self,
        command: &str,
        output: OutputSink,
    ) -> impl Future<Output = Result<Ended, ShellFault>>;

    /// Begins a command that goes on by itself, and gives its id; its output is kept by the page.
    ///
    /// # Errors
    ///
    /// When it can't begin.
    fn start(&self, command: &str, name: &str) -> Result<String, ShellFault>;

    /// Waits.
    fn sleep(&self, milliseconds: f64) -> impl Future<Output = ()>;
}

/// How a command ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code; nothing where the page does not tell.
    pub exit_code: Option<i32>,
}

/// Why a command could not be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellFault {
    /// What the page's function said.
    pub message: String,
}
