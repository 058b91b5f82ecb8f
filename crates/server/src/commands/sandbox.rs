//! `rankwright sandbox`: stand-ins of all providers on loopback.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context;
use sandbox::{LatencyProfile, PaymentOptions, Provider, Sandbox, SandboxOptions};

use crate::command_line::SandboxArguments;
use crate::terminal::say;

pub(crate) async fn run(arguments: SandboxArguments) -> anyhow::Result<()> {
    let latency: HashMap<Provider, LatencyProfile> =
        arguments.latency.iter().map(|text| latency(text)).collect::<anyhow::Result<_>>()?;
    let payments =
        PaymentOptions { webhooks: arguments.webhooks.map(String::from), ..PaymentOptions::default() };
    let options = SandboxOptions { port: arguments.port, latency, payments, ..SandboxOptions::default() };
    let sandbox = Sandbox::start(options).await.with_context(|| {
        format!("127.0.0.1:{} can't be listened on; choose another with --port", arguments.port)
    })?;
    say(format_args!(
        "The sandbox is serving at http://{0}; http://{0}/ says how to use it",
        sandbox.address()
    ));
    tokio::signal::ctrl_c().await?;
    sandbox.stop().await;
    Ok(())
}

/// `PROVIDER=MEDIAN` or `PROVIDER=MEDIAN:SHARE:SLOW`.
fn latency(text: &str) -> anyhow::Result<(Provider, LatencyProfile)> {
    let (provider, times) =
        text.split_once('=').with_context(|| format!("{text:?} is not PROVIDER=PROFILE"))?;
    let known = Provider::ALL.iter().copied();
    let provider = known.clone().find(|known| known.name() == provider).with_context(|| {
        let names: Vec<&str> = known.map(Provider::name).collect();
        format!("{provider:?} is not one of {}", names.join(", "))
    })?;
    let numbers: Vec<f64> = times
        .split(':')
        .map(str::parse)
        .collect::<Result<_, _>>()
        .with_context(|| format!("{times:?} is not MEDIAN or MEDIAN:SHARE:SLOW in numbers"))?;
    let (median, share, slow) = match numbers[..] {
        [median] => (median, 0.0, median),
        [median, share, slow] => (median, share, slow),
        _ => anyhow::bail!("{times:?} is not MEDIAN or MEDIAN:SHARE:SLOW"),
    };
    anyhow::ensure!((0.0..=100.0).contains(&share), "{share} is not a share of 0..100 per cent");
    let time = |milliseconds: f64| Duration::try_from_secs_f64(milliseconds / 1000.0);
    let profile = LatencyProfile { median: time(median)?, slow_share: share / 100.0, slow: time(slow)? };
    Ok((provider, profile))
}
