//! Every engine with its name and settings, capability by capability. A new engine is one file and one line
//! here.

use std::sync::Arc;

use domain::articles::strategy::{EvidenceTokens, Strategy};
use domain::images::DrawingRequest;
use domain::keywords::{Completion, IdeasQuery, KeywordIdea, SuggestQuery, SuggestSource};
use domain::search::{SerpPage, SerpQuery};
use domain::vitals::{FieldQuery, FieldVitals};
use ports::images::Drawing;
use ports::{Engine, TextRequest, WrittenText};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::chain::Chain;
use crate::hedge::Hedged;
use crate::http::ProviderClient;
use crate::link::{EngineStatus, Link, Policy, Subject};
use crate::settings::SetupError;
use crate::{image, keywords, serp, suggest, text, vitals};

pub use crate::indexing::{INDEXING, IndexingEngineName, IndexingSettings};

macro_rules! names {
    (new $names:ident [$($variant:ident),*]) => {
        /// An engine's name in settings.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $names {
            $($variant),*
        }
    };
    (known $names:ident [$($variant:ident),*]) => {};
}

/// Defines a settings struct with one field per engine, and what connects the engines.
///
/// A line reads `Variant => module of capability, needs [settings];` where the module has `Settings` with
/// `sandbox`, and the functions `connect` and `policy`. Engines that are `given` are provided by the caller;
/// `and` names settings beside the engines. The names are a `new` enum or a `known` one.
macro_rules! engines {
    (
        $(#[$doc:meta])*
        pub struct $settings:ident asks $question:ty, answers $answer:ty, named $origin:ident $names:ident;
        subject $subject:ident = $words:literal, $label:literal;
        default [$($default:ident),*] $(and { $($(#[$more:meta])* $setting:ident: $kind:ty = $usual:expr;)* })?;
        given [$($given:ident),*];
        $($variant:ident => $field:ident of $capability:ident, needs [$($need:literal),*];)*
    ) => {
        names!($origin $names [$($given,)* $($variant),*]);

        /// The names of the capability in errors and metrics.
        pub const $subject: Subject = Subject {
            words: $words,
            label: $label,
            settings: &[concat!($label, ".engines") $($(, $need)*)*],
        };

        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize, Serialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $settings {
            /// The engines in the order in which they are called.
            pub engines: Vec<$names>,
            $(
                #[doc = concat!("Settings of the engine `", stringify!($field), "`.")]
                pub $field: $capability::$field::Settings,
            )*
            $($($(#[$more])* pub $setting: $kind,)*)?
            /// Whether the engines are stand-ins, which are free and whose failures never open a circuit.
            #[serde(skip)]
            pub stand_ins: bool,
        }

        impl Default for $settings {
            fn default() -> Self {
                Self {
                    engines: vec![$($names::$default),*],
                    $($field: Default::default(),)*
                    $($($setting: $usual,)*)?
                    stand_ins: false,
                }
            }
        }

        impl $settings {
            /// Settings with every provider's engine below the base URL of a sandbox.
            #[must_use]
            pub fn sandbox(base: &Url) -> Self {
                Self {
                    engines: vec![$($names::$variant),*],
                    $($field: $capability::$field::Settings::sandbox(base),)*
                    $($($setting: $usual,)*)?
                    stand_ins: true,
                }
            }

            /// One engine; `None` for one that the caller provides.
            pub fn engine(
                &self,
                name: $names,
                client: &ProviderClient,
            ) -> Result<Option<Arc<dyn Engine<$question, $answer>>>, SetupError> {
                match name {
                    $($names::$given => Ok(None),)*
                    $($names::$variant => $capability::$field::connect(&self.$field, client).map(Some),)*
                }
            }

            fn policy(&self, name: $names) -> Policy {
                let policy = match name {
                    $($names::$given => Policy::of_our_own(),)*
                    $($names::$variant => $capability::$field::policy(&self.$field),)*
                };
                if self.stand_ins { policy.of_stand_in() } else { policy }
            }

            /// Stand-ins are counted separately.
            fn subject(&self) -> Subject {
                let label = if self.stand_ins { concat!($label, "_sandbox") } else { $label };
                Subject { label, ..$subject }
            }

            /// The listed engines, of which `given` is the one that the caller provides.
            fn links(
                &self,
                client: &ProviderClient,
                given: Option<&Arc<dyn Engine<$question, $answer>>>,
            ) -> Result<Vec<($names, Arc<Link<$question, $answer>>)>, SetupError> {
                let mut links = Vec::new();
                for name in each_once(&self.engines, $subject)? {
                    if let Some(engine) = self.engine(*name, client)?.or_else(|| given.cloned()) {
                        let link = Link::new(self.subject(), engine, self.policy(*name));
                        links.push((*name, Arc::new(link)));
                    }
                }
                Ok(links)
            }
        }
    };
}

engines! {
    /// Settings below `serp`.
    pub struct SerpSettings asks SerpQuery, answers SerpPage, named new SerpEngineName;
    subject SERP = "search results", "serp";
    default [];
    given [];
    Serpapi => serpapi of serp, needs ["serp.serpapi.api_key"];
    Serper => serper of serp, needs ["serp.serper.api_key"];
    Dataforseo => dataforseo of serp, needs ["serp.dataforseo.login", "serp.dataforseo.password"];
    Brave => brave of serp, needs ["serp.brave.api_key"];
    Searxng => searxng of serp, needs ["serp.searxng.base_url"];
    Web => web of serp, needs [];
}

engines! {
    /// Settings below `suggest`.
    pub struct SuggestSettings asks SuggestQuery, answers Vec<Completion>, named known SuggestSource;
    subject SUGGEST = "autocomplete", "suggest";
    default [Google, DuckDuckGo, Bing, YouTube, Amazon];
    given [];
    Google => google of suggest, needs [];
    DuckDuckGo => duckduckgo of suggest, needs [];
    Bing => bing of suggest, needs [];
    YouTube => youtube of suggest, needs [];
    Amazon => amazon of suggest, needs [];
}

engines! {
    /// Settings below `keywords`.
    pub struct KeywordSettings asks IdeasQuery, answers Vec<KeywordIdea>, named new KeywordEngineName;
    subject KEYWORDS = "keyword ideas", "keywords";
    default [Imported];
    given [Imported];
    GoogleAds => google_ads of keywords, needs [
        "keywords.google_ads.customer_id",
        "keywords.google_ads.client_id",
        "keywords.google_ads.client_secret",
        "keywords.google_ads.refresh_token"
    ];
    Dataforseo => dataforseo of keywords, needs ["keywords.dataforseo.login", "keywords.dataforseo.password"];
}

engines! {
    /// Settings below `image`.
    pub struct ImageSettings asks DrawingRequest, answers Drawing, named new ImageEngineName;
    subject IMAGES = "images", "image";
    default [Builtin];
    given [Builtin];
    Openai => openai of image, needs ["image.openai.api_key"];
    Gemini => gemini of image, needs ["image.gemini.api_key"];
    Stability => stability of image, needs ["image.stability.api_key"];
    Automatic1111 => automatic1111 of image, needs [];
    Comfyui => comfyui of image, needs ["image.comfyui.checkpoint"];
}

engines! {
    /// Settings below `text`.
    pub struct TextSettings asks TextRequest, answers WrittenText, named new TextEngineName;
    subject TEXT = "texts", "text";
    default [] and {
        /// How the body of an article is written.
        strategy: Strategy = Strategy::default();
        /// How many tokens of passages the prompt for an outline holds.
        outline_tokens: u32 = EvidenceTokens::USUAL.outline;
        /// How many tokens of passages the prompt for a section holds.
        section_tokens: u32 = EvidenceTokens::USUAL.section;
    };
    given [];
    Openai => openai of text, needs ["text.openai.api_key"];
    Anthropic => anthropic of text, needs ["text.anthropic.api_key"];
    Gemini => gemini of text, needs ["text.gemini.api_key"];
    Ollama => ollama of text, needs [];
}

engines! {
    /// Settings below `vitals`.
    pub struct VitalsSettings asks FieldQuery, answers Option<FieldVitals>, named new VitalsEngineName;
    subject VITALS = "field data", "vitals";
    default [];
    given [];
    Crux => crux of vitals, needs ["vitals.crux.api_key"];
    Pagespeed => pagespeed of vitals, needs ["vitals.pagespeed.api_key"];
}

/// A chain for search results.
pub type SerpChain = Chain<SerpQuery, SerpPage>;
/// A hedge for completions.
pub type SuggestHedge = Hedged<SuggestQuery, Vec<Completion>>;
/// A chain for keyword ideas.
pub type KeywordChain = Chain<IdeasQuery, Vec<KeywordIdea>>;
/// A chain for images.
pub type ImageChain = Chain<DrawingRequest, Drawing>;
/// A chain for texts.
pub type TextChain = Chain<TextRequest, WrittenText>;
/// A chain for field data, which a page may not have.
pub type VitalsChain = Chain<FieldQuery, Option<FieldVitals>>;

/// Completions of each feed, and of whichever web search answers first. A feed has one circuit and one quota
/// for both uses.
pub struct Feeds {
    any: Arc<SuggestHedge>,
    single: Vec<(SuggestSource, Arc<SuggestHedge>)>,
    none: Arc<SuggestHedge>,
}

impl SerpSettings {
    /// The engines as a chain.
    pub fn chain(&self, client: &ProviderClient) -> Result<SerpChain, SetupError> {
        Ok(Chain::new(self.subject(), only_links(self.links(client, None)?)))
    }
}

impl KeywordSettings {
    /// The engines as a chain, with `imported` for the keywords that an operator imported.
    pub fn chain(
        &self,
        client: &ProviderClient,
        imported: &Arc<dyn Engine<IdeasQuery, Vec<KeywordIdea>>>,
    ) -> Result<KeywordChain, SetupError> {
        Ok(Chain::new(self.subject(), only_links(self.links(client, Some(imported))?)))
    }
}

impl ImageSettings {
    /// The engines as a chain, with `builtin` for the renderer that needs no provider, and `builtin` alone if
    /// it is listed.
    pub fn chains(
        &self,
        client: &ProviderClient,
        builtin: &Arc<dyn Engine<DrawingRequest, Drawing>>,
    ) -> Result<(ImageChain, Option<ImageChain>), SetupError> {
        let links = self.links(client, Some(builtin))?;
        let own = links.iter().find(|(name, _)| *name == ImageEngineName::Builtin);
        let own = own.map(|(_, link)| Chain::new(self.subject(), vec![link.clone()]));
        Ok((Chain::new(self.subject(), only_links(links)), own))
    }
}

impl TextSettings {
    /// The engines as a chain.
    pub fn chain(&self, client: &ProviderClient) -> Result<TextChain, SetupError> {
        Ok(Chain::new(self.subject(), only_links(self.links(client, None)?)))
    }
}

impl VitalsSettings {
    /// The engines as a chain.
    pub fn chain(&self, client: &ProviderClient) -> Result<VitalsChain, SetupError> {
        Ok(Chain::new(self.subject(), only_links(self.links(client, None)?)))
    }
}

impl SuggestSettings {
    /// The feeds, one by one and together.
    pub fn feeds(&self, client: &ProviderClient) -> Result<Feeds, SetupError> {
        let links = self.links(client, None)?;
        let hedge = |links| Arc::new(Hedged::new(self.subject(), links));
        let of_web = links.iter().filter(|(source, _)| completes_web_searches(*source));
        Ok(Feeds {
            any: hedge(of_web.map(|(_, link)| link.clone()).collect()),
            single: links.iter().map(|(source, link)| (*source, hedge(vec![link.clone()]))).collect(),
            none: hedge(Vec::new()),
        })
    }
}

impl Feeds {
    /// One feed, or without a source the web searches together. A feed that is not listed returns an error
    /// that it is not configured.
    #[must_use]
    pub fn of(&self, source: Option<SuggestSource>) -> &Arc<SuggestHedge> {
        let Some(source) = source else { return &self.any };
        self.single.iter().find(|(known, _)| *known == source).map_or(&self.none, |(_, hedge)| hedge)
    }

    /// The status of each feed.
    #[must_use]
    pub fn status(&self) -> Vec<EngineStatus> {
        self.single.iter().flat_map(|(_, hedge)| hedge.status()).collect()
    }
}

/// Shops and videos complete other phrases, so they are queried only by name.
const fn completes_web_searches(source: SuggestSource) -> bool {
    match source {
        SuggestSource::Google | SuggestSource::Bing | SuggestSource::DuckDuckGo => true,
        SuggestSource::YouTube | SuggestSource::Amazon => false,
    }
}

pub(crate) fn each_once<Name: PartialEq>(names: &[Name], subject: Subject) -> Result<&[Name], SetupError> {
    let repeats = names.iter().enumerate().any(|(place, name)| names[..place].contains(name));
    if repeats {
        let reason = "names an engine twice".to_owned();
        return Err(SetupError::Invalid { setting: subject.settings[0], reason });
    }
    Ok(names)
}

fn only_links<Name, Link>(links: Vec<(Name, Link)>) -> Vec<Link> {
    links.into_iter().map(|(_, link)| link).collect()
}
