mod credits;

use std::net::SocketAddr;
use std::path::PathBuf;

use audit::Severity;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use domain::api_keys::{KeyMode, Scope};
use domain::articles::order::{MOST_IMAGES, Tone, USUAL_IMAGES, USUAL_WORDS, WORDS};
use domain::ids::{AccountId, ApiKeyId};
use domain::images::{ImageFormat, ImageSize, ImageStyle, LARGEST_SEED};
use domain::locale::{Country, Language};
use domain::search::Device;

use url::Url;

pub(crate) use self::credits::{BuyArguments, CreditsCommand, GrantArguments, RefundArguments};
use crate::configuration::Role;

const AFTER_HELP: &str = "\
Examples:
  rankwright                                   start the service with ./data on 127.0.0.1:8080
  rankwright serve --listen 0.0.0.0:80         listen elsewhere
  rankwright key create --mode test            print a new test key for the owner's account
  rankwright credits grant 1000000             add credits for 10 USD to the owner's account
  rankwright credits buy 1000000 --mode test   sell as many in the sandbox; prints where to pay
  rankwright keywords import 'Keyword Stats.csv' --country vn --language vi
  rankwright write 'how to descale a kettle'   write an article into ./how-to-descale-a-kettle
  rankwright write 'green tea' --source notes.md --source https://example.com/tea
  rankwright brief 'how to descale a kettle'   write a content brief into ./how-to-descale-a-kettle
  rankwright image 'a cup of green tea' --out tea.webp
  rankwright audit https://example.com/page    show what is wrong with a page
  rankwright audit http://localhost:3000 --local --fail-on medium
  rankwright sandbox                           stand-ins of all providers on 127.0.0.1:4010
  rankwright doctor                            show what works, what does not, and where each setting comes from

Settings come from flags, then RANKWRIGHT_* environment variables (nested by __, for example
RANKWRIGHT_LIMITS__BODY_BYTES=65536), then rankwright.toml, then defaults.";

/// Rankwright: SEO articles, images, search analysis, keyword research and page audits as an HTTP service.
#[derive(Debug, Parser)]
#[command(name = "rankwright", version, after_help = AFTER_HELP)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
    #[command(flatten)]
    pub(crate) serve: ServeArguments,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Settings that can be given as flags to every command.
#[derive(Debug, Default, Args)]
pub(crate) struct SettingFlags {
    /// Settings file [default: rankwright.toml, if there is one]
    #[arg(long, global = true, value_name = "FILE", help_heading = "Global options")]
    pub(crate) config: Option<PathBuf>,
    /// Where the database, secrets and files live [default: ./data]
    #[arg(long, global = true, value_name = "DIRECTORY", help_heading = "Global options")]
    pub(crate) data_dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the service (this is also what happens without a command)
    Serve(ServeArguments),
    /// Open and list accounts
    #[command(subcommand)]
    Account(AccountCommand),
    /// Create, list and revoke API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Grant and sell credits, refund purchases, show balances, verify the ledger
    #[command(subcommand)]
    Credits(CreditsCommand),
    /// Import keywords from Google's Keyword Planner
    #[command(subcommand)]
    Keywords(KeywordsCommand),
    /// Write an article into a directory, without a server and without credits
    ///
    /// Needs a text engine, or your own notes as --source. Exits with 2 if a quality check fails.
    Write(WriteArguments),
    /// Write a content brief into a directory, without a server and without credits
    ///
    /// A brief is what a writer works from: intent, outline with questions and evidence, facts of the ranking pages, a checklist.
    Brief(BriefArguments),
    /// Generate an image into a file, without a server and without credits
    Image(ImageArguments),
    /// Audit a page and print what is wrong with it, without a server and without credits
    ///
    /// Exits with 2 if an issue is as severe as --fail-on says, so you can use it in a build.
    Audit(AuditArguments),
    /// List and fetch the text detector, which finds text in images
    #[command(subcommand)]
    Models(ModelsCommand),
    /// Run stand-ins of all providers on loopback, as test keys use them
    Sandbox(SandboxArguments),
    /// Show what works, what does not, and where each setting comes from
    ///
    /// Sends one small request to every configured engine, which paid ones may bill; text and image engines are not called. Without a
    /// text engine it looks for Ollama, llama.cpp, LM Studio and vLLM on this machine and shows what to set.
    Doctor {
        /// Do not call the engines, and look for no model servers
        #[arg(long)]
        offline: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the OpenAPI 3.1 document
    Openapi,
}

#[derive(Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct ServeArguments {
    /// Address to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// What this node does, where several share a database [default: all]
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<Role>,
    /// How customers reach the service [default: http:// and the address]
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
}

