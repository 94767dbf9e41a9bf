use std::future::Future;
use std::rc::Rc;

/// A receiver of output as it arrives.
pub type OutputSink = Rc<dyn Fn(&str)>;

/// The page's means to run commands.
pub trait Shell: 'static {
    /// Runs a command to its end. Dropping the future kills it.
    fn run(
        &self,
        command: &str,
        output: OutputSink,
    ) -> impl Future<Output = Result<Ended, ShellFault>>;

    /// Starts a command in the background, and returns its id. The page keeps its output.
    ///
    /// # Errors
    ///
    /// If it can't start.
    fn start(&self, command: &str, name: &str) -> Result<String, ShellFault>;

    /// Waits for this number of milliseconds.
    fn sleep(&self, milliseconds: f64) -> impl Future<Output = ()>;
}

/// The end of a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// The exit code; `None` if the page does not report it.
    pub exit_code: Option<i32>,
}

/// The failure to run a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellFault {
    /// The message of the page's function.
    pub message: String,
}
