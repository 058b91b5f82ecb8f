//! Texts for test keys. They come from the sandbox, whichever provider's stand-in sent them, so they name the sandbox as their engine and
//! as their model.

use std::time::Duration;

use async_trait::async_trait;
use ports::{Capability, ServeError, Served, TextOrder, WrittenText};

/// The engine and the model of texts for test keys.
const NAME: &str = "sandbox";

/// Stand-ins of text models that answer under the name of the sandbox.
pub(crate) struct SandboxText<Engines>(pub(crate) Engines);

#[async_trait]
impl<Engines: Capability<TextOrder, WrittenText>> Capability<TextOrder, WrittenText>
    for SandboxText<Engines>
{
    async fn serve(&self, order: &TextOrder, limit: Duration) -> Result<Served<WrittenText>, ServeError> {
        let Served { answer, .. } = self.0.serve(order, limit).await?;
        Ok(Served { answer: WrittenText { model: NAME.to_owned(), ..answer }, engine: NAME })
    }
}