/// What to audit.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct AuditArguments {
    /// The page
    #[arg(value_parser = not_empty)]
    pub(crate) url: String,
    /// Audit this HTML as the content of the URL
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Device to emulate
    #[arg(long, default_value = "mobile", value_parser = device_parser())]
    pub(crate) device: Device,
    /// Do not follow links
    #[arg(long)]
    pub(crate) no_links: bool,
    /// Do not load the page in a browser
    #[arg(long)]
    pub(crate) no_vitals: bool,
    /// How often the browser loads the page; the median counts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) runs: u8,
    /// Also audit pages on this machine and its network
    #[arg(long)]
    pub(crate) local: bool,
    /// Audit a page of the sandbox's web
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// The least severity that makes the command fail
    #[arg(long, default_value = "high", value_name = "SEVERITY")]
    pub(crate) fail_on: FailOn,
    /// Print the whole report as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the report as a page
    #[arg(long, value_name = "FILE")]
    pub(crate) html_report: Option<PathBuf>,
    /// Also write the first screen as JPEG
    #[arg(long, value_name = "FILE")]
    pub(crate) screenshot: Option<PathBuf>,
    /// Print without colours
    #[arg(long)]
    pub(crate) no_colour: bool,
}

/// The least severity that makes an audit fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Critical,
    High,
    Medium,
    Low,
    Never,
}

impl FailOn {
    pub(crate) const fn threshold(self) -> Option<Severity> {
        match self {
            Self::Critical => Some(Severity::Critical),
            Self::High => Some(Severity::High),
            Self::Medium => Some(Severity::Medium),
            Self::Low => Some(Severity::Low),
            Self::Never => None,
        }
    }
}

fn device_parser() -> impl TypedValueParser<Value = Device> {
    PossibleValuesParser::new(["mobile", "desktop"])
        .map(|name| if name == "desktop" { Device::Desktop } else { Device::Mobile })
}

