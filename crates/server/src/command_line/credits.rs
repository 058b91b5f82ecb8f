use clap::{Args, Subcommand};
use domain::ids::AccountId;
use domain::purchases::{Currency, Pack, PaymentProviderName, PurchaseId};
use url::Url;

use super::Mode;

#[derive(Debug, Subcommand)]
pub(crate) enum CreditsCommand {
    /// Grant credits to an account and print its new balance (100,000 credits are 1.00 USD)
    Grant(GrantArguments),
    /// Print the balance of an account
    Balance {
        /// The account, acc_… [default: the oldest]
        #[arg(long)]
        account: Option<AccountId>,
        /// Which ledger
        #[arg(long, value_enum, default_value_t = Mode::Live)]
        mode: Mode,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Start a purchase and print its checkout URL, which starts with the public URL of these settings, or else with the address to listen on
    Buy(BuyArguments),
    /// List purchases, newest first
    Purchases {
        /// The account, acc_… [default: the oldest]
        #[arg(long)]
        account: Option<AccountId>,
        /// Which ledger
        #[arg(long, value_enum, default_value_t = Mode::Live)]
        mode: Mode,
        /// How many at most
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
        limit: u32,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Query the payment provider for a purchase, settle it, and print its status
    Check {
        /// The purchase, pur_…
        purchase: PurchaseId,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Refund a purchase, deduct its credits, and print its status
    Refund(RefundArguments),
    /// Replay the whole ledger and compare it with the balances; exit 1 on any drift
    Verify {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct GrantArguments {
    /// How many credits
    #[arg(value_parser = clap::value_parser!(i64).range(1..=1_000_000_000_000))]
    pub(crate) amount: i64,
    /// The account, acc_… [default: the oldest]
    #[arg(long)]
    pub(crate) account: Option<AccountId>,
    /// Which ledger
    #[arg(long, value_enum, default_value_t = Mode::Live)]
    pub(crate) mode: Mode,
    /// The credits are a gift and were not paid for
    #[arg(long)]
    pub(crate) promotional: bool,
    /// A note for the statement
    #[arg(long, default_value = "granted by the operator")]
    pub(crate) note: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BuyArguments {
    /// How many credits, by the thousand
    #[arg(required_unless_present = "pack")]
    pub(crate) credits: Option<i64>,
    /// A pack in their place: starter, standard, plus or business
    #[arg(long, conflicts_with = "credits", value_parser = pack)]
    pub(crate) pack: Option<Pack>,
    /// Payment provider: stripe or payos
    #[arg(long = "with", value_name = "PROVIDER", default_value = "stripe", value_parser = payment_provider)]
    pub(crate) provider: PaymentProviderName,
    /// Currency: usd or vnd [default: the provider's usual one]
    #[arg(long, value_parser = currency)]
    pub(crate) currency: Option<Currency>,
    /// The account, acc_… [default: the oldest]
    #[arg(long)]
    pub(crate) account: Option<AccountId>,
    /// Which ledger; test purchases are paid in the sandbox
    #[arg(long, value_enum, default_value_t = Mode::Live)]
    pub(crate) mode: Mode,
    /// Where the buyer returns to [default: the service's own URL]
    #[arg(long, value_name = "URL")]
    pub(crate) return_to: Option<Url>,
    /// The same key starts the same purchase
    #[arg(long)]
    pub(crate) key: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RefundArguments {
    /// The purchase, pur_…
    pub(crate) purchase: PurchaseId,
    /// How many cents or đồng [default: all that is left of the price]
    #[arg(long)]
    pub(crate) amount: Option<i64>,
    /// The money was refunded by other means; only record it
    #[arg(long)]
    pub(crate) by_hand: bool,
    /// Also if some of the credits were spent; what is missing is recorded as owed
    #[arg(long)]
    pub(crate) even_if_spent: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn pack(name: &str) -> Result<Pack, String> {
    let names = || Pack::ALL.map(|pack| pack.name).join(", ");
    Pack::from_name(name).ok_or_else(|| format!("expected one of {}", names()))
}

fn payment_provider(name: &str) -> Result<PaymentProviderName, String> {
    let names = || PaymentProviderName::ALL.map(PaymentProviderName::as_str).join(", ");
    PaymentProviderName::from_name(name).ok_or_else(|| format!("expected one of {}", names()))
}

fn currency(name: &str) -> Result<Currency, String> {
    let names = || Currency::ALL.map(Currency::as_str).join(", ");
    Currency::from_name(name).ok_or_else(|| format!("expected one of {}", names()))
}
