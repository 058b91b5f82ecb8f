//! The crawlers of answer engines, by purpose.

/// Why a crawler fetches pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To find pages that answers link to.
    Search,
    /// To answer a user who requests the page.
    UserFetch,
    /// To train models; whether to allow that is the owner's choice.
    Training,
}

impl Purpose {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::UserFetch => "users' requests",
            Self::Training => "training",
        }
    }
}

#[derive(Debug)]
pub(super) struct Crawler {
    /// Its product token in robots.txt.
    pub(super) token: &'static str,
    pub(super) owner: &'static str,
    pub(super) purpose: Purpose,
}

const fn crawler(token: &'static str, owner: &'static str, purpose: Purpose) -> Crawler {
    Crawler { token, owner, purpose }
}

/// The crawlers whose purpose their owners document, as of October 2026.
pub(super) const CRAWLERS: [Crawler; 22] = [
    crawler("OAI-SearchBot", "OpenAI", Purpose::Search),
    crawler("Claude-SearchBot", "Anthropic", Purpose::Search),
    crawler("PerplexityBot", "Perplexity", Purpose::Search),
    crawler("Applebot", "Apple", Purpose::Search),
    crawler("Amzn-SearchBot", "Amazon", Purpose::Search),
    crawler("DuckAssistBot", "DuckDuckGo", Purpose::Search),
    crawler("meta-webindexer", "Meta", Purpose::Search),
    crawler("ChatGPT-User", "OpenAI", Purpose::UserFetch),
    crawler("Claude-User", "Anthropic", Purpose::UserFetch),
    crawler("Perplexity-User", "Perplexity", Purpose::UserFetch),
    crawler("MistralAI-User", "Mistral", Purpose::UserFetch),
    crawler("meta-externalfetcher", "Meta", Purpose::UserFetch),
    crawler("Amzn-User", "Amazon", Purpose::UserFetch),
    crawler("GPTBot", "OpenAI", Purpose::Training),
    crawler("ClaudeBot", "Anthropic", Purpose::Training),
    crawler("Google-Extended", "Google", Purpose::Training),
    crawler("Applebot-Extended", "Apple", Purpose::Training),
    crawler("CCBot", "Common Crawl", Purpose::Training),
    crawler("meta-externalagent", "Meta", Purpose::Training),
    crawler("Amazonbot", "Amazon", Purpose::Training),
    crawler("Bytespider", "ByteDance", Purpose::Training),
    crawler("cohere-training-data-crawler", "Cohere", Purpose::Training),
];