#[derive(Debug, Subcommand)]
pub(crate) enum AccountCommand {
    /// Open an account and print its id
    Create {
        /// Account name
        name: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List all accounts
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Refuse all calls of an account
    Suspend {
        /// The account, acc_…
        account: AccountId,
    },
    /// Let a suspended account call again
    Reinstate {
        /// The account, acc_…
        account: AccountId,
    },
    /// Delete every image that an account has stored, and print how many; this can't be undone
    DeleteMedia {
        /// The account, acc_…
        account: AccountId,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Create a key and print it; it can't be shown again
    Create(CreateKeyArguments),
    /// List the keys of an account
    List {
        /// The account, acc_… [default: the oldest]
        #[arg(long)]
        account: Option<AccountId>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Limit what a key may spend in a calendar month, or lift the limit
    Limit(LimitKeyArguments),
    /// Revoke one key, or all keys of an account; running servers refuse it within a second
    Revoke(RevokeKeyArguments),
    /// Add a signing secret that signs keys from now on; existing keys stay valid
    RotateSecret,
}

#[derive(Debug, Args)]
pub(crate) struct CreateKeyArguments {
    /// The account, acc_… [default: the oldest]
    #[arg(long)]
    pub(crate) account: Option<AccountId>,
    /// Key name
    #[arg(long, default_value = "command line")]
    pub(crate) name: String,
    /// Whether it spends real credits
    #[arg(long, value_enum, default_value_t = Mode::Live)]
    pub(crate) mode: Mode,
    /// What it may do [default: everything]
    #[arg(long, value_delimiter = ',', value_name = "SCOPE,…")]
    pub(crate) scopes: Vec<Scope>,
    /// The most credits that it may spend in a calendar month [default: any number]
    #[arg(long, value_name = "CREDITS", value_parser = clap::value_parser!(i64).range(0..))]
    pub(crate) monthly_limit: Option<i64>,
    /// Days until it is refused [default: never]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub(crate) expires_in_days: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LimitKeyArguments {
    /// The key's id, key_…
    pub(crate) key: ApiKeyId,
    /// The most credits that it may spend in a month [default: any number]
    #[arg(value_parser = clap::value_parser!(i64).range(0..))]
    pub(crate) credits: Option<i64>,
    /// The account that the key belongs to, acc_… [default: the oldest]
    #[arg(long)]
    pub(crate) account: Option<AccountId>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct RevokeKeyArguments {
    /// The key's id, key_…
    pub(crate) key: Option<ApiKeyId>,
    /// Revoke every key of this account, acc_…
    #[arg(long, value_name = "ACCOUNT")]
    pub(crate) all_of: Option<AccountId>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeywordsCommand {
    /// Import the keywords of an exported file and print how many
    Import(ImportArguments),
}

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// The file that Keyword Planner exported: "Keyword Stats ….csv"
    pub(crate) file: PathBuf,
    /// Two-letter code of the language of the export
    #[arg(long, default_value = "en")]
    pub(crate) language: Language,
    /// Two-letter code of the country of the export [default: everywhere]
    #[arg(long)]
    pub(crate) country: Option<Country>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct WriteArguments {
    /// The keyword that the article targets
    #[arg(value_parser = not_empty)]
    pub(crate) keyword: String,
    /// Words of the article
    #[arg(long, default_value_t = USUAL_WORDS, value_parser = clap::value_parser!(u32).range(as_range(WORDS)))]
    pub(crate) words: u32,
    /// How many images
    #[arg(long, default_value_t = USUAL_IMAGES, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_IMAGES)))]
    pub(crate) images: u32,
    /// Two-letter code of the article's language
    #[arg(long, default_value = "en")]
    pub(crate) language: Language,
    /// Tone
    #[arg(long, default_value = "professional", value_parser = one_of(&Tone::ALL, Tone::as_str))]
    pub(crate) tone: Tone,
    /// Two-letter code of the readers' country
    #[arg(long)]
    pub(crate) country: Option<Country>,
    /// The title [default: made from the keyword]
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Source text file or URL; may be given several times
    #[arg(long, value_name = "FILE OR URL")]
    pub(crate) source: Vec<String>,
    /// Search and write with the sandbox's stand-ins instead of real engines
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// The directory for article.html, article.md, article.json and the images [default: a name made from the keyword]
    #[arg(long, short, value_name = "DIRECTORY")]
    pub(crate) out: Option<PathBuf>,
}

/// What a brief is about.
#[derive(Debug, Args)]
pub(crate) struct BriefArguments {
    /// The keyword that the article targets
    #[arg(value_parser = not_empty)]
    pub(crate) keyword: String,
    /// Two-letter code of the article's language
    #[arg(long, default_value = "en")]
    pub(crate) language: Language,
    /// Two-letter code of the readers' country
    #[arg(long)]
    pub(crate) country: Option<Country>,
    /// A text file or the URL of a page to take into account; may be given several times
    #[arg(long, value_name = "FILE OR URL")]
    pub(crate) source: Vec<String>,
    /// A page of your site that the article may link to; may be given several times
    #[arg(long, value_name = "URL")]
    pub(crate) link: Vec<String>,
    /// Search the sandbox's web instead of the real one
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// The directory for brief.md, brief.html and brief.json [default: a name made from the keyword]
    #[arg(long, short, value_name = "DIRECTORY")]
    pub(crate) out: Option<PathBuf>,
}

fn as_range(words: std::ops::RangeInclusive<u32>) -> std::ops::RangeInclusive<i64> {
    i64::from(*words.start())..=i64::from(*words.end())
}

/// A text that says something.
fn not_empty(text: &str) -> Result<String, &'static str> {
    match text.trim() {
        "" => Err("must not be empty"),
        text => Ok(text.to_owned()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImageArguments {
    /// Prompt
    pub(crate) prompt: String,
    /// The file; its name decides the format [default: a name made from the prompt, in this directory]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Width and height in pixels
    #[arg(long, default_value = "1536x1024", value_parser = one_of(&ImageSize::ALL, ImageSize::as_str))]
    pub(crate) size: ImageSize,
    /// Style
    #[arg(long, default_value = "illustration", value_parser = one_of(&ImageStyle::ALL, ImageStyle::as_str))]
    pub(crate) style: ImageStyle,
    /// The format of the file [default: by the file's name, else webp]
    #[arg(long, value_parser = one_of(&ImageFormat::ALL, ImageFormat::as_str))]
    pub(crate) format: Option<ImageFormat>,
    /// From 1 (smallest file) to 100 (best quality); not for png
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub(crate) quality: Option<u8>,
    /// A text that is not empty.
    #[arg(long)]
    pub(crate) alt: Option<String>,
    /// The same seed gives the same image, if the engine supports it [default: random]
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=i64::from(LARGEST_SEED)))]
    pub(crate) seed: Option<u32>,
    /// Two-letter code of the prompt's language
    #[arg(long, default_value = "en")]
    pub(crate) language: Language,
    /// Keep text in the image, as in a logo
    #[arg(long)]
    pub(crate) allow_text: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Takes one of a list of named values.
fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names = values.iter().map(move |value| name(*value));
    PossibleValuesParser::new(names).try_map(move |text| {
        values.iter().copied().find(|value| name(*value) == text).ok_or("is not one of the values")
    })
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// Show the detector's licence, its size, and whether it is here
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Fetch the detector and check it
    Pull {
        /// Their names
        names: Vec<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SandboxArguments {
    /// Port on 127.0.0.1; 0 takes any
    #[arg(long, default_value_t = 4010)]
    pub(crate) port: u16,
    /// Let a stand-in be slow: PROVIDER=MEDIAN or PROVIDER=MEDIAN:SHARE:SLOW, in milliseconds and per cent, for example
    /// google-suggest=80:1:900
    #[arg(long, value_name = "PROVIDER=PROFILE")]
    pub(crate) latency: Vec<String>,
    /// Where payment stand-ins report, for example `http://127.0.0.1:8080/webhooks`; their messages are signed with the word sandbox
    #[arg(long, value_name = "URL")]
    pub(crate) webhooks: Option<Url>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Mode {
    /// Real credits
    Live,
    /// The test ledger and the sandbox
    Test,
}

impl From<Mode> for KeyMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Live => Self::Live,
            Mode::Test => Self::Test,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::CommandLine;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
