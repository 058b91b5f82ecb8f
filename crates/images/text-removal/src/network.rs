//! A network that runs each call on one thread, with any number of calls at once.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};

/// Why a network could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file is missing, broken, or of another kind.
    #[error("the network could not be loaded: {0}")]
    Unusable(String),
    /// The file holds a network with other inputs or outputs.
    #[error("the network takes or gives something else than expected")]
    Unfamiliar,
}

/// A network with one output.
pub(crate) struct Network {
    model: Model,
    inputs: Vec<NodeId>,
    output: NodeId,
    /// Idle threads. A call takes one or starts one, so there are never more threads than concurrent calls.
    idle: Mutex<Vec<Arc<ThreadPool>>>,
}

impl Network {
    /// Loads a network that takes `inputs` values.
    pub(crate) fn load(onnx: &Path, inputs: usize) -> Result<Self, LoadError> {
        let mut options = ModelOptions::with_all_ops();
        options.prepack_weights(true);
        let model = options.load_file(onnx).map_err(|error| LoadError::Unusable(error.to_string()))?;
        let ([output], true) = (model.output_ids(), model.input_ids().len() == inputs) else {
            return Err(LoadError::Unfamiliar);
        };
        let (output, inputs) = (*output, model.input_ids().to_vec());
        Ok(Self { model, inputs, output, idle: Mutex::default() })
    }

    /// The output for the given inputs.
    pub(crate) fn run(&self, inputs: Vec<Value>) -> Result<Value, rten::RunError> {
        let thread = self.idle().pop().unwrap_or_else(|| Arc::new(ThreadPool::with_num_threads(1)));
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&thread)));
        let inputs = self.inputs.iter().copied().zip(inputs.into_iter().map(Into::into)).collect();
        let outputs = self.model.run_n(inputs, [self.output], Some(options));
        self.idle().push(thread);
        outputs.map(|[output]| output)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Arc<ThreadPool>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
