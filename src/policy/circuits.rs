use super::circuit::{Admission, CircuitBreaker, CircuitConfig, Outcome};

/// The circuits of all tools, by their names. Only of those that have failed lately there is anything to know, so a name is
/// looked for in a list that mostly is empty.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::policy::{Admission, CircuitConfig, Circuits, Outcome};
///
/// let config = CircuitConfig { failure_threshold: 1, ..CircuitConfig::default() };
/// let mut circuits = Circuits::default();
/// circuits.record("search", &config, Outcome::Failure, false, 0.0);
/// assert_eq!(circuits.admit("search", &config, 0.0), Admission::Refused { retry_after: 60_000.0 });
/// assert_eq!(circuits.admit("book", &config, 0.0), Admission::Allowed);
/// ```
#[derive(Debug, Default)]
pub struct Circuits(Vec<(String, CircuitBreaker)>);

impl Circuits {
    /// [`CircuitBreaker::admit`] of a tool's circuit.
    pub fn admit(&mut self, tool: &str, config: &CircuitConfig, now: f64) -> Admission {
        match self.place(tool) {
            Some(at) => self.0[at].1.admit(config, now),
            None => Admission::Allowed,
        }
    }

    /// [`CircuitBreaker::record`] of a tool's circuit.
    pub fn record(
        &mut self,
        tool: &str,
        config: &CircuitConfig,
        outcome: Outcome,
        probe: bool,
        now: f64,
    ) {
        let at = match self.place(tool) {
            Some(at) => at,
            None if outcome == Outcome::Failure => {
                self.0.push((tool.to_owned(), CircuitBreaker::default()));
                self.0.len() - 1
            }
            None => return,
        };
        let circuit = &mut self.0[at].1;
        circuit.record(config, outcome, probe, now);
        if *circuit == CircuitBreaker::default() {
            self.0.swap_remove(at);
        }
    }

    fn place(&self, tool: &str) -> Option<usize> {
        self.0.iter().position(|(name, _)| name == tool)
    }
}
