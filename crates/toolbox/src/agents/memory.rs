use std::collections::BTreeMap;
use std::future::ready;
use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;

use super::delegation::{AgentOffer, Agents, Report, Step, TaskRequest};
use super::images::{Image, ImageFrom, ImageSource, Images};

/// Agents for tests and native programs. Each has fixed steps and a fixed report.
#[derive(Debug, Clone, Default)]
pub struct MemoryAgents {
    /// The available agents.
    pub offers: Vec<AgentOffer>,
    /// The steps of each agent, by its name.
    pub steps: BTreeMap<String, Vec<Step>>,
    /// The report of each agent, by its name.
    pub reports: BTreeMap<String, Report>,
}

impl Agents for MemoryAgents {
    fn offers(&self) -> Vec<AgentOffer> {
        self.offers.clone()
    }

    async fn run(
        &self,
        request: TaskRequest,
        step: Rc<dyn Fn(Step)>,
    ) -> Result<Report, ToolFailure> {
        for happened in self.steps.get(&request.agent).into_iter().flatten() {
            step(happened.clone());
        }
        let report = self.reports.get(&request.agent).cloned();
        report.ok_or_else(|| ToolFailure::transient("Nobody is there."))
    }
}

/// Images for tests and native programs.
#[derive(Debug, Clone, Default)]
pub struct MemoryImages {
    /// The bytes of files, by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The answer about every image.
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
