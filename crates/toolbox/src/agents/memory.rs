use std::collections::BTreeMap;
use std::future::ready;
use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;

use super::delegation::{AgentOffer, Agents, Order, Report, Step};
use super::images::{Image, ImageFrom, ImageSource, Images};

/// Agents for tests and native programs: each does the same whatever it is asked.
#[derive(Debug, Clone, Default)]
pub struct MemoryAgents {
    /// Which there are.
    pub offers: Vec<AgentOffer>,
    /// What happens when one works, by its name.
    pub steps: BTreeMap<String, Vec<Step>>,
    /// How it ends.
    pub reports: BTreeMap<String, Report>,
}

impl Agents for MemoryAgents {
    fn offers(&self) -> Vec<AgentOffer> {
        self.offers.clone()
    }

    async fn run(&self, order: Order, step: Rc<dyn Fn(Step)>) -> Result<Report, ToolFailure> {
        for happened in self.steps.get(&order.agent).into_iter().flatten() {
            step(happened.clone());
        }
        let report = self.reports.get(&order.agent).cloned();
        report.ok_or_else(|| ToolFailure::transient("Nobody is there."))
    }
}

/// Images for tests and native programs.
#[derive(Debug, Clone, Default)]
pub struct MemoryImages {
    /// The bytes of files, by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What is said of every image.
    pub answer: String,
}

impl Images for MemoryImages {
    fn sources(&self) -> Vec<ImageFrom> {
        vec![ImageFrom::File]
    }

    fn read(
        &self,
        source: &ImageSource,
        _most: usize,
    ) -> impl Future<Output = Result<Vec<u8>, ToolFailure>> {
        let file = self.files.get(&source.image).cloned();
        ready(file.ok_or_else(|| ToolFailure::permanent("There is no such file.")))
    }

    fn recognize(
        &self,
        _image: Image,
        _question: &str,
        _execution_id: &str,
    ) -> impl Future<Output = Result<String, ToolFailure>> {
        ready(Ok(self.answer.clone()))
    }
}
