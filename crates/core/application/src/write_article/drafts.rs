//! Articles in two drafts: the first covers the topic freely, and the second is a checked version of it.

use domain::articles::Stage;
use domain::articles::document::Article;
use editorial::planning;

use super::author::{Body, Brief, Drafted, Planned};
use super::model_author::ModelAuthor;
use super::quality::{Judged, Polish};
use super::{MODEL_STEPS, Setback, Text, Writing};

impl Writing<'_> {
    /// The text in two drafts; `None` if it is too long for that, or if no engine writes a usable first
    /// draft.
    pub(super) async fn in_two_drafts(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
    ) -> Result<Option<Text>, Setback> {
        if !author.writes_whole(brief.order) {
            return Ok(None);
        }
        let Some((planned, first, markdown)) = self.first_draft(author, brief).await? else {
            return Ok(None);
        };
        let own = self.own_articles().await?;
        let polish = Polish { author, brief, planned: &planned, own: &own };
        let mut first = polish.judge(self, first).await;
        self.show(Stage::Quality, 72).await?;
        let (images, second) = {
            let text = (&first.article, Some(markdown.as_str()));
            tokio::join!(
                self.pictures(&planned.outline),
                self.second_draft(author, brief, &planned.outline, text, &first.quality)
            )
        };
        first.article.images = images?;
        self.show(Stage::Quality, 80).await?;
        let second = match second? {
            Some(draft) => polish.repaired(self, draft, &first).await?,
            None => None,
        };
        let (best, missing) = match second {
            Some(second) => (second, None),
            None => self.completed(&polish, first.article).await?,
        };
        Ok(Some(Text { planned, best, missing }))
    }

    /// The first draft, with its outline and as it was written.
    async fn first_draft(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
    ) -> Result<Option<(Planned, Article, String)>, Setback> {
        let plan = if brief.order.has_fixed_headings() {
            Some(self.plan(author, brief).await?.outline)
        } else {
            self.show(Stage::Writing, 15).await?;
            None
        };
        let writing = async {
            match author.first_draft(brief, plan.as_ref()).await {
                Ok(draft) => Ok(Some(draft)),
                Err(error) if error.is_unusable() => {
                    tracing::info!(article = %self.record.id, %error, "an article is written section by section");
                    Ok(None)
                }
                Err(error) => Err(error.into()),
            }
        };
        let name = format!("{MODEL_STEPS}/first-draft");
        let drafted: Option<Drafted> = self.steps().run(name, (brief.order, &plan), writing).await?;
        let Some(Drafted { draft, generation }) = drafted else { return Ok(None) };
        let mut article = draft.in_article(self.beginning(brief.research));
        if let Some(title) = &self.record.order.title {
            article.title.clone_from(title);
        }
        let outline =
            plan.unwrap_or_else(|| planning::following(&article, draft.images, brief.order, brief.research));
        self.draft.lock().await.outline = Some(outline.clone());
        for section in &article.sections {
            self.add_to_draft(section, article.sections.len()).await?;
        }
        Ok(Some((Planned { outline, generation }, article, draft.markdown)))
    }

    /// A first draft with FAQ and metadata, if there is no second draft.
    async fn completed(
        &self,
        polish: &Polish<'_>,
        mut article: Article,
    ) -> Result<(Judged, Option<String>), Setback> {
        let body = Body { outline: &polish.planned.outline, sections: &article.sections };
        let texts = Box::pin(self.short_texts(polish.author, polish.brief, body)).await?;
        // Sources that were not cited were removed, and the answers may cite them.
        article.sources.clone_from(&polish.brief.research.sources);
        let missing = texts.put_into(&mut article, self.record.order.title.as_deref());
        let judged = polish.judge(self, article).await;
        Ok((polish.with_repairs(self, judged).await?, missing))
    }
}
