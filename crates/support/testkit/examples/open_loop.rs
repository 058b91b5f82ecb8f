//! Sends requests at a fixed rate, whatever the response times, and prints the response times.
//!
//!     open_loop RATE SECONDS METHOD URL [BODY] [HEADER: VALUE]...
//!
//! `{}` in the URL or body becomes the number of the request. A load test that waits for responses before the
//! next request hides the waiting times that a slow service causes; this one does not.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for benchmarks")]

use std::time::Duration;

use reqwest::{Client, Method};
use tokio::task::JoinSet;
use tokio::time::Instant;

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rate, seconds, method, url, rest @ ..] = &arguments[..] else {
        println!("open_loop RATE SECONDS METHOD URL [BODY] [HEADER: VALUE]...");
        std::process::exit(2);
    };
    let (rate, seconds): (u32, u32) = (rate.parse().unwrap(), seconds.parse().unwrap());
    let method: Method = method.parse().unwrap();
    let (body, headers) =
        rest.split_first().map_or((String::new(), rest), |(body, headers)| (body.clone(), headers));
    let client = Client::builder().pool_max_idle_per_host(1024).build().unwrap();
    let mut running = JoinSet::new();
    let start = Instant::now();
    for number in 0..rate * seconds {
        tokio::time::sleep_until(start + Duration::from_secs(1) * number / rate).await;
        let fill = |text: &str| text.replace("{}", &number.to_string());
        let mut request = client.request(method.clone(), fill(url));
        for (name, value) in headers.iter().filter_map(|header| header.split_once(": ")) {
            request = request.header(name, value);
        }
        if !body.is_empty() {
            request = request.header("content-type", "application/json").body(fill(&body));
        }
        running.spawn(async move {
            let sent = Instant::now();
            let outcome = match request.send().await {
                Ok(response) => {
                    let status = response.status().as_u16();
                    response.bytes().await.map_or(0, |_| status)
                }
                Err(_) => 0,
            };
            (outcome, sent.elapsed())
        });
    }
    report(&running.join_all().await);
}

fn report(outcomes: &[(u16, Duration)]) {
    let good = outcomes.iter().filter(|(status, _)| *status == 200).count();
    let mut times: Vec<Duration> = outcomes.iter().map(|(_, time)| *time).collect();
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 1000].as_secs_f64() * 1000.0;
    println!(
        "{} requests, {} answered 200, p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, longest {:.1} ms",
        outcomes.len(),
        good,
        at(500),
        at(990),
        at(999),
        at(1000)
    );
}
